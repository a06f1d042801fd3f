import JSONText
import Mentions
import Synchronization
import Testing
import TextModel

@testable import MentionsServer

/// Plug-ins that an embedder gives the server.
@Suite struct EmbeddedPluginTests {
  private final class Diary: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  private struct Noting: Plugin {
    let name: String
    let diary: Diary

    mutating func performInitialSetup(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
      diary.note("\(name) set up for \(document.text.buffer.count) bytes of \(document.languageID)")
      return DocumentReport()
    }

    mutating func performFinalCleanup(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
      diary.note("\(name) cleaned up at \(document.text.buffer.count) bytes")
      return DocumentReport()
    }
  }

  private let diary = Diary()

  private func send(_ method: String, _ params: JSONValue, id: Int? = nil, to session: Session) {
    var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    if let id { message["id"] = .integer(id) }
    let event = ServerEvent.message(JSONWriter.bytes(of: JSONValue.object(message)))
    for case .perform(.readSettings(let paths)) in session.handle(event, now: .zero) {
      let files = paths.map { SettingsFile(path: $0, contents: .missing) }
      _ = session.handle(.settings(files), now: .zero)
    }
  }

  private func session() -> Session {
    let diary = diary
    let session = Session(
      options: .init(
        version: "1",
        plugins: ["a", "b"].map { name in
          { language in Noting(name: "\(name)/\(language)", diary: diary) }
        }))
    send("initialize", ["processId": nil, "rootUri": nil, "capabilities": .object([:])], id: 1, to: session)
    send("initialized", .object([:]), to: session)
    return session
  }

  private func open(_ uri: String, _ text: String, in session: Session) {
    send(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "markdown", "version": 1, "text": .string(text),
        ]
      ], to: session)
  }

  @Test func `each document has its own, set up when it is opened and cleaned up when it is closed`() {
    let session = session()
    open("untitled:a", "abc", in: session)
    #expect(
      diary.take() == [
        "a/markdown set up for 3 bytes of markdown", "b/markdown set up for 3 bytes of markdown",
      ])
    open("untitled:b", "", in: session)
    #expect(diary.take().count == 2)
    send("textDocument/didClose", ["textDocument": ["uri": "untitled:a"]], to: session)
    #expect(diary.take() == ["a/markdown cleaned up at 3 bytes", "b/markdown cleaned up at 3 bytes"])
  }

  @Test func `those of documents that are open at the end are cleaned up once`() {
    let session = session()
    open("untitled:a", "abc", in: session)
    _ = diary.take()
    send("shutdown", .null, id: 2, to: session)
    send("exit", .null, to: session)
    #expect(diary.take() == ["a/markdown cleaned up at 3 bytes", "b/markdown cleaned up at 3 bytes"])
    _ = session.handle(.ending(.inputEnded), now: .zero)
    #expect(diary.take() == [])
  }
}
