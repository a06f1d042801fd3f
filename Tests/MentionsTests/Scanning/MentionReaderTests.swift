import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// All mentions of a text: what formats wrote (Behaviour, section 9), and words that equal a handle.
@Suite struct MentionReaderTests {
  /// Everybody, by handle; two are `twin`, `rosie` was `rosa`.
  static let people: [Entity] = {
    var team = Entity(id: "t1", name: "Web team")
    team.handle = "acme/web"
    var rosie = Entity(id: "rosie", name: "Rosie Jones")
    rosie.handle = "rosie"
    rosie.aliases = ["rosa", "Rosa Jones", "@rosie-hub"]
    rosie.email = "rosie@example.com"
    rosie.url = "https://example.com/rosie"
    let noHandle = Entity(id: "backend", name: "Backend")
    var snake = Entity(id: "snake", name: "Snake")
    snake.handle = "snake_"
    let jose = Entity(id: "jose", name: "Jos\u{E9} N\u{FA}\u{F1}ez")
    var ben = Entity(id: "ben", name: "Ben")
    ben.handle = "ben"
    var otherBen = Entity(id: "otherben", name: "Other Ben")
    otherBen.handle = "Ben"
    return ReadBackTests.people + [team, rosie, noHandle, snake, jose, ben, otherBen]
  }()

  static func known(isComplete: Bool = true) -> MentionReader.Known {
    MentionReader.Known(
      lookup: { field, value in
        people.filter {
          field.value(of: $0, trigger: "").map { CaselessText($0) == CaselessText(value) } ?? false
        }
      }, isComplete: isComplete,
      aliases: { alias in
        let spellings = [alias, "@" + alias].map { CaselessText($0) }
        return people.filter { $0.aliases.contains { spellings.contains(CaselessText($0)) } }
      },
      hasOwner: { owner in people.contains { $0.handle?.hasPrefix(owner + "/") ?? false } })
  }

  static func policy(_ template: String = "{name}", character: String = "@") throws -> MentionsPolicy {
    var policy = MentionsPolicy.standard
    policy.triggers[0].character = character
    policy.triggers[0].insert = InsertTemplates(fallback: try InsertFormat(template))
    return policy
  }

  /// Each mention as its text, and who that is.
  static func scan(
    _ text: String, language: String = "markdown", policy: MentionsPolicy = .standard, isComplete: Bool = true
  ) -> [String] {
    let indexed = IndexedText(text)
    let found = MentionReader(policy: policy, languageID: language).read(indexed) { _ in
      known(isComplete: isComplete)
    }
    for (a, b) in zip(found, found.dropFirst()) { #expect(a.range.end <= b.range.start, "not disjoint") }
    return found.map { mention in
      let who =
        switch mention.meaning {
        case .known(let entity): entity.name
        case .ambiguous(let entities): entities.map(\.name).joined(separator: " or ")
        case .unknown: "unknown"
        case .stale(let entity): "now \(entity.handle ?? entity.name)"
        }
      return "\(indexed.buffer.string(in: mention.range)): \(who)"
    }
  }

  @Test func `a trigger and a word that equals a handle, whatever insert says`() throws {
    #expect(Self.scan("Ask @ada or @bob.") == ["@ada: Ada Lovelace", "@bob: Bob"])
    #expect(
      Self.scan("Ask @ada or @bob.", policy: try Self.policy("@{handle}")) == [
        "@ada: Ada Lovelace", "@bob: Bob",
      ])
    #expect(Self.scan("@ada's, “@jane-doe”, @acme/web! 你好@张三 你好").count == 4)
  }

