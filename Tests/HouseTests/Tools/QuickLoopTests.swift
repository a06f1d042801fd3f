import Testing

@testable import MentionsTestKit

/// The seeds that `MENTIONS_QUICK` selects.
@Suite struct QuickLoopTests {
  @Test func `all seeds are tried, or some of them from the first one on`() {
    #expect(QuickLoop.seeds(1...40, step: 1) == Array(1...40))
    #expect(QuickLoop.seeds(1...40, step: 8) == [1, 9, 17, 25, 33])
  }

  @Test func `one seed is left out of few`() {
    #expect(QuickLoop.seeds(3...7, step: 8) == [3])
    #expect(QuickLoop.seeds(0...0, step: 8) == [0])
  }
}
