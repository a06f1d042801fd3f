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
  /// What to show now. The host fills or cuts it to the frame.
  var view: [StyledLine] { get }
  /// How large it would like to be within so much room, in cells.
  func preferredSize(givenSize: CellSize) -> CellSize
  /// Where it is now. Any size may come, nothing at all and more than was asked for.
  func setFrame(_ frame: CellFrame)
  func becomeVisible()
  /// The next time that it is shown it starts from the top.
  func resetScrollPositionAndHide()
  /// The content is another, or whether more is to come: look anew.
  func reloadData()

  // MARK: Optional

  /// A property of the environment's model has changed, by whatever hand. A value that was set to what it was
  /// is not a change. Nil: not set.
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

  /// The same touch, counted from a frame's upper left corner.
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
