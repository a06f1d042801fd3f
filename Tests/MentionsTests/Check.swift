import MentionsTestKit
import Testing

/// Plays a typing script and compares what it came to (``TypingScript``).
func check(_ script: String, expects expectation: String, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(TypingScript(script).outcome(as: expectation) == expectation, sourceLocation: sourceLocation)
}
