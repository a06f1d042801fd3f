import MentionsTestKit
import Testing
import TextModel

@Suite struct MarkedTextTests {
  @Test func `reads text cursor and annotations`() {
    let marked: MarkedText = "Hi «Ada», @al|"
    #expect(marked.text == "Hi Ada, @al")
    #expect(marked.cursor == TextOffset(11))
    #expect(marked.annotations == [TextRange(3, 6)])
    #expect(MarkedText("plain").cursor == nil)
    #expect(MarkedText("a|bc|d").selection == TextRange(1, 3))
    #expect(MarkedText("|\u{301}").bytes == Array("\u{301}".utf8))
  }

  @Test func `escapes mean the characters themselves`() {
    #expect(MarkedText("a\\|b\\«c\\»\\\\|").bytes == Array("a|b«c»\\".utf8))
    #expect(MarkedText(Array("a|b«\\".utf8)).description == "a\\|b\\«\\\\")
  }

  @Test(arguments: [
    "", "|", "Hi «Ada», @al|", "«a»|«b»", "«a|b» c", "a|bc|d", "\\|\\«\\»\\\\", "«👩‍👩‍👧» e\u{301}|", "|«x»",
    "\r\n|\n",
  ])
  func `renders what it read`(marked: String) {
    #expect(Array(MarkedText(marked).description.utf8) == Array(marked.utf8))
  }

  @Test func `renders meeting marks in one order`() {
    #expect(MarkedText("x «|y|» z").description == "x |«y»| z")
  }
}
