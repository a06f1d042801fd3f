import Entities
import JSONText
import Testing

@testable import EntitySources

@Suite struct JSONReadersTests {
  @Test func `every field of a JSON line`() throws {
    let text =
      #"{"name":"Ada Lovelace","id":"a1","uniqueID":"u","handle":"ada","aliases":["Countess","AAL"],"#
      + #""email":"ada@example.org","detail":"Analyst","kind":"person","url":"https://x","avatar":"https://y","#
      + #""shortName":"Ada","canTrim":false,"metadata":{"team":"core","n":[1,{"a":null}]}}"#
    var problems = SourceProblems(source: "team")
    var found: [String] = []
    FileSource.read(
      ByteReader(bytes: Array(text.utf8)), as: .jsonl, shownAs: nil, problems: &problems
    ) { entity in
      #expect(entity.uniqueID == "u")
      #expect(entity.url == "https://x")
      #expect(entity.avatar == "https://y")
      #expect(entity.shortName == "Ada")
      #expect(!entity.canTrim)
      #expect(entity.source == "team")
      #expect(entity.metadata["team"] == .string("core"))
      found.append(line(entity))
      return .kept
    }
    #expect(found == ["Ada Lovelace <ada@example.org> @ada #a1 (Analyst) [Countess|AAL]"])
    #expect(problems.list.isEmpty)
  }

  @Test func `weight is a number and gone true or false`() {
    check(
      "a.jsonl",
      """
      {"name": "A", "weight": 12, "gone": true}
      {"name": "B", "weight": -2.5, "gone": false}
      {"name": "C", "weight": "7", "gone": "yes"}
      {"name": "D", "weight": "heavy", "gone": 1}
      {"name": "E", "weight": [], "gone": null}
      {"name": "F", "weight": "nan"}
      """,
      expects: """
        A ×12 gone
        B ×-2.5
        C ×7 gone
        D
        E
        F
        ! team: a.jsonl:4: weight: expected a number, found “heavy”
        ! team: a.jsonl:4: gone: expected true or false, found a number
        ! team: a.jsonl:5: weight: expected a number, found an array
        ! team: a.jsonl:6: weight: expected a number, found “nan”
        """)
  }

  @Test func `the words of other programs for fields, unless the field is there`() {
    check(
      "a.jsonl",
      """
      {"login": "ada", "id": 7}
      {"login": "x", "handle": "ben", "displayName": "Ben"}
      """,
      expects: """
        ada @ada #7
        Ben @ben
        ! team: a.jsonl:2: login: unknown field, ignored (known names: name, id, uniqueID, handle, aliases, email, \
        detail, kind, url, avatar, shortName, canTrim, weight, gone, metadata)
        """)
  }

  @Test func `missing ID falls back to handle then email then name`() {
    check(
      "a.jsonl",
      """
      {"name": "A", "handle": "h", "email": "e@x"}
      {"name": "B", "email": "f@x"}
      {"name": "C"}
      """, expects: "A <e@x> @h\nB <f@x>\nC")
  }

  @Test func `blank lines byte order mark and CRLF are passed over`() {
    check("a.jsonl", "\u{FEFF}{\"name\":\"A\"}\r\n\r\n  \r\n{\"name\":\"B\"}\r\n", expects: "A\nB")
  }

