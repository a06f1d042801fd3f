import Entities
import MentionsTestKit
import Testing

/// The order inside a class, and the whole order (Behaviour, section 8).
@Suite struct RankingTests {
  private func entity(_ id: String, _ name: String) -> Entity { Entity(id: id, name: name) }

  private func key(_ source: String, _ id: String) -> EntityKey { EntityKey(source: source, id: id) }

  /// The ids found, best first.
  private func check(
    _ catalog: EntityCatalog, _ key: String, limit: Int = 50, signals: RankingSignals = RankingSignals(),
    expects ids: [String], isComplete: Bool = true, _ location: SourceLocation = #_sourceLocation
  ) {
    let list = catalog.search(MatchQuery(key: key, limit: limit, signals: signals))
    expectRow(list.matches.map { catalog.entity(at: $0.index).id }, ids, sourceLocation: location)
    #expect(list.isComplete == isComplete, sourceLocation: location)
  }

  private let team = EntityCatalog(
    source: "team",
    [("1", "Anna Bell"), ("2", "Anna Bela"), ("3", "Anna"), ("4", "Anna Bell"), ("5", "Zoe Annan")].map {
      Entity(id: $0.0, name: $0.1)
    })

  @Test func `shorter name then name then ID`() {
    check(team, "ann", expects: ["3", "2", "1", "4", "5"])
  }

  @Test func `mentioned here, then the sum of near, chosen and recent, then weight`() {
    var signals = RankingSignals()
    // 2/3 and 7/8.
    signals.chosen = [key("team", "4"): 2, key("team", "2"): 7]
    check(team, "ann", signals: signals, expects: ["2", "4", "3", "1", "5"])
    // 1, and 2/3 + 1/2.
    signals.recent = [key("team", "1"), key("team", "4")]
    check(team, "ann", signals: signals, expects: ["4", "1", "2", "3", "5"])
    signals.mentionedHere = [key("team", "2")]
    check(team, "ann", signals: signals, expects: ["2", "4", "1", "3", "5"])
  }

