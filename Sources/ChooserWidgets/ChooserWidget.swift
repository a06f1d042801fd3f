public import JSONText

/// A chooser's view, from which the user selects an entry, drawn as lines of text (Hakawai: custom chooser views).
///
/// A widget is created in one of two ways, and must conform to the corresponding protocol: ``CellChooserWidget`` (Type
/// A: cells come from the application) or ``CustomChooserWidget`` (Type B: it draws everything itself). It is driven by
/// a ``ChooserHost``:
///
///     made ─▶ didCreate ─▶ ┌ reloadData ─▶ becomeVisible ─▶ layout                 ┐ any number
///                          │ reloadData ─▶ layout, whenever the content changed    │ of times
///                          └ resetScrollPositionAndHide                            ┘ ─▶ willDestroy
///
///     layout = willBeginLayout ─▶ preferredSize ─▶ setFrame ─▶ didEndLayout; afterwards the host reads view
///
/// A widget may write to its environment's model, force a layout and raise events from any of these methods.
public protocol ChooserWidget: AnyObject {
  /// The current content. The host pads or clips it to the frame.
  var view: [StyledLine] { get }
  /// The preferred size within an available size, in cells.
  func preferredSize(givenSize: CellSize) -> CellSize
  /// Sets the current frame, which may be of any size: empty, or larger than the preferred size.
  func setFrame(_ frame: CellFrame)
  /// Called when the widget becomes visible, after `reloadData` and before the layout.
  func becomeVisible()
  /// Hides the widget and resets it to show the first entry next time.
  func resetScrollPositionAndHide()
  /// Called when the entries or the expectation of more results may have changed.
  func reloadData()

  // MARK: Optional

  /// Called after the widget or the application has set a property of the environment's model to a different value. A
  /// nil value means that the property is not set.
  func modelUpdated(property: String, oldValue: JSONValue?, newValue: JSONValue?)
  /// Called when a layout begins. The host asks for the preferred size next.
  func willBeginLayout()
  /// Called when a layout has ended. The widget has its frame, and the host reads its view next.
  func didEndLayout()
  /// Called once, before all other methods. The widget has been created and is hidden.
  func didCreate()
  /// Called once, after all other methods. The widget is hidden and will be destroyed.
  func willDestroy()
  /// The edge that faces the text. Set by the host.
  var borderMode: BorderMode { get set }
  /// The name of a background, which the host interprets. Set by the host.
  var background: String? { get set }
}

extension ChooserWidget {
  public func modelUpdated(property: String, oldValue: JSONValue?, newValue: JSONValue?) {}
  public func willBeginLayout() {}
  public func didEndLayout() {}
  public func didCreate() {}
  public func willDestroy() {}
  /// Always `none`; setting it has no effect.
  public var borderMode: BorderMode {
    get { .none }
    set {}
  }
  /// Always nil; setting it has no effect.
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

/// A key that a chooser understands. The application maps the keys of a keyboard to these.
public enum ChooserKey: String, Hashable, Sendable, CaseIterable {
  case up, down, pageUp, pageDown, first, last
  case left, right
  /// Moves to the next of several controls.
  case next
  /// Accepts the selected entry.
  case accept
}

/// A widget that handles keys while it is visible.
public protocol ChooserKeyResponder: ChooserWidget {
  /// Returns whether the widget handled the key. If not, the host handles it as usual.
  func keyPressed(_ key: ChooserKey) -> Bool
}

/// A touch or pointer event on a chooser (`beginTrackingWithTouch:` and the following methods in Hakawai). The host
/// decides which devices and buttons produce such events.
public struct ChooserTouch: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case began, moved, ended
    /// Scrolls by a number of rows without a touch; a negative number scrolls up.
    case scrolled(by: Int)

    /// Whether the phase can occur without a preceding event.
    var isFirst: Bool { self != .moved && self != .ended }
  }

  public var phase: Phase
  /// The distance from the left edge, in cells.
  public var column: Int
  /// The distance from the upper edge, in cells.
  public var row: Int

  /// Creates a touch.
  ///
  /// - Parameters:
  ///   - phase: the phase.
  ///   - column: the distance from the left edge, in cells; may be outside of the chooser.
  ///   - row: the distance from the upper edge, in cells; may be outside of the chooser.
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

