import JSONText
import LanguageProtocol
import Mentions
import SessionSimulation
import Testing

@testable import MentionsServer
@testable import ServerHost

/// Lines of the store in a transcript: a replay needs no disk.
@Suite struct RecordedStoreTests {
  private static let kept = """
    {"version": 1, "document": "file:///w/a.md", "states": [{"mentions": [
      {"start": 3, "text": "Ada", "before": "By ", "after": ".", "entity": {"id": "ada", "name": "Ada"}},
      {"start": 8, "text": "Bob", "before": ". ", "after": "", "entity": "Bob"}]}]}
    """

  private final class Recording {
    private let session = Session(options: .init(version: "1", environment: ["HOME": "/home/ada"]))
    private(set) var transcript: [UInt8] = []
    var store = VirtualStore()
    private var later: [ServerEvent] = []

    /// Plays events as the run loop does and records them.
    func play(_ event: ServerEvent) {
      record(event)
      while !later.isEmpty { record(later.removeFirst()) }
    }

    private func record(_ event: ServerEvent) {
      if let line = TranscriptLine(event) { transcript += line.encoded(seconds: 0) + [0x0A] }
      for step in session.handle(event, now: Instant(milliseconds: 0)) {
        switch step {
        case .send(let framed): transcript += TranscriptLine(sent: framed).encoded(seconds: 0) + [0x0A]
        case .perform(.readSettings(let paths)):
          record(.settings(paths.map { SettingsFile(path: $0, contents: .missing) }))
        case .perform(.readStore(let path)): record(store.read(path))
        case .perform(.searchStore(let folder, let names)): record(store.search(folder, below: names))
        case .perform(.writeStore(let writing)): later += store.write(writing)
        case .perform: break
        }
      }
    }
  }

  /// What a client says: a line each.
  private static let conversation = """
    {"id": 1, "method": "initialize", "params": {"processId": null, "rootUri": null, "capabilities": {}}}
    {"method": "initialized", "params": {}}
    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///w/a.md", "languageId": "markdown", "version": 0, "text": "By Ada. Bob"}}}
    {"id": 2, "method": "mentions/list", "params": {"textDocument": {"uri": "file:///w/a.md"}}}
    {"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///w/a.md", "version": 1}, "contentChanges": [{"text": "So: By Ada."}]}}
    {"method": "textDocument/didSave", "params": {"textDocument": {"uri": "file:///w/a.md"}}}
    {"method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///w/a.md"}}}
    {"method": "workspace/didRenameFiles", "params": {"files": [{"oldUri": "file:///w", "newUri": "file:///v"}]}}
    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///v/a.md", "languageId": "markdown", "version": 0, "text": "So: By Ada."}}}
    {"id": 3, "method": "mentions/list", "params": {"textDocument": {"uri": "file:///v/a.md"}}}
    {"id": 4, "method": "shutdown"}
    {"method": "exit"}
    """

  private func record(refusal: String? = nil) -> Recording {
    let recording = Recording()
    recording.store.files[VirtualStore.path(of: "file:///w/a.md")] = Array(Self.kept.utf8)
    recording.store.refusal = refusal
    for line in Self.conversation.split(separator: "\n") {
      recording.play(.message(Array(#"{"jsonrpc":"2.0","#.utf8) + line.utf8.dropFirst()))
    }
    return recording
  }

  private func difference(_ text: String) -> TranscriptDifference? {
    TranscriptReplay.firstDifference(in: Transcript(Array(text.utf8)), version: "1")
  }

  @Test(arguments: [nil, "/home: Read-only file system"])
  func `reads, lookups and writes are replayed`(refusal: String?) {
    let recording = record(refusal: refusal)
    let text = String(decoding: recording.transcript, as: UTF8.self)
    #expect(Transcript(recording.transcript).skipped == 0)
    for name in ["read", "found", "written"] {
      #expect(text.contains(#""from":"store","\#(name)":"#), "\(text)")
    }
    let lists = text.split(separator: "\n").filter { $0.contains(#""result":{"mentions""#) }
    #expect(lists.count == 2 && lists[0].contains("Bob") && lists[1].contains("Ada"), "\(text)")
    #expect(!lists[1].contains("Bob"))
    #expect((recording.store.text(of: "file:///v/a.md") != nil) == (refusal == nil))
    #expect(difference(text) == nil, "\(difference(text)?.description ?? "")\n\(text)")
  }

  @Test func `with another store the session differs`() {
    let text = String(decoding: record().transcript, as: UTF8.self)
    let other = text.replacing(#"\"text\": \"Bob\""#, with: #"\"text\": \"Cyd\""#)
    #expect(other != text)
    #expect(difference(other)?.description.contains("the answer to request 2 differs") == true)
    let damaged = text.replacing(#"\"version\": 1"#, with: #"\"version\": 7"#)
    #expect(difference(damaged)?.description.contains("window/showMessage") == true)
  }

  @Test func `each line is read back as it was written`() {
    let events: [ServerEvent] = [
      .storeRead(path: "/s/a", .bytes(Array("{}\n".utf8))), .storeRead(path: "/s/b", .bytes([0xFF])),
      .storeRead(path: "/s/c", .missing), .storeRead(path: "/s/d", .unreadable("forbidden")),
      .storeFound(folder: "/s", documents: ["file:///a", "file:///b c"]),
      .storeFound(folder: "/s", documents: []),
      .storeWritten(path: "/s/a", fault: nil), .storeWritten(path: "/s/a", fault: "full"),
    ]
    let text = events.compactMap(TranscriptLine.init).flatMap { $0.encoded(seconds: 0) + [0x0A] }
    let read = Transcript(text).entries.compactMap { entry -> ServerEvent? in
      if case .event(let event) = entry.content { event } else { nil }
    }
    #expect(read.count == events.count)
    #expect(read.compactMap(TranscriptLine.init).flatMap { $0.encoded(seconds: 0) + [0x0A] } == text)
  }
}
