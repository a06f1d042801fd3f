import JSONText
import LanguageProtocol
import Testing

/// Reads the text as the type and writes that; where it cannot be read, the error.
private func check<Value: Structure>(_ type: Value.Type, _ text: String, expects: String) {
  do throws(JSONError) {
    let value = try Value(json: Array(text.utf8))
    #expect(String(decoding: JSONWriter.bytes(of: value), as: UTF8.self) == expects)
  } catch {
    #expect(error.message == expects)
  }
}

@Suite struct MembersTests {
  @Test func `members are listed in their order`() {
    #expect(RenameFilesParams.members.names == ["files"])
    #expect(Registration.members.names == ["id", "method", "registerOptions"])
  }

  @Test func `members are written in their order`() {
    check(
      FileRename.self, #"{"newUri":"file:///b","oldUri":"file:///a"}"#,
      expects: #"{"oldUri":"file:///a","newUri":"file:///b"}"#)
  }

  @Test func `unknown members are ignored`() {
    check(
      ChooserState.self, #"{"visible":true,"more":{"count":[7]},"loading":false,"count":3}"#,
      expects: #"{"visible":true,"loading":false,"count":3}"#)
  }

  @Test func `of two members with the same name the last counts`() {
    check(FileOperationPattern.self, #"{"glob":"a","glob":"b"}"#, expects: #"{"glob":"b"}"#)
    check(
      FileOperationPattern.self, #"{"glob":"a","matches":"file","matches":null}"#, expects: #"{"glob":"a"}"#)
    check(
      FileOperationPattern.self, #"{"glob":1,"glob":"b"}"#, expects: "glob: expected a string, found a number"
    )
  }

  @Test func `required members must be there`() {
    check(FileOperationPattern.self, "{}", expects: "glob: missing")
    check(FileOperationPattern.self, #"{"glob":null}"#, expects: "glob: expected a string, found null")
    check(FileRename.self, #"{"newUri":"a"}"#, expects: "oldUri: missing")
    check(
      RenameFilesParams.self, #"{"files":[{"oldUri":"a","newUri":"b"},{}]}"#,
      expects: "files[1].oldUri: missing")
    check(FileRename.self, "[]", expects: "expected an object, found an array")
  }

  @Test func `optional members may be absent or null`() {
    check(FileOperationPattern.self, #"{"glob":"a","matches":null}"#, expects: #"{"glob":"a"}"#)
    check(FileOperationPattern.self, #"{"glob":"a"}"#, expects: #"{"glob":"a"}"#)
    check(
      FileOperationPattern.self, #"{"glob":"a","matches":[]}"#,
      expects: "matches: expected a string, found an array")
  }

  @Test func `absent and null members get their defaults`() {
    check(
      ExecuteCommandParams.self, #"{"command":"mentions.accept","arguments":null}"#,
      expects: #"{"command":"mentions.accept","arguments":[]}"#)
    check(
      MentionsRetrieveEntitiesResult.self, "{}", expects: #"{"entities":[],"dedupe":false,"isComplete":true}"#
    )
    check(
      MentionsRetrieveEntitiesResult.self, #"{"isComplete":0}"#,
      expects: "isComplete: expected a boolean, found a number")
  }

  @Test func `members that LSP requires as null are written as null`() {
    check(
      OptionalVersionedTextDocumentIdentifier.self, #"{"uri":"a"}"#, expects: #"{"uri":"a","version":null}"#)
  }

  @Test func `any JSON is kept`() {
    check(
      MentionsResolveEntityParams.self, #"{"entity":{"b":[1,null],"a":"x"}}"#,
      expects: #"{"entity":{"b":[1,null],"a":"x"}}"#)
    check(Registration.self, #"{"id":"1","method":"m"}"#, expects: #"{"id":"1","method":"m"}"#)
    check(MentionsResolveEntityParams.self, #"{"entity":null}"#, expects: #"{"entity":null}"#)
  }

  @Test func `structures may contain their own type`() {
    let text =
      #"{"name":"a","kind":1,"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},"#
      + #""selectionRange":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}"#
    check(
      DocumentSymbol.self, text + #","children":["# + text + "}," + text + #","children":[]}]}"#,
      expects: text + #","children":["# + text + "}," + text + #","children":[]}]}"#)
  }

  @Test func `unknown values of enumerations are kept`() {
    check(SetTraceParams.self, #"{"value":"loud"}"#, expects: #"{"value":"loud"}"#)
  }
}
