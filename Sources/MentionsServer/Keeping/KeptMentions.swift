import LanguageProtocol
import Mentions

/// What becomes of the mentions of documents that are closed (the behaviour, section 9). A value that asks nobody: what
/// it must know is in the event, what it wants done is an effect.
///
/// An open document, by its ``DocumentKeeping/Status``:
///
///                ┌────────── moved: its place is another one ──────────┐
///                ▼                                                     │
///     opened ─▶ reading ──read: bytes, or nothing──▶ restored ─▶ ready ┴──keep──▶ written, 2 s after a change,
///                  │                                              │               when saved, when closed
///                  └──read: unreadable──▶ locked ──keep──▶ in     └──renamed──▶ kept under the new name,
///                                                         memory                moved there when closed
///
/// Effects are performed in order, and what follows from one before the next.
struct KeptMentions {
  /// How long after mentions came or went they are written, in milliseconds.
  static let pause = 2000

  var index = StoreIndex()
  /// By the names under which they are open.
  var open: [DocumentURI: DocumentKeeping] = [:]
  /// Documents that are open under their old names: where what is kept of them goes.
  var renames: [DocumentURI: DocumentURI] = [:]
  /// When something is to be written without being asked for.
  var due: Instant?

  subscript(key: DocumentURI) -> DocumentKeeping? { open[key] }

  // MARK: Changes

  /// The text of a document has changed. O(1).
  mutating func noteChange(of key: DocumentURI) { open[key]?.isChanged = true }

  /// Mentions may have come or gone. O(1).
  /// - Parameter revision: ``MentionsDocument/keptRevision``.
  mutating func note(revision: Int, of key: DocumentURI, now: Instant) {
    guard due == nil, let document = open[key], document.status == .ready, document.revision != revision
    else {
      return
    }
    schedule(now)
  }

  /// Something is to be written in a while.
  mutating func schedule(_ now: Instant) {
    if due == nil { due = now.advanced(by: Self.pause) }
  }

  var openKeys: [DocumentURI] { open.keys.sorted { $0.key < $1.key } }

  // MARK: Reading

  /// Looks for what is kept of a document that was just opened.
  mutating func read(_ key: DocumentURI) -> [StoreEffect] {
    guard let place = open[key]?.place else { return [] }
    if let bytes = index.held(for: place.key) {
      return bytes.isEmpty ? nothing(for: key) : take(bytes, for: key)
    }
    guard let path = place.path else { return nothing(for: key) }
    index.readers[path, default: []].append(.document(key))
    return [.readFile(path)]
  }

  /// Who has waited for a file that was read, in order.
  mutating func takeReaders(of path: String) -> [StoreIndex.Reader] {
    (index.readers.removeValue(forKey: path) ?? []).filter {
      guard case .document(let key) = $0 else { return true }
      return open[key]?.place.path == path
    }
  }

  mutating func received(_ contents: SettingsFile.Contents, for key: DocumentURI) -> [StoreEffect] {
    guard open[key]?.status == .reading else { return [] }
    return switch contents {
    case .bytes(let bytes): take(bytes, for: key)
    case .missing: nothing(for: key)
    case .unreadable(let why): lock(key, why)
    }
  }

  private mutating func take(_ bytes: [UInt8], for key: DocumentURI) -> [StoreEffect] {
    guard let place = open[key]?.place else { return [] }
    switch StoredDocument.read(bytes, of: place.document) {
    case .success(let stored):
      open[key]?.lastWritten = bytes
      return [.restore(stored.states, in: key)]
    case .failure(let fault): return lock(key, "\(fault)")
    }
  }

  /// Nothing is kept under this name. It may have had another one until now.
  private func nothing(for key: DocumentURI) -> [StoreEffect] {
    index.closed.isEmpty ? [.restore([], in: key)] : [.identify(key)]
  }

