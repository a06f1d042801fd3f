import Mentions
import MentionsTestKit
import Testing
import TextModel

/// Behaviour, section 6: what an editor that does not ask gets, by `deletion`.
@Suite("Deletion modes") struct DeletionModeTests {
  // MARK: plain

  @Test func `plain: trimmed if exactly a short form is left, else bleached with a hint`() {
    check("open ‘Hi «Ada Lovelace»|’; erase 9", expects: "Hi «Ada»| hints: none wish: none")
    check("open ‘Hi «Ada Lovelace»|’; erase 8", expects: "Hi «Ada» | hints: none")
    check(
      "open ‘Hi «Ada Lovelace»|’; backspace",
      expects: "Hi Ada Lovelac| hints: ‘Ada Lovelac’ restore/trim/delete")
    check("open ‘Hi «Ada»|’; backspace", expects: "Hi Ad| hints: ‘Ad’ restore/delete")
  }

  @Test func `plain: a selection that cut into it`() {
    check(
      "open ‘Hi «Ada Lovelace» and|’; erase 8; wait 50",
      expects: "Hi Ada Love| hints: ‘Ada Love’ restore/trim/delete wish: none")
    check(
      "open ‘Hi «Ada Lovelace»|’; change 1-5 ‘’",
      expects: "H|a Lovelace hints: ‘a Lovelace’ restore/trim/delete")
  }

  @Test func `plain: typed into, or joined by an accent`() {
    check("open ‘«Ada| L»’; type ‘m’", expects: "Adam| L hints: ‘Adam L’ restore/trim/delete")
    check(
      "open ‘«Ada L»|’; type ‘\u{301}’", expects: "Ada L\u{301}| hints: ‘Ada L\u{301}’ restore/trim/delete")
  }

  @Test func `quick fixes do what they say`() {
    check("open ‘«Ada Lovelace»|’; backspace; fix restore", expects: "«Ada Lovelace»| hints: none")
    check("open ‘«Ada Lovelace»|’; backspace; fix trim", expects: "«Ada»| hints: none")
    check("open ‘«Ada Lovelace»|!’; backspace; fix delete", expects: "|! hints: none")
    check("open ‘Hi «Ada Lovelace»|’; change 1-5 ‘’; fix restore", expects: "H«Ada Lovelace»| hints: none")
    check("open ‘«Ada L»|’; type ‘\u{301}’; fix restore", expects: "«Ada L»| hints: none")
  }

  @Test func `restore brings the whole mention back where cut text that equals a part of it named another`() {
    check(
      "open ‘«Ada Lovelace» «Ada» x|’; change 0-4 ‘’; wait 50; change 9-13 ‘’; move home; fix restore",
      expects: "«Ada Lovelace»| x hints: none")
  }

  @Test func `what is restored is not accepted again`() {
    let start = "type ‘@A’; batch Ada Lovelace; accept 1"
    let events =
      "events: creating, willShow, shown, retract, created Ada Lovelace, selected Ada Lovelace at 1, quiescent, "
      + "hidden, deleted Ada Lovelace, created Ada Lovelace"
    check("\(start); erase 4; fix restore", expects: "«Ada Lovelace»| \(events)")
    check("\(start); erase 4; undo", expects: "«Ada Lovelace»| \(events)")
    check("\(start); erase 4; gather ‘lace’", expects: "«Ada Lovelace»| \(events)")
  }

  @Test func `restored by a quick fix, a mention is not accepted as another that begins like it`() {
    check(
      "open ‘| Lovelace’; type ‘@Ada’; batch Ada Lovelace, Ada; accept 1; backspace; fix trim; type ‘😀’; fix restore",
      expects: "«Ada Lovelace»|")
  }

