public import JSONText

/// What a widget's user gave it: properties by name. Reading one that is not set gives nil; setting nil takes
/// it out.
public final class ChooserModel {
  public private(set) var properties: JSONObject
  /// Called after a property has become another.
  var didChange: (ModelChange) -> Void = { _ in }

  init(_ properties: JSONObject) { self.properties = properties }

  public subscript(property: String) -> JSONValue? {
    get { properties[property] }
    set {
      let old = properties[property]
      guard old != newValue else { return }
      properties[property] = newValue
      didChange(ModelChange(property: property, oldValue: old, newValue: newValue))
    }
  }
}

/// One property of the model that has become another.
struct ModelChange {
  var property: String
  var oldValue: JSONValue?
  var newValue: JSONValue?
}

/// What a widget knows of the world around it.
public final class ChooserEnvironment {
  /// What the user's settings give the widget; the widget may write to it as well.
  public let model: ChooserModel
  private var states: JSONObject = JSONObject()
  /// Properties whose value of now was refused.
  private var refused: Set<String> = []
  var onForceLayout: () -> Void = {}
  var onProblem: (ChooserProblem.Kind) -> Void

  init(model: ChooserModel, onProblem: @escaping (ChooserProblem.Kind) -> Void) {
    self.model = model
    self.onProblem = onProblem
  }

  func noteChange(of property: String) { refused.remove(property) }

  /// Asks for a layout although nothing has changed that the host knows of. Asked for during a layout, any
  /// number of times, one more follows it; while the widget is hidden, the next showing does.
  public func forceLayout() { onForceLayout() }

  /// Keeps something beside the model: nobody is told, no layout follows. Nil forgets it.
  public func setNonModelState(_ value: JSONValue?, forKey key: String) { states[key] = value }

  public func nonModelState(forKey key: String) -> JSONValue? { states[key] }

  /// Says that a property of the model makes no sense, and what would. The host hears it once for a value.
  public func refuse(_ property: String, expected: String) {
    guard refused.insert(property).inserted else { return }
    onProblem(.badProperty(name: property, value: model[property], expected: expected))
  }
}
