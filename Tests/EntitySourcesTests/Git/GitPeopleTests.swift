import Entities
import MentionsTestKit
import Testing

@testable import EntitySources

/// Who is one person in a history, and how that person is shown (Behaviour, section 4).
@Suite struct GitPeopleTests {
  /// `days ago × commits: name <email>`, or `~` for `×` where they only signed as a co-author.
  private struct Entry {
    let key: [UInt8]
    var activity = GitActivity()

    init(_ text: String) {
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      let isAuthor = text[..<colon].contains("×")
      let numbers = text[..<colon].split { $0 == "×" || $0 == "~" }.map { Int($0) ?? 0 }
      let rest = text[colon...].dropFirst(2)
      let mail = rest.lastIndex(of: "<") ?? rest.endIndex
      key = Array(rest[..<mail].dropLast().utf8) + [0] + Array(rest[mail...].dropFirst().dropLast().utf8)
      for _ in 0..<numbers[1] { activity.add(1_700_000_000 - numbers[0] * 86_400, isAuthor: isAuthor) }
    }
  }

  private func people(_ entries: [Entry]) -> String {
    var people = GitPeople()
    for entry in entries { people.add(key: entry.key[...], entry.activity) }
    return people.records().compactMap { $0.entity(source: "git").map(line) }.joined(separator: "\n")
  }

  /// The same in whatever order the identities are met.
  private func check(
    _ history: String, expects expected: String, _ location: SourceLocation = #_sourceLocation
  ) {
    var entries = history.split(separator: "\n").map { Entry(String($0)) }
    var random = SplitMix(state: 7)
    for _ in 0..<20 {
      expectRow(people(entries), expected, sourceLocation: location)
      entries.shuffle(using: &random)
    }
  }

  @Test func `one folded name or address is one person`() {
    check(
      """
      9×1: Jose Garcia <jose@work.org>
      3×1: José García <jose@home.org>
      5×1: pepe <JOSE@work.org>
      """, expects: "José García <jose@home.org> [pepe|JOSE@work.org] ×2.99")
  }

  @Test func `the name used most is shown and a full name before a handle`() {
    check(
      """
      0×9: archseer <a@x.org>
      0×2: Blaž Hrastnik <a@x.org>
      0×1: B. Hrastnik <a@x.org>
      """, expects: "Blaž Hrastnik <a@x.org> [B. Hrastnik|archseer] ×12")
    check("0×9: ada <ada@x.org>\n0×1: countess <ada@x.org>", expects: "ada <ada@x.org> [countess] ×10")
    check("0×9: zhang <z@x.org>\n0×1: 張三 <z@x.org>", expects: "張三 <z@x.org> [zhang] ×10")
  }

  @Test func `an equal handle is one person`() {
    check(
      """
      0×1: Ada Lovelace <1+ada-l@users.noreply.github.com>
      0×1: countess <ada-l@users.noreply.github.com>
      """,
      expects: "Ada Lovelace <1+ada-l@users.noreply.github.com> @ada-l"
        + " [countess|ada-l@users.noreply.github.com] ×2")
  }

  @Test func `a handle that is the local part of one other's address is that person`() {
    check(
      """
      0×4: Blaž Hrastnik <archseer@mxxn.io>
      0×5: the seer <archseer@users.noreply.github.com>
      """,
      expects: "the seer <archseer@mxxn.io> @archseer [Blaž Hrastnik|archseer@users.noreply.github.com] ×9")
  }

  @Test func `a handle that one other person uses is that person`() {
    check(
      """
      0×9: kpbaks <k@tuta.io>
      0×5: Kristoffer Sørensen <1+KPbaks@users.noreply.github.com>
      """,
      expects: "Kristoffer Sørensen <k@tuta.io> @KPbaks [kpbaks|1+KPbaks@users.noreply.github.com] ×14")
    // A local part here and a name there are two.
    check(
      """
      0×9: smith <a@x.org>
      0×5: Ann Smith <smith@y.org>
      0×1: Bob <smith@users.noreply.github.com>
      """,
      expects: """
        smith <a@x.org> ×9
        Ann Smith <smith@y.org> ×5
        Bob <smith@users.noreply.github.com> @smith ×1
        """)
  }

  @Test func `a handle that is the local part of two others' addresses is neither`() {
    check(
      """
      0×3: Ann Smith <smith@a.org>
      0×2: Bob Smith <smith@b.org>
      0×1: Smithy <smith@users.noreply.github.com>
      """,
      expects: """
        Ann Smith <smith@a.org> ×3
        Bob Smith <smith@b.org> ×2
        Smithy <smith@users.noreply.github.com> @smith ×1
        """)
  }

  @Test func `two holders that turn out to be the same are merged`() {
    check(
      """
      0×3: Ann Smith <smith@a.org>
      0×2: A. Smith <smith@b.org>
      0×1: A. Smith <ann-s@users.noreply.github.com>
      0×1: ann <ann-s@c.org>
      0×1: Ann Smith <ann-s@d.org>
      0×1: ann <ann-s@d.org>
      0×1: Smithy <smith@users.noreply.github.com>
      """,
      expects: "Ann Smith <ann-s@c.org> @ann-s"
        + " [A. Smith|ann|Smithy|@smith|ann-s@d.org|smith@a.org|smith@b.org"
        + "|ann-s@users.noreply.github.com|smith@users.noreply.github.com] ×10")
  }

