import JSONText
import LanguageProtocol

/// Some lines of prose and then many with one annotation each.
struct AnnotatedDocument {
  static let count = 100_000
  /// Lines before the first annotation.
  static let plainLines = 200
  /// UTF-16 units before a line's annotation, and its length.
  static let column = 8
  static let name = "Ada Lovelace"

  let uri: DocumentURI

  var text: String {
    let plain = String(
      repeating: "the quick brown fox jumps over the lazy dog and runs home\n", count: Self.plainLines)
    return plain + String(repeating: "we know \(Self.name) and her work\n", count: Self.count)
  }

  /// The parameters of `mentions/add`.
  var additions: JSONValue {
    let mentions = (0..<Self.count).map { index -> JSONValue in
      let line = JSONValue.integer(Self.plainLines + index)
      return [
        "range": [
          "start": ["line": line, "character": .integer(Self.column)],
          "end": ["line": line, "character": .integer(Self.column + Self.name.utf8.count)],
        ],
        "text": .string(Self.name),
        "entity": ["id": .string("ada\(index % 1000)"), "name": .string(Self.name), "source": "bench"],
      ]
    }
    return ["textDocument": ["uri": .string(uri.text)], "mentions": .array(mentions)]
  }

  /// All must have been added.
  func check(_ answer: Result<RPCPayload, RPCError>) throws(BenchError) {
    guard case .success(let payload) = answer, let value = try? payload.value(),
      value["added"]?.intValue == Self.count
    else { throw BenchError("mentions/add did not add \(Self.count) annotations") }
  }

  static func session(_ bench: Bench) -> (LocalSession, AnnotatedDocument) {
    let document = AnnotatedDocument(uri: bench.uri("annotated.md"))
    let session = LocalSession(options: ["demo": true])
    session.handle(LocalSession.bytes(Messages.didOpen(document.uri, "markdown", document.text)))
    session.handle(session.request(.mentionsAdd, document.additions))
    return (session, document)
  }
}
