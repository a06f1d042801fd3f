import JSONText
import LanguageProtocol
import MentionsTestKit
import SessionSimulation
import Testing
import TextModel

/// A host that applies the ranges and texts of `mentions/textEvent`, like content changes, has the client's text.
@Suite struct TextEventReplayTests {
  @Test(arguments: seeds(0...19), ["utf-8", "utf-16", "utf-32"])
  func `the events make the client's text`(seed: UInt64, name: String) throws {
    var random = SeededRandom(seed)
    let encoding = try #require(PositionEncoding(rawValue: name))
    let talk = try SessionTalk(
      options: ["textEvents": true, "sources": ["git": nil, "codeowners": nil, "people": nil]],
      capabilities: ["general": ["positionEncodings": [.string(name)]]])
    var text = IndexedText(painfulText(pieces: 20, using: &random))
    var host = text
    try talk.open(String(decoding: bytes(text), as: UTF8.self))
    _ = try talk.listen()
    for round in 1...40 {
      let changes = (0...random.below(3)).map { _ in
        if random.chance(10) {
          text = IndexedText(painfulText(pieces: 15, using: &random))
          return ["text": .string(String(decoding: bytes(text), as: UTF8.self))] as JSONValue
        }
        let places = randomRange(bytes(text), longest: 4, using: &random)
        let (start, end) = (
          position(places.start, in: text, encoding), position(places.end, in: text, encoding)
        )
        // What the client says is what the protocol can say.
        let range = TextRange(
          encoding.offset(of: start, in: text).0, encoding.offset(of: end, in: text).0)
        let inserted = painfulText(pieces: random.below(4), using: &random)
        text.apply(TextReplacement(range: range, replacement: inserted))
        return [
          "range": ["start": json(start), "end": json(end)],
          "text": .string(String(decoding: inserted, as: UTF8.self)),
        ]
      }
      try talk.tell(
        "textDocument/didChange",
        [
          "textDocument": ["uri": "file:///d", "version": .integer(round)],
          "contentChanges": .array(changes),
        ])
      var lines: [String] = []
      for case .notification(.mentionsTextEvent, let params) in try talk.listen() {
        let event = try params.read(MentionsTextEventParams.self)
        lines.append("\(try params.value())")
        guard !["selected", "moved", "committed"].contains(event.event.rawValue) else { continue }
        let range = TextRange(
          offset(event.range.start, in: host, encoding), offset(event.range.end, in: host, encoding))
        #expect(
          String(decoding: host.buffer.bytes(in: range), as: UTF8.self).utf8.elementsEqual(
            (event.before ?? "").utf8), "seed \(seed) round \(round): \(lines)")
        host.apply(TextReplacement(range, event.text ?? ""))
      }
      #expect(bytes(host) == bytes(text), "seed \(seed) round \(round): \(lines)")
      host = text
    }
  }

  private func bytes(_ text: IndexedText) -> [UInt8] { text.buffer.bytes(in: text.buffer.range) }

  private func position(
    _ offset: TextOffset, in text: IndexedText, _ encoding: PositionEncoding
  ) -> TextPosition { encoding.position(of: offset, in: text) }

  private func offset(
    _ position: Position, in text: IndexedText, _ encoding: PositionEncoding
  ) -> TextOffset {
    encoding.offset(of: TextPosition(line: position.line, column: position.character), in: text).0
  }

  private func json(_ position: TextPosition) -> JSONValue {
    ["line": .integer(position.line), "character": .integer(position.column)]
  }
}
