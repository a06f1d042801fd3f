/// Runs the parts of one piece of work, at the same time where it has threads.
///
/// This module has none: whoever embeds it passes one in.
public protocol ParallelExecutor: Sendable {
  /// How many parts can run at the same time, at least 1.
  var width: Int { get }

  /// Calls `body` with each of `0..<parts` and returns what it returned, in this order, once all of it has.
  ///
  /// - Complexity: that of the calls; they are begun in order.
  func map<Result: Sendable>(_ parts: Int, _ body: @Sendable (Int) -> Result) -> [Result]
}

/// Runs one part after the other on the caller's thread.
public struct SequentialExecutor: ParallelExecutor {
  public init() {}

  public var width: Int { 1 }

  public func map<Result: Sendable>(_ parts: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    (0..<parts).map(body)
  }
}

extension ParallelExecutor where Self == SequentialExecutor {
  /// One part after the other.
  public static var sequential: SequentialExecutor { SequentialExecutor() }
}

extension ParallelExecutor {
  /// Divides `0..<count` into at most `width` ranges of about one length whose bounds are multiples of `unit`.
  func ranges(_ count: Int, unit: Int) -> [Range<Int>] {
    let units = (count + unit - 1) / unit
    let parts = max(1, min(width, units))
    return (0..<parts).map { part in
      min(count, units * part / parts * unit)..<min(count, units * (part + 1) / parts * unit)
    }
  }
}
