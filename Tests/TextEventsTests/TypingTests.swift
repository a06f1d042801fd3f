import MentionsTestKit
import Testing
import TextEvents
import TextModel

@Suite struct TypingTests {
  @Test func `a key`() {
    check("ab|", expects: #"inserted 2 "c" typing certain"#) { $0.type("c") }
  }

  @Test func `keys that come in one message are told one by one`() {
    check(
      "|",
      expects: """
        inserted 0 "a" typing likely
        inserted 1 "b" typing likely
        inserted 2 " " typing likely
        inserted 3 "c" typing likely
        """
    ) { $0.type("ab c") }
  }

  @Test func `a message that inserts character by character is told the same`() {
    check(
      "|",
      expects: """
        inserted 0 "a" typing likely
        inserted 1 "b" typing likely
        """
    ) { $0.edit([(0..<0, "a"), (1..<1, "b")]) }
  }

  @Test(arguments: ["👩‍👩‍👧", "🇩🇪", "e\u{301}", "\u{301}", "👍🏽", "क्षि", "\r\n"])
  func `a grapheme is one key, whatever it is made of`(key: String) {
    check("x|", expects: "inserted 1 \(key.debugDescription) typing certain") { $0.type(key) }
  }

  @Test func `gathered keys are divided at graphemes`() {
    check(
      "|",
      expects: """
        inserted 0 "é" typing likely
        inserted 3 "👩‍👩‍👧" typing likely
        inserted 21 "🇩🇪" typing likely
        inserted 29 "x" typing likely
        """
    ) { $0.type("e\u{301}👩‍👩‍👧🇩🇪x") }
  }

  @Test func `Enter brings its indentation`() {
    check("  a|", expects: #"inserted 3 "\n  " typing likely"#) { $0.type("\n  ") }
  }

  @Test func `a bracket and the one that the editor adds`() {
    check(
      "f|",
      expects: """
        inserted 1 "(" typing likely
        inserted 2 ")" autocorrect likely
        inserted 2 "x" typing certain
        """
    ) {
      $0.type("()")
      $0.cursor -= 1
      $0.type("x")
    }
  }

  @Test func `backspace and delete`() {
    check("abc|", expects: #"deleted 2 "c" typing certain"#) { $0.backspace() }
    check("a|bc", expects: #"deleted 1 "b" typing certain"#) { $0.edit([(1..<2, "")]) }
    check("ae\u{301}|", expects: #"deleted 1 "é" typing certain"#) { $0.backspace() }
  }

  @Test func `a deletion of more than a key has no cause`() {
    check("one two|", expects: #"deleted 3 " two" certain"#) { $0.edit([(3..<7, "")]) }
  }

  @Test func `what is selected is deleted or typed over`() {
    check("one two|", expects: "selected 4–7 certain\ndeleted 4 \"two\" typing certain") {
      $0.select(4..<7)
      $0.edit([(4..<7, "")])
    }
    check(
      "one two|", expects: "selected 4–7 certain\nreplaced 4 \"two\" → \"x\" typing certain"
    ) {
      $0.select(4..<7)
      $0.edit([(4..<7, "x")])
    }
    check(
      "one two|",
      expects: """
        selected 4–7 certain
        replaced 4 "two" → "t" typing likely
        inserted 5 "e" typing likely
        inserted 6 "n" typing likely
        """
    ) {
      $0.select(4..<7)
      $0.edit([(4..<7, "ten")])
    }
  }

  @Test func `a paste`() {
    let long = String(repeating: "word ", count: 21)
    check("|", expects: "inserted 0 \(long.debugDescription) paste likely") { $0.type(long) }
    check("|", expects: #"inserted 0 "a\nb" paste likely"#) { $0.type("a\nb") }
  }

  @Test func `what was cut and comes elsewhere is a paste`() {
    check(
      "one two |",
      expects: """
        deleted 0 "one " certain
        moved 4 certain
        inserted 4 "one " paste likely
        """
    ) {
      $0.edit([(0..<4, "")])
      $0.select(4..<4)
      $0.edit([(4..<4, "one ")])
    }
  }

  @Test func `a replacement without a pattern`() {
    check("one two three|", expects: #"replaced 4 "two" → "zwei" certain"#) {
      $0.edit([(4..<7, "zwei")])
    }
  }

  @Test func `a completion is no correction`() {
    check(
      "|",
      expects: """
        inserted 0 "c" typing certain
        inserted 1 "o" typing certain
        replaced 0 "co" → "console" certain
        """
    ) {
      $0.typeSlowly("co")
      $0.replaceBack("co", "console")
    }
  }

  @Test func `what follows a paste and is sent again is no part of it`() {
    check("see |, ok.", expects: #"inserted 4 "one\ntwo" paste likely"#) {
      $0.edit([(4..<9, "one\ntwo, ok.")])
    }
  }

  @Test func `several cursors`() {
    check(
      "a\nb\nc|",
      expects: """
        inserted 1 "x" typing likely
        inserted 4 "x" typing likely
        inserted 7 "x" typing likely
        """
    ) { $0.edit([(5..<5, "x"), (3..<3, "x"), (1..<1, "x")]) }
    check(
      "ab\nab|", expects: "deleted 1 \"b\" typing likely\ndeleted 3 \"b\" typing likely"
    ) { $0.edit([(4..<5, ""), (1..<2, "")]) }
    check(
      "f(a) + f(b)|", expects: "replaced 0 \"f\" → \"go\" certain\nreplaced 8 \"f\" → \"go\" certain"
    ) { $0.edit([(7..<8, "go"), (0..<1, "go")]) }
  }

  @Test func `changes that come to nothing`() {
    check("ab|", expects: "") { $0.edit([(2..<2, "x"), (2..<3, "")]) }
    check("ab|", expects: "") { $0.edit([(0..<2, "ab")]) }
    check("ab|", expects: "") { $0.edit([]) }
  }

  @Test func `text that is sent whole`() {
    check("aa|a", expects: #"inserted 2 "a" typing likely"#) {
      $0.isExact = false
      $0.edit([(3..<3, "a")])
    }
    check(
      "one two three|",
      expects: "replaced 0 \"one\" → \"1\" likely\nreplaced 6 \"three\" → \"3\" likely"
    ) {
      $0.isExact = false
      $0.edit([(0..<13, "1 two 3")])
    }
  }
}

@Suite struct MovementTests {
  @Test func `the host tells of the cursor and of selections`() {
    check(
      "one two|",
      expects: """
        moved 3 certain
        selected 4–7 certain
        moved 7 certain
        """
    ) {
      $0.select(3..<3)
      $0.select(3..<3)
      $0.select(4..<7)
      $0.select(4..<7)
      $0.select(7..<7)
    }
  }

  @Test func `a cursor behind what was typed is no news`() {
    check("|", expects: #"inserted 0 "a" typing certain"#) {
      $0.type("a")
      $0.select(1..<1)
    }
  }

  @Test func `an edit elsewhere shows that the cursor was moved`() {
    let console = Console.silent("one two|")
    console.type("x")
    console.edit([(0..<0, "y")])
    expect(
      console,
      """
      inserted 7 "x" typing certain
      moved 0 guess
      inserted 0 "y" typing certain
      """)
  }

  @Test func `whoever tells of the cursor is believed`() {
    check("one two|", expects: #"inserted 0 "y" typing certain"#) { $0.edit([(0..<0, "y")]) }
  }
}
