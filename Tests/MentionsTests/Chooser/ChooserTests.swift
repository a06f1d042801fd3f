import Entities
import MentionsTestKit
import Testing

@testable import Mentions

/// Behaviour, section 4, as far as the chooser goes.
@Suite("Chooser")
struct ChooserTests {
  @Test
  func `any number of batches, appended; an empty one finalises, whatever its flag; later ones are ignored`()
  {
    check("type ‘@’; begin team; some Ada; some Ben", expects: "@| list: Ada, Ben (loading)")
    check("type ‘@’; begin team; some Ada; some", expects: "@| list: Ada")
    check("type ‘@’; begin team; some Ada; some; some Ben", expects: "@| list: Ada")
    check("type ‘@’; batch Ada; batch Ben", expects: "@| list: Ada")
    check(
      "type ‘@’; begin team, slow; ended slow; batch Ada", expects: "@| list: Ada state: explicit ‘’ results")
    check(
      "type ‘@’; begin team, slow; ended slow; ended team",
      expects: "@| list: none state: explicit ‘’ no results")
  }

  @Test
  func `an older query's batch changes nothing`() {
    check("type ‘@a’; late 1 Ada", expects: "@a| list: none (loading)")
  }

  @Test func `stand-ins are shown until their source has answered; those shown by then stay`() {
    func list(isShown: Bool) -> [String] {
      var chooser = Chooser()
      chooser.begin(queryID: 1, limit: 9)
      chooser.expect(["a", "slow"])
      chooser.standIn(Self.batch(1, "slow", ["Ada", "Adam"], isRanked: false).entries, for: "slow")
      _ = chooser.take(Self.batch(1, "a", ["Ann"], isRanked: false))
      #expect(chooser.entries.map(\.entity.name) == ["Ann", "Ada", "Adam"])
      #expect(chooser.isVisible && chooser.isLoading)
      if isShown { chooser.markShown() }
      _ = chooser.take(Self.batch(1, "slow", ["Abel", "Adam"], isRanked: false))
      chooser.standIn([ChooserEntry(entity: Entity(id: "Late", name: "Late"))], for: "slow")
      return chooser.entries.map(\.entity.name)
    }
    #expect(list(isShown: false) == ["Ann", "Abel", "Adam"])
    #expect(list(isShown: true) == ["Ann", "Ada", "Adam", "Abel"])
  }

  @Test
  func `ranked before source order; an entity already shown never moves`() {
    check("type ‘@’; begin team, slow; slow Zoe, Yan; batch Ada", expects: "@| list: Ada, Zoe, Yan")
    check("type ‘@’; begin team, slow; slow Zoe, Yan; shown; batch Ada", expects: "@| list: Zoe, Yan, Ada")
  }

  @Test func `what is not shown is in the order of its sources, whichever answers first`() {
    func list(_ order: [String], isShown: Bool = false) -> [String] {
      var chooser = Chooser()
      chooser.begin(queryID: 1, limit: 9)
      chooser.expect(["a", "b", "c"])
      for source in order {
        var person = Entity(id: source, name: "Ada of \(source)")
        person.handle = "ada"
        person.source = source
        var batch = Self.batch(1, source, [person, Entity(id: "1", name: source)], isRanked: source == "a")
        batch.dedupe = true
        _ = chooser.take(batch)
        if isShown { chooser.markShown() }
      }
      return chooser.entries.map(\.entity.name)
    }
    for order in [["a", "b", "c"], ["b", "a", "c"], ["c", "b", "a"], ["c", "a", "b"]] {
      #expect(list(order) == ["Ada of a", "a"], "\(order)")
    }
    #expect(list(["c", "b", "a"], isShown: true) == ["Ada of c", "c"])
  }

  @Test
  func `an entity is found by the fields of each of its descriptions, in whichever order the sources answer`()
  {
    func person(_ source: String, handle: String?, email: String) -> Entity {
      var person = Entity(id: source, name: "Ada of \(source)")
      (person.source, person.handle, person.email) = (source, handle, email)
      return person
    }
    let people = [
      person("a", handle: nil, email: "two@x.org"), person("b", handle: "ada", email: "one@x.org"),
      person("c", handle: "ada", email: "two@x.org"), person("d", handle: nil, email: "one@x.org"),
    ]
    for order in [[1, 2, 0, 3], [1, 2, 3, 0], [2, 1, 0, 3]] {
      var chooser = Chooser()
      chooser.begin(queryID: 1, limit: 9)
      chooser.expect(["a", "b", "c", "d"])
      for one in order {
        _ = chooser.take(Self.batch(1, people[one].source, [people[one]], isRanked: false))
      }
      #expect(chooser.entries.map(\.entity.name) == ["Ada of a"], "\(order)")
    }
  }

