import Mentions
import MentionsTestKit
import Testing

/// Behaviour, section 9: formats by place.
@Suite("Formats by place") struct InsertPlaceTests {
  private let ada = "batch Ada Lovelace <ada> ada@example.org; accept 1"

  @Test func `a trailer line of a commit message: name and e-mail address`() {
    for token in ["Co-authored-by", "Reviewed-by", "co-AUTHORED-BY", "Signed-off-by", "X-Blessed-by"] {
      check(
        "open ‘Fix⏎⏎\(token): |’; language gitcommit; type ‘@ad’; \(ada)",
        expects: "Fix\n\n\(token): «Ada Lovelace <ada@example.org>»| state: stalled")
    }
    check(
      "open ‘Acked-by: Bob <b@c.d>, |’; language git-commit; type ‘@ad’; \(ada)",
      expects: "Acked-by: Bob <b@c.d>, «Ada Lovelace <ada@example.org>»|")
    check(
      "open ‘Co-authored-by: |’; language gitcommit; type ‘Ada’; \(ada)",
      expects: "Co-authored-by: «Ada Lovelace <ada@example.org>»|")
    check(
      "open ‘Co-authored-by: |’; language gitcommit; type ‘@bo’; batch Bob Kahn <bob>; accept 1",
      expects: "Co-authored-by: «Bob Kahn»|")
  }

  @Test func `elsewhere in the document and in other documents: the language's format`() {
    for before in ["Fix ", "Co-authored-by ", "Fixes: ", "by: ", "Made by: ", "Co-authored-by:x "] {
      check(
        "open ‘\(before)|’; language gitcommit; type ‘@ad’; \(ada)", expects: "\(before)«Ada Lovelace»|")
    }
    check("open ‘Co-authored-by: |’; type ‘@ad’; \(ada)", expects: "Co-authored-by: «Ada Lovelace»|")
  }

  @Test func `CODEOWNERS: the handle with its @, failing that the e-mail address`() {
    check("language codeowners; open ‘*.c |’; type ‘@ad’; \(ada)", expects: "*.c «@ada»|")
    check("policy codeowners; open ‘*.c |’; type ‘@ad’; \(ada)", expects: "*.c «@ada»|")
    check(
      "policy codeowners; open ‘*.c |’; type ‘@bo’; batch Bob bob@example.org; accept 1",
      expects: "*.c «bob@example.org»|")
    check("policy codeowners; open ‘*.c |’; type ‘@bo’; batch Bob; accept 1", expects: "*.c «Bob»|")
    check("policy codeowners; open ‘*.c |’; type ‘Ada’; \(ada)", expects: "*.c «@ada»|")
  }

  @Test func `the settings override the places, the language's own format does not`() {
    check(
      "policy format #{id} trailer ~{handle} codeowners-format !{handle}; language gitcommit; open ‘Acked-by: |’; "
        + "type ‘@ad’; \(ada)",
      expects: "Acked-by: «~ada»|")
    check(
      "policy codeowners codeowners-format !{handle}; open ‘* |’; type ‘@ad’; \(ada)", expects: "* «!ada»|")
    check(
      "policy format #{id}; language gitcommit; open ‘Acked-by: |’; type ‘@ad’; \(ada)",
      expects: "Acked-by: «Ada Lovelace <ada@example.org>»|")
  }

  @Test func `text written by a place's format is read back there`() {
    let known = "type ‘@ad’; batch Ada Lovelace <ada> ada@example.org; erase 3; read"
    check(
      "language gitcommit; open ‘Acked-by: Ada Lovelace <ada@example.org>⏎x Ada Lovelace <ada@example.org>⏎|’; \(known)",
      expects: "Acked-by: «Ada Lovelace <ada@example.org>»\nx Ada Lovelace <ada@example.org>\n|")
    check("policy codeowners; open ‘* @ada @adam⏎|’; \(known)", expects: "* «@ada» @adam\n|")
  }
}
