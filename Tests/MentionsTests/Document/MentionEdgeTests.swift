import Mentions
import MentionsTestKit
import Testing

/// Behaviour, sections 5, 6 and 9: a mention written as a trigger and a handle is one unit as any other, and text to be
/// typed on.
@Suite("At the edge of a mention") struct MentionEdgeTests {
  private static let people = "people Ada Lovelace <ada>, Adam Smith <adam>, Jane Doe <jane-doe>"

  private func check(
    _ script: String, expects expectation: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // They are known once the text is open.
    let commands = script.split(separator: "; ")
    let first = commands.firstIndex { !$0.hasPrefix("open") && !$0.hasPrefix("policy") } ?? commands.count
    let whole = commands[..<first] + [Self.people[...]] + commands[first...]
    expectRow(
      TypingScript(whole.joined(separator: "; ")).outcome(as: expectation), expectation,
      sourceLocation: sourceLocation)
  }

  @Test func `a trigger and a handle is a mention whatever insert says`() {
    check("open ‘By @ada, @ADAM|’; read", expects: "By «@ada», «@ADAM»|")
    check("type ‘@ada,’", expects: "«@ada»,|")
    check("type ‘@ada⏎’", expects: "«@ada»\n|")
    check("open ‘`@ada` x@ada|’; read", expects: "`@ada` x@ada|")
  }

  @Test func `a letter at its edge makes it plain and its making goes on with the whole word`() {
    check(
      "type ‘@ada’; cancel; read; type ‘m’", expects: "@adam| state: explicit ‘adam’ results"
    )
    check(
      "open ‘@ada|’; read; type ‘m’", expects: "@adam| state: explicit ‘adam’ results hints: none")
    check("open ‘@ada|’; read; type ‘m!’", expects: "«@adam»!|")
    check("open ‘@ada|’; read; type ‘-’", expects: "«@ada»-|")
    check("open ‘@ada|’; read; type ‘-l’", expects: "@ada-l| state: explicit ‘ada-l’ results")
    check("open ‘@jane-doe|’; read; backspace 3; type ‘doe’", expects: "«@jane-doe»|")
    check("open ‘@ada|’; read; type ‘m’; backspace", expects: "@ada| state: explicit ‘ada’ results")
    check(
      "policy format @{handle}; type ‘@ada’; accept 1; type ‘m’",
      expects: "@adam| state: explicit ‘adam’ results")
  }

  @Test func `a mention of a format that cannot be read back stays`() {
    check("type ‘@ada’; accept 1; type ‘m’", expects: "«Ada Lovelace»m| state: stalled")
    check("type ‘@ada’; accept 1; type ‘ ’; backspace", expects: "«Ada Lovelace»| state: stalled")
  }

  @Test func `a deletion that cuts only into what was read is made where it is`() {
    // The text that is left is the same without “ LovelaceAda”.
    check("open ‘@Ada Lovelace«Ada»m|’; read; change 1-13 ‘’; read", expects: "@|«Ada»m")
  }

  @Test func `what is put before it makes it plain where it is no mention then`() {
    check("open ‘|@ada’; read; type ‘x’", expects: "x|@ada")
    check("open ‘|@ada’; read; type ‘(’", expects: "(|«@ada»")
    check("open ‘@ada |m’; read; backspace", expects: "@ada|m")
  }

  @Test func `deleting the separator that ended its typing resumes the key`() {
    check(
      "policy no-spaces; type ‘@ada ’; backspace", expects: "@ada| state: explicit ‘ada’ results")
    check("type ‘@ada,’; backspace", expects: "@ada| state: explicit ‘ada’ results")
    check("type ‘@ada,’; backspace; type ‘m!’", expects: "«@adam»!|")
    // Not at once.
    check("type ‘@ada, ’; backspace 2", expects: "«@ada»| state: stalled")
    check("open ‘@ada |’; read; backspace", expects: "«@ada»| state: stalled")
  }

  @Test func `no hint is shown for a mention of a handle and deletion does not apply`() {
    check("open ‘@ada|’; read; backspace; wait 50", expects: "@ad| hints: none wish: none")
    for mode in ["trim", "delete"] {
      check(
        "policy deletion \(mode); open ‘By @ada|’; read; backspace; wait 50",
        expects: "By @ad| hints: none wish: none")
    }
  }

  @Test func `the trigger of a mention that was deleted, typed before a trimmed one, leaves that one`() {
    check("open ‘@Ada|’; read; erase 3; backspace; type ‘Ada’; accept 2; press 2", expects: "«Ada»|")
    check(
      "open ‘@Ada|’; read; erase 3; backspace; type ‘Ada’; accept 2; press 2; move home; type ‘@’; read",
      expects: "@|«Ada»")
  }

  @Test func `it lights up and is deleted whole`() {
    check("open ‘@ada|’; read; press 2", expects: "| did: lightUp, delete")
  }

  @Test func `what was read and is no mention any more is plain`() {
    check("open ‘|@ada’; read; gather ‘<a ’; move end; gather ‘>’; read", expects: "<a @ada>|")
    check("open ‘|@ada’; read; insert ‘`’ ‘@ada’; move end; gather ‘`’; read", expects: "`@ada`|")
  }
}
