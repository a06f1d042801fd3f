import LanguageProtocol
import Mentions

/// The mentions of closed documents (Behaviour, section 9). A value without side effects: events contain its input,
/// effects are its output.
///
/// An open document, by its ``KeptMentions/Document/Status``:
///
///                ┌────────── moved: its file is another one ───────────┐
///                ▼                                                     │
///     opened ─▶ reading ──read: bytes, or nothing──▶ restored ─▶ ready ┴──keep──▶ written, 2 s after a change,
///                  │                                              │               when saved, when closed
///                  └──read: unreadable──▶ locked ──keep──▶ in     └──renamed──▶ kept under the new name,
///                                                         memory                moved there when closed
///
/// Effects are performed in order; effects that result from one are performed before the next.
struct KeptMentions {
  /// The delay in milliseconds between a change of mentions and writing them.
  static let pause = 2000

  private var memory = Memory()
  /// By their current names.
  private var open: [DocumentURI: Document] = [:]
  /// The new names of documents that are still open under their old names.
  private var renames: [DocumentURI: DocumentURI] = [:]
  /// The time at which something must be written.
  private(set) var due: Instant?
  /// Whether the server is ending and everything is written for the last time.
  private var isEnding = false

  subscript(key: DocumentURI) -> Document? { open[key] }

  // MARK: Changes

  /// Records a change of a document's text. O(1).
  mutating func noteChange(of key: DocumentURI) { open[key]?.isChanged = true }

  /// Records a possible change of the mentions. O(1).
  ///
  /// - Parameter revision: ``MentionsDocument/keptRevision``.
  mutating func note(revision: Int, of key: DocumentURI, now: Instant) {
    guard due == nil, let document = open[key], document.status == .ready, document.revision != revision
    else {
      return
    }
    schedule(now)
  }

  /// Schedules a delayed write.
  mutating func schedule(_ now: Instant) {
    if due == nil { due = now.advanced(by: Self.pause) }
  }

  var openKeys: [DocumentURI] { open.keys.sorted { $0.key < $1.key } }

  // MARK: Reading

  /// Reads the stored mentions of a document that was just opened.
  mutating func read(_ key: DocumentURI) -> [Effect] {
    guard let file = open[key]?.file else { return [] }
    if let bytes = memory.held(for: file.key) {
      return bytes.isEmpty ? nothing(for: key) : take(bytes, for: key)
    }
    guard let path = file.path else { return nothing(for: key) }
    memory.readers[path, default: []].append(.document(key))
    return [.readFile(path)]
  }

  /// The recipients that were waiting for a file, in order.
  mutating func takeReaders(of path: String) -> [Memory.Reader] {
    (memory.readers.removeValue(forKey: path) ?? []).filter {
      guard case .document(let key) = $0 else { return true }
      return open[key]?.file.path == path
    }
  }

  mutating func received(_ contents: SettingsFile.Contents, for key: DocumentURI) -> [Effect] {
    guard open[key]?.status == .reading else { return [] }
    return switch contents {
    case .bytes(let bytes): take(bytes, for: key)
    case .missing: nothing(for: key)
    case .unreadable(let why): lock(key, why)
    }
  }

  private mutating func take(_ bytes: [UInt8], for key: DocumentURI) -> [Effect] {
    guard let file = open[key]?.file else { return [] }
    switch StoredDocument.read(bytes, of: file.document) {
    case .success(let stored):
      open[key]?.lastWritten = bytes
      return [.restore(stored.states, in: key)]
    case .failure(let fault): return lock(key, "\(fault)")
    }
  }

  /// Handles a document without stored mentions, which may have had another name until now.
  private func nothing(for key: DocumentURI) -> [Effect] {
    memory.closed.isEmpty ? [.restore([], in: key)] : [.identify(key)]
  }

  /// States stored under another name for a text that was closed recently, if only one document matches.
  func states(of text: TextFingerprint?, for key: DocumentURI) -> [DocumentArchive] {
    guard let text else { return [] }
    let candidates = memory.closed.filter { closed in
      closed.document != key && open[closed.document] == nil && closed.states.contains { $0.text == text }
    }
    guard let first = candidates.first, candidates.allSatisfy({ $0.states == first.states }) else {
      return []
    }
    return first.states
  }