/// A widget that handles touches while it is visible.
public protocol ChooserTouchResponder: ChooserWidget {
  /// Returns whether the widget handled the touch. If not, the host handles it as usual.
  ///
  /// - Parameter touch: the touch, in cells from the widget's upper left corner. It begins inside the widget, but may
  ///   move and end outside.
  func touched(_ touch: ChooserTouch) -> Bool
}

// MARK: - Environment

/// The properties through which an application configures a widget, by name. A property that is not set is nil; setting
/// nil removes it.
public final class ChooserModel {
  /// All properties that are set.
  public private(set) var properties: JSONObject
  /// Called after a property has changed.
  var didChange: (ModelChange) -> Void = { _ in }

  init(_ properties: JSONObject) { self.properties = properties }

  /// The value of a property; nil if it is not set. Setting it to a different value notifies the widget
  /// (``ChooserWidget/modelUpdated(property:oldValue:newValue:)``) and lays it out; setting an equal value
  /// does nothing.
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

/// A change of one property of the model.
struct ModelChange {
  var property: String
  var oldValue: JSONValue?
  var newValue: JSONValue?
}

/// The environment of a widget.
public final class ChooserEnvironment {
  /// The properties through which the application configures the widget. The widget may set them too.
  public let model: ChooserModel
  private var states: JSONObject = JSONObject()
  /// Properties whose current value was refused, so that each value is reported only once.
  private var refused: Set<String> = []
  var onForceLayout: () -> Void = {}
  var onProblem: (ChooserProblem.Kind) -> Void

  init(model: ChooserModel, onProblem: @escaping (ChooserProblem.Kind) -> Void) {
    self.model = model
    self.onProblem = onProblem
  }

  func noteChange(of property: String) { refused.remove(property) }

  /// Requests a layout although nothing that the host knows of has changed. Any number of requests during a layout lead
  /// to one further layout; while the widget is hidden, the layout happens when it is shown next.
  public func forceLayout() { onForceLayout() }

  /// Stores a value outside of the model, without a notification or a layout. Nil removes the value.
  public func setNonModelState(_ value: JSONValue?, forKey key: String) { states[key] = value }

  /// The value stored by ``setNonModelState(_:forKey:)``; nil if there is none.
  public func nonModelState(forKey key: String) -> JSONValue? { states[key] }

  /// Reports that the value of a property is invalid, and what was expected. The host is notified once per value.
  public func refuse(_ property: String, expected: String) {
    guard refused.insert(property).inserted else { return }
    onProblem(.badProperty(name: property, value: model[property], expected: expected))
  }
}

// MARK: - Events

/// A handler for an event that a widget raises.
public typealias ChooserEventHandler = (_ values: JSONObject) -> Void

/// Passes a widget's events to the handlers that the application declared when it registered the widget. Both sides
/// agree on the names and values of events.
public final class ChooserEventDelegate {
  private let handlers: [String: ChooserEventHandler]
  private let onProblem: (ChooserProblem.Kind) -> Void

  init(_ handlers: [String: ChooserEventHandler], onProblem: @escaping (ChooserProblem.Kind) -> Void) {
    self.handlers = handlers
    self.onProblem = onProblem
  }

  /// Whether the application declared a handler for this event.
  public func declares(_ name: String) -> Bool { handlers[name] != nil }

  /// Raises an event. If no handler is declared for it, returns false and notifies the host.
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

/// A rule that a widget violated, or an input that it cannot use. The chooser remains usable.
public struct ChooserProblem: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// The widget raised an event for which the application has declared no handler.
    case undeclaredEvent(name: String, declared: [String])
    /// The widget kept changing its model or requesting layouts in response to the preceding changes and layouts. The
    /// host gave up after this many rounds.
    case endless(rounds: Int)
    /// A property of the model is invalid; a nil value means that it is missing.
    case badProperty(name: String, value: JSONValue?, expected: String)
  }

  /// The name under which the widget is registered.
  public let chooser: String
  public let kind: Kind

  public var description: String {
    switch kind {
    case .undeclaredEvent(let name, let declared):
      let known = declared.isEmpty ? "none" : declared.joined(separator: ", ")
      return "chooser “\(chooser)” raised the event “\(name)”, which is not declared (declared: \(known))"
    case .endless(let rounds):
      return
        "chooser “\(chooser)” changed its model or forced a layout in \(rounds) successive layouts;"
        + " the last change was ignored"
    case .badProperty(let name, let value, let expected):
      return "chooser “\(chooser)”: \(name) is \(value?.description ?? "missing"), expected \(expected)"
    }
  }
}
