import JSONText
import SessionSimulation
import Testing

@testable import ScriptedEditing

/// Two servers that keep the mentions of one document at the same time lose nothing.
@Suite struct TwoServersTests {
  private let store = VirtualStore()

  private func editor(_ text: String) throws(EditorError) -> ScriptedEditor {
    var options = EditorOptions()
    options.initializationOptions = ["demo": true]
    let editor = ScriptedEditor(SessionTransport(store: store), options)
    try editor.start()
    try editor.open("/w/a.md", "markdown", text)
    return editor
  }

  private func quit(_ editor: ScriptedEditor) throws(EditorError) {
    try editor.closeAll()
    try editor.finish()
  }

  @Test func `additions of each server are there for the text of each`() throws {
    let first = try editor("")
    let second = try editor("")
    try first.accept(typing: "@don", "Donald Knuth")
    try second.accept(typing: "@all", "Allen Newell")
    try first.save()
    try second.save()
    try quit(first)
    try quit(second)
    let third = try editor("Donald Knuth")
    let fourth = try editor("Allen Newell")
    try third.expect("«Donald Knuth»|")
    try fourth.expect("«Allen Newell»|")
  }

  @Test func `what another server has left out since is kept again when the document is closed`() throws {
    let first = try editor("")
    try first.accept(typing: "@don", "Donald Knuth")
    try first.save()
    let second = try editor("Allen Newell and ")
    try second.accept(typing: "@all", "Allen Newell")
    try quit(second)
    try quit(first)
    try editor("Donald Knuth").expect("«Donald Knuth»|")
  }

  @Test func `a mention of the other server is there once both texts agree`() throws {
    let first = try editor("Thanks to ")
    let second = try editor("Thanks to ")
    for (editor, key, name) in [(first, "@don", "Donald Knuth"), (second, "@all", "Allen Newell")] {
      try editor.accept(typing: key, name)
      try editor.save()
    }
    try quit(second)
    try quit(first)
    let third = try editor("Thanks to Allen Newell\nThanks to Donald Knuth")
    try third.expect("Thanks to «Allen Newell»\nThanks to «Donald Knuth»|")
  }
}
