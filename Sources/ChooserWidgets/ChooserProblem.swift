public import JSONText

/// Something that a widget did and cannot do, or was given and cannot use. Nothing else suffers from it.
public struct ChooserProblem: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// It raised an event that its user had not declared.
    case undeclaredEvent(name: String, declared: [String])
    /// Every layout led to another, or every change of the model to another.
    case endless(rounds: Int)
    /// A property of its model makes no sense to it; nil: it is missing.
    case badProperty(name: String, value: JSONValue?, expected: String)
  }

  /// The name that the widget is registered by.
  public let chooser: String
  public let kind: Kind

  public init(chooser: String, kind: Kind) {
    self.chooser = chooser
    self.kind = kind
  }

  public var description: String {
    switch kind {
    case .undeclaredEvent(let name, let declared):
      let known = declared.isEmpty ? "none" : declared.joined(separator: ", ")
      return "chooser “\(chooser)” raised the event “\(name)”, which is not declared (declared: \(known))"
    case .endless(let rounds):
      return
        "chooser “\(chooser)” changed its model or forced a layout each time, \(rounds) times in a row;"
        + " the last was not followed"
    case .badProperty(let name, let value, let expected):
      return "chooser “\(chooser)”: \(name) is \(value?.description ?? "missing"), expected \(expected)"
    }
  }
}