  @Test func `escapes and numbers as i ds`() {
    check("a.jsonl", #"{"name":"Zo\u00eb \"Z\"","id":7}"#, expects: "Zoë \"Z\" #7")
  }

  @Test func `broken line is one problem and the rest is read`() {
    check(
      "a.jsonl", "{\"name\":\"A\"}\n{\"name\": \"B\"\n{\"name\":\"C\"}",
      expects:
        "A\nC\n! team: a.jsonl:2: not JSON: column 13: name: expected ',' or '}', found the end of the text; left out"
    )
  }

  @Test func `entity without a name names file line and field`() {
    check(
      "a.jsonl", "{\"id\":\"x\"}\n{\"name\":\"  \"}\n{\"name\":null}",
      expects: """
        ! team: a.jsonl:1: name: an entity needs a name, a handle or an e-mail address; left out
        ! team: a.jsonl:2: name: an entity needs a name, a handle or an e-mail address; left out
        ! team: a.jsonl:3: name: an entity needs a name, a handle or an e-mail address; left out
        """)
  }

  @Test func `duplicate ID names file, line and field`() {
    check(
      "a.jsonl", "{\"name\":\"A\",\"id\":\"x\"}\n{\"name\":\"B\",\"id\":\"x\"}",
      expects:
        "A #x\n! team: a.jsonl:2: id: an earlier entity has the id “x”; the first is kept"
    )
  }

  @Test func `wrong types name field and expectation`() {
    check(
      "a.jsonl", #"{"name":"A","email":7,"aliases":[1],"canTrim":"maybe","metadata":[]}"#,
      expects: """
        A
        ! team: a.jsonl:1: email: expected a string, found a number
        ! team: a.jsonl:1: aliases: expected an array of strings, found a number in it
        ! team: a.jsonl:1: canTrim: expected true or false, found “maybe”
        ! team: a.jsonl:1: metadata: expected an object, found an array
        """)
  }

  @Test func `unknown field is noted once`() {
    check(
      "a.jsonl", "{\"name\":\"A\",\"shoe\":1}\n{\"name\":\"B\",\"shoe\":2}",
      expects:
        "A\nB\n! team: a.jsonl:1: shoe: unknown field, ignored (known names: name, id, uniqueID, handle,"
        + " aliases, email, detail, kind, url, avatar, shortName, canTrim, weight, gone, metadata)")
  }

  @Test func `invalid UTF-8 is reported with line and byte`() {
    check(
      "a.jsonl", Array("{\"name\":\"A\"}\n{\"name\":\"Ren".utf8) + [0xE9] + Array("\"}\n".utf8),
      expects:
        "A\nRen\u{FFFD}\n! team: a.jsonl:2: not UTF-8: byte 0xE9 at column 13; replaced by U+FFFD")
  }

  @Test func `what is in UTF-16 is read`() {
    check("a.json", [0xFF, 0xFE] + Array("[\"A\"]".utf8).flatMap { [$0, 0] }, expects: "A")
  }

  @Test func `many problems are counted`() {
    let text = String(repeating: "{}\n", count: 50)
    var problems = SourceProblems(source: "team")
    FileSource.read(ByteReader(bytes: Array(text.utf8)), as: .jsonl, shownAs: "a.jsonl", problems: &problems)
    {
      _ in .kept
    }
    #expect(problems.list.count == 21)
    #expect(problems.list.last?.description == "team: 30 more problems")
  }

  @Test func `json array of objects and strings`() {
    check("a.json", "[\n {\"name\":\"A\"},\n \"B\"\n]", expects: "A\nB")
    check("a.json", "[]", expects: "")
  }

  @Test func `json object with items or entities`() {
    check("a.json", #"{"version": [1], "items": [{"name":"A"}]}"#, expects: "A")
    check("a.json", #"{"entities": [{"name":"A"}], "more": 1}"#, expects: "A")
  }

  @Test func `json of another shape is reported with what is expected`() {
    for text in [#"{"people": []}"#, "7"] {
      check(
        "a.json", text,
        expects: "! team: a.json:1: expected an array of entities, or an object with “items” or “entities”")
    }
    check("a.json", " ", expects: "! team: a.json: the file is empty; expected an array of entities")
  }

  @Test func `broken JSON array names the line and keeps what came before`() {
    check(
      "a.json", "[\n{\"name\":\"A\"},\n{\"name\":\"B\"}\n{\"name\":\"C\"}]",
      expects: "A\nB\n! team: a.json:4: not JSON: column 1: [1]: expected ',' or ']', found '{'")
  }

  @Test func `broken element of an array costs only itself`() {
    check(
      "a.json", "[{\"name\":\"A\"},\n{\"name\" \"B\"},\n{\"id\":\"c\"},\n{\"name\":\"D\"}]",
      expects: """
        A
        D
        ! team: a.json:2: not JSON: column 9: name: expected ':' after the member name, found '\"'; left out
        ! team: a.json:3: name: an entity needs a name, a handle or an e-mail address; left out
        """)
  }

  @Test func `fast path and parser agree`() {
    // Every cut of a good line is refused by the quick path or means the same as to the parser.
    let text = Array(#"{"name":"A","aliases":["b"],"email":"e"}"#.utf8)
    for length in 0..<text.count {
      #expect(EntityJSON.plainRecord(text, 0..<length) == nil, "cut at \(length)")
    }
    #expect(EntityJSON.plainRecord(text, 0..<text.count)?.email == "e")
  }
}
