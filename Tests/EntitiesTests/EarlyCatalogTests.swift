import Entities
import MentionsTestKit
import Testing

/// A large catalog is searched before its index is whole.
@Suite struct EarlyCatalogTests {
  @Test(arguments: seeds(1...20)) func `names and handles are found by their beginnings at once`(seed: UInt64)
  {
    var directory = RandomDirectory(random: SeededRandom(seed))
    var builder = EntityCatalog.Builder(source: "team")
    for id in 0..<150 { builder.append(directory.entity(id)) }
    var told: [EntityCatalog] = []
    let whole = builder.finish(early: EarlyCatalog(least: 1) { told.append($0) })
    #expect(told.map(\.isPartial) == [true])
    #expect(!whole.isPartial)
    guard let early = told.first else { return }
    #expect(early.identity == whole.identity)
    for index in 0..<whole.count { #expect(early.entity(at: index) == whole.entity(at: index)) }
    for _ in 0..<40 {
      let query = MatchQuery(
        key: directory.key(whole), scope: directory.scope(), limit: 1000, signals: directory.signals(whole))
      let expected = whole.search(query).matches.filter { [.namePrefix, .handlePrefix].contains($0.tier) }
      let found = early.search(query).matches
      for match in expected { #expect(found.contains(match), "\(query)") }
      let all = Set(whole.search(query).matches.map(\.index))
      for match in found { #expect(all.contains(match.index), "\(query)") }
    }
  }

  @Test func `nobody is told of few entities`() {
    var told = 0
    var builder = EntityCatalog.Builder(source: "team")
    for id in 0..<3 { builder.append(Entity(id: "\(id)", name: "Ada \(id)")) }
    _ = builder.finish(early: EarlyCatalog { _ in told += 1 })
    #expect(told == 0)
  }
}
