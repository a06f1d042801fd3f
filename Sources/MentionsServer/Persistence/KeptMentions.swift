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

// MARK: - Steps

/// What each event leads to.
extension KeptMentions {
  /// Takes one event; returns what is to be done.
  mutating func step(_ event: KeepingEvent, at places: StorePlaces, now: Instant) -> [StoreEffect] {
    switch event {
    case .opened(let key):
      open[key] = DocumentKeeping(place: places[key])
      return read(key)
    case .read(let contents, by: .document(let key)): return received(contents, for: key)
    case .read(let contents, by: .rename(let old, let new)):
      return moveStored(contents, from: old, to: new, places)
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
      return write(key, archive, revision, movedFrom: old, places)
    case .closing(let key, let archive, let revision): return close(key, archive, revision, places)
    case .closed(let key):
      renames[key] = nil
      open[key] = nil
      return []
    case .renamed(let files, let closed): return rename(files, closed: closed, places)
    case .renamedClosed(let old, let new): return renameStored(from: old, to: new, places)
    case .found(let documents, let folder): return found(documents, in: folder)
    case .written(let path, let fault):
      index.written(path, succeeded: fault == nil)
      return fault.map { [.tell("mentions cannot be kept: \($0)", fault: nil)] } ?? []
    case .placesChanged: return openKeys.map { .then(.placeChanged($0)) }
    case .placeChanged(let key):
      guard let document = open[key], places[key] != document.place else { return [] }
      return (document.status == .ready ? [.keep(key, movedFrom: nil)] : []) + [
        .then(.moved(key, to: places[key]))
      ]
    case .moved(let key, let place):
      open[key]?.place = place
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
      return openKeys.map { .keep($0, movedFrom: nil) }
    }
  }

  private mutating func close(
    _ key: DocumentURI, _ archive: DocumentArchive, _ revision: Int, _ places: StorePlaces
  ) -> [StoreEffect] {
    guard let document = open[key] else { return [] }
    let states = document.states(with: archive)
    var (isMoved, effects) = moveClosing(key, states)
    if isMoved {
      index.forgetClosed(key)
    } else {
      effects += write(key, archive, revision, movedFrom: nil, places)
      index.remember(StoreIndex.Closed(document: key, states: states))
    }
    return effects + [.then(.closed(key))]
  }
}

// MARK: - Events and effects

/// What happens to the mentions that are kept, and to the documents that they are kept of.
enum KeepingEvent {
  case opened(DocumentURI)
  /// What was asked for by ``StoreEffect/readFile(_:)``.
  case read(SettingsFile.Contents, by: StoreIndex.Reader)
  /// Which text it is of which nothing is kept under its name; nil where it is too long to tell.
  case identified(DocumentURI, TextFingerprint?)
  /// Mentions were put back into a document, or none were there to be.
  case restored(DocumentURI, revision: Int)
  /// After that, its text was read as well. `archive` is there where the text is as it was opened or saved.
  case readBack(DocumentURI, restoredAny: Bool, revision: Int, archive: DocumentArchive?)
  /// The text is in its file now.
  case saved(DocumentURI)
  /// What is to be kept of a document: what ``StoreEffect/keep(_:movedFrom:)`` asked for.
  case keep(DocumentURI, DocumentArchive, revision: Int, movedFrom: StorePlace?)
  /// About to be closed.
  case closing(DocumentURI, DocumentArchive, revision: Int)
  case closed(DocumentURI)
  /// By the client's word, one after the other. `closed` are those before that no open document had.
  case renamed([FileRename], closed: [FileRename])
  /// A document that is not open has another name.
  case renamedClosed(from: DocumentURI, to: DocumentURI)
  /// A folder of the store was searched.
  case found([String], folder: String)
  /// A file was written or removed; what went wrong.
  case written(path: String, fault: String?)
  /// The store is another one now, or the workspace folders are others.
  case placesChanged
  case placeChanged(DocumentURI)
  case moved(DocumentURI, to: StorePlace)
  /// What is known goes into the new store even if it was empty.
  case becameStale(DocumentURI)
  /// Something was done, and time may have passed.
  case clock
  /// Whatever is not written yet has to be.
  case ending
}

/// What ``KeptMentions`` wants done.
enum StoreEffect {
  case readFile(String)
  /// Documents below these names are looked for in a folder of the store.
  case searchFolder(String, below: [String])
  case writeFile(StoreWriting)
  /// Tells which text an open document has. Linear.
  case identify(DocumentURI)
  /// Puts mentions back into an open document, which may be none, and reads its text after that.
  case restore([DocumentArchive], in: DocumentURI)
  /// Reads the text of an open document for the mentions that it tells of.
  case readBack(DocumentURI)
  /// What was read of the text alone goes: what is kept of it comes first.
  case takeBackReading(DocumentURI)
  /// Says what is to be kept of an open document, and where it was kept until now if it moves.
  case keep(DocumentURI, movedFrom: StorePlace?)
  /// The same, where mentions have come or gone since it was last kept.
  case keepIfChanged(DocumentURI)
  case wake(at: Instant)
  case tell(String, fault: String?)
  case log(LogLevel, LogLine)
  /// What comes next, once all before it is done.
  case then(KeepingEvent)
}