  /// What was kept under another name of a text that was closed a moment ago, if only one can be meant.
  func states(of text: TextFingerprint?, for key: DocumentURI) -> [DocumentArchive] {
    guard let text else { return [] }
    let candidates = index.closed.filter { closed in
      closed.document != key && open[closed.document] == nil && closed.states.contains { $0.text == text }
    }
    guard let first = candidates.first, candidates.allSatisfy({ $0.states == first.states }) else {
      return []
    }
    return first.states
  }

  /// The file stays as it is.
  private mutating func lock(_ key: DocumentURI, _ why: String) -> [StoreEffect] {
    guard let place = open[key]?.place else { return [] }
    // What is wrong with the folder is wrong for every document in it: one message.
    let folder = StorePlace.folder(of: place.key) ?? ""
    let isFolder = why.hasPrefix(folder + " ") || why.hasPrefix(folder + ":")
    let reason = isFolder ? why : "\(place.path ?? ""): \(why)"
    let told = StoreEffect.tell(
      "the kept mentions of \(key) cannot be read, nor new ones kept: \(reason)", fault: isFolder ? why : nil)
    open[key]?.status = .locked
    if let bytes = index.held(for: place.memoryKey),
      case .success(let stored) = StoredDocument.read(bytes, of: place.document)
    {
      return [told, .restore(stored.states, in: key)]
    }
    return [told, .readBack(key)]
  }

  // MARK: Names

  /// Whether a document is open under its new name too: what is kept goes there then, whatever that is called later.
  func isOpenElsewhere(_ key: DocumentURI) -> Bool { renames[key].map { self[$0] != nil } ?? false }

  /// Where an open document is kept that has another name by now. Nil where it has not, and where the document of
  /// that name is open itself: two must not write one file.
  func newPlace(of key: DocumentURI, _ places: StorePlaces) -> StorePlace? {
    isOpenElsewhere(key) ? nil : renames[key].map { places[$0] }
  }

  // MARK: Writing

  /// Writes what is to be kept of a document, if that has changed.
  /// - Parameter old: where it was kept until now, if it moves: it is written anyway, and goes from there then.
  mutating func write(
    _ key: DocumentURI, _ archive: DocumentArchive, _ revision: Int, movedFrom old: StorePlace?,
    _ places: StorePlaces
  ) -> [StoreEffect] {
    guard let document = open[key], document.status != .reading else { return [] }
    open[key]?.revision = revision
    let states = document.states(with: archive)
    if !document.isChanged { open[key]?.noteSaved(archive) }
    let newPlace = newPlace(of: key, places)
    let target = newPlace ?? document.ownPlace
    let stored = StoredDocument(document: target.document, states: states)
    let (bytes, leftOut) = stored.isEmpty ? ([], 0) : stored.encoded()
    let last = document.lastWritten
    guard old != nil || bytes != last ?? [] else { return [] }
    let isMoved = old != nil || newPlace != nil
    let base = isMoved ? StoreWriting.Base.replaced : .known(last.flatMap { $0.isEmpty ? nil : $0 })
    open[key]?.lastWritten = bytes
    return (leftOut > 0 ? [.log(.warning, "\(leftOut) mentions of \(key) are too many to keep")] : [])
      + put(bytes, at: target, over: base, movedFrom: old)
  }

  /// - Parameters:
  ///   - base: what this server knows of the file.
  ///   - old: nothing is there any more once this is where it is to be: at once where that is memory.
  mutating func put(
    _ bytes: [UInt8], at place: StorePlace, over base: StoreWriting.Base = .replaced,
    movedFrom old: StorePlace?
  ) -> [StoreEffect] {
    index.hold(bytes, for: place.key, of: place.document, isWritten: place.path != nil)
    if let old { index.hold([], for: old.key, of: old.document, isWritten: old.path != nil) }
    let contents = bytes.isEmpty ? nil : bytes
    if let path = place.path {
      return [
        .writeFile(
          StoreWriting(path: path, bytes: contents, base: base, limit: place.limit, oldPath: old?.path))
      ]
    }
    guard let path = old?.path else { return [] }
    return [
      .writeFile(StoreWriting(path: path, bytes: nil, base: .replaced, limit: old?.limit, oldPath: nil))
    ]
  }
}
