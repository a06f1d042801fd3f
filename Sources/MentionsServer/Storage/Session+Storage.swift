import Entities
import LanguageProtocol
import Mentions
import TextModel

/// Keeping mentions of closed documents (the behaviour, section 9).
extension Session {
  /// How long after mentions came or went they are written, in milliseconds.
  static let storePause = 2000

  // MARK: Opening

  func storePlace(of key: DocumentURI) -> StorePlace {
    StorePlace(
      of: key, in: settings[key].annotationStore, roots: roots, environment: options.environment)
  }

  /// Asks for what is kept of a document that was just opened.
  func openStore(_ key: DocumentURI) {
    guard let place = documents[key]?.keeping.place else { return }
    if let bytes = store.held(for: place.key) {
      if bytes.isEmpty { noStored(in: key) } else { takeStored(bytes, in: key) }
    } else if let path = place.path {
      store.readers[path, default: []].append(.document(key))
      perform(.readStore(path))
    } else {
      noStored(in: key)
    }
  }

  /// A file of the store was read.
  func storeRead(_ path: String, _ contents: SettingsFile.Contents) {
    for reader in store.readers.removeValue(forKey: path) ?? [] {
      switch reader {
      case .document(let key):
        guard let keeping = documents[key]?.keeping, keeping.place.path == path, keeping.status == .reading
        else { continue }
        switch contents {
        case .bytes(let bytes): takeStored(bytes, in: key)
        case .missing: noStored(in: key)
        case .unreadable(let why): lock(key, why)
        }
      case .rename(let old, let new):
        moveStored(contents, from: old, to: new)
      }
    }
  }

  private func takeStored(_ bytes: [UInt8], in key: DocumentURI) {
    guard let place = documents[key]?.keeping.place else { return }
    switch StoredDocument.read(bytes, of: place.document) {
    case .success(let stored):
      withDocument(key) { $0.keeping.lastWritten = bytes }
      restore(stored.states, in: key)
    case .failure(let fault): lock(key, "\(fault)")
    }
  }

  /// Nothing is kept under this name. It may have had another one until now.
  private func noStored(in key: DocumentURI) {
    guard let text = documents[key]?.mentions.text else { return }
    let fingerprint = store.closed.isEmpty ? nil : TextFingerprint(of: text)
    let candidates = store.closed.filter { closed in
      closed.document != key && documents[closed.document] == nil && fingerprint != nil
        && closed.states.contains { $0.text == fingerprint }
    }
    guard let first = candidates.first, candidates.allSatisfy({ $0.states == first.states }) else {
      return restore([], in: key)
    }
    restore(first.states, in: key)
  }

  func restore(_ states: [DocumentArchive], in key: DocumentURI) {
    var outcome: RestoreOutcome?
    update(key) {
      let result = $0.restore(states)
      outcome = result
      return result.report
    }
    for (record, loss) in outcome?.lost ?? [] {
      log(.info, "a mention of \(personal: record.entity.name) is not restored: \(loss.description)")
    }
    withDocument(key) {
      if $0.keeping.status == .reading { $0.keeping.status = .ready }
      $0.keeping.generation = $0.mentions.keepingGeneration
    }
    readBack(key)
    // What is read back needs no keeping, but what came under an old name does.
    withDocument(key) { document in
      if states.isEmpty { document.keeping.generation = document.mentions.keepingGeneration }
      if !document.keeping.isChanged { document.keeping.noteSaved(document.mentions.archive()) }
    }
    if let keeping = documents[key]?.keeping, keeping.lastWritten == nil, !states.isEmpty { schedule() }
  }

  /// The file stays as it is.
  private func lock(_ key: DocumentURI, _ why: String) {
    guard let place = documents[key]?.keeping.place else { return }
    // What is wrong with the folder is wrong for every document in it: one message.
    let folder = StorePlace.folder(of: place.key) ?? ""
    let isFolder = why.hasPrefix(folder + " ") || why.hasPrefix(folder + ":")
    let reason = isFolder ? why : "\(place.path ?? ""): \(why)"
    tellUser(
      .warning, "the kept mentions of \(key) cannot be read, nor new ones kept: \(reason)",
      fault: isFolder ? why : nil, about: .store)
    withDocument(key) { $0.keeping.status = .locked }
    if let bytes = store.held(for: place.memoryKey),
      case .success(let stored) = StoredDocument.read(bytes, of: place.document)
    {
      restore(stored.states, in: key)
    } else {
      readBack(key)
    }
  }

  // MARK: Writing

  /// Something is to be written in a while.
  func schedule() {
    if store.due == nil { store.due = now.advanced(by: Self.storePause) }
  }