  /// Leaves a file unchanged, for the given reason.
  private mutating func lock(_ key: DocumentURI, _ why: String) -> [Effect] {
    guard let file = open[key]?.file else { return [] }
    // What is wrong with the folder is wrong for every document in it: one message.
    let folder = StoreFile.folder(of: file.key) ?? ""
    let isFolder = why.hasPrefix(folder + " ") || why.hasPrefix(folder + ":")
    let reason = isFolder ? why : "\(file.path ?? ""): \(why)"
    let told = Effect.tell(
      "the stored mentions of \(key) cannot be read, and new ones not be stored: \(reason)",
      fault: isFolder ? why : nil)
    open[key]?.status = .locked
    if let bytes = memory.held(for: file.memoryKey),
      case .success(let stored) = StoredDocument.read(bytes, of: file.document)
    {
      return [told, .restore(stored.states, in: key)]
    }
    return [told, .readBack(key)]
  }

  // MARK: Names

  /// Whether a document is also open under its new name: stored mentions are moved there, regardless of later renames.
  func isOpenElsewhere(_ key: DocumentURI) -> Bool { renames[key].map { self[$0] != nil } ?? false }

  /// The new file of an open document that was renamed. Nil if it was not, or if a document with that name is open
  /// itself, because two documents must not write the same file.
  func newFile(of key: DocumentURI, _ layout: StoreLayout) -> StoreFile? {
    isOpenElsewhere(key) ? nil : renames[key].map { layout[$0] }
  }

  // MARK: Writing

  /// Writes the mentions of a document, if they have changed.
  /// - Parameters:
  ///   - old: the previous file, if the mentions are moved: they are written in any case, and the previous file is
  ///     removed.
  ///   - isLast: whether the document is being closed. Its file is then written again, because another server may have
  ///     replaced its content.
  mutating func write(
    _ key: DocumentURI, _ archive: DocumentArchive, _ revision: Int, movedFrom old: StoreFile?,
    isLast: Bool = false, _ layout: StoreLayout
  ) -> [Effect] {
    guard let document = open[key], document.status != .reading else { return [] }
    open[key]?.revision = revision
    let states = document.states(with: archive)
    if !document.isChanged { open[key]?.noteSaved(archive) }
    let newFile = newFile(of: key, layout)
    let target = newFile ?? document.ownFile
    let stored = StoredDocument(document: target.document, states: states)
    let (bytes, leftOut) = stored.isEmpty ? ([], 0) : stored.encoded()
    let last = document.lastWritten
    guard old != nil || bytes != last ?? [] else {
      guard isLast, newFile == nil, let path = target.path, let last, !last.isEmpty else { return [] }
      // Not held in memory: a document that is opened next is to find what the merge has made of it.
      return [
        .writeFile(
          StoreUpdate(path: path, bytes: last, base: .known(last), limit: target.limit, oldPath: nil))
      ]
    }
    let isMoved = old != nil || newFile != nil
    let base = isMoved ? StoreUpdate.Base.replaced : .known(last.flatMap { $0.isEmpty ? nil : $0 })
    open[key]?.lastWritten = bytes
    return (leftOut > 0 ? [.log(.warning, "\(leftOut) mentions of \(key) are too many to store")] : [])
      + put(bytes, at: target, over: base, movedFrom: old)
  }

  /// - Parameters:
  ///   - base: this server's knowledge of the file.
  ///   - old: the previous file, removed once the new one is written; immediately if the new one is in memory.
  mutating func put(
    _ bytes: [UInt8], at file: StoreFile, over base: StoreUpdate.Base = .replaced,
    movedFrom old: StoreFile?
  ) -> [Effect] {
    memory.hold(bytes, for: file.key, of: file.document, isWritten: file.path != nil)
    if let old { memory.hold([], for: old.key, of: old.document, isWritten: old.path != nil) }
    let contents = bytes.isEmpty ? nil : bytes
    if let path = file.path {
      return [
        .writeFile(
          StoreUpdate(path: path, bytes: contents, base: base, limit: file.limit, oldPath: old?.path))
      ]
    }
    guard let path = old?.path else { return [] }
    return [
      .writeFile(StoreUpdate(path: path, bytes: nil, base: .replaced, limit: old?.limit, oldPath: nil))
    ]
  }
}

// MARK: - Steps