  @Test func `a whole batch takes the place of the earlier ones of its source, but for what is shown`() {
    var chooser = Chooser()
    chooser.begin(queryID: 1, limit: 9)
    func take(_ names: [String]) {
      var batch = Self.batch(1, "a", names, isRanked: true)
      batch.isWhole = true
      batch.isComplete = false
      _ = chooser.take(batch)
    }
    take(["Ben", "Cid"])
    take(["Ada", "Ben"])
    #expect(chooser.entries.map(\.entity.name) == ["Ada", "Ben"])
    chooser.markShown()
    take(["Zoe", "Ben", "Cid"])
    #expect(chooser.entries.map(\.entity.name) == ["Ada", "Ben", "Zoe", "Cid"])
  }

  @Test
  func
    `duplicates: by uniqueID, else by id and source; across sources by e-mail or handle; fields are filled`()
  {
    check("type ‘@’; begin team; some Ada #1; some Ben #1, Cid #2", expects: "@| list: Ada, Cid (loading)")
    check("type ‘@’; begin team, slow; some Ada #1; slow Ben #1", expects: "@| list: Ada, Ben (loading)")
    check(
      "type ‘@’; begin team, slow; some Ada <ada>; slow Countess <ADA>", expects: "@| list: Ada (loading)")
    check(
      "type ‘@’; begin team, slow; some Ada a@x.org; slow Countess A@x.org", expects: "@| list: Ada (loading)"
    )
    var chooser = Chooser()
    chooser.begin(queryID: 1, limit: 9)
    chooser.expect(["a", "b"])
    var first = Entity(id: "1", name: "Ada")
    first.handle = "ada"
    first.source = "a"
    var second = Entity(id: "9", name: "Ada L.")
    second.handle = "ada"
    second.detail = "Countess"
    second.source = "b"
    _ = chooser.take(Self.batch(1, "a", [first]))
    _ = chooser.take(Self.batch(1, "b", [second]))
    #expect(chooser.entries.map(\.entity.detail) == ["Countess"])
    #expect(chooser.entries.map(\.entity.name) == ["Ada"])
  }

  @Test
  func `without the flag a source's own duplicates are kept`() {
    var chooser = Chooser()
    chooser.begin(queryID: 1, limit: 9)
    var batch = Self.batch(1, "slow", ["Ada", "Ada"], isRanked: false)
    batch.dedupe = false
    _ = chooser.take(batch)
    #expect(chooser.count == 2)
  }

  @Test
  func `at most the limit, and it says that there is more`() {
    check("policy limit 2; type ‘@’; batch Ada, Ben, Cid", expects: "@| list: Ada, Ben …")
    check(
      "policy limit 2; type ‘@’; begin team, slow; slow Yan, Zoe; batch Ada", expects: "@| list: Ada, Yan …")
    check(
      "policy limit 2; type ‘@’; begin team, slow; slow Yan, Zoe; shown; batch Ada",
      expects: "@| list: Yan, Zoe …")
  }

  @Test
  func `the host is told: will show, shown, changed, hidden`() {
    check(
      "type ‘@’; begin team, slow; some Ada; shown; slow Ben; cancel",
      expects: "@| events: creating, willShow, shown, changed, retract, quiescent, hidden")
  }

  static func batch(_ queryID: Int, _ source: String, _ names: [String], isRanked: Bool) -> ResultBatch {
    batch(
      queryID, source,
      names.map {
        var entity = Entity(id: $0, name: $0)
        entity.source = source
        return entity
      }, isRanked: isRanked)
  }

  static func batch(
    _ queryID: Int, _ source: String, _ entities: [Entity], isRanked: Bool = true
  ) -> ResultBatch {
    ResultBatch(
      queryID: queryID, source: source, entries: entities.map { ChooserEntry(entity: $0) },
      isRanked: isRanked, dedupe: true, isComplete: true, more: false)
  }
}
