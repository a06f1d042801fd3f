import Testing
import TextModel

@Suite struct ExampleTests {
  @Test func `the console shows typing, a paste, an edit of its own and the cursor`() {
    var console = ActionConsole("Hi")
    console.edit([TextReplacement(TextRange(2, 2), "!")], now: 0)
    console.edit([TextReplacement(TextRange(3, 3), "One\nmore")], now: 1000)
    console.ownEdit([TextReplacement(TextRange(0, 2), "Hello")], now: 2000)
    console.select(TextRange(0, 5), now: 3000)
    #expect(
      console.lines == [
        "inserted at 2: “” → “!” (typing, certain)",
        "inserted at 3: “” → “One\nmore” (paste, likely)",
        "replaced at 0: “Hi” → “Hello” (server, certain)",
        "selected at 0: “” → “”",
      ])
  }

  @Test func `the console knows what is composed`() {
    var console = ActionConsole("")
    console.edit([TextReplacement(TextRange(0, 0), "n")], now: 0)
    #expect(console.composed == nil)
    console.edit([TextReplacement(TextRange(0, 1), "に")], now: 100)
    #expect(console.composed == "に")
  }
}