  /// Runs after each event.
  func keepStores() {
    guard let due = store.due else { return }
    if now < due { return perform(.wake(at: due)) }
    store.due = nil
    for key in documents.keys.sorted(by: { $0.key < $1.key }) {
      guard let document = documents[key], document.keeping.generation != document.mentions.keepingGeneration
      else { continue }
      writeStore(key)
    }
  }

  /// Whether mentions came or went. O(1).
  func noteKeeping(_ key: DocumentURI) {
    guard store.due == nil, let document = documents[key], document.keeping.status == .ready,
      document.keeping.generation != document.mentions.keepingGeneration
    else { return }
    schedule()
  }

  /// The text is in the file now.
  func storeSaved(_ key: DocumentURI) {
    withDocument(key) { $0.keeping.isChanged = false }
    writeStore(key)
  }

  /// Writes what is to be kept of a document, if that has changed.
  /// - Parameter old: where it was kept until now, if it moves: it is written anyway, and goes from there then.
  func writeStore(_ key: DocumentURI, movedFrom old: StorePlace? = nil) {
    guard let document = documents[key], document.keeping.status != .reading else { return }
    withDocument(key) { $0.keeping.generation = $0.mentions.keepingGeneration }
    let states = states(of: document)
    if !document.keeping.isChanged { withDocument(key) { $0.keeping.noteSaved(states[0]) } }
    let target = newPlace(of: key) ?? document.keeping.ownPlace
    let stored = StoredDocument(document: target.document, states: states)
    let (bytes, leftOut) = stored.isEmpty ? ([], 0) : stored.encoded()
    let last = document.keeping.lastWritten
    guard old != nil || bytes != last ?? [] else { return }
    let isMoved = old != nil || newPlace(of: key) != nil
    let base = isMoved ? StoreWriting.Base.replaced : .known(last.flatMap { $0.isEmpty ? nil : $0 })
    if leftOut > 0 { log(.warning, "\(leftOut) mentions of \(key) are too many to keep") }
    withDocument(key) { $0.keeping.lastWritten = bytes }
    put(bytes, at: target, over: base, movedFrom: old)
  }

  private func states(of document: OpenDocument) -> [DocumentArchive] {
    let present = document.mentions.archive()
    guard document.keeping.isChanged, let saved = document.keeping.saved, saved != present else {
      return [present]
    }
    return [present, saved]
  }

  /// - Parameters:
  ///   - base: what this server knows of the file.
  ///   - old: nothing is there any more once this is where it is to be: at once where that is memory.
  func put(
    _ bytes: [UInt8], at place: StorePlace, over base: StoreWriting.Base = .replaced,
    movedFrom old: StorePlace?
  ) {
    store.hold(bytes, for: place.key, of: place.document, isWritten: place.path != nil)
    if let old { store.hold([], for: old.key, of: old.document, isWritten: old.path != nil) }
    let contents = bytes.isEmpty ? nil : bytes
    if let path = place.path {
      perform(
        .writeStore(
          StoreWriting(path: path, bytes: contents, base: base, limit: place.limit, oldPath: old?.path)))
    } else if let path = old?.path {
      perform(
        .writeStore(StoreWriting(path: path, bytes: nil, base: .replaced, limit: old?.limit, oldPath: nil)))
    }
  }

  /// A file of the store was written or removed, or could not be.
  func storeWritten(_ path: String, fault: String?) {
    store.written(path, succeeded: fault == nil)
    if let fault { tellUser(.warning, "mentions cannot be kept: \(fault)", about: .store) }
  }

  /// Everything that is not written yet, before the server ends.
  func writeStores() {
    store.due = nil
    for key in documents.keys.sorted(by: { $0.key < $1.key }) { writeStore(key) }
  }

  /// A document is about to be closed.
  func closeStore(_ key: DocumentURI) {
    guard let document = documents[key] else { return }
    let states = states(of: document)
    if moveClosing(key, states) {
      store.forgetClosed(key)
    } else {
      writeStore(key)
      store.remember(StoreBook.Closed(document: key, states: states))
    }
    store.renames[key] = nil
  }

  // MARK: Settings

  /// The store is another one now, or the workspace folders are others.
  func reopenStores() {
    for key in documents.keys.sorted(by: { $0.key < $1.key }) {
      guard let keeping = documents[key]?.keeping else { continue }
      let place = storePlace(of: key)
      guard place != keeping.place else { continue }
      if keeping.status == .ready { writeStore(key) }
      withDocument(key) {
        $0.keeping.place = place
        $0.keeping.status = .reading
        $0.keeping.lastWritten = nil
      }
      openStore(key)
      // What is known goes into the new store even if it was empty.
      withDocument(key) { $0.keeping.generation = -1 }
      schedule()
    }
  }
}