// MARK: - An open document

/// What is known of an open document for the store.
struct DocumentKeeping {
  enum Status: Hashable {
    /// Its file is being read: nothing may be written yet.
    case reading
    case ready
    /// Its file cannot be read and stays as it is; what is kept is kept in memory.
    case locked
  }

  var place: StorePlace
  var status = Status.reading
  /// The state when the text was last opened or saved; nil where it was too long to keep twice.
  private(set) var saved: DocumentArchive?
  /// Whether the text has changed since it was opened or saved.
  var isChanged = false
  /// ``MentionsDocument/keptRevision`` when it was last written.
  var revision = 0
  /// What was written last, to write nothing twice.
  var lastWritten: [UInt8]?

  init(place: StorePlace) { self.place = place }

  /// Where it is kept as long as it has this name.
  var ownPlace: StorePlace { status == .locked ? place.inMemory : place }

  /// A longer archive is not kept twice.
  private static let mostSaved = 5000

  /// The text is in its file, with this state.
  mutating func noteSaved(_ archive: DocumentArchive) {
    saved = archive.count <= Self.mostSaved ? archive : nil
  }

  /// What is to be kept: how it is now and, where the text was changed since, how it was saved.
  func states(with present: DocumentArchive) -> [DocumentArchive] {
    guard isChanged, let saved, saved != present else { return [present] }
    return [present, saved]
  }
}

// MARK: - What is in no file

/// What is known of the annotation store besides what is in its files.
struct StoreIndex {
  /// Who waits for a file.
  enum Reader: Hashable {
    /// A document that was opened.
    case document(DocumentURI)
    /// A rename of a document that is not open.
    case rename(from: DocumentURI, to: DocumentURI)
  }

  /// A document that was closed a moment ago: a client that renames by closing and opening says no more.
  struct Closed {
    let document: DocumentURI
    let states: [DocumentArchive]
  }

  /// Who waits for which file.
  var readers: [String: [Reader]] = [:]
  /// By the store's folder that is searched: the renames that it is searched for.
  var searches: [String: [FileRename]] = [:]
  /// Latest last.
  private(set) var closed: [Closed] = []

  private struct Held {
    let key: String
    let document: String
    var bytes: [UInt8]
    /// Writings on their way.
    var pending: Int
  }

  /// What is in no file: being written, impossible to write, or kept in memory only. Oldest first.
  private var held: [Held] = []
  private var heldBytes = 0

  private static let mostHeld = 256
  private static let mostHeldBytes = 32 << 20
  private static let mostClosed = 16

  /// - Parameters:
  ///   - key: the file's path, or ``StorePlace/key`` without one.
  ///   - document: how the file names the document.
  mutating func hold(_ bytes: [UInt8], for key: String, of document: String, isWritten: Bool) {
    let pending = (release(key) ?? 0) + (isWritten ? 1 : 0)
    held.append(Held(key: key, document: document, bytes: bytes, pending: pending))
    heldBytes += bytes.count
    // What is being written must not be forgotten before it is.
    while held.count > Self.mostHeld || heldBytes > Self.mostHeldBytes,
      let oldest = held.firstIndex(where: { $0.pending == 0 && $0.key != key })
    {
      heldBytes -= held.remove(at: oldest).bytes.count
    }
  }

  /// Empty bytes: there is nothing any more.
  func held(for key: String) -> [UInt8]? { held.last { $0.key == key }?.bytes }

  /// The documents that are held for files of this folder, for memory with nil, and that are not on the disk perhaps.
  func documents(in folder: String?) -> [String] {
    held.filter { !$0.bytes.isEmpty && StorePlace.folder(of: $0.key) == folder }.map(\.document)
  }

  /// A writing has ended. What could not be written stays.
  mutating func written(_ key: String, succeeded: Bool) {
    guard let at = held.firstIndex(where: { $0.key == key }) else { return }
    held[at].pending -= 1
    if succeeded, held[at].pending <= 0 { release(key) }
  }

  @discardableResult
  private mutating func release(_ key: String) -> Int? {
    guard let at = held.firstIndex(where: { $0.key == key }) else { return nil }
    heldBytes -= held[at].bytes.count
    return held.remove(at: at).pending
  }

  mutating func remember(_ document: Closed) {
    forgetClosed(document.document)
    guard document.states.contains(where: { !$0.isEmpty }) else { return }
    closed.append(document)
    if closed.count > Self.mostClosed { closed.removeFirst() }
  }

  /// It has another name now, by the client's own word.
  mutating func forgetClosed(_ document: DocumentURI) { closed.removeAll { $0.document == document } }
}
