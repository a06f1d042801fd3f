public import JSONText

/// A chooser's view: what the user picks from, drawn as lines of text (seed 000, seed 002).
///
/// A widget can be made in one of two ways, and has to conform to one more protocol that says which:
/// ``CellChooserWidget`` (Type A: cells come from the application) or ``CustomChooserWidget`` (Type B:
/// everything is its own). It is driven by a ``ChooserHost``:
///
///     made ─▶ didCreate ─▶ ┌ reloadData ─▶ becomeVisible ─▶ layout                 ┐ any number
///                          │ reloadData ─▶ layout, whenever the content changed    │ of times
///                          └ resetScrollPositionAndHide                            ┘ ─▶ willDestroy
///
///     layout = willBeginLayout ─▶ preferredSize ─▶ setFrame ─▶ didEndLayout; ``view`` is read after it
///
/// It may write to its environment's model, force a layout and raise events from any of these methods.
public protocol ChooserWidget: AnyObject {
  /// The content to show now. The host pads or cuts it to the frame.
  var view: [StyledLine] { get }
  /// How large it would like to be within so much room, in cells.
  func preferredSize(givenSize: CellSize) -> CellSize
  /// Where it is now. Any size may come, nothing at all and more than was asked for.
  func setFrame(_ frame: CellFrame)
  func becomeVisible()
  /// The next time that it is shown it starts from the top.
  func resetScrollPositionAndHide()
  /// The content, or whether more is expected, has changed.
  func reloadData()

  // MARK: Optional

  /// A property of the environment's model has changed, set by the widget or its user. Setting an equal value is not
  /// a change. Nil: not set.
  func modelUpdated(property: String, oldValue: JSONValue?, newValue: JSONValue?)
  func willBeginLayout()
  func didEndLayout()
  func didCreate()
  func willDestroy()
  /// Which edge faces the text. Set by the host.
  var borderMode: BorderMode { get set }
  /// The name of a background, whose meaning is the host's. Set by the host.
  var background: String? { get set }
}

extension ChooserWidget {
  public func modelUpdated(property: String, oldValue: JSONValue?, newValue: JSONValue?) {}
  public func willBeginLayout() {}
  public func didEndLayout() {}
  public func didCreate() {}
  public func willDestroy() {}
  public var borderMode: BorderMode {
    get { .none }
    set {}
  }
  public var background: String? {
    get { nil }
    set {}
  }
}

/// Type A: shows cells that the application draws.
public protocol CellChooserWidget: ChooserWidget {
  init(
    eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, dataSource: any ChooserDataSource)
}

/// Type B: draws everything itself.
public protocol CustomChooserWidget: ChooserWidget {
  init(eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, delegate: any ChooserDelegate)
}

/// A key that means something to a chooser. Which keys of a keyboard these are is the host's to say.
public enum ChooserKey: String, Hashable, Sendable, CaseIterable {
  case up, down, pageUp, pageDown, first, last
  case left, right
  /// From one of several controls to the next.
  case next
  /// Takes what is selected.
  case accept
}

/// A widget that listens to keys while it is visible.
public protocol ChooserKeyResponder: ChooserWidget {
  /// Whether the key was for it. If not, the host does with it as always.
  func keyPressed(_ key: ChooserKey) -> Bool
}

/// A finger or a pointer on a chooser (`beginTrackingWithTouch:` and what follows it, seed 002). Which device it is,
/// and which of its buttons, is the host's to say.
public struct ChooserTouch: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case began, moved, ended
    /// Without a touch: so many rows further down.
    case scrolled(by: Int)

    /// Whether nothing has to come before it.
    var isFirst: Bool { self != .moved && self != .ended }
  }

  public var phase: Phase
  /// In cells, from the left edge.
  public var column: Int
  /// In cells, from the upper edge.
  public var row: Int

  public init(_ phase: Phase, column: Int, row: Int) {
    self.phase = phase
    self.column = column
    self.row = row
  }

  /// The touch relative to a frame's upper left corner.
  func moved(into frame: CellFrame) -> ChooserTouch {
    ChooserTouch(phase, column: column - frame.column, row: row - frame.row)
  }
}

/// A widget that listens to touches while it is visible.
public protocol ChooserTouchResponder: ChooserWidget {
  /// Whether the touch was for it. If not, the host does with it as always.
  ///
  /// - Parameter touch: its place in cells of the widget; after the beginning it may lie outside.
  func touched(_ touch: ChooserTouch) -> Bool
}

// MARK: - Environment

/// The properties that a widget's user set, by name. A property that is not set is nil; setting nil removes it.
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

/// The environment of a widget.
public final class ChooserEnvironment {
  /// The properties from the user's settings; the widget may write to it as well.
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

  /// Keeps a value beside the model: it notifies no one, and no layout follows. Nil removes it.
  public func setNonModelState(_ value: JSONValue?, forKey key: String) { states[key] = value }

  public func nonModelState(forKey key: String) -> JSONValue? { states[key] }

  /// Says that a property of the model makes no sense, and what would. The host hears it once for a value.
  public func refuse(_ property: String, expected: String) {
    guard refused.insert(property).inserted else { return }
    onProblem(.badProperty(name: property, value: model[property], expected: expected))
  }
}

// MARK: - Events

/// A handler for an event that a widget raises.
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

  /// Raises an event. An event that was not declared is refused: false, and the host is notified.
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

// MARK: - Problems

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