  @Test(arguments: ["me", "mail", "git", "github", "info", "dev", "hello", "contact", "admin", "root"])
  func `common local parts do not merge people`(_ word: String) {
    check(
      """
      0×3: Ann Smith <\(word)@a.org>
      0×2: Robo <1+\(word)@users.noreply.github.com>
      0×1: Other <\(word)@users.noreply.github.com>
      """,
      expects: """
        Ann Smith <\(word)@a.org> ×3
        Robo <1+\(word)@users.noreply.github.com> @\(word) ×2
        Other <\(word)@users.noreply.github.com> @\(word) #\(word)@users.noreply.github.com ×1
        """)
  }

  @Test func `the newest deliverable address is shown`() {
    check(
      """
      9×1: Ada L <old@x.org>
      5×1: Ada L <new@x.org>
      4~1: Ada L <trailer@x.org>
      3×1: Ada L <ada@laptop.local>
      2×1: Ada L <ada@laptop>
      1×1: Ada L <ada@users.noreply.github.com>
      0×1: Ada L <ada@box.localdomain>
      """,
      expects: "Ada L <new@x.org> @ada [old@x.org|trailer@x.org|ada@users.noreply.github.com"
        + "|ada@box.localdomain|ada@laptop|ada@laptop.local] ×6.98")
    // Of what is left a noreply address is better than none.
    check(
      "1×1: Ada L <ada@laptop>\n5×1: Ada L <1+ada@users.noreply.github.com>",
      expects: "Ada L <1+ada@users.noreply.github.com> @ada [ada@laptop] ×2")
    check("1×1: Ada L <ada@laptop>", expects: "Ada L <ada@laptop> ×1")
  }

  @Test(arguments: [
    ("Ada L <ada@x.org>, Ben <ben@x.org>", ["Ada L <ada@x.org>", "Ben <ben@x.org>"]),
    ("Ada L <ada@x.org> and Ben <mailto:ben@x.org> (both)", ["Ada L <ada@x.org>", "Ben <ben@x.org>"]),
    ("ada@x.org", ["ada <ada@x.org>"]), ("Ada <none>", []), ("@ada <>", []),
    ("> Ada <ada@x.org>>", ["Ada <ada@x.org>"]),
  ]) func `people of one trailer`(_ value: String, _ expected: [String]) {
    var history = GitHistory()
    history.take(Array("1700000000\0Zoe\0z@x.org\0\(value)\n".utf8))
    history.finish()
    let people = history.records(under: Mailmap([])).compactMap { $0.entity(source: "git") }
    #expect(Set(people.map { "\($0.name) <\($0.email ?? "")>" }) == Set(expected + ["Zoe <z@x.org>"]))
    let message = Array("Subject\n\nReviewed-by: \(value)\n".utf8)
    #expect(Trailers.named(in: message).map { "\($0.name) <\($0.email ?? "")>" } == expected)
  }

  @Test func `every name handle and address finds the person`() throws {
    var people = GitPeople()
    for text in [
      "0×1: Blaž Hrastnik <blaz@mxxn.io>", "9×1: archseer <blaz@mxxn.io>",
      "8×1: Blaž Hrastnik <1+archseer@users.noreply.github.com>",
      "9×1: Blaž Hrastnik <2+speed@users.noreply.github.com>", "20×1: Blaž Hrastnik <old@work.si>",
    ] {
      let entry = Entry(text)
      people.add(key: entry.key[...], entry.activity)
    }
    let entities = people.records().compactMap { $0.entity(source: "git") }
    let catalog = EntityCatalog(source: "git", entities)
    #expect(catalog.count == 1)
    for key in ["blaz", "hrast", "archs", "speed", "blaz@", "old@work", "2+speed@users", "1+arch", "bh"] {
      let match = catalog.search(MatchQuery(key: key)).matches.first
      #expect((match?.tier.matchClass ?? .mended) <= .strong, "\(key)")
    }
  }

  @Test func `handles come from no reply addresses`() {
    #expect(NoReplyAddress.handle(in: "ada@users.noreply.github.com") == "ada")
    #expect(NoReplyAddress.handle(in: "12345+ada-l@users.noreply.github.com") == "ada-l")
    #expect(NoReplyAddress.handle(in: "77-carol@users.noreply.gitlab.com") == "carol")
    #expect(NoReplyAddress.handle(in: "4-2@users.noreply.github.com") == "4-2")
    #expect(NoReplyAddress.handle(in: "ada@example.org") == nil)
  }

  @Test func `weights halve every three years`() {
    check(
      """
      0×8: Now <now@x.org>
      1096×8: Three Years <three@x.org>
      2192×8: Six Years <six@x.org>
      365×8: One Year <one@x.org>
      21920×8: Sixty Years <sixty@x.org>
      """,
      expects: """
        Now <now@x.org> ×8
        One Year <one@x.org> ×6.35
        Three Years <three@x.org> ×4
        Six Years <six@x.org> ×2
        Sixty Years <sixty@x.org> ×0
        """)
  }
}

/// Small and the same everywhere.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
