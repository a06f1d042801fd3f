/// Milliseconds on a monotone clock that the host passes in.
public struct Instant: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static let zero = Instant(milliseconds: 0)

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// Stays at the last instant instead of overflowing.
  public func advanced(by milliseconds: Int) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(Int64(milliseconds))
    return Instant(milliseconds: overflow ? (milliseconds < 0 ? .min : .max) : sum)
  }
}