  @Test func `near is divided by the nearest, and counts as much as what was chosen`() {
    let git = weighted("git", [("1", "Ann A", 9), ("2", "Ann B", 900), ("3", "Ann C", 1), ("4", "Ann D", 1)])
    var signals = RankingSignals(near: [key("git", "1"): 2, key("git", "3"): 5, key("git", "4"): 0])
    check(git, "ann", signals: signals, expects: ["3", "1", "2", "4"])
    check(git, "", signals: signals, expects: ["3", "1", "2", "4"])
    // 1/2, between 1 and 2/5.
    signals.chosen = [key("git", "4"): 1]
    check(git, "ann", signals: signals, expects: ["3", "4", "1", "2"])
    check(git, "", signals: signals, expects: ["3", "4", "1", "2"])
    signals.recent = [key("git", "2")]
    check(git, "ann", signals: signals, expects: ["2", "3", "4", "1"])
    // A better class stays in front of whoever is near.
    check(git, "ann b", signals: RankingSignals(near: [key("git", "3"): 9]), expects: ["2"])
    let found = git.search(
      MatchQuery(key: "ann", signals: RankingSignals(near: [key("git", "3"): 5]))
    ).matches
    #expect(found.map(\.score.familiarity.near) == [1, 0, 0, 0])
    #expect(
      MatchScore.decision(between: found[0].score, found[1].score)
        .map { $0.criterion == .familiarity && $0.isFirst } == true)
  }

  @Test func `oneself is last for an empty key only`() {
    let git = weighted("git", [("1", "Ann A", 9), ("2", "Ann B", 900), ("3", "Ann C", 1)])
    var signals = RankingSignals(oneself: [key("git", "2")])
    check(git, "", signals: signals, expects: ["1", "3", "2"])
    check(git, "", limit: 2, signals: signals, expects: ["1", "3"], isComplete: false)
    check(git, "ann", signals: signals, expects: ["2", "1", "3"])
    signals.mentionedHere = [key("git", "2")]
    signals.near = [key("git", "2"): 9, key("git", "3"): 1]
    check(git, "", signals: signals, expects: ["3", "1", "2"])
    check(git, "ann", signals: signals, expects: ["2", "3", "1"])
  }

  @Test func `indices called by a name, an alias, a handle or an address`() {
    var ada = Entity(id: "ada", name: "Ada Lovelace")
    ada.handle = "ada"
    ada.email = "ada@example.org"
    ada.aliases = ["Countess of Lovelace", "lovelace@example.net"]
    ada.weight = 3
    var other = Entity(id: "other", name: "ADA LOVELACE")
    other.weight = 64
    let people = EntityCatalog(source: "people", [ada, other, Entity(id: "x", name: "Ada Lovelace-King")])
    func called(_ text: String, _ limit: Int = 9) -> [String] {
      people.indices(called: text, limit: limit).map { people.entity(at: $0).id }
    }
    #expect(called("ada lovelace") == ["other", "ada"])
    #expect(called("ada lovelace", 1) == ["other"])
    #expect(called("Ada") == ["ada"])
    #expect(called("ADA@example.org") == ["ada"])
    #expect(called("lovelace@example.net") == ["ada"])
    #expect(called("countess of lovelace") == ["ada"])
    for text in ["", "  ", "lovelace", "ada@example"] { #expect(called(text) == [], "\(text)") }
    #expect(people.indices(called: "ada", limit: 0).isEmpty)
    #expect(EntityCatalog.empty.indices(called: "ada", limit: 5).isEmpty)
  }

  @Test func `signals outweigh a better tier but never a better class`() {
    let mentioned = RankingSignals(mentionedHere: [key("team", "5")])
    check(team, "ann", signals: mentioned, expects: ["5", "3", "2", "1", "4"])
    check(team, "anna", signals: mentioned, expects: ["3", "5", "2", "1", "4"])
    // A corrected typing error ranks below prefixes, however often that person was mentioned.
    let bela = RankingSignals(
      mentionedHere: [key("team", "2")], recent: [key("team", "2")], chosen: [key("team", "2"): 9])
    check(team, "bell", signals: bela, expects: ["1", "4", "2"])
  }

  private func weighted(_ source: String, _ weights: [(String, String, Double?)]) -> EntityCatalog {
    EntityCatalog(
      source: source,
      weights.map { id, name, weight in
        var entity = Entity(id: id, name: name)
        entity.weight = weight
        return entity
      })
  }

  @Test func `the maintainer ranks before shorter names`() {
    let git = weighted(
      "git",
      [("1", "Mike", 1), ("2", "Mia", nil), ("3", "Michael Davis", 2400), ("4", "A Mi", 3), ("5", "Mi", 1)])
    check(git, "mi", expects: ["5", "3", "4", "2", "1"])
    check(git, "m", expects: ["3", "4", "5", "2", "1"])
  }

  @Test func `weights are compared by powers of two`() {
    let people = weighted(
      "people",
      [
        ("1", "Zoe Lee", 1023), ("2", "Lee", 512), ("3", "Lee Zoe", 1024), ("4", "Leeds", -5),
        ("5", "Lee", 1.9),
        ("6", "Lee Bo", .nan), ("7", "Lee Al", .infinity),
      ])
    check(people, "le", expects: ["7", "3", "2", "1", "5", "4", "6"])
    let first = people.search(MatchQuery(key: "le")).matches[0]
    #expect(first.score.magnitude == 1023)
  }

  @Test func `a weight from another source counts`() {
    let git = weighted("git", [("9", "Annegret Ott", 64)])
    check(CatalogMerge.merge([team, git]), "ann", expects: ["9", "3", "2", "1", "4", "5"])
  }

  @Test func `later classes fill up what earlier ones leave`() {
    let people = weighted(
      "people",
      [("1", "Al", 1), ("2", "Alan", 8), ("3", "Anna L", 4000), ("4", "Zalma", 9000), ("5", "Zoe", 9)])
    check(people, "al", limit: 2, expects: ["1", "3"], isComplete: false)
    check(people, "al", expects: ["1", "3", "2", "4"])
    check(people, "alna", expects: ["3", "2"])
  }

  @Test func `the first criterion that differs decides`() {
    let people = weighted(
      "people", [("1", "Ann", 1), ("2", "Annan", 8), ("3", "Anno", 1), ("4", "Anna", 1), ("5", "Zo Ann", 1)])
    let signals = RankingSignals(
      mentionedHere: [key("people", "4")], recent: [key("people", "3")])
    let found = people.search(MatchQuery(key: "ann", signals: signals)).matches
    #expect(found.map { people.entity(at: $0.index).id } == ["1", "4", "3", "2", "5"])
    let decisions = zip(found, found.dropFirst()).map { MatchScore.decision(between: $0.score, $1.score) }
    #expect(decisions.map { $0?.criterion } == [.matchClass, .mentionedHere, .familiarity, .weight])
    #expect(decisions.allSatisfy { $0?.isFirst == true })
    let turned = MatchScore.decision(between: found[3].score, found[0].score)
    #expect(turned?.criterion == .matchClass && turned?.isFirst == false)
  }

  @Test func `source order comes before shorter name`() {
    let git = EntityCatalog(source: "git", [entity("9", "Ann")])
    check(CatalogMerge.merge([team, git]), "ann", expects: ["9", "3", "2", "1", "4", "5"])
    check(CatalogMerge.merge([team, git]), "an", expects: ["3", "2", "1", "4", "9", "5"])
    check(CatalogMerge.merge([git, team]), "an", expects: ["9", "3", "2", "1", "4", "5"])
  }

  @Test func `empty key shows recents then the sources own order`() {
    check(team, "", expects: ["1", "2", "3", "4", "5"])
    check(
      team, "",
      signals: RankingSignals(
        mentionedHere: [key("team", "4")], recent: [key("team", "5"), key("gone", "5")],
        chosen: [key("team", "3"): 99]), expects: ["4", "5", "3", "1", "2"])
  }

  @Test func `empty key shows who weighs most then the sources own order`() {
    let git = weighted("git", [("6", "F", 2), ("7", "G", 70), ("8", "H", 3), ("9", "I", 100)])
    let both = CatalogMerge.merge([team, git])
    check(both, "", expects: ["7", "9", "6", "8", "1", "2", "3", "4", "5"])
    check(
      both, "", signals: RankingSignals(recent: [key("team", "5"), key("git", "6")]),
      expects: ["5", "6", "7", "9", "8", "1", "2", "3", "4"])
    #expect(
      both.indicesInOwnOrder.map { both.entity(at: $0).id } == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
  }

  @Test func `limit reports that there are more`() {
    check(team, "ann", limit: 2, expects: ["3", "2"], isComplete: false)
    check(team, "ann", limit: 5, expects: ["3", "2", "1", "4", "5"])
    check(team, "", limit: 4, expects: ["1", "2", "3", "4"], isComplete: false)
    check(team, "ann", limit: 0, expects: [], isComplete: false)
    check(team, "ann", limit: -1, expects: [], isComplete: false)
    check(team, "qqq", limit: 0, expects: [])
    check(team, "ann", limit: .max, expects: ["3", "2", "1", "4", "5"])
  }

  @Test func `some sources offer only people mentioned recently or in this document`() {
    let git = EntityCatalog(source: "git", [entity("8", "Annabel"), entity("9", "Annegret")])
    let both = CatalogMerge.merge([team, git])
    var query = MatchQuery(key: "ann", mentionedOnly: ["git"])
    func found() -> [String] { both.search(query).matches.map { both.entity(at: $0.index).id } }
    #expect(found() == ["3", "2", "1", "4", "5"])
    // Only a recent choice counts, or one in this document, not how often there was one long ago.
    query.signals.chosen[key("git", "8")] = 3
    #expect(found() == ["3", "2", "1", "4", "5"])
    query.signals.recent = [key("git", "9")]
    #expect(found() == ["9", "3", "2", "1", "4", "5"])
    query.key = ""
    #expect(found() == ["9", "1", "2", "3", "4", "5"])
  }

  @Test func `empty catalog finds nothing`() {
    check(.empty, "", expects: [])
    check(.empty, "ann", expects: [])
    #expect(EntityCatalog.empty.index(of: key("team", "1")) == nil)
  }

  @Test func `top matches keep the best`() {
    var top = TopMatches<Int>(limit: 3)
    for number in [5, 1, 9, 3, 7, 2] { top.offer(number) }
    #expect(top.sorted() == [1, 2, 3])
    #expect(top.offered == 6 && top.isOverfull)
  }

  @Test func `lists are matched like catalogs`() {
    let entities = team.indicesInOwnOrder.map { team.entity(at: $0) }
    let list = EntityMatcher.search(entities, MatchQuery(key: "ann", limit: 3), sources: ["team"])
    #expect(list.matches.map { entities[$0.index].id } == ["3", "2", "1"])
    #expect(!list.isComplete && list.total == 5)
  }

  @Test func `built in directory holds the earliest25`() {
    let catalog = EntityCatalog(source: TuringAwardWinners.source, TuringAwardWinners.entities)
    #expect(catalog.count == 25)
    check(catalog, "knu", expects: ["knuth"])
    check(catalog, "john mc", expects: ["mccarthy"])
    let first = catalog.search(MatchQuery(key: "", limit: 1)).matches
    #expect(first.map { catalog.entity(at: $0.index).name } == ["Alan Perlis"])
  }
}
