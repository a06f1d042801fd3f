import ServerHost

/// The quick loop: with `MENTIONS_QUICK=1` in the environment, tests with random input try fewer seeds, and tests of cost
/// with large input take less of it.
package enum QuickLoop {
  package static let isOn = HostProcess.environment()["MENTIONS_QUICK"] == "1"

  static func seeds(_ all: ClosedRange<UInt64>, isQuick: Bool) -> [UInt64] {
    Array(stride(from: all.lowerBound, through: all.upperBound, by: isQuick ? 8 : 1))
  }
}

/// The seeds of a test with random input: all of them, or every eighth from the first one on in the quick loop.
///
/// ```swift
/// @Test(arguments: seeds(1...40)) func `random edits against a simple list`(seed: UInt64) { … }
/// ```
///
/// - Complexity: O(*n*), *n* the number of seeds.
package func seeds(_ all: ClosedRange<UInt64>) -> [UInt64] { QuickLoop.seeds(all, isQuick: QuickLoop.isOn) }
