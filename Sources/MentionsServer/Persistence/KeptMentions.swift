import LanguageProtocol
import Mentions

/// The session's view of the store (Behaviour, section 9): the stored state of each open document, and content that is
/// held in memory, either instead of in a file or until it has been written to one. The session reads, restores and
/// writes this state in `Features/Persistence.swift`.
struct KeptMentions {
  /// An open document.
  struct Document {
    enum Status: Hashable {
      /// The document's file in the store is being read: nothing may be written yet.
      case reading
      case ready
      /// The file cannot be read and is left unchanged; the document's mentions are kept in memory only.
      case locked
    }

    var place: StoredDocument.Place
    var status = Status.reading
    /// The state when the text was last opened or saved; nil if it has too many mentions to be stored twice.
    private(set) var saved: DocumentArchive?
    /// The stored states of other texts. Kept until the opened text is saved, because the document may have one of
    /// these texts again, for example after a switch to another Git branch.
    private var others: [DocumentArchive] = []
    /// Whether the text has changed since it was opened or saved.
    var isChanged = false
    /// The value of ``MentionsDocument/keptRevision`` when the document's mentions were last written.
    var revision = 0
    /// The bytes last written, to avoid writing them again.
    var lastWritten: [UInt8]?

    init(place: StoredDocument.Place) { self.place = place }

    /// The place under the name with which the document is open; in memory if the file is locked.
    var ownPlace: StoredDocument.Place { status == .locked ? place.inMemory : place }

    /// The number of mentions above which an archive is not stored twice.
    private static let mostSaved = 5000

    /// Records that the text was saved in this state.
    mutating func noteSaved(_ archive: DocumentArchive) {
      saved = archive.count <= Self.mostSaved ? archive : nil
    }

    /// Records the stored states of texts other than the opened one. Once the text is saved, `archives` is empty.
    mutating func noteOthers(_ archives: [DocumentArchive]) {
      let known = archives.filter { $0.text != nil && !$0.isEmpty && $0.count <= Self.mostSaved }
      // Leaves room for the current and the saved state, which are stored as well.
      others = Array(known.prefix(StoreMerge.mostStates - 2))
    }

    /// The states to store: the current one, the saved one if the text has changed since, and those of other texts.
    func states(with present: DocumentArchive) -> [DocumentArchive] {
      var states = [present]
      // Two states of one text would contradict each other.
      if isChanged, let saved, saved != present, saved.text == nil || saved.text != present.text {
        states.append(saved)
      }
      for other in others where !states.contains(where: { $0.text == other.text }) { states.append(other) }
      return states
    }
  }

  /// The open documents, by the names with which they are open.
  var open: [DocumentURI: Document] = [:]
  /// The new names of documents that are still open under their old names.
  var renames: [DocumentURI: DocumentURI] = [:]
  /// Whether the server is ending and everything is written for the last time.
  var isEnding = false

  subscript(key: DocumentURI) -> Document? { open[key] }

  var openKeys: [DocumentURI] { open.keys.sorted { $0.key < $1.key } }

  /// Whether a renamed document is also open under its new name. When it is closed under the old name, its mentions are
  /// moved to the document open under the new name. Later renames of the new name do not apply to the document open
  /// under the old name.
  func isOpenElsewhere(_ key: DocumentURI) -> Bool { renames[key].map { open[$0] != nil } ?? false }

  // MARK: Time

  /// The delay in milliseconds between a change of mentions and writing them.
  private static let pause = 2000

  /// The time at which changed mentions must be written; nil if nothing is scheduled.
  var due: Instant?

  /// Schedules a delayed write.
  mutating func schedule(_ now: Instant) {
    if due == nil { due = now.advanced(by: Self.pause) }
  }

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

  // MARK: Files that are being read

  /// The recipient of a file's content.
  enum Reader: Hashable {
    /// A document that was opened.
    case document(DocumentURI)
    /// A rename of a document that is not open.
    case rename(from: DocumentURI, to: DocumentURI)
  }

