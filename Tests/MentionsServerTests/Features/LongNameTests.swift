import JSONText
import LanguageProtocol
import MentionsTestKit
import Testing

/// Names that are longer than anybody reads.
@Suite struct LongNameTests {
  private func talk(_ items: [JSONValue], _ capabilities: JSONValue = [:]) throws -> SessionTalk {
    let talk = try SessionTalk(
      options: [
        "sources": [
          "git": nil, "codeowners": nil, "people": nil, "l": ["type": "list", "items": .array(items)],
        ]
      ], capabilities: capabilities)
    try talk.open("")
    return talk
  }

  private let long = "Eve " + String(repeating: "é", count: 1000)

  @Test func `are cut in label, filter text and details, with an ellipsis`() throws {
    for capabilities: JSONValue in [
      [:], ["textDocument": ["completion": ["completionItem": ["labelDetailsSupport": true]]]],
    ] {
      let talk = try talk(
        [["name": .string(long), "handle": .string(long), "detail": .string(long)]], capabilities)
      try talk.type("@")
      let item = try #require(try talk.complete().first)
      let shown = [
        item["label"], item["detail"], item["filterText"], item["labelDetails"]?["detail"],
        item["labelDetails"]?["description"],
      ].compactMap { $0?.stringValue }
      #expect(shown.count >= 3)
      for text in shown { #expect(text.utf8.count <= 2 * 1024 + 16, "\(text.utf8.count) bytes") }
      let label = try #require(item["label"]?.stringValue)
      #expect(label.utf8.count <= 1024 && label.utf8.count > 1000)
      #expect(label.hasPrefix("Eve éé") && label.hasSuffix("é…"))
      #expect(JSONWriter.bytes(of: item["data"] ?? .null).count < 200)
      // What is inserted is the name.
      #expect(item["textEdit"]?["newText"] == .string(long))
    }
  }

  @Test func `are cut in the chooser's rows`() throws {
    let talk = try talk([["name": .string(long), "detail": .string(long)]])
    try talk.type("@eve")
    let answer = try talk.ask(
      "mentions/chooserItems", ["textDocument": ["uri": "file:///d"], "start": 0, "count": 9])
    let row = try #require(answer["items"]?[0])
    let label = try #require(row["label"]?.stringValue)
    #expect(label.utf8.count <= 1024 && row["detail"]?.stringValue?.utf8.count ?? 9999 <= 1024)
    for match in row["matches"]?.arrayValue ?? [] {
      #expect(match[1]?.intValue ?? .max <= label.utf8.count - 3, "\(match)")
    }
    #expect(row["entity"]?["name"] == .string(long))
  }

  @Test func `entities over 4,096 bytes are left out, with one message per source`() throws {
    let tooLong = JSONValue.string("Eve " + String(repeating: "x", count: 4093))
    let fits = JSONValue.string("Eve " + String(repeating: "x", count: 4092))
    let talk = try talk([
      ["name": "Ada"], ["name": tooLong], ["name": "Bob", "handle": tooLong], ["name": tooLong],
      ["name": fits],
    ])
    try talk.type("@")
    let labels = try talk.complete().compactMap { $0["label"]?.stringValue }
    #expect(labels.count == 2 && labels.contains("Ada"))
    let told = try talk.listen().compactMap { message -> String? in
      guard case .notification(.showMessage, let params) = message else { return nil }
      return try? params.value()["message"]?.stringValue
    }
    #expect(told.count == 1)
    #expect(
      told.first?.hasPrefix("mentions: l: items[1].name: has 4097 bytes, expected at most 4096 (“Eve xxx")
        == true
        && told.first?.hasSuffix("”); left out: 3 entities in all") == true,
      "\(told)")
  }

  @Test func `the same for a client's answer`() throws {
    let tooLong = JSONValue.string(String(repeating: "x", count: 4097))
    let talk = try SessionTalk(
      options: [
        "sources": ["git": nil, "codeowners": nil, "people": nil, "host": ["type": "client"]]
      ])
    try talk.open("")
    try talk.type("@")
    let query = try #require(
      try talk.listen().compactMap { message -> Int? in
        guard case .request(_, .mentionsRetrieveEntities, let params) = message else { return nil }
        return try? params.value()["queryID"]?.intValue
      }.first)
    try talk.tell(
      "mentions/entities",
      [
        "queryID": .integer(query), "dedupe": true, "isComplete": true,
        "entities": [["name": "Ada"], ["name": tooLong], ["name": "Bob", "handle": tooLong]],
      ])
    #expect(try talk.complete().compactMap { $0["label"]?.stringValue } == ["Ada"])
    let told = try talk.listen().compactMap { message -> String? in
      guard case .notification(.showMessage, let params) = message else { return nil }
      return try? params.value()["message"]?.stringValue
    }
    #expect(
      told == [
        "mentions: host: entities[1].name has 4097 bytes, expected at most 4096; left out; 2 entities in all"
      ])
  }

  @Test func `mentions/add refuses one`() throws {
    let talk = try talk([])
    try talk.open("Eve")
    let answer = try talk.ask(
      "mentions/add",
      [
        "textDocument": ["uri": "file:///d"],
        "mentions": [
          [
            "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 3]],
            "text": "Eve",
            "entity": ["name": .string(String(repeating: "x", count: 4097))],
          ]
        ],
      ])
    #expect(answer["added"] == 0)
    #expect(
      answer["refused"]?[0]?["reason"] == "entity.name has 4097 bytes, expected at most 4096")
  }
}
