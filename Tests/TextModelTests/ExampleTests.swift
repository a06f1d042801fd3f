import Testing
import TextModel

@Suite struct ExampleTests {
  @Test func `edits are undone in reverse order`() {
    var example = UndoableText("Ask Ada.")
    var contents: String { example.text.buffer.string(in: example.text.buffer.range) }
    example.replace(TextRange(4, 7), with: "Adam")
    example.replace(TextRange(0, 3), with: "Ask")
    example.replace(TextRange(8, 9), with: "?")
    #expect(contents == "Ask Adam?")
    example.undo()
    #expect(contents == "Ask Adam.")
    example.undo()
    #expect(contents == "Ask Ada.")
    example.undo()
    #expect(contents == "Ask Ada.")
  }
}