  /// The recipients waiting for each file, in order.
  var readers: [String: [Reader]] = [:]
  /// The file renames for which a folder of the store is being searched, by the folder.
  var searches: [String: [FileRename]] = [:]

  // MARK: Closed documents

  /// A recently closed document. Remembered because some clients rename a document by closing it and opening it under
  /// the new name, without any further notification.
  struct Closed {
    let document: DocumentURI
    let states: [DocumentArchive]
  }

  /// The recently closed documents, latest last.
  private(set) var closed: [Closed] = []

  private static let mostClosed = 16

  mutating func remember(_ document: Closed) {
    forgetClosed(document.document)
    guard document.states.contains(where: { !$0.isEmpty }) else { return }
    closed.append(document)
    if closed.count > Self.mostClosed { closed.removeFirst() }
  }

  /// Drops a closed document that the client has explicitly renamed.
  mutating func forgetClosed(_ document: DocumentURI) { closed.removeAll { $0.document == document } }

  /// The states of a recently closed document that had this text under another name; empty if there is none, or if
  /// several such documents have different states.
  func states(of text: TextFingerprint?, for key: DocumentURI) -> [DocumentArchive] {
    guard let text else { return [] }
    let candidates = closed.filter { closed in
      closed.document != key && open[closed.document] == nil && closed.states.contains { $0.text == text }
    }
    guard let first = candidates.first, candidates.allSatisfy({ $0.states == first.states }) else {
      return []
    }
    return first.states
  }

  // MARK: Content in memory

  private struct Held {
    let place: StoredDocument.Place
    var bytes: [UInt8]
    /// The number of pending writes.
    var pending: Int
  }

  /// Content that is not in a file: it is being written, cannot be written, or is kept in memory only. Oldest first.
  private var held: [Held] = []
  private var heldBytes = 0

  private static let mostHeld = 256
  private static let mostHeldBytes = 32 << 20

  /// Holds the content of a place in memory; empty bytes mean that nothing is stored there any more. If the place has a
  /// file, the content is being written to it.
  mutating func hold(_ bytes: [UInt8], at place: StoredDocument.Place) {
    let pending = (release(place.key) ?? 0) + (place.path == nil ? 0 : 1)
    held.append(Held(place: place, bytes: bytes, pending: pending))
    heldBytes += bytes.count
    // Bytes that are being written must not be dropped.
    while held.count > Self.mostHeld || heldBytes > Self.mostHeldBytes,
      let oldest = held.firstIndex(where: { $0.pending == 0 && $0.place.key != place.key })
    {
      heldBytes -= held.remove(at: oldest).bytes.count
    }
  }

  /// The content held for a place; nil if none is held, empty if nothing is stored there any more.
  func held(at place: StoredDocument.Place) -> [UInt8]? { held.last { $0.place.key == place.key }?.bytes }

  /// The names of documents whose content is held for a folder of the store, where it may not have been written yet. If
  /// the folder is nil, the names of documents whose content is kept in memory only.
  func documents(in folder: String?) -> [String] {
    held.filter { !$0.bytes.isEmpty && $0.place.folder == folder }.map(\.place.document)
  }

  /// Handles the end of a write. Content that could not be written is kept in memory.
  mutating func written(_ path: String, succeeded: Bool) {
    guard let at = held.firstIndex(where: { $0.place.key == path }) else { return }
    held[at].pending -= 1
    if succeeded, held[at].pending <= 0 { release(path) }
  }

  /// The part of a fault that is the same for all files, so that a full disk is reported once.
  ///
  /// - Parameters:
  ///   - fault: an error message that begins with the path of the file or its folder.
  ///   - path: the path of the file.
  static func reason(in fault: String, at path: String) -> String {
    for place in [path, StoredDocument.folder(of: path) ?? path] where fault.hasPrefix(place + ": ") {
      return String(fault.dropFirst(place.count + 2))
    }
    return fault
  }

  @discardableResult
  private mutating func release(_ key: String) -> Int? {
    guard let at = held.firstIndex(where: { $0.place.key == key }) else { return nil }
    heldBytes -= held[at].bytes.count
    return held.remove(at: at).pending
  }
}
