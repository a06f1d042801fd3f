import MentionsTestKit
import Testing

/// Behaviour, section 4: a finished query is not started anew by asking.
@Suite("Asking again") struct AskingAgainTests {
  @Test
  func `for the current key, whose query has ended: everything found, and no loading item`() {
    let found = "type ‘@a’; some Ada, Alan; batch Ann; shown; wait 200"
    for asking in ["ask", "request; wait 200; request", "request; wait 200; ask; wait 200; ask"] {
      check(
        "\(found); \(asking)",
        expects: "@a| state: explicit ‘a’ results list: Ada, Alan, Ann asks: ‘’ ‘a’")
    }
    check("type ‘@xyz’; none; ask", expects: "@xyz| state: explicit ‘xyz’ no results asks: ‘’ ‘x’ ‘xy’ ‘xyz’")
  }

  @Test
  func `while the query is in flight: no second one, which would lose the first one's answers`() {
    check(
      "type ‘@a’; some Ada; ask; batch Alan",
      expects: "@a| state: explicit ‘a’ results list: Ada, Alan asks: ‘’ ‘a’")
  }

  @Test
  func `a source that ended without a last batch is asked once more, the others are not`() {
    check(
      "type ‘@a’; begin team, slow; batch Ada; ended slow; wait 200; ask",
      expects: "@a| state: explicit ‘a’ results list: Ada (loading) asks: ‘’ ‘a’ ‘a’ again of slow")
    check(
      "type ‘@a’; begin team, slow; batch Ada; ended slow; wait 200; ask; slow Alan",
      expects: "@a| state: explicit ‘a’ results list: Ada, Alan")
    check(
      "type ‘@a’; begin slow; ended slow; ask; slow Alan",
      expects: "@a| state: explicit ‘a’ results list: Alan")
  }

  @Test
  func `an implicit mention, for which less is offered unasked, is searched for once more on request`() {
    check(
      "type ‘Ada’; batch Ada; ask; batch Ada, Adam; wait 200; ask",
      expects: "Ada| state: implicit ‘Ada’ results list: Ada, Adam asks: ‘Ada’ ‘Ada’")
  }

  @Test func `typing further and deleting back queries again`() {
    check(
      "type ‘@a’; batch Ada; type ‘d’; batch Ada; backspace",
      expects: "@a| state: explicit ‘a’ results asks: ‘’ ‘a’ ‘ad’ ‘a’")
  }
}
