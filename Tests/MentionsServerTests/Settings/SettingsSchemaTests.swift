import JSONText
import Mentions
import Testing

@testable import MentionsServer

@Suite struct SettingsSchemaTests {
  private func accepts(_ text: String, _ use: SettingsSchema.Use = .settings) throws -> Bool {
    let value = try JSONParser.parse(text, options: .handwritten)
    return try SchemaChecker().accepts(value, SettingsSchema.schema(for: use))
  }

  @Test
  func `The schema accepts the contract's example`() throws {
    #expect(try accepts(ContractExample.text))
    #expect(try accepts(ContractExample.text, .initializationOptions))
  }

  @Test
  func `The schema accepts the defaults`() throws {
    let defaults = try #require(ServerSettings().settingJSON)
    #expect(try SchemaChecker().accepts(defaults, SettingsSchema.schema(for: .initializationOptions)))
  }

  @Test(arguments: [
    "{}", #"{"sources": {"git": null}}"#, #"{"triggers": [{"character": "[["}, {"character": "due:"}]}"#,
    #"{"sources": {"a": {"type": "file", "path": "x.NDJSON"}, "b": {"type": "demo"}}}"#,
    #"{"trustedFolders": ["~", "~/x", "/"], "limit": 5.0, "$schema": "x"}"#,
    #"{"sources": {"a": {"type": "list", "items": ["x", {"name": "y"}]}, "p": {"type": "people"}}}"#,
    #"{"triggers": [{"character": "🙂@🙂@🙂@🙂@"}]}"#,
  ])
  func `The schema accepts what the server accepts`(_ text: String) throws {
    #expect(SettingsKit(user: text).problems() == "")
    #expect(try accepts(text))
  }

  @Test(arguments: BadSettings.all)
  func `The schema refuses every bad value that a schema can see`(_ row: BadSettings) throws {
    #expect(try accepts(row.json) == !row.isSeenBySchema)
  }

  @Test
  func `Only the schema of initializationOptions has these keys`() throws {
    let text = #"{"demo": true, "notifications": true, "triggerLetters": false, "tokenType": "x"}"#
    #expect(try accepts(text, .initializationOptions))
    #expect(try !accepts(text))
  }

  @Test
  func `Every key is described and has the default of the declaration`() throws {
    let schema = SettingsSchema.schema(for: .initializationOptions)
    let properties = try #require(schema["properties"]?.objectValue)
    let defaults = ServerSettings().settingJSON
    for (name, property) in properties.members {
      #expect(property["description"]?.stringValue?.isEmpty == false, "\(name)")
      #expect(property["default"] == defaults?[name], "\(name)")
    }
    let minimum = schema["properties"]?["implicit"]?["properties"]?["minimumLength"]
    #expect(minimum?["default"] == 3)
    #expect(minimum?["maximum"] == 100)
  }

  @Test
  func `The policy's choices match the declaration`() {
    let schema = SettingsSchema.schema()
    #expect(
      schema["properties"]?["deletion"]?["enum"]
        == .array(MentionsPolicy.Deletion.allCases.map { .string($0.rawValue) }))
    #expect(
      schema["properties"]?["annotationStore"]?["enum"]
        == .array(StoreLocation.allCases.map { .string($0.rawValue) }))
  }

  @Test(arguments: [
    TextRule.anything, .filled, .line, .controlCharacter, .template, .label, .entityFile, .folder, .url,
    .pointer, .style,
  ])
  func `Text rules and their patterns agree`(_ rule: TextRule) throws {
    let schema = JSONValue.object(SettingsSchema.schema(of: .text(rule)))
    let texts = [
      "", " ", "a", "@", "due:", "due", "@ ", "/", "/a", "~", "~/x", "~x", "./x", "x.json", "x.JSONL",
      "x.text", "json",
      "x.jso", "https://a/b", "http://a", "https://", "ftp://a", "a\nb", "äöü", "漢字", "＠", "12345678",
      "!!!!!!!!",
      "!!!!!!!!!", "_", "@\u{301}", "🙂🙂🙂🙂🙂🙂🙂🙂", "½", "x.vcard", "http://a b",
    ]
    // What a pattern that every engine understands cannot tell.
    let untold = ["äöü", "漢字", "½", "http://a b"]
    let isFormat = rule.fault("{") != nil
    for text in texts {
      let isAccepted = try SchemaChecker().accepts(.string(text), schema)
      if rule.admits(text) || !isFormat && !untold.contains(text) {
        #expect(isAccepted == rule.admits(text), "\(rule.expectation): \(text)")
      }
    }
  }
}
