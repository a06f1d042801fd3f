import LanguageProtocol
import Mentions

// MARK: - An open document

extension KeptMentions {
  /// The state of an open document for the store.
  struct Document {
    enum Status: Hashable {
      /// Its file is being read: nothing may be written yet.
      case reading
      case ready
      /// Its file cannot be read and stays as it is; what is kept is kept in memory.
      case locked
    }

    var file: StoreFile
    var status = Status.reading
    /// The state when the text was last opened or saved; nil where it was too long to keep twice.
    private(set) var saved: DocumentArchive?
    /// Whether the text has changed since it was opened or saved.
    var isChanged = false
    /// ``MentionsDocument/keptRevision`` when it was last written.
    var revision = 0
    /// The last written bytes, to avoid writing them twice.
    var lastWritten: [UInt8]?

    init(file: StoreFile) { self.file = file }

    /// Where it is kept as long as it has this name.
    var ownFile: StoreFile { status == .locked ? file.inMemory : file }

    /// A longer archive is not kept twice.
    private static let mostSaved = 5000

    /// The text is in its file, with this state.
    mutating func noteSaved(_ archive: DocumentArchive) {
      saved = archive.count <= Self.mostSaved ? archive : nil
    }

    /// The states to keep: the present one and, if the text has changed since, the saved one.
    func states(with present: DocumentArchive) -> [DocumentArchive] {
      // Two states of one text would contradict each other.
      guard isChanged, let saved, saved != present, saved.text == nil || saved.text != present.text else {
        return [present]
      }
      return [present, saved]
    }
  }
}

// MARK: - What is in memory

extension KeptMentions {
  /// The state of the store besides the content of its files.
  struct Memory {
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

    /// States that are in no file: being written, impossible to write, or kept in memory only. Oldest first.
    private var held: [Held] = []
    private var heldBytes = 0

    private static let mostHeld = 256
    private static let mostHeldBytes = 32 << 20
    private static let mostClosed = 16

    /// - Parameters:
    ///   - key: the file's path, or ``StoreFile/key`` without one.
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
      held.filter { !$0.bytes.isEmpty && StoreFile.folder(of: $0.key) == folder }.map(\.document)
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
}
