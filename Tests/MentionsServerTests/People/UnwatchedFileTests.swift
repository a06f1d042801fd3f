import Entities
import EntitySources
import MentionsTestKit
import ScriptedEditing
import SessionSimulation
import Testing

/// Clients that cannot watch files: what is in them now counts from the next query on.
@Suite struct UnwatchedFileTests {
  private func check(
    _ script: String, capabilities: String = "{}", begins: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: capabilities, folders: ["w"],
      files: #"file /w/.mentions.json {"sources": {"team": {"type": "list", "items": ["Ada"]}}}"#, people: "",
      begins: begins
    ).check("open /w/d@0\n" + script, sourceLocation: sourceLocation)
  }

  private static let bob =
    #"file /w/.mentions.json {"sources": {"team": {"type": "list", "items": ["Bob"]}}}"#

  private func type(_ version: Int, _ text: String, at column: Int = 0) -> String {
    let place = "{\"line\": 0, \"character\": \(column)}"
    return """
      ! textDocument/didChange {"textDocument": {"uri": "file:///w/d", "version": \(version)},
        "contentChanges": [{"range": {"start": \(place), "end": \(place)}, "text": "\(text)"}]}
      """
  }

  private func complete(_ id: Int, at column: Int) -> String {
    "?\(id) textDocument/completion {\"textDocument\": {\"uri\": \"file:///w/d\"}, \"position\": {\"line\": 0, \"character\": \(column)}}"
  }

  @Test func `the first query after a settings change uses the new settings`() {
    check(
      """
      \(Self.bob)
      \(type(1, "@"))
      \(complete(2, at: 1))
      < 2 {"items": [{"label": "Bob"}]}
      """)
  }

  /// Editors that gather typing never ask with an empty key, and an implicit mention has none.
  @Test func `even if the first key is a word`() {
    for word in ["@Bo", "Bob"] {
      check(
        """
        \(Self.bob)
        \(type(1, word))
        \(complete(2, at: 3))
        < 2 {"items": [{"label": "Bob"}]}
        """)
    }
  }

  @Test func `a people file that changed is read before the query is over`() throws {
    func people(_ name: String) -> LoadedSource {
      LoadedSource(
        catalog: EntityCatalog(source: "people", [Entity(id: name, name: name)]),
        watchedPaths: ["/w/people.jsonl"])
    }
    let transport = SessionTransport(
      files: ["/w/people.jsonl": "Ada"], sources: ["people": people("Ada")])
    var options = EditorOptions()
    options.root = "/w"
    options.watchesFiles = false
    let editor = ScriptedEditor(transport, options)
    try editor.start()
    try editor.open("one.md", "markdown", "")
    transport.files["/w/people.jsonl"] = "Bob"
    transport.sources["people"] = people("Bob")
    try editor.type("@")
    // Who was shown while the file was read again stays until the next key.
    #expect(editor.chooser.labels.contains("Bob"))
    try editor.finish()
  }

  @Test func `a client that watches files is not made to wait`() {
    check(
      """
      \(Self.bob)
      \(type(1, "@"))
      \(complete(2, at: 1))
      < 2 {"items": [{"label": "Ada"}]}
      """, capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#,
      begins: "< ?1 client/registerCapability {}\n=1 null")
  }
}
