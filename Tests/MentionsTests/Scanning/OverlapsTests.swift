import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Whether one of many ranges overlaps another, found by halves.
@Suite struct OverlapsTests {
  @Test(arguments: seeds(1...40))
  func `the same as asking each`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    func range() -> TextRange {
      let start = Int.random(in: 0..<20, using: &random)
      return TextRange(start, start + Int.random(in: 0..<6, using: &random))
    }
    for count in 0..<8 {
      let ranges = (0..<count).map { _ in range() }
      let overlaps = Overlaps(ranges)
      for _ in 0..<20 {
        let other = range()
        #expect(overlaps.contains(other) == ranges.contains { $0.overlaps(other) }, "\(ranges) \(other)")
      }
    }
  }
}