/// Handling the events.
extension KeptMentions {
  /// Handles one event; returns the effects.
  mutating func step(_ event: Event, at layout: StoreLayout, now: Instant) -> [Effect] {
    switch event {
    case .opened(let key):
      open[key] = Document(file: layout[key])
      return read(key)
    case .read(let contents, by: .document(let key)): return received(contents, for: key)
    case .read(let contents, by: .rename(let old, let new)):
      return moveStored(contents, from: old, to: new, layout)
    case .identified(let key, let text): return [.restore(states(of: text, for: key), in: key)]
    case .restored(let key, let revision):
      if open[key]?.status == .reading { open[key]?.status = .ready }
      open[key]?.revision = revision
      return []
    case .readBack(let key, let restoredAny, let revision, let archive):
      // What is read back needs no keeping, but what came under an old name does.
      if !restoredAny { open[key]?.revision = revision }
      if let archive { open[key]?.noteSaved(archive) }
      if let document = open[key], document.lastWritten == nil, restoredAny { schedule(now) }
      return []
    case .saved(let key):
      open[key]?.isChanged = false
      return [.keep(key, movedFrom: nil)]
    case .keep(let key, let archive, let revision, let old):
      return write(key, archive, revision, movedFrom: old, isLast: isEnding, layout)
    case .closing(let key, let archive, let revision): return close(key, archive, revision, layout)
    case .closed(let key):
      renames[key] = nil
      open[key] = nil
      return []
    case .renamed(let files, let closed): return rename(files, closed: closed, layout)
    case .renamedClosed(let old, let new): return renameStored(from: old, to: new, layout)
    case .found(let documents, let folder): return found(documents, in: folder)
    case .written(let path, let fault):
      memory.written(path, succeeded: fault == nil)
      return fault.map {
        [.tell("mentions cannot be stored: \($0)", fault: StoreFile.reason(in: $0, at: path))]
      } ?? []
    case .layoutChanged: return openKeys.map { .then(.fileChanged($0)) }
    case .fileChanged(let key):
      guard let document = open[key], layout[key] != document.file else { return [] }
      return (document.status == .ready ? [.keep(key, movedFrom: nil)] : []) + [
        .then(.moved(key, to: layout[key]))
      ]
    case .moved(let key, let file):
      open[key]?.file = file
      open[key]?.status = .reading
      open[key]?.lastWritten = nil
      return read(key) + [.then(.becameStale(key))]
    case .becameStale(let key):
      open[key]?.revision = -1
      schedule(now)
      return []
    case .clock:
      guard let due else { return [] }
      if now < due { return [.wake(at: due)] }
      self.due = nil
      return openKeys.map { .keepIfChanged($0) }
    case .ending:
      due = nil
      // Nothing changes between `shutdown` and `exit`.
      if isEnding { return [] }
      isEnding = true
      return openKeys.map { .keep($0, movedFrom: nil) }
    }
  }

  private mutating func close(
    _ key: DocumentURI, _ archive: DocumentArchive, _ revision: Int, _ layout: StoreLayout
  ) -> [Effect] {
    guard let document = open[key] else { return [] }
    let states = document.states(with: archive)
    var (isMoved, effects) = moveClosing(key, states)
    if isMoved {
      memory.forgetClosed(key)
    } else {
      effects += write(key, archive, revision, movedFrom: nil, isLast: true, layout)
      memory.remember(Memory.Closed(document: key, states: states))
    }
    return effects + [.then(.closed(key))]
  }
}

// MARK: - Events and effects

extension KeptMentions {
  /// An event that concerns stored mentions or their documents.
  enum Event {
    case opened(DocumentURI)
    /// The result of ``KeptMentions/Effect/readFile(_:)``.
    case read(SettingsFile.Contents, by: Memory.Reader)
    /// The fingerprint of a text without stored mentions under its name; nil if it is too long.
    case identified(DocumentURI, TextFingerprint?)
    /// Mentions were restored in a document, possibly none.
    case restored(DocumentURI, revision: Int)
    /// After restoring, the text was read for mentions. `archive` is present if the text is as it was opened or saved.
    case readBack(DocumentURI, restoredAny: Bool, revision: Int, archive: DocumentArchive?)
    /// The document was saved.
    case saved(DocumentURI)
    /// The current mentions of a document, in response to ``KeptMentions/Effect/keep(_:movedFrom:)``.
    case keep(DocumentURI, DocumentArchive, revision: Int, movedFrom: StoreFile?)
    /// The document is about to be closed.
    case closing(DocumentURI, DocumentArchive, revision: Int)
    case closed(DocumentURI)
    /// Renames reported by the client, in order. `closed` contains the old names under which no document is open.
    case renamed([FileRename], closed: [FileRename])
    /// A document that is not open was renamed.
    case renamedClosed(from: DocumentURI, to: DocumentURI)
    /// A folder of the store was searched.
    case found([String], folder: String)
    /// A file was written or removed; contains the error, if any.
    case written(path: String, fault: String?)
    /// The store or the workspace folders have changed.
    case layoutChanged
    case fileChanged(DocumentURI)
    case moved(DocumentURI, to: StoreFile)
    /// The document's mentions must be written to the new store even if it is empty.
    case becameStale(DocumentURI)
    /// Effects were performed, and time may have passed.
    case clock
    /// The server is ending: write everything that was not written yet.
    case ending
  }

