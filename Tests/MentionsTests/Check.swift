import MentionsTestKit
import Testing

/// Plays a typing script and compares what it came to (``TypingScript``), which `MENTIONS_UPDATE=1` renews.
func check(_ script: String, expects expectation: String, sourceLocation: SourceLocation = #_sourceLocation) {
  expectRow(TypingScript(script).outcome(as: expectation), expectation, sourceLocation: sourceLocation)
}
