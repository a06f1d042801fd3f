import Testing

@testable import MentionsTestKit

/// What `MENTIONS_QUICK=1` leaves of the seeds.
@Suite struct QuickLoopTests {
  @Test func `all seeds are tried, or every eighth of them`() {
    #expect(QuickLoop.seeds(1...40, isQuick: false) == Array(1...40))
    #expect(QuickLoop.seeds(1...40, isQuick: true) == [1, 9, 17, 25, 33])
  }

  @Test func `one seed is left out of few`() {
    #expect(QuickLoop.seeds(3...7, isQuick: true) == [3])
    #expect(QuickLoop.seeds(0...0, isQuick: true) == [0])
  }
}
