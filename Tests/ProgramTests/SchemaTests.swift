import EntitySources
import JSONText
import Testing

/// `schema`: for editors that check `.mentions.json`.
@Suite struct SchemaTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test func `the schema is one JSON object that knows the settings`() throws {
    let printed = try program.run("schema")
    #expect(printed.status == .exited(0))
    #expect(printed.errors == "")
    let schema = try JSONParser.parse(Array(printed.output.utf8))
    #expect(schema["$schema"]?.stringValue?.contains("json-schema.org") == true)
    for name in ["sources", "triggers", "implicit"] {
      #expect(schema["properties"]?[name] != nil, "\(name)")
    }
  }
}