  /// An action for the session to perform.
  enum Effect {
    case readFile(String)
    /// Searches a folder of the store for documents below these names.
    case searchFolder(String, below: [String])
    case writeFile(StoreUpdate)
    /// Computes the fingerprint of an open document. Linear.
    case identify(DocumentURI)
    /// Restores mentions in an open document, possibly none, and reads its text after that.
    case restore([DocumentArchive], in: DocumentURI)
    /// Reads the mentions in the text of an open document.
    case readBack(DocumentURI)
    /// Removes mentions that were only read from the text, because stored ones have priority.
    case takeBackReading(DocumentURI)
    /// Requests the current mentions of an open document; contains its previous file if they are moved.
    case keep(DocumentURI, movedFrom: StoreFile?)
    /// Like ``keep(_:movedFrom:)``, if mentions were added or removed since the last time.
    case keepIfChanged(DocumentURI)
    case wake(at: Instant)
    case tell(String, fault: String?)
    case log(LogLevel, LogLine)
    /// An event to handle after all preceding effects were performed.
    case then(Event)
  }
}

// MARK: - Renaming

/// Moving stored mentions when documents are renamed.
extension KeptMentions {
  /// `workspace/didRenameFiles`: before or after the client closes the old name and opens the new one.
  mutating func rename(
    _ files: [FileRename], closed: [FileRename], _ layout: StoreLayout
  ) -> [Effect] {
    guard let file = files.first else { return renameFolders(closed, layout) }
    let rest = Array(files.dropFirst())
    if file.oldUri == file.newUri { return [.then(.renamed(rest, closed: closed))] }
    let (isOpen, effects) = renameOpen(file, layout)
    if isOpen { return effects + [.then(.renamed(rest, closed: closed))] }
    return effects + [
      .then(.renamedClosed(from: file.oldUri, to: file.newUri)),
      .then(.renamed(rest, closed: closed + [file])),
    ]
  }

  // MARK: Open documents

  /// Renames open documents. They are moved when they are closed, since they change until then. Returns false if only
  /// documents in a folder with this name are open, or none.
  private mutating func renameOpen(
    _ file: FileRename, _ layout: StoreLayout
  ) -> (isOpen: Bool, effects: [Effect]) {
    var isOpen = false
    var effects: [Effect] = []
    for key in openKeys {
      let name = renames[key] ?? key
      if key == file.oldUri || name == file.oldUri && !isOpenElsewhere(key) {
        effects += rename(key, to: file.newUri, layout)
        isOpen = true
      } else if !isOpenElsewhere(key), let new = name.moved(from: file.oldUri, to: file.newUri) {
        effects += rename(key, to: new, layout)
      }
    }
    return (isOpen, effects)
  }

  private mutating func rename(
    _ key: DocumentURI, to new: DocumentURI, _ layout: StoreLayout
  ) -> [Effect] {
    let last = isOpenElsewhere(key) ? nil : renames[key]
    renames[key] = new == key ? nil : new
    guard let last, last != new else { return [] }
    // It may have been written under that name. What cannot be written under the next one stays there.
    let isHeld = newFile(of: key, layout) == nil && self[key]?.status == .locked
    return [.keep(key, movedFrom: isHeld ? nil : layout[last])]
  }

  /// Moves the mentions of a document that is being closed to its new name, if it has one and the move is possible.
  func moveClosing(
    _ key: DocumentURI, _ states: [DocumentArchive]
  ) -> (isMoved: Bool, effects: [Effect]) {
    guard let new = renames[key], let document = self[key], document.status != .reading else {
      return (false, [])
    }
    if self[new] == nil { return (true, [.keep(key, movedFrom: document.ownFile)]) }
    return restoreRenamed(states, in: new, from: document.ownFile)
  }

  // MARK: Closed documents

