import MentionsTestKit
import Testing

/// Behaviour, section 6: an editor that asks gets Hakawai's three steps.
@Suite("Backspace that asks") struct BackspaceTests {
  @Test func `light up, trim, delete`() {
    check("open ‘Hi «Ada Lovelace»|!’; press", expects: "Hi «Ada Lovelace»|! lit: Ada Lovelace did: lightUp")
    check("open ‘Hi «Ada Lovelace»|!’; press 2", expects: "Hi «Ada»|! lit: Ada did: lightUp, trim")
    check("open ‘Hi «Ada Lovelace»|!’; press 3", expects: "Hi |! lit: none did: lightUp, trim, delete")
    check("open ‘Hi «Ada Lovelace»|!’; press 4", expects: "Hi|! did: lightUp, trim, delete, none")
  }

  @Test func `trimmed to the typed key, it is not a reverted preview`() {
    check("people Ada Lovelace; type ‘Ada’; accept 1; press 2", expects: "«Ada»| did: lightUp, trim")
    check(
      "people Ada Lovelace, Ada; type ‘Ada’; accept 2; press 2; type ‘ is’",
      expects: "«Ada» is| did: lightUp, trim")
  }

  @Test(arguments: ["plain", "trim", "delete"])
  func `in every deletion mode alike`(_ mode: String) {
    check(
      "policy deletion \(mode); people Ada Lovelace; type ‘Hi @a’; accept 1; press 2; wait 50",
      expects: "Hi «Ada»| wish: none did: lightUp, trim")
  }

  @Test func `the host is told of each step`() {
    check(
      "people Ada Lovelace; type ‘@a’; accept 1; press 3",
      expects:
        "| events: creating, willShow, shown, changed, changed, retract, created Ada Lovelace, "
        + "selected Ada Lovelace at 1, quiescent, hidden, refresh, trimmed Ada Lovelace, deleted Ada Lovelace"
    )
  }

  @Test func `a name of one word, canTrim false: deleted at once`() {
    check("open ‘Hi «Ada»|’; press 2", expects: "Hi | did: lightUp, delete")
    check("people Ada Lovelace !; type ‘@a’; accept 1; press 2", expects: "| did: lightUp, delete")
  }

  @Test func `an entity's own short name`() {
    check(
      "people Ada Lovelace ~Countess; type ‘@a’; accept 1; press 2", expects: "«Countess»| did: lightUp, trim"
    )
    check(
      "people Ada Lovelace ~Countess; type ‘@a’; accept 1; press 3", expects: "| did: lightUp, trim, delete")
  }

  @Test func `a format that shows a handle is not trimmable`() {
    check(
      "policy format @{handle}; people Ada Lovelace <ada>; type ‘@a’; accept 1; press 2",
      expects: "| did: lightUp, delete")
  }

  @Test func `right-to-left and emoji names`() {
    check("open ‘«עדה לאבלייס»|’; press 2", expects: "«עדה»| did: lightUp, trim")
    check("open ‘«👩‍👩‍👧 Smith»|’; press 2", expects: "«👩‍👩‍👧»| did: lightUp, trim")
    check("open ‘«张 三»|’; press 2", expects: "«张»| did: lightUp, trim")
    check("open ‘«Zoe\u{308} K»|’; press 3", expects: "| did: lightUp, trim, delete")
  }

  @Test func `anywhere but right after a mention, the editor's own deletion is right`() {
    check("open ‘«Ada Lovelace» |’; press", expects: "«Ada Lovelace»| did: none")
    check("open ‘|«Ada Lovelace»’; press", expects: "|«Ada Lovelace» did: none")
    check("open ‘«Ada Love|lace»’; press", expects: "Ada Lov|lace did: none")
  }

  @Test func `the one before the cursor, where two meet`() {
    check("open ‘«Ada L»|«Bob K»’; press", expects: "«Ada L»|«Bob K» lit: Ada L did: lightUp")
    check("open ‘«Ada L»|«Bob K»’; press 3", expects: "|«Bob K» did: lightUp, trim, delete")
  }

  @Test func `the steps restart after the cursor has moved or something was typed`() {
    check(
      "open ‘«Ada L»|’; press; move home; move end; press",
      expects: "«Ada L»| lit: Ada L did: lightUp, lightUp")
    check("open ‘«Ada L»|’; press; type ‘!’; press; press", expects: "«Ada L»| did: lightUp, none, lightUp")
  }

  @Test func `a message with an unchanged cursor changes nothing`() {
    check("open ‘«Ada L»|’; press; move end; passive; press", expects: "«Ada»| did: lightUp, trim")
  }

  @Test func `without lighting up, the first trims`() {
    check("policy unlit; open ‘x «Ada L»|’; press", expects: "x «Ada»| lit: none did: trim")
  }

  @Test func `undo brings back what a step removed`() {
    check("open ‘«Ada L»|’; press 2; undo", expects: "«Ada L»|")
    check("open ‘«Ada L»|’; press 3; undo", expects: "«Ada»|")
    check("open ‘«Ada L»|’; press 3; undo; undo", expects: "«Ada L»|")
  }

  @Test func `one with a mention being created after it`() {
    check(
      "open ‘«Ada L»|’; people Bob; type ‘ @b’; press",
      expects: "«Ada L» @| state: explicit ‘’ results did: none")
  }
}
