import JSONText
import LanguageProtocol
import MentionsTestKit
import SessionSimulation
import Testing

/// Behaviour, section 9, one reading: whichever request asks, the same stretches of a text mention the same people.
@Suite struct OneAnswerTests {
  private static let people: JSONValue = .array(
    [("Ada Lovelace", "ada"), ("Adam", "adam"), ("Jane Doe", "jane-doe"), ("Bob", "bob"), ("Ann", "ann_")].map
    {
      ["name": .string($0), "handle": .string($1), "url": .string("https://h/\($1)")]
    })
  private static let pieces = [
    "@ada", "@Adam", "@jane-doe", "@bob", "@ann_", "@nobody", "@Ada Lovelace", " ", " ", " ", ", ", ". ",
    "'s ",
    "-", "_", "_@ada_", "(", ")", "`", "<a ", ">", "](https://h/ada)", "[@ada](https://h/ada)", "[", "x",
    "Bob ",
    "Ada Lovelace", "https://h/", "# ", "/* ", "*/", "// ", "\n", "\n\n", "```\n", "\"",
  ]
  private static let formats = ["{name}", "@{handle}", "@{name}", "[{name}]({url})", "[@{handle}]({url})"]

  private struct Mention: Hashable {
    var range: String
    var person: String
    var start: JSONValue
    var line: Int
    var columns: Swift.Range<Int>
  }

  private let uri: JSONValue = "file:///w/d"

  private func talk(_ format: String) throws -> SessionTalk {
    try SessionTalk(
      options: [
        "index": false,
        "sources": [
          "git": nil, "codeowners": nil, "people": nil, "team": ["type": "list", "items": Self.people],
        ],
        "triggers": [["character": "@", "sources": ["team"], "insert": ["default": .string(format)]]],
      ],
      capabilities: [
        "textDocument": [
          "semanticTokens": [
            "requests": ["full": true], "tokenTypes": ["decorator"], "tokenModifiers": [],
            "formats": ["relative"],
          ]
        ]
      ], roots: ["/w"])
  }

  private func ask(_ talk: SessionTalk, _ method: String, _ more: JSONObject = [:]) throws -> JSONValue {
    var params = more
    params["textDocument"] = ["uri": uri]
    return try talk.ask(method, .object(params))
  }

  private static func shown(_ range: JSONValue?) -> String {
    func place(_ name: String) -> String {
      "\(range?[name]?["line"]?.intValue ?? -1):\(range?[name]?["character"]?.intValue ?? -1)"
    }
    return place("start") + "-" + place("end")
  }

  private func listed(_ talk: SessionTalk) throws -> [Mention] {
    try (ask(talk, "mentions/list")["mentions"]?.arrayValue ?? []).map { mention in
      let range = mention["range"]
      let (start, end) = (
        range?["start"]?["character"]?.intValue ?? 0, range?["end"]?["character"]?.intValue ?? 0
      )
      return Mention(
        range: Self.shown(range), person: mention["entity"]?["name"]?.stringValue ?? "",
        start: range?["start"] ?? .null, line: range?["start"]?["line"]?.intValue ?? 0, columns: start..<end)
    }
  }

  /// Where the tokens are: they come relative to each other.
  private func tokens(_ talk: SessionTalk) throws -> [String] {
    let data = try (ask(talk, "textDocument/semanticTokens/full")["data"]?.arrayValue ?? []).compactMap(
      \.intValue)
    var (line, column) = (0, 0)
    return stride(from: 0, to: data.count, by: 5).map { at in
      column = data[at] == 0 ? column + data[at + 1] : data[at + 1]
      line += data[at]
      return "\(line):\(column)-\(line):\(column + data[at + 2])"
    }
  }

  @Test(arguments: seeds(1...200))
  func `every request names the same people at the same places`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let language = ["markdown", "plaintext", "gitcommit", "c", "python"].randomElement(using: &random)!
    let text =
      (0..<Int.random(in: 1...14, using: &random)).map { _ in Self.pieces.randomElement(using: &random)! }
      .joined()
      + "\n"
    let talk = try talk(Self.formats[Int(seed) % Self.formats.count])
    try talk.tell(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": .string(language), "version": 0, "text": .string(text)]])
    let label: Comment = "seed \(seed), \(language), “\(text)”"
    let mentions = try listed(talk)

    #expect(try tokens(talk) == mentions.map(\.range), label)
    let links = try ask(talk, "textDocument/documentLink").arrayValue ?? []
    #expect(links.map { Self.shown($0["range"]) } == mentions.map(\.range), label)
    for mention in mentions {
      let place: JSONObject = [
        "position": ["line": .integer(mention.line), "character": .integer(mention.columns.lowerBound + 1)],
        "context": ["includeDeclaration": false],
      ]
      let same = mentions.filter { $0.person == mention.person }.map(\.range)
      let hover = try ask(talk, "textDocument/hover", place)
      #expect(Self.shown(hover["range"]) == mention.range, label)
      #expect(hover["contents"]?["value"]?.stringValue?.contains(mention.person) == true, label)
      let highlights = try ask(talk, "textDocument/documentHighlight", place).arrayValue ?? []
      #expect(highlights.map { Self.shown($0["range"]) } == same, label)
      let references = try ask(talk, "textDocument/references", place).arrayValue ?? []
      #expect(references.map { Self.shown($0["range"]) } == same, label)
    }
    for (line, content) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for column in 0...content.utf8.count
      where !mentions.contains(where: {
        $0.line == line && ($0.columns.contains(column) || $0.columns.upperBound == column)
      }) {
        let hover = try ask(
          talk, "textDocument/hover", ["position": ["line": .integer(line), "character": .integer(column)]])
        #expect(hover == .null, "\(label) at \(line):\(column)")
      }
    }
  }
}
