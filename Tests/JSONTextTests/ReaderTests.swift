import JSONText
import MentionsTestKit
import Testing

private struct Person: JSONReadable, Equatable {
  var name: String
  var age: Int?
  var tags: [String] = []

  init(from reader: inout JSONReader) throws(JSONError) {
    let object = try reader.beginObject()
    var name: String?
    while let member = try reader.nextName() {
      switch member {
      case "name": name = try reader.read(String.self)
      case "age": age = try reader.read()
      case "tags": tags = try reader.read()
      default: break
      }
    }
    self.name = try reader.require(name, "name", of: object)
  }
}

private func check(_ text: String, expects: String, sourceLocation: SourceLocation = #_sourceLocation) {
  do {
    let people = try [Person](json: Array(text.utf8))
    let found = people.map { "\($0.name) \($0.age ?? -1) \($0.tags)" }.joined(separator: "; ")
    expectRow(found, expects, sourceLocation: sourceLocation)
  } catch {
    expectRow(error.message, expects, sourceLocation: sourceLocation)
  }
}

@Suite struct ReaderTests {
  @Test func `unknown members are skipped`() {
    check(#"[{"x": {"name": [1, "}"]}, "name": "Ada", "y": [[]], "age": 36}]"#, expects: "Ada 36 []")
  }

  @Test func `null is nil`() {
    check(#"[{"name": "Ada", "age": null}]"#, expects: "Ada -1 []")
  }

  @Test func `whole numbers may have a decimal point`() {
    check(#"[{"name": "Ada", "age": 3.6e1}]"#, expects: "Ada 36 []")
    check(#"[{"name": "Ada", "age": 3.5}]"#, expects: "[0].age: expected a whole number")
  }

  @Test func `escapes in names`() {
    check(#"[{"n\u0061me": "Ada"}]"#, expects: "Ada -1 []")
  }

  @Test func `faults name the path`() {
    check(#"[{"name": "Ada"}, {"name": null}]"#, expects: "[1].name: expected a string, found null")
    check(#"[{"age": 1}]"#, expects: "[0].name: missing")
    check(#"[{"name": "a", "tags": ["x", 3]}]"#, expects: "[0].tags[1]: expected a string, found a number")
    check(#"[3]"#, expects: "[0]: expected an object, found a number")
    check(#"{}"#, expects: "expected an array, found an object")
  }

  @Test func `skipped values are checked`() {
    check(#"[{"x": [1, }], "name": "Ada"}]"#, expects: "[0].x[1]: expected a value, found '}'")
  }

  @Test func `raw bytes share their position`() throws {
    let bytes = Array(#"{"a": [1, {"b": 2}] , "c": 3}"#.utf8)
    var reader = JSONReader(bytes)
    try reader.beginObject()
    _ = try reader.nextName()
    let raw = try reader.readRaw()
    #expect(String(decoding: raw, as: UTF8.self) == #"[1, {"b": 2}]"#)
    #expect(raw.startIndex == 6)
    #expect(try reader.nextName()?.text == "c")
    #expect(try reader.nextName() == nil)
    #expect(throws: Never.self) { try reader.finish() }
  }

  @Test func `objects of any size`() throws {
    let count = 100_000
    let text = "{" + (0..<count).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + ",\"m7\":\"again\"}"
    let object = try #require(JSONParser.parse(text).objectValue)
    #expect(object.count == count)
    #expect(object["m99999"] == 99999)
    #expect(object["m7"] == "again")
    #expect(object.members[7].name == "m7")
    #expect(object["m100000"] == nil)
  }

  @Test func `names are compared by bytes`() throws {
    var object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(object["e\u{301}"] == 2)
    object["\u{E9}"] = nil
    #expect(object == ["e\u{301}": 2])
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test func `members come and go`() {
    for count in [3, 11, 12, 13, 40] {
      var object = JSONObject((0..<count).map { ("k\($0)", .integer($0)) })
      object["k1"] = nil
      object["k0"] = "new"
      object["k1"] = true
      #expect(object.members.map(\.name) == ["k0"] + (2..<count).map { "k\($0)" } + ["k1"])
      #expect(object["k\(count - 1)"] == .integer(count - 1))
      #expect(object["k0"] == "new")
      #expect(object["k1"] == true)
    }
  }
}
