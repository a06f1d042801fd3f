import MentionsTestKit
import Testing

/// Behaviour, section 6: what is highlighted.
@Suite("What is highlighted") struct HighlightTests {
  private let text = "open ‘Hi «Ada Lovelace»! |’"

  @Test func `the mention with the cursor strictly inside it`() {
    check("\(text); move after ‘Ad’", expects: "Hi «Ad|a Lovelace»!  lit: Ada Lovelace")
    check("\(text); move before ‘Ada’", expects: "Hi |«Ada Lovelace»!  lit: none")
    check("\(text); move after ‘lace’", expects: "Hi «Ada Lovelace»|!  lit: none")
  }

  @Test func `a selection highlights nothing`() {
    check("\(text); select ‘Lovel’", expects: "Hi «Ada |Lovel|ace»!  lit: none")
    check("\(text); move after ‘Ad’; select ‘a Lov’", expects: "Hi «Ad|a Lov|elace»!  lit: none")
    check(
      "\(text); select ‘Lovel’; move after ‘Ad’", expects: "Hi «Ad|a Lovelace»!  lit: Ada Lovelace")
    // A request that tells the place alone does not say that nothing is selected.
    check("\(text); select ‘Lovel’; point", expects: "Hi «Ada |Lovel|ace»!  lit: none")
  }

  @Test
  func `after a backspace, until the next edit or cursor move: the one that ends at the cursor`() {
    let pressed = "open ‘Hi «Ada Lovelace»| x’; press"
    check(pressed, expects: "Hi «Ada Lovelace»| x lit: Ada Lovelace")
    check("\(pressed); forward", expects: "Hi «Ada Lovelace»|x lit: none")
    check("\(pressed); type ‘,’", expects: "Hi «Ada Lovelace»,| x lit: none")
    check("\(pressed); move left 3", expects: "Hi «Ada Lovel|ace» x lit: Ada Lovelace")
    check("\(pressed); move end", expects: "Hi «Ada Lovelace» x| lit: none")
  }
}
