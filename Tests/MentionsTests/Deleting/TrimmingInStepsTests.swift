import MentionsTestKit
import Testing

/// Behaviour, sections 6 and 11: edits of the server's own that arrive one notification each (lsp-mode).
@Suite("Trims in several notifications") struct TrimmingInStepsTests {
  private let start = "people Ada Lovelace ~Countess; type ‘Hi @a’; accept 1"

  @Test func `two edits at one place, the first an insertion`() {
    check("\(start); told-trim; change 3-3 ‘Countess’; change 11-23 ‘’", expects: "Hi «Countess»|")
    check("\(start); told-trim; change 3-15 ‘’; change 3-3 ‘Countess’", expects: "Hi «Countess»|")
    check("\(start); told-trim; change 3-15 ‘’ 3-3 ‘Countess’", expects: "Hi «Countess»|")
    check("\(start); told-trim; change 3-3 ‘Countess’ 11-23 ‘’", expects: "Hi «Countess»|")
  }

  @Test func `it is still a mention: the third backspace deletes it`() {
    check(
      "\(start); told-trim; change 3-3 ‘Countess’; change 11-23 ‘’; press 1",
      expects: "Hi | did: lightUp, trim, delete")
  }

  @Test func `in three edits, in any order`() {
    let doctor = "people Dr. Ada Lovelace ~Ada; type ‘Hi @a’; accept 1; told-trim"
    check("\(doctor); change 10-19 ‘’; change 3-4 ‘’; change 3-6 ‘’", expects: "Hi |«Ada»")
    check("\(doctor); change 3-7 ‘’; change 6-10 ‘’; change 6-11 ‘’", expects: "Hi «Ada»|")
  }

  @Test func `the policy's own trim too`() {
    let damaged = "policy deletion trim; \(start); backspace; wait 50"
    check("\(damaged); change 3-3 ‘Countess’; change 11-22 ‘’", expects: "Hi «Countess»|")
  }

  @Test func `a text that never becomes the short form is not a trim, nor one that does so a second later`() {
    check("\(start); told-trim; change 3-3 ‘Count’; change 8-20 ‘’", expects: "Hi Count|")
    check(
      "\(start); told-trim; change 3-15 ‘’; wait 1100; change 3-3 ‘Countess’", expects: "Hi Countess|")
    check(
      "\(start); told-trim; change 0-0 ‘x’; change 4-16 ‘’; change 4-4 ‘Countess’", expects: "xHi Countess|")
  }
}