  @Test func `what a format wrote, the visible part of it`() throws {
    let policy = try Self.policy("[«@{handle}»]({url})")
    #expect(
      Self.scan("See [@rosie](https://example.com/rosie), @bob.", policy: policy) == [
        "@rosie: Rosie Jones", "@bob: Bob",
      ])
    #expect(
      Self.scan("Hello @Ada Lovelace!", policy: try Self.policy("@{name}")) == ["@Ada Lovelace: Ada Lovelace"]
    )
  }

  @Test func `what a format wrote is read in another normal form, handles and addresses in another case too`()
    throws
  {
    let link = try Self.policy("[«@{handle}»]({url})")
    #expect(
      Self.scan("See [@ROSIE](https://example.com/rosie).", policy: link) == ["@ROSIE: Rosie Jones"])
    #expect(
      Self.scan("Fix it\n\nReviewed-by: Rosie Jones <Rosie@Example.com>\n", language: "gitcommit") == [
        "Rosie Jones <Rosie@Example.com>: Rosie Jones"
      ])
    let names = try Self.policy("[«{name}»](u:{id})")
    for name in ["Jos\u{E9} N\u{FA}\u{F1}ez", "Jose\u{301} Nu\u{301}n\u{303}ez"] {
      #expect(Self.scan("See [\(name)](u:jose)!", policy: names) == ["\(name): Jos\u{E9} N\u{FA}\u{F1}ez"])
      #expect(
        Self.scan("See @\(name)!", policy: try Self.policy("@{name}")) == [
          "@\(name): Jos\u{E9} N\u{FA}\u{F1}ez"
        ])
    }
    #expect(
      Self.scan("See @JOS\u{C9} N\u{DA}\u{D1}EZ!", policy: try Self.policy("@{name}"), isComplete: false)
        == [])
    // What is written exactly so is meant.
    #expect(
      Self.scan("[@ben](x:) [@Ben](x:)", policy: try Self.policy("[«@{handle}»](x:)")) == [
        "@ben: Ben", "@Ben: Other Ben",
      ])
  }

  @Test func `a trailer is read by its own format, and its address is not a mention`() {
    #expect(
      Self.scan("Fix it\n\nReviewed-by: Rosie Jones <rosie@example.com>\nCc: @bob\n", language: "gitcommit")
        == [
          "Rosie Jones <rosie@example.com>: Rosie Jones", "@bob: Bob",
        ])
  }

  @Test func `CODEOWNERS`() {
    #expect(
      Self.scan("*.md @ada @acme/web\n/x @nobody rosie@example.com\n", language: "codeowners") == [
        "@ada: Ada Lovelace", "@acme/web: Web team", "@nobody: unknown",
      ])
  }

  @Test func `somebody whom nobody knows`() {
    #expect(Self.scan("Ask @nobody.") == ["@nobody: unknown"])
    #expect(Self.scan("Ask @nobody.", isComplete: false) == [])
    // A file of a kind that is not known may hold anything.
    #expect(Self.scan("Ask @nobody or @ada.", language: "xyz") == ["@ada: Ada Lovelace"])
  }

  @Test func `two of one handle, by a word and by a format`() throws {
    #expect(Self.scan("@twin") == ["@twin: Twin or Twin"])
    #expect(Self.scan("@twin", policy: try Self.policy("@{handle}")) == ["@twin: Twin or Twin"])
    #expect(Self.scan("@Twin", policy: try Self.policy("@{name}")) == ["@Twin: Twin or Twin"])
  }

  @Test func `case`() { #expect(Self.scan("@Ada @BOB") == ["@Ada: Ada Lovelace", "@BOB: Bob"]) }

  @Test func `who has no handle goes by the id or the name`() {
    #expect(Self.scan("@backend @Backend") == ["@backend: Backend", "@Backend: Backend"])
  }

  @Test func `a handle that somebody has no more`() {
    #expect(Self.scan("Thanks, @rosa!") == ["@rosa: now rosie"])
    #expect(Self.scan("Thanks, @Rosa!") == ["@Rosa: now rosie"])
  }

  @Test func `of former handles that differ in case the one that is written so is meant`() {
    var (big, small) = (Entity(id: "1", name: "Big"), Entity(id: "2", name: "Small"))
    (big.handle, big.aliases) = ("b", ["@Rosa"])
    (small.handle, small.aliases) = ("s", ["rosa"])
    let known = MentionReader.Known(
      lookup: { _, _ in [] }, isComplete: true, aliases: { _ in [big, small] })
    #expect(known.former("Rosa") == [big] && known.former("rosa") == [small])
    #expect(known.former("ROSA") == [big, small] && known.former("rose") == [])
  }

  @Test func `underscores that close emphasis`() {
    #expect(
      Self.scan("_Thanks to @ada_ and __by @bob__, ***_see @rosie._*** _@jane-doe_ _(@rosa)_ _to @twin_") == [
        "@ada: Ada Lovelace", "@bob: Bob", "@rosie: Rosie Jones", "@jane-doe: Jane Doe",
        "@rosa: now rosie", "@twin: Twin or Twin",
      ])
    #expect(Self.scan("_by @nobody_, __by @nobody.__") == ["@nobody: unknown", "@nobody: unknown"])
    #expect(Self.scan("_by @acme/web_ or @acme/nobody_") == ["@acme/web: Web team", "@acme/nobody: unknown"])
    // The rules of what need not be a mention are for the word, and for what stands behind it.
    #expect(Self.scan("_see @media_, @override__, @v2_, @nobody_(x), @_ and @___") == [])
    #expect(Self.scan("_by `@ada_`_") == [])
  }

  @Test func `control characters of other triggers around mentions`() {
    var policy = MentionsPolicy.standard
    for character in ["#", "!"] {
      policy.triggers.append(policy.triggers[0])
      policy.triggers[policy.triggers.count - 1].character = character
    }
    #expect(Self.scan("Hi!@ada see @ada# and @ada.", policy: policy).count == 3)
  }

  @Test func `underscores that open emphasis in Markdown`() {
    #expect(
      Self.scan("_@ada_ (__@bob__) **_@ada_**") == ["@ada: Ada Lovelace", "@bob: Bob", "@ada: Ada Lovelace"])
    #expect(Self.scan("foo_@ada foo__@bob ____@ada @ada_bob") == ["@ada_bob: unknown"])
    #expect(Self.scan("你_@ada_ \\_@ada_") == [])
    // Of a long line, only a part is read.
    let ada = Array("_@ada_".utf8)
    for before in ["你", "\\", " ", nil] as [Unicode.Scalar?] {
      let stretch = TextStretch(start: .zero, bytes: ada, before: before, after: nil)
      #expect(stretch.opensEmphasis(at: 0) == (before == " " || before == nil))
    }
    #expect(Self.scan("_@ada_", language: "plaintext") == [])
  }

  @Test func `in a citation nobody is unknown, and whoever is known is mentioned`() {
    #expect(
      Self.scan("[@knuth84; @lamport94, p. 3] [@ada; @knuth84] [@nobody]") == [
        "@ada: Ada Lovelace", "@nobody: unknown",
      ])
    #expect(Self.scan("[cite:@knuth84] @nobody", language: "org") == ["@nobody: unknown"])
    for language in ["quarto", "rmd", "pandoc", "typst"] {
      #expect(Self.scan("See @knuth84 and @ada.", language: language) == [])
    }
    var policy = MentionsPolicy.standard
    policy.triggers[0].languages = ["quarto"]
    #expect(Self.scan("See @ada.", language: "quarto", policy: policy) == ["@ada: Ada Lovelace"])
  }

  @Test func `a name of several words after a trigger is not unknown, if nothing shorter could be written`() {
    #expect(
      Self.scan("@José Núñez, (@José Núñez) @José Núñezz @José núñez\n@José\nNúñez @Rosie  Jones @Other Ben")
        == [
          "@José: unknown", "@José: unknown", "@José: unknown", "@Rosie: Rosie Jones", "@Other: unknown",
        ])
  }

  @Test func `another handle, an alias with an @, is not a former one`() {
    #expect(
      Self.scan("@rosie-hub @Rosie-Hub @rosa") == [
        "@rosie-hub: Rosie Jones", "@Rosie-Hub: Rosie Jones", "@rosa: now rosie",
      ])
  }

  @Test func `a handle that ends in underscores`() {
    #expect(
      Self.scan("@snake_ _by @snake__ @snake__.") == ["@snake_: Snake", "@snake_: Snake", "@snake_: Snake"])
    // So many close nothing.
    #expect(Self.scan("@ada____") == ["@ada____: unknown"])
  }

  // MARK: Under a former name

  @Test(arguments: [
    ("[«{name}»]({url})", "[…](https://example.com/rosie)"),
    ("[{name}]({url})", "[…](https://example.com/rosie)"),
    ("[«{name}»](mailto:{email})", "[…](mailto:rosie@example.com)"),
    ("<{email}>: «{name}»;", "<rosie@example.com>: …;"),
  ])
  func `a link to somebody under a former name`(template: String, text: String) throws {
    let policy = try Self.policy(template)
    let language = template.hasPrefix("<") ? "plaintext" : "markdown"
    func scan(_ name: String) -> [String] {
      Self.scan(text.replacing("…", with: name), language: language, policy: policy)
    }
    let isMarked = template.contains("«")
    for name in ["Rosa Jones", "rosa  jones", "Rosie Smith", "Rosie Ann Smith", "Mary-Ann Jones", "Rosa"] {
      let whole = isMarked ? name : text.replacing("…", with: name)
      #expect(scan(name) == ["\(whole): now rosie"], "\(name)")
    }
    for name in [
      "Rosie", "Jones", "ROSIE  JONES", "rosie", "her page", "Rosie's page", "Rosie's Page", "Rosie page",
      "Dr. Rosie Jones", "Rosie Jones Lecture", "Mary Smith", "Jones Lecture", "Rosie 2", "the author", "",
      "Rosie and all the others who Left",
    ] {
      #expect(scan(name) == [] || name == "Rosie Jones", "\(name)")
    }
    #expect(scan("Rosie Jones").allSatisfy { $0.hasSuffix(": Rosie Jones") })
  }

  @Test func `a link to somebody under a former handle`() throws {
    let policy = try Self.policy("[«@{handle|name}»]({url})")
    func scan(_ name: String) -> [String] {
      Self.scan("[\(name)](https://example.com/rosie)", policy: policy)
    }
    #expect(scan("@rosa") == ["@rosa: now rosie"])
    #expect(scan("@rosalind") == ["@rosalind: now rosie"])
    #expect(scan("Rosa Jones") == ["Rosa Jones: now rosie"])
    #expect(scan("Rosie Jones") == [])
    // Somebody else's.
    #expect(scan("@bob") == ["@bob: Bob"])
    #expect(scan("@rosa and more") == ["@rosa: now rosie"])
  }

  @Test func `a trailer with a former name`() {
    func scan(_ name: String) -> [String] {
      Self.scan("Fix\n\nReviewed-by: \(name) <rosie@example.com>\n", language: "gitcommit")
    }
    #expect(scan("Rosa Jones") == ["Rosa Jones <rosie@example.com>: now rosie"])
    // Where nothing stands before the name, an alias alone can be told from the text around it.
    #expect(scan("Rosie Smith") == [])
    #expect(scan("The Rosa Jones") == ["Rosa Jones <rosie@example.com>: now rosie"])
  }

  @Test func `a file of a kind that is not known may hold former names`() throws {
    #expect(Self.scan("Rosie Jones,rosie,@rosa", language: "csv") == ["@rosa: Rosie Jones"])
    #expect(
      Self.scan(
        "Rosa Jones <rosie@example.com>", language: "mailmap", policy: try Self.policy("{name} <{email}>"))
        == ["Rosa Jones <rosie@example.com>: Rosie Jones"])
  }

  @Test func `a link that is not prose, or names two, is nobody's`() throws {
    let policy = try Self.policy("[«{name}»]({url})")
    #expect(Self.scan("`[Rosa Jones](https://example.com/rosie)`", policy: policy) == [])
    #expect(Self.scan("[Rosa Jones](https://example.com/rosie2)", policy: policy) == [])
    #expect(Self.scan("Rosa Jones](https://example.com/rosie)", policy: policy) == [])
    #expect(Self.scan("[Rosa\nJones](https://example.com/rosie)", policy: policy) == [])
  }

  @Test func `who somebody is now`() throws {
    let known = Self.known()
    func now(_ id: String, _ change: (inout Entity) -> Void = { _ in }) -> String? {
      var old = Entity(id: id, name: "Old Name")
      change(&old)
      return known.current(old)?.name
    }
    #expect(now("rosie") == "Rosie Jones")
    #expect(now("x") == nil)
    #expect(now("x") { $0.email = "rosie@example.com" } == "Rosie Jones")
    #expect(now("x") { $0.handle = "rosie" } == "Rosie Jones")
    #expect(now("x") { $0.handle = "rosa" } == "Rosie Jones")
    #expect(now("x") { $0.handle = "twin" } == nil)
    #expect(
      now("x") {
        $0.handle = "rosie"
        $0.kind = .team
      } == nil)
  }

  @Test func `what is not prose is not read`() {
    for text in [
      "`@ada`", "```\n@ada\n```", "[x](https://example.com/@ada)", "<a href=\"@ada\">", "mail foo@ada",
      "---\nto: @ada\n---\n",
    ] {
      #expect(Self.scan(text) == [], "\(text)")
    }
    #expect(Self.scan("@ada()\n// @ada, please\n", language: "typescript") == ["@ada: Ada Lovelace"])
    #expect(Self.scan("/** @param x to @bob */", language: "typescript") == ["@bob: Bob"])
  }

  @Test func `a language that the trigger leaves out`() {
    var policy = MentionsPolicy.standard
    policy.triggers[0].exclude = ["markdown"]
    #expect(Self.scan("@ada", policy: policy) == [])
    #expect(Self.scan("@ada", language: "plaintext", policy: policy) == ["@ada: Ada Lovelace"])
    policy.triggers[0].exclude = []
    policy.triggers[0].isPathExcluded = true
    #expect(Self.scan("@ada", language: "plaintext", policy: policy) == [])
  }

  @Test func `several triggers`() throws {
    var policy = MentionsPolicy.standard
    policy.triggers.append(policy.triggers[0])
    policy.triggers[1].character = "##"
    policy.triggers.append(policy.triggers[0])
    policy.triggers[2].character = "[["
    #expect(Self.scan("@ada ##bob #bob [[ada]]", policy: policy) == ["@ada: Ada Lovelace", "##bob: Bob"])
    // The trigger of another mention is a separator, its own is not.
    #expect(Self.scan("@##bob ##bob@ @@ada ####bob", policy: policy) == ["##bob: Bob", "##bob: Bob"])
  }

  @Test func `of an insert format and a handle the longest is meant`() throws {
    var (ada, lovelace, jane) = (
      Entity(id: "1", name: "Ada"), Entity(id: "2", name: "Ada Lovelace"), Entity(id: "3", name: "Ada-Jane")
    )
    (ada.handle, lovelace.handle, jane.handle) = ("x", "ada", "y")
    let people = [ada, lovelace, jane]
    func read(_ text: String) throws -> [String] {
      let text = IndexedText(text)
      let known = MentionReader.Known(
        lookup: { field, value in
          people.filter { CaselessText(field.value(of: $0, trigger: "") ?? "") == CaselessText(value) }
        }, isComplete: true)
      return MentionReader(policy: try Self.policy("@{name}"), languageID: "markdown").read(text) { _ in known
      }
      .map { "\(text.buffer.string(in: $0.range)): \($0.entity?.id ?? "several")" }
    }
    #expect(try read("@ada") == ["@ada: 2"])
    // Of one format, two that fit are none.
    #expect(try read("@Ada Lovelace") == ["@Ada Lovelace: several"])
    #expect(try read("@Ada-Jane, @y") == ["@Ada-Jane: 3", "@y: 3"])
    #expect(try read("@Ada, @x") == ["@Ada: several", "@x: 1"])
  }

  @Test func `nothing is found while who is meant is not known yet`() {
    let text = IndexedText("@ada @nobody")
    #expect(MentionReader(policy: .standard, languageID: "markdown").read(text) { _ in nil } == [])
  }

  @Test func `mentions on both sides of a piece that is read at one go`() {
    let line = String(repeating: "x", count: 63) + "\n"
    let before = String(repeating: line, count: 4095)
    let text = "\(before)@ada\n@bob \(before) @ada \(before)@bob"
    #expect(Self.scan(text) == ["@ada: Ada Lovelace", "@bob: Bob", "@ada: Ada Lovelace", "@bob: Bob"])
    let long = String(repeating: "x ", count: 1 << 17) + "@ada " + String(repeating: "y ", count: 1 << 17)
    #expect(Self.scan("\(long)\n@bob") == ["@ada: Ada Lovelace", "@bob: Bob"])
  }

  @Test(arguments: ["@", "@a-", "@nobody ", "[@ada](", "`@ada "])
  func `hostile texts take linear time`(piece: String) {
    /// The look-ups of a text of so many bytes, and what is looked at around the places that it asks about.
    func steps(_ size: Int) -> Int {
      let text = IndexedText(String(repeating: piece, count: size / piece.utf8.count))
      var prose = ProseScanner(languageID: "markdown")
      prose.lookAround = 64
      var steps = 0
      var known = Self.known()
      let lookup = known.lookup
      known.lookup = { field, value in
        steps += 1 + value.utf8.count
        return lookup(field, value)
      }
      _ = MentionReader(policy: .standard, languageID: "markdown")
        .read(text, in: text.buffer.range, prose: &prose) { _ in known }
      return steps + prose.scannedBytes + prose.surroundingBytes
    }
    let (one, two, four) = (steps(1024), steps(2048), steps(4096))
    #expect(two <= 2 * one + one / 4 && four <= 2 * two + two / 4, "\(one), \(two), \(four)")
  }
}
