import MentionsTestKit
import Testing
import TextEvents
import TextModel

@Suite struct CorrectionTests {
  @Test func `a word that is replaced with the space that ends it`() {
    for old in ["teh", "eh"] {
      let console = Console("see |")
      console.typeSlowly("teh")
      _ = console.look()
      console.replaceBack(old, old == "teh" ? "the " : "he ")
      expect(
        console,
        """
        replaced 4 "teh" → "the" autocorrect likely
        inserted 7 " " typing likely
        """)
    }
  }

  @Test func `a word that is replaced behind its space`() {
    let console = Console("see |")
    console.typeSlowly("teh ")
    _ = console.look()
    console.edit([(5..<7, "he")])
    console.cursor = 8
    console.type("x")
    expect(
      console,
      """
      replaced 4 "teh" → "the" autocorrect likely
      inserted 8 "x" typing certain
      """)
  }

  @Test func `a word that is replaced later is not corrected by itself`() {
    let console = Console("see |")
    console.typeSlowly("teh ")
    _ = console.look()
    console.now += 60_000
    console.edit([(5..<7, "he")])
    expect(console, #"replaced 5 "eh" → "he" certain"#)
  }

  @Test(arguments: [",", ".", "!", "\n", ")"])
  func `any separator ends a word`(separator: String) {
    let console = Console("|")
    console.typeSlowly("dont")
    _ = console.look()
    console.replaceBack("dont", "don't" + separator)
    expect(
      console,
      """
      replaced 0 "dont" → "don\\'t" autocorrect likely
      inserted 5 \(separator.debugDescription) typing likely
      """)
  }

  @Test func `an abbreviation that becomes a phrase`() {
    let console = Console("|")
    console.typeSlowly("omw")
    _ = console.look()
    console.replaceBack("omw", "On my way ")
    expect(
      console,
      """
      replaced 0 "omw" → "On my way" autocorrect guess
      inserted 9 " " typing likely
      """)
  }

  @Test func `a capital letter`() {
    var console = Console("|")
    console.typeSlowly("i")
    _ = console.look()
    console.replaceBack("i", "I ")
    expect(console, "replaced 0 \"i\" → \"I\" autocorrect likely\ninserted 1 \" \" typing likely")

    console = Console("|")
    console.typeSlowly("hello")
    _ = console.look()
    console.edit([(0..<1, "H")])
    expect(console, #"replaced 0 "hello" → "Hello" autocorrect likely"#)

    console = Console("|")
    console.typeSlowly("h")
    _ = console.look()
    console.replaceBack("h", "H")
    expect(console, #"replaced 0 "h" → "H" autocorrect likely"#)

    console = Console("|")
    console.typeSlowly("über")
    _ = console.look()
    console.replaceBack("über", "Über")
    expect(console, #"replaced 0 "über" → "Über" autocorrect likely"#)
  }

  @Test func `a word just typed that is changed a little`() {
    let console = Console("|")
    console.typeSlowly("recieve")
    _ = console.look()
    console.replaceBack("recieve", "receive")
    expect(console, #"replaced 0 "recieve" → "receive" autocorrect guess"#)
  }

  @Test(arguments: [
    ("\"", "“"), ("\"", "„"), ("'", "’"), ("-", "–"), ("--", "—"), ("..", "…"), ("(c", "©"), ("(tm", "™"),
  ])
  func `typographic signs`(keys: String, sign: String) {
    let console = Console("say |")
    console.typeSlowly(keys)
    _ = console.look()
    console.replaceBack(keys, sign)
    expect(
      console,
      "replaced 4 \(keys.debugDescription) → \(sign.debugDescription) autocorrect likely")
  }

  @Test func `two spaces become a full stop`() {
    let console = Console("end |")
    console.type("s")
    console.type(" ")
    _ = console.look()
    console.replaceBack(" ", ". ")
    expect(console, "replaced 5 \" \" → \".\" autocorrect likely\ninserted 6 \" \" typing likely")
  }

  /// The seeds' known issue: the space that a keyboard adds behind a suggestion goes silently.
  @Test(arguments: [",", "?", "!", "。"])
  func `punctuation takes the place of the space behind a suggestion`(mark: String) {
    let console = Console("|")
    console.type("word ")
    _ = console.look()
    console.replaceBack(" ", mark)
    expect(
      console, "deleted 4 \" \" autocorrect likely\ninserted 4 \(mark.debugDescription) typing likely")
  }

  @Test func `a correction beside other words`() {
    let console = Console("x|y")
    console.type("a")
    _ = console.look()
    console.edit([(1..<2, "b")])
    #expect(console.followed())
    #expect(console.look().count == 1)
  }
}

@Suite struct UndoTests {
  @Test func `a paste that is taken back, and made again`() {
    let console = Console("|")
    console.type("one\ntwo")
    console.edit([(0..<7, "")])
    console.edit([(0..<0, "one\ntwo")])
    console.edit([(0..<7, "")])
    expect(
      console,
      #"""
      inserted 0 "one\ntwo" paste likely
      undone 0 "one\ntwo" → "" undo likely
      undone 0 "" → "one\ntwo" undo likely
      undone 0 "one\ntwo" → "" undo likely
      """#)
  }

  @Test func `keys that are taken back together`() {
    let console = Console("|")
    console.typeSlowly("two words")
    _ = console.look()
    console.edit([(0..<9, "")])
    expect(console, #"undone 0 "two words" → "" undo likely"#)
  }

  @Test func `a word that goes may have been deleted by one key`() {
    let console = Console("a |")
    console.typeSlowly("word")
    _ = console.look()
    console.edit([(2..<6, "")])
    expect(console, #"undone 2 "word" → "" undo guess"#)
  }

  @Test func `a letter that goes was deleted, and one that comes was typed`() {
    let console = Console("|")
    console.type("a")
    console.backspace()
    console.type("a")
    expect(
      console,
      """
      inserted 0 "a" typing certain
      deleted 0 "a" typing certain
      inserted 0 "a" typing certain
      """)
  }

  @Test func `slips of the fingers in between do not matter`() {
    let console = Console("|")
    console.typeSlowly("to ")
    console.type("x")
    console.backspace()
    console.typeSlowly("you")
    _ = console.look()
    console.edit([(0..<6, "")])
    expect(console, #"undone 0 "to you" → "" undo likely"#)
  }

  @Test func `a deletion is taken back, step by step`() {
    let console = Console("one two three|")
    console.edit([(7..<13, "")])
    console.edit([(3..<7, "")])
    _ = console.look()
    console.edit([(3..<3, " two")])
    console.edit([(7..<7, " three")])
    expect(console, "undone 3 \"\" → \" two\" undo likely\nundone 7 \"\" → \" three\" undo likely")
  }

  @Test func `a correction is taken back`() {
    let console = Console("|")
    console.typeSlowly("teh")
    console.replaceBack("teh", "the ")
    _ = console.look()
    console.replaceBack("the ", "teh")
    expect(console, #"undone 1 "he " → "eh" undo likely"#)
  }

  @Test func `edits at several cursors are taken back in one change`() {
    let console = Console("a b|")
    console.edit([(2..<3, "two"), (0..<1, "one")])
    _ = console.look()
    console.edit([(4..<7, "b"), (0..<3, "a")])
    expect(console, "undone 0 \"one\" → \"a\" undo likely\nundone 2 \"two\" → \"b\" undo likely")
  }

  @Test func `an undo that comes as one range over everything`() {
    let console = Console("a b|")
    console.edit([(2..<3, "two"), (0..<1, "one")])
    _ = console.look()
    console.edit([(0..<7, "a b")])
    expect(console, #"undone 0 "one two" → "a b" undo likely"#)
  }

  @Test func `what the host calls an undo is one`() {
    let console = Console("|")
    console.type("a")
    console.edit([(0..<1, "")], cause: .undo)
    expect(console, "inserted 0 \"a\" typing certain\nundone 0 \"a\" → \"\" undo certain")
  }

  @Test func `the history is bounded`() {
    var policy = TextEventPolicy.standard
    policy.historyCount = 8
    policy.historyBytes = 2000
    let console = Console("|", policy: policy)
    for round in 0..<100 {
      console.type(round % 10 == 0 ? String(repeating: "x", count: 500) : "y")
      #expect(console.recognizer.remembered.changes <= 8)
      #expect(console.recognizer.remembered.bytes <= 2000)
    }
    let before = console.recognizer.remembered.changes
    #expect(before > 0)
    console.type(String(repeating: "z", count: 5000))
    #expect(console.recognizer.remembered.changes == 0)
    #expect(console.recognizer.remembered.bytes == 0)
  }
}
