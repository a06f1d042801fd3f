import JSONText
import Testing

@Suite struct ExampleTests {
  @Test func `members of a team are read`() throws {
    let members = try teamMembers(Array(#"[{"name":"Ada"},{"aliases":["B"],"name":"Ben"}]"#.utf8))
    #expect(members.map(\.name) == ["Ada", "Ben"])
    #expect(members.map(\.aliases) == [nil, ["B"]])
    #expect(throws: JSONError(offset: 1, line: 1, column: 2, path: "[0].name", reason: "missing")) {
      try teamMembers(Array("[{}]".utf8))
    }
  }

  @Test func `a value is found in a tree`() throws {
    #expect(try firstName("[{\"name\": \"Ada\"}, // the first\n]") == "Ada")
    #expect(try firstName("{}") == nil)
  }
}