  /// Moves documents in folders with these names, unless they are open. A URI does not indicate whether it is a folder.
  private mutating func renameFolders(_ renames: [FileRename], _ layout: StoreLayout) -> [Effect] {
    var searches: [String?: [FileRename]] = [:]
    for rename in renames {
      searches[StoreFile.folder(of: layout[rename.oldUri].key), default: []].append(rename)
    }
    var effects: [Effect] = []
    for (folder, renames) in searches.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      guard let folder else {
        effects += rename(memory.documents(in: nil), in: nil, by: renames)
        continue
      }
      memory.searches[folder, default: []] += renames
      let names = renames.map { layout[$0.oldUri].document }
      effects.append(.searchFolder(folder, below: names.map { $0.hasSuffix("/") ? $0 : $0 + "/" }))
    }
    return effects
  }

  mutating func found(_ documents: [String], in folder: String) -> [Effect] {
    guard let renames = memory.searches.removeValue(forKey: folder) else { return [] }
    // What is being written may not have been found.
    return rename(Set(documents + memory.documents(in: folder)).sorted(), in: folder, by: renames)
  }

  private func rename(_ names: [String], in folder: String?, by renames: [FileRename]) -> [Effect] {
    names.compactMap { name in
      let old = StoreFile.document(named: name, in: folder)
      let new = renames.lazy.compactMap { old.moved(from: $0.oldUri, to: $0.newUri) }.first
      // What is open goes when it is closed.
      guard let new, self[old] == nil else { return nil }
      return .then(.renamedClosed(from: old, to: new))
    }
  }

  mutating func renameStored(
    from old: DocumentURI, to new: DocumentURI, _ layout: StoreLayout
  ) -> [Effect] {
    let file = layout[old]
    if let bytes = memory.held(for: file.key) {
      return moveStored(bytes.isEmpty ? .missing : .bytes(bytes), from: old, to: new, layout)
    }
    guard let path = file.path else { return [] }
    memory.readers[path, default: []].append(.rename(from: old, to: new))
    return [.readFile(path)]
  }

  /// Moves the content stored under the old name.
  mutating func moveStored(
    _ contents: SettingsFile.Contents, from old: DocumentURI, to new: DocumentURI, _ layout: StoreLayout
  ) -> [Effect] {
    let file = layout[old]
    if contents == .missing { return [] }
    var effects: [Effect] = []
    if case .bytes(let bytes) = contents {
      let (isMoved, all) = move(bytes, from: file, to: new, layout)
      if isMoved {
        memory.forgetClosed(old)
        return all
      }
      effects = all
    }
    // A file that cannot be read stays where it is; what was kept beside it in memory goes.
    if let bytes = memory.held(for: file.memoryKey) {
      let (isMoved, all) = move(bytes, from: file.inMemory, to: new, layout)
      if isMoved { memory.forgetClosed(old) }
      effects += all
    }
    return effects
  }

  private mutating func move(
    _ bytes: [UInt8], from file: StoreFile, to new: DocumentURI, _ layout: StoreLayout
  ) -> (isMoved: Bool, effects: [Effect]) {
    guard case .success(var stored) = StoredDocument.read(bytes, of: file.document) else {
      return (false, [])
    }
    if self[new] != nil { return restoreRenamed(stored.states, in: new, from: file) }
    let target = layout[new]
    stored.document = target.document
    return (true, put(stored.encoded().bytes, at: target, movedFrom: file))
  }

  /// Restores mentions in a document that was opened under its new name before its stored mentions were moved. Returns
  /// whether they are stored there now; if its file cannot be read, they are only restored.
  private func restoreRenamed(
    _ states: [DocumentArchive], in key: DocumentURI, from file: StoreFile
  ) -> (isMoved: Bool, effects: [Effect]) {
    guard let status = self[key]?.status, status != .reading else { return (false, []) }
    // What is kept says which of them the user did not want, and is read before the text is.
    let shown: [Effect] = [.takeBackReading(key), .restore(states, in: key)]
    return status == .ready ? (true, shown + [.keep(key, movedFrom: file)]) : (false, shown)
  }
}

extension DocumentURI {
  /// The new name of this document after a rename of its folder; nil if it is not in that folder.
  fileprivate func moved(from old: DocumentURI, to new: DocumentURI) -> DocumentURI? {
    let folder = old.key.hasSuffix("/") ? old.key : old.key + "/"
    guard key.hasPrefix(folder) else { return nil }
    let target = new.key.hasSuffix("/") ? new.key : new.key + "/"
    return DocumentURI(target + key.dropFirst(folder.count))
  }
}