  @Test func `a fix that was asked for and is not made leaves what is offered`() {
    let script = TypingScript("open ‘«Ada Lovelace» |’; people Adam; type ‘@a’")
    var document = script.editor.document
    #expect(document.fix(.trim, at: .zero) != nil)
    document.beginChanges()
    document.splice(
      TextReplacement(range: TextRange(TextOffset(13), TextOffset(15)), replacement: Array("Adam".utf8)))
    _ = document.finishChanges(now: .zero)
    #expect(
      document.annotations.map { String(decoding: $0.text, as: UTF8.self) } == ["Ada Lovelace", "Adam"])
  }

  @Test func `where the rests of two meet, a fix applies to the one that begins there`() {
    let start = "open ‘«Jane Doe»«Ada»|’; change 0-1 ‘’; wait 50; change 9-10 ‘’; wait 50; move left 2"
    check("\(start)", expects: "ane Doe|Ad hints: ‘ane Doe’ restore/trim/delete, ‘Ad’ restore/delete")
    check("\(start); fix restore", expects: "ane Doe«Ada»|")
    check("\(start); fix trim", expects: "«Jane»|Ad")
  }

  @Test func `a fix of what is being searched for ends the search`() {
    check(
      "open ‘«Ada Lovelace»|’; backspace; people Bob; ask; fix restore",
      expects: "«Ada Lovelace»| hints: none state: stalled")
  }

  @Test func `trim restores what is missing of the short form`() {
    check("open ‘Hi «Ada Lovelace»|!’; erase 10; fix trim", expects: "Hi «Ada»|! hints: none")
    check("open ‘Hi «Ada Lovelace»|!’; erase 10; fix trim; undo", expects: "Hi Ad|!")
    check("open ‘«Ada Lovelace»|’; change 0-2 ‘’; fix trim", expects: "«Ada»| hints: none")
  }

  @Test func `an intact mention can be trimmed and deleted too`() {
    check("open ‘«Ada Lovelace»|’; fix trim", expects: "«Ada»|")
    check("policy deletion delete; open ‘«Ada Lovelace»|’; fix trim; wait 50", expects: "«Ada»| wish: none")
    check("open ‘«Ada Lovelace»|’; fix delete", expects: "|")
  }

  @Test func `the hint disappears when the user edits the rest`() {
    check("open ‘«Ada Lovelace»|’; backspace; wait 21; backspace", expects: "Ada Lovela| hints: none")
    check("open ‘«Ada Lovelace»|’; backspace; type ‘k’", expects: "Ada Lovelack| hints: none")
    check("open ‘«Ada Lovelace»|’; backspace; erase 11", expects: "| hints: none")
    check("open ‘«Ada Lovelace»|’; backspace; erase 8", expects: "«Ada»| hints: none")
  }

  @Test func `no hint where there is another mention between what is left`() {
    check(
      "open ‘«Bob K» «Ada Lovelace»|’; change 0-5 ‘’; change 4-4 ‘Bob K’",
      expects: " Ada«Bob K»| Lovelace hints: none")
    check(
      "open ‘«Bob K» «Ada Lovelace»|’; change 0-5 ‘’; change 4-4 ‘Bob K’; change 4-9 ‘’",
      expects: " «Ada| Lovelace» hints: none")
  }

  @Test func `the hint stays when the user types elsewhere`() {
    check(
      "open ‘«Ada Lovelace»|’; backspace; type ‘, too’",
      expects: "Ada Lovelac, too| hints: ‘Ada Lovelac’ restore/trim/delete")
    check(
      "open ‘«Ada Lovelace»|’; backspace; insert ‘O ’ before ‘Ada’",
      expects: "O |Ada Lovelac hints: ‘Ada Lovelac’ restore/trim/delete")
  }

  @Test func `restored text is the mention again`() {
    check("open ‘x «Ada Lovelace»|’; backspace; undo", expects: "x «Ada Lovelace»| hints: none")
    check("open ‘x «Ada Lovelace»|’; backspace 3; undo; undo", expects: "x Ada Lovelac| hints: none")
    check("open ‘x «Ada Lovelace»|’; backspace 3; undo; undo; undo", expects: "x «Ada Lovelace»|")
    check("open ‘x «Ada Lovelace»|’; erase 9; undo", expects: "x «Ada Lovelace»|")
    check("open ‘x «Ada Lovelace»|’; change 1-5 ‘’; undo", expects: "x «Ada Lovelace»|")
    check("open ‘x «Ada Lovelace»|’; backspace; whole ‘Lovelac’ ‘Lovelace’", expects: "x «Ada Lovelace»|")
  }

  @Test func `a trimmed one that is damaged again`() {
    check("open ‘«Ada Lovelace»|’; erase 9; wait 21; backspace", expects: "Ad| hints: ‘Ad’ restore/delete")
    check("open ‘«Ada Lovelace»|’; erase 9; wait 21; backspace; fix restore", expects: "«Ada»| hints: none")
    check("open ‘«Ada Lovelace»|’; erase 9; type ‘ x’", expects: "«Ada» x|")
    check(
      "policy deletion trim; open ‘«Ada L»|’; erase 2; wait 21; backspace; wait 20; apply",
      expects: "| hints: none")
  }

  @Test func `a mention replaced by another one is not damaged`() {
    check("open ‘«Ada L»|’; backspace; bleach", expects: "Ada | hints: none")
    check(
      "open ‘«Ada L» @|’; people Bob; passive; accept 1",
      expects: "«Ada L» «Bob»| hints: none")
  }

  @Test func `at most 64 hints`() {
    let names = (0..<70).map { "«N\($0) x»" }.joined(separator: " ")
    var script = TypingScript("open ‘\(names)|’; bleach; ")
    #expect(script.editor.document.damagedMentions.isEmpty)
    script = TypingScript("open ‘\(names)|’; replace ‘N’ ‘N’")
    for number in (0..<70).reversed() { script.run("replace ‘N\(number) x’ ‘N\(number)y x’") }
    #expect(script.editor.document.damagedMentions.count == 64)
    #expect(script.editor.document.annotations.isEmpty)
    #expect(script.complaints.isEmpty)
  }

  @Test func `deleted text is restored in any number of edits, anywhere`() {
    check(
      "open ‘«Ada Lovelace»|’; change 0-1 ‘’; change 0-1 ‘’; undo; undo",
      expects: "«Ada Lovelace»| hints: none")
    check(
      "open ‘x «Ada Lovelace»|’; change 2-3 ‘’; wait 50; change 2-3 ‘’; wait 50; insert ‘d’ before ‘a L’; insert ‘A’ before ‘da’",
      expects: "x «A|da Lovelace»")
    check(
      "open ‘«Ada Lovelace»|’; change 1-2 ‘’; change 5-6 ‘’; insert ‘v’ after ‘Lo’; insert ‘d’ after ‘A’",
      expects: "«Ad|a Lovelace»")
    check(
      "open ‘«Ada Lovelace»|’; change 0-2 ‘’; change 0-1 ‘o’; undo; undo",
      expects: "«Ada Lovelace»| hints: none")
    check(
      "open ‘«Ada L»|’; erase 3; wait 50; erase 2; wait 50; type ‘xy’; undo; undo; undo; undo",
      expects: "«Ada L»|")
    check(
      "open ‘«Ada Lovelace»|’; erase 1; change 0-1 ‘’; change 0-0 ‘A’; insert ‘e’ after ‘Lovelac’",
      expects: "«Ada Lovelace»|")
  }

  @Test func `text typed next to the rest is not part of it`() {
    check(
      "open ‘«Ada Lovelace»|’; change 0-1 ‘’; insert ‘O’ before ‘da’", expects: "O|da Lovelace hints: none")
    check(
      "open ‘«Ada Lovelace»|’; change 0-4 ‘’; insert ‘Mr ’ before ‘Love’",
      expects: "Mr |Lovelace hints: ‘Lovelace’ restore/trim/delete")
    check("open ‘so «Ada»|!’; backspace 3; type ‘Adam’", expects: "so Adam|!")
    check("open ‘so «Ada»|!’; backspace 3; type ‘Ada’", expects: "so Ada|!")
  }

  @Test func `the last letter of the rest is deleted: the same text next to it is not part of it`() {
    check("open ‘Ada«Ada»x|’; change 4-6 ‘’; wait 50; change 3-4 ‘’", expects: "Ada|x hints: none")
    check("open ‘«Ada»Ada|’; change 1-3 ‘’; wait 50; change 0-1 ‘’", expects: "|Ada hints: none")
  }

  @Test func `letters restored by an edit that is sent with a wider range`() {
    check(
      "open ‘so «Adam» x|’; change 3-4 ‘’; wait 50; change 3-4 ‘’; wait 50; change 0-3 ‘so d’; wait 50; "
        + "change 0-8 ‘so Adam x’",
      expects: "so «Adam» x|")
  }

  @Test func `deletions within 20 ms are one`() {
    check("open ‘Hi «Ada Lovelace»|’; erase 4; wait 20; erase 4", expects: "Hi «Ada» | hints: none")
    check("open ‘Hi «Ada Lovelace»|’; erase 4; wait 21; erase 4", expects: "Hi Ada | hints: none")
    check("open ‘Hi «Ada Lovelace»|’; erase 2; wait 5; erase 2; wait 15; erase 4", expects: "Hi «Ada» |")
    check(
      "open ‘Hi «Ada Lovelace»|’; erase 3; wait 5; erase 2",
      expects: "Hi Ada Lov| hints: ‘Ada Lov’ restore/trim/delete")
    check(
      "open ‘Hi «Ada Lovelace»|’; erase 9; wait 5; erase 1; fix restore",
      expects: "Hi «Ada Lovelace»| hints: none")
    check(
      "policy deletion trim; open ‘Hi «Ada Lovelace»|’; erase 4; wait 10; erase 4; wait 50",
      expects: "Hi «Ada» | wish: none hints: none")
    check(
      "policy deletion delete; open ‘Hi «Ada Lovelace»|’; erase 4; wait 10; erase 4; wait 50",
      expects: "Hi «Ada» | wish: none hints: none")
    check(
      "policy deletion trim; open ‘Hi «Ada Lovelace»|’; erase 2; wait 10; erase 2; wait 19",
      expects: "Hi Ada Love| wish: none")
    check(
      "policy deletion trim; open ‘Hi «Ada Lovelace»|’; erase 2; wait 10; erase 2; wait 20; apply",
      expects: "Hi «Ada»|")
  }

  @Test func `a name that was wrapped in two steps is whole again`() {
    check("open ‘«Ada Lovelace»|’; change 3-4 ‘’; change 3-3 ‘⏎’", expects: "«Ada\n|Lovelace» hints: none")
  }

  // MARK: trim

  @Test func `trim: the short form is left`() {
    check(
      "policy deletion trim; open ‘Hi «Ada Lovelace»|’; backspace",
      expects: "Hi Ada Lovelac| hints: none wish: none")
    check(
      "policy deletion trim; open ‘Hi «Ada Lovelace»|’; backspace; wait 20",
      expects: "Hi Ada Lovelac| hints: none wish: ‘ Lovelac’ to ‘’")
    check(
      "policy deletion trim; open ‘Hi «Ada Lovelace»|’; backspace; wait 20; apply",
      expects: "Hi «Ada»| hints: none wish: none")
    check("policy deletion trim; open ‘Hi «Ada Lovelace»|’; erase 8; wait 20; apply", expects: "Hi «Ada»|")
    check(
      "policy deletion trim; open ‘Hi «Ada Lovelace»|’; erase 9; wait 20", expects: "Hi «Ada»| wish: none")
  }

  @Test func `trim: what cannot be trimmed is deleted`() {
    check("policy deletion trim; open ‘Hi «Ada»|!’; backspace; wait 20; apply", expects: "Hi |!")
    check(
      "policy deletion trim; people Ada Lovelace !; type ‘@a’; accept 1; backspace; wait 20; apply",
      expects: "|")
    check(
      "policy deletion trim; people Ada Lovelace ~Countess; type ‘@a’; accept 1; backspace; wait 20; apply",
      expects: "«Countess»|")
  }

  @Test func `trim: a selection cut into one, or into two`() {
    check(
      "policy deletion trim; open ‘Hi «Ada Lovelace» and|’; erase 8; wait 20; apply", expects: "Hi «Ada»|")
    check(
      "policy deletion trim; open ‘«Ada Lovelace» «Bob Kahn»|’; change 8-18 ‘’; wait 20; apply ‘’",
      expects: "«Ada»|«Bob» hints: none")
  }

  @Test func `trim: right-to-left and emoji names`() {
    check("policy deletion trim; open ‘«עדה לאבלייס»|’; backspace; wait 20; apply", expects: "«עדה»|")
    check("policy deletion trim; open ‘«👩‍👩‍👧 👨‍👩‍👧»|’; backspace; wait 20", expects: "«👩‍👩‍👧» | wish: ‘ ’ to ‘’")
    check("policy deletion trim; open ‘«👩‍👩‍👧 Smith»|’; backspace; wait 20; apply", expects: "«👩‍👩‍👧»|")
  }

  // MARK: delete

  @Test func `delete: the rest goes`() {
    check(
      "policy deletion delete; open ‘Hi «Ada Lovelace»|!’; backspace; wait 20",
      expects: "Hi Ada Lovelac|! hints: none wish: ‘Ada Lovelac’ to ‘’")
    check(
      "policy deletion delete; open ‘Hi «Ada Lovelace»|!’; backspace; wait 20; apply",
      expects: "Hi |! hints: none")
    check("policy deletion delete; open ‘Hi «Ada Lovelace»|!’; erase 9; wait 20; apply", expects: "Hi |!")
    check("policy deletion delete; open ‘Hi «Ada Lovelace»!|’; change 1-5 ‘’; wait 20; apply", expects: "H|!")
  }

  @Test func `delete: what was typed into is no deletion`() {
    check(
      "policy deletion delete; open ‘«Ada| L»’; type ‘m’; wait 50",
      expects: "Adam| L hints: ‘Adam L’ restore/trim/delete wish: none")
    check(
      "policy deletion delete; open ‘«Ada Lovelace»|’; replace ‘Lovelace’ ‘x’; wait 50",
      expects: "Ada x| hints: ‘Ada x’ restore/trim/delete wish: none")
  }

  // MARK: The pause, and clients that do otherwise

  @Test func `20 ms in which nothing more arrives`() {
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 19", expects: "Ada Lovelac| wish: none")
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 19; backspace; wait 19",
      expects: "Ada Lovela| wish: none")
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 19; backspace; wait 20; apply",
      expects: "«Ada»|")
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 5; insert ‘x’ before ‘Ada’; wait 19",
      expects: "x|Ada Lovelac wish: none")
  }

  @Test func `typed further before the delay is over: dropped`() {
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; type ‘r’; wait 50",
      expects: "Ada Lovelacr| hints: none wish: none")
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; type ‘ ’; wait 50",
      expects: "Ada Lovelac | hints: ‘Ada Lovelac’ restore/trim/delete wish: none")
  }

  @Test func `never while a mention is being made`() {
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; type ‘ @’; wait 50",
      expects:
        "Ada Lovelac @| state: explicit ‘’ awaiting hints: ‘Ada Lovelac’ restore/trim/delete wish: none")
  }

  @Test func `the document has changed: dropped silently`() {
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 20; type ‘ x’; wait 50",
      expects: "Ada Lovelac x| hints: ‘Ada Lovelac’ restore/trim/delete wish: none")
    check(
      "policy deletion delete; open ‘«Ada Lovelace»|’; backspace; wait 20; backspace; wait 50",
      expects: "Ada Lovela| hints: none wish: none")
  }

  @Test func `refused: as with plain`() {
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 20; refuse",
      expects: "Ada Lovelac| hints: ‘Ada Lovelac’ restore/trim/delete")
  }

  @Test func `refused, then another entity is accepted in the remaining text`() {
    check(
      "policy deletion trim; open ‘«Alan Turing»|’; backspace; wait 20; refuse; ask; batch Alan Turing; accept 1",
      expects: "Alan «Alan Turing»| hints: none")
  }

  @Test func `never answered, or reported as done but not done: as with plain after a second`() {
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 20; wait 999",
      expects: "Ada Lovelac| hints: none")
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 20; wait 1000",
      expects: "Ada Lovelac| hints: ‘Ada Lovelac’ restore/trim/delete")
  }

  @Test func `refused but done anyway, late`() {
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 20; refuse; erase 8",
      expects: "«Ada»| hints: none")
    check(
      "policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 20; wait 2000; erase 8",
      expects: "«Ada»| hints: none")
  }

  @Test func `further typing in the same notification as the change`() {
    check("policy deletion trim; open ‘«Ada Lovelace»|’; backspace; wait 20; apply ‘ x’", expects: "«Ada» x|")
    check("policy deletion delete; open ‘«Ada Lovelace»|’; backspace; wait 20; apply ‘x’", expects: "x|")
  }

  @Test func `undo of the server's edit, and of the deletion`() {
    check("policy deletion trim; open ‘«Ada L»|’; backspace; wait 20; apply; undo; undo", expects: "«Ada L»|")
  }

  @Test func `settings that change in the meantime`() {
    var script = TypingScript("policy deletion trim; open ‘«Ada Lovelace»|’; backspace")
    var policy = script.editor.document.policy
    policy.deletion = .plain
    script.withEditor { $0.setPolicy(policy) }
    script.run("wait 50")
    let expected = "Ada Lovelac| hints: ‘Ada Lovelac’ restore/trim/delete wish: none"
    #expect(script.outcome(as: expected) == expected)
  }
}
