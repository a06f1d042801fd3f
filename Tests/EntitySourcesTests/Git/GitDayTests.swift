import Entities
import JSONText
import MentionsTestKit
import Testing

@testable import EntitySources

/// The days of commits, and how long ago they are.
@Suite struct GitDayTests {
  @Test(arguments: [
    (0, "1970-01-01"), (86_399, "1970-01-01"), (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01"),
    (1_709_164_800, "2024-02-29"), (1_735_689_599, "2024-12-31"), (4_107_542_399, "2100-02-28"),
    (4_107_542_400, "2100-03-01"), (253_402_300_799, "9999-12-31"), (-1, "1970-01-01"),
  ])
  func `seconds since 1970 as a day`(seconds: Int, day: String) {
    #expect(GitDay(seconds).description == day)
  }

  @Test func `no two days of four centuries are alike, and each follows the one before`() {
    var last = GitDay(0)
    for day in 1..<146_097 {
      let next = GitDay(day * 86_400)
      let follows =
        next.day == last.day + 1
        ? (next.year, next.month) == (last.year, last.month)
        : next.day == 1 && last.months(until: next) <= 1 && last.day >= 28
      #expect(follows, "\(last), \(next)")
      last = next
    }
  }

  @Test func `whole months`() {
    let february = GitDay(1_709_164_800)
    #expect(february.months(until: february) == 0)
    #expect(february.months(until: GitDay(1_711_584_000)) == 0)
    #expect(february.months(until: GitDay(1_711_670_400)) == 1)
    #expect(february.months(until: GitDay(1_740_787_200)) == 12)
    #expect(february.months(until: GitDay(0)) == 0)
  }

  @Test func `people know their last commit, and how long before the newest of all it was`() {
    let repository = Repository()
    repository.commit("Ada", "ada@x.org", day: 0)
    repository.commit("Ada", "ada@x.org", day: 400)
    repository.commit("Bob", "bob@x.org", day: 430)
    let people = repository.source().load().entities
    let known = people.sorted { $0.name < $1.name }.map {
      "\($0.name) \($0.metadata["lastCommit"]?.stringValue ?? "") \($0.metadata["inactiveMonths"]?.intValue ?? 0)"
    }
    #expect(known == ["Ada 2025-02-04 1", "Bob 2025-03-06 0"])
  }
}
