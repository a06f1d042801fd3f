import LanguageProtocol
import Mentions

// MARK: - An open document

extension KeptMentions {
  /// The state of an open document with regard to the store.
  struct Document {
    enum Status: Hashable {
      /// Its file is being read: nothing may be written yet.
      case reading
      case ready
      /// Its file cannot be read and is left unchanged; its mentions are kept in memory only.
      case locked
    }

    var file: StoreFile
    var status = Status.reading
    /// The state when the text was last opened or saved; nil if it was too large to keep twice.
    private(set) var saved: DocumentArchive?
    /// Whether the text has changed since it was opened or saved.
    var isChanged = false
    /// The value of ``MentionsDocument/keptRevision`` when it was last written.
    var revision = 0
    /// The bytes last written, to avoid writing them again.
    var lastWritten: [UInt8]?

    init(file: StoreFile) { self.file = file }

    /// The file in which it is stored under its current name.
    var ownFile: StoreFile { status == .locked ? file.inMemory : file }

    /// The number of mentions above which an archive is not kept twice.
    private static let mostSaved = 5000

    /// Records that the text was saved in this state.
    mutating func noteSaved(_ archive: DocumentArchive) {
      saved = archive.count <= Self.mostSaved ? archive : nil
    }

    /// The states to store: the current one and, if the text has changed since, the saved one.
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
  /// The state of the store apart from the content of its files.
  struct Memory {
    /// The recipient of a file's content.
    enum Reader: Hashable {
      /// A document that was opened.
      case document(DocumentURI)
      /// A rename of a document that is not open.
      case rename(from: DocumentURI, to: DocumentURI)
    }

    /// A recently closed document, since some clients rename by closing and opening without any further notification.
    struct Closed {
      let document: DocumentURI
      let states: [DocumentArchive]
    }

    /// The recipients waiting for each file.
    var readers: [String: [Reader]] = [:]
    /// The renames for which a folder of the store is being searched, by folder.
    var searches: [String: [FileRename]] = [:]
    /// Latest last.
    private(set) var closed: [Closed] = []

    private struct Held {
      let key: String
      let document: String
      var bytes: [UInt8]
      /// The number of pending writes.
      var pending: Int
    }

    /// States that are not in a file: being written, impossible to write, or kept in memory only. Oldest first.
    private var held: [Held] = []
    private var heldBytes = 0

    private static let mostHeld = 256
    private static let mostHeldBytes = 32 << 20
    private static let mostClosed = 16

    /// - Parameters:
    ///   - key: the file's path, or ``StoreFile/key`` without one.
    ///   - document: the document's name in the file.
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

    /// The state held for a key; empty bytes mean that there is none any more.
    func held(for key: String) -> [UInt8]? { held.last { $0.key == key }?.bytes }

    /// The documents whose state is held for this folder, or for memory with nil, and may not be on disk.
    func documents(in folder: String?) -> [String] {
      held.filter { !$0.bytes.isEmpty && StoreFile.folder(of: $0.key) == folder }.map(\.document)
    }

    /// Handles the end of a write. Content that could not be written is kept in memory.
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

    /// Drops a closed document that the client has explicitly renamed.
    mutating func forgetClosed(_ document: DocumentURI) { closed.removeAll { $0.document == document } }
  }
}
