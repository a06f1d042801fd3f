import MentionsTestKit
import Testing

/// The behaviour, section 6: an editor that asks gets Hakawai's three steps.
@Suite("Backspace that asks") struct BackspaceTests {
  @Test("light up, trim, delete") func threeSteps() {
    check("open ‘Hi «Ada Lovelace»|!’; press", expects: "Hi «Ada Lovelace»|! lit: Ada Lovelace did: lightUp")
    check("open ‘Hi «Ada Lovelace»|!’; press 2", expects: "Hi «Ada»|! lit: Ada did: lightUp, trim")
    check("open ‘Hi «Ada Lovelace»|!’; press 3", expects: "Hi |! lit: none did: lightUp, trim, delete")
    check("open ‘Hi «Ada Lovelace»|!’; press 4", expects: "Hi|! did: lightUp, trim, delete, none")
  }

  @Test("trimmed to what was typed to find it, it is no preview taken back") func shortAsTyped() {
    check("people Ada Lovelace; type ‘Ada’; accept 1; press 2", expects: "«Ada»| did: lightUp, trim")
    check(
      "people Ada Lovelace, Ada; type ‘Ada’; accept 2; press 2; type ‘ is’",
      expects: "«Ada» is| did: lightUp, trim")
  }

  @Test("in every deletion mode alike", arguments: ["plain", "trim", "delete"])
  func everyMode(_ mode: String) {
    check(
      "policy deletion \(mode); people Ada Lovelace; type ‘Hi @a’; accept 1; press 2; wait 50",
      expects: "Hi «Ada»| wish: none did: lightUp, trim")
  }

  @Test("the host hears of each step") func events() {
    check(
      "people Ada Lovelace; type ‘@a’; accept 1; press 3",
      expects:
        "| events: creating, willShow, shown, changed, changed, retract, created Ada Lovelace, "
        + "selected Ada Lovelace at 1, quiescent, hidden, refresh, trimmed Ada Lovelace, deleted Ada Lovelace"
    )
  }

  @Test("a name of one word, canTrim false: deleted at once") func notTrimmable() {
    check("open ‘Hi «Ada»|’; press 2", expects: "Hi | did: lightUp, delete")
    check("people Ada Lovelace !; type ‘@a’; accept 1; press 2", expects: "| did: lightUp, delete")
  }

  @Test("an entity's own short name") func shortName() {
    check(
      "people Ada Lovelace ~Countess; type ‘@a’; accept 1; press 2", expects: "«Countess»| did: lightUp, trim"
    )
    check(
      "people Ada Lovelace ~Countess; type ‘@a’; accept 1; press 3", expects: "| did: lightUp, trim, delete")
  }

  @Test("a format that shows a handle is not trimmable") func handle() {
    check(
      "policy format @{handle}; people Ada Lovelace <ada>; type ‘@a’; accept 1; press 2",
      expects: "| did: lightUp, delete")
  }

  @Test("right-to-left and emoji names") func scripts() {
    check("open ‘«עדה לאבלייס»|’; press 2", expects: "«עדה»| did: lightUp, trim")
    check("open ‘«👩‍👩‍👧 Smith»|’; press 2", expects: "«👩‍👩‍👧»| did: lightUp, trim")
    check("open ‘«张 三»|’; press 2", expects: "«张»| did: lightUp, trim")
    check("open ‘«Zoe\u{308} K»|’; press 3", expects: "| did: lightUp, trim, delete")
  }

  @Test("anywhere but right after a mention, the editor's own deletion is right") func elsewhere() {
    check("open ‘«Ada Lovelace» |’; press", expects: "«Ada Lovelace»| did: none")
    check("open ‘|«Ada Lovelace»’; press", expects: "|«Ada Lovelace» did: none")
    check("open ‘«Ada Love|lace»’; press", expects: "Ada Lov|lace did: none")
  }

  @Test("the one before the cursor, where two meet") func neighbours() {
    check("open ‘«Ada L»|«Bob K»’; press", expects: "«Ada L»|«Bob K» lit: Ada L did: lightUp")
    check("open ‘«Ada L»|«Bob K»’; press 3", expects: "|«Bob K» did: lightUp, trim, delete")
  }

  @Test("it begins again when the cursor went away or something was typed") func beginsAgain() {
    check(
      "open ‘«Ada L»|’; press; move home; move end; press",
      expects: "«Ada L»| lit: Ada L did: lightUp, lightUp")
    check("open ‘«Ada L»|’; press; type ‘!’; press; press", expects: "«Ada L»| did: lightUp, none, lightUp")
  }

  @Test("a message that the cursor is where it was changes nothing") func sameCursor() {
    check("open ‘«Ada L»|’; press; move end; passive; press", expects: "«Ada»| did: lightUp, trim")
  }

  @Test("without lighting up, the first trims") func unlit() {
    check("policy unlit; open ‘x «Ada L»|’; press", expects: "x «Ada»| lit: none did: trim")
  }

  @Test("undo brings back what a step took") func undo() {
    check("open ‘«Ada L»|’; press 2; undo", expects: "«Ada L»|")
    check("open ‘«Ada L»|’; press 3; undo", expects: "«Ada»|")
    check("open ‘«Ada L»|’; press 3; undo; undo", expects: "«Ada L»|")
  }

  @Test("one that a mention is being made behind") func whileCreating() {
    check(
      "open ‘«Ada L»|’; people Bob; type ‘ @b’; press",
      expects: "«Ada L» @| state: explicit ‘’ results did: none")
  }
}
