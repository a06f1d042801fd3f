public import JSONText

/// What somebody who uses a widget does when it raises an event.
public typealias ChooserEventHandler = (_ values: JSONObject) -> Void

/// Carries a widget's events to those that its user declared (seed 002). Names and values are agreed between
/// the two.
public final class ChooserEventDelegate {
  private let handlers: [String: ChooserEventHandler]
  private let onProblem: (ChooserProblem.Kind) -> Void

  init(_ handlers: [String: ChooserEventHandler], onProblem: @escaping (ChooserProblem.Kind) -> Void) {
    self.handlers = handlers
    self.onProblem = onProblem
  }

  /// Whether the user wants to hear of this event.
  public func declares(_ name: String) -> Bool { handlers[name] != nil }

  /// Tells the user. An event that was not declared is refused: false, and the host hears of it.
  @discardableResult
  public func raise(_ name: String, _ values: JSONObject = JSONObject()) -> Bool {
    guard let handler = handlers[name] else {
      onProblem(.undeclaredEvent(name: name, declared: handlers.keys.sorted()))
      return false
    }
    handler(values)
    return true
  }
}
