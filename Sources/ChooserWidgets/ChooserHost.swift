public import JSONText

/// Manages the life cycle of one widget: passes it content, space and properties, and shows its view.
///
/// If one of the widget's methods changes the model or requests a layout, the host responds after that method has
/// returned. It passes changes on in order, and combines all requests for a layout into one. Not thread-safe: a host
/// has a single owner.
///
/// A call takes as long as the widget's methods that it calls. Once the widget is destroyed, calls have no effect.
public final class ChooserHost {
  /// The name under which the widget is registered.
  public let name: String
  /// The widget's environment, which the host shares with it.
  public let environment: ChooserEnvironment
  /// The widget's frame, within the room set by ``setRoom(_:)``.
  public private(set) var frame = CellFrame.zero
  /// Whether the chooser is shown; false at first.
  public private(set) var isVisible = false
  /// False once the widget has been destroyed.
  public private(set) var isAlive = true
  /// Called with the index of an object when the user has selected that object.
  public var didSelect: (Int) -> Void {
    get { store.didSelect }
    set { store.didSelect = newValue }
  }

  /// Called with the index of each object of the content when it is first shown, so that a host can fetch details such
  /// as a picture. The closure may replace the content.
  public var willPresent: (Int) -> Void = { _ in }

  private let widget: any ChooserWidget
  private let store: ContentStore
  private let onProblem: (ChooserProblem.Kind) -> Void
  private var turn = ChooserTurn()
  private var givenRoom: CellFrame
  /// Whether a touch that the widget accepted is in progress.
  private var isTracking = false

  init(
    _ name: String, _ entry: ChooserRegistry.Entry, room: CellFrame,
    onProblem: @escaping (ChooserProblem) -> Void
  ) {
    let report = { (kind: ChooserProblem.Kind) in onProblem(ChooserProblem(chooser: name, kind: kind)) }
    self.name = name
    self.onProblem = report
    givenRoom = room
    store = ContentStore(cells: entry.cells, loadingCell: entry.loadingCell)
    environment = ChooserEnvironment(model: ChooserModel(entry.model), onProblem: report)
    widget = entry.make(ChooserEventDelegate(entry.events, onProblem: report), environment, store)
    environment.onForceLayout = { [weak self] in self?.perform { $0.turn.needsLayout = true } }
    environment.model.didChange = { [weak self] change in
      self?.environment.noteChange(of: change.property)
      self?.perform { $0.turn.changes.append(change) }
    }
    perform {
      $0.widget.borderMode = entry.borderMode
      $0.widget.background = entry.background
      $0.widget.didCreate()
    }
  }

  /// Deallocating a host also destroys its widget.
  deinit { if isAlive { end() } }

  // MARK: Content and placement

  /// The content set last; empty at first.
  public var content: ChooserContent { store.content }

  /// Replaces the content. A visible widget reloads it and is laid out.
  public func setContent(_ content: ChooserContent) {
    perform {
      $0.store.content = content
      guard $0.isVisible else { return }
      $0.widget.reloadData()
      $0.turn.needsLayout = true
    }
  }

  /// Sets the space in which the chooser may be placed, in cells of the host's coordinates.
  public func setRoom(_ room: CellFrame) {
    perform {
      guard $0.givenRoom != room else { return }
      $0.givenRoom = room
      $0.turn.needsLayout = true
    }
  }

  /// The edge of the chooser that faces the text. If it is `bottom`, the chooser is at the bottom of its room.
  public var borderMode: BorderMode { widget.borderMode }

  /// Sets the edge of the chooser that faces the text, in place of the registered one.
  public func setBorderMode(_ mode: BorderMode) {
    perform {
      $0.widget.borderMode = mode
      $0.turn.needsLayout = true
    }
  }

  /// The arrow that points at the mention; nil for none. The host, not the widget, draws it, so any widget can have an
  /// arrow. It occupies the first row of the frame if it points up, otherwise the last row.
  public private(set) var arrow: ChooserArrow?

  /// Shows an arrow, or none. A widget should have no border while an arrow is shown.
  public func setArrow(_ arrow: ChooserArrow?) {
    perform {
      guard $0.arrow != arrow else { return }
      $0.arrow = arrow
      $0.turn.needsLayout = true
    }
  }

  /// Applies the placement of a position mode: room, border and arrow.
  public func setPlacement(_ placement: ChooserPlacement) {
    perform {
      $0.setRoom(placement.room)
      if $0.borderMode != placement.borderMode { $0.setBorderMode(placement.borderMode) }
      $0.setArrow(placement.arrow)
    }
  }

  /// Sets the name of the background, in place of the registered one; nil for none. The host maps the name to
  /// a color.
  public func setBackground(_ background: String?) {
    perform {
      $0.widget.background = background
      $0.turn.needsLayout = true
    }
  }

  /// A property of the widget's model, as in ``ChooserEnvironment/model``.
  public subscript(property: String) -> JSONValue? {
    get { environment.model[property] }
    set { environment.model[property] = newValue }
  }

  // MARK: Life cycle

  /// Shows the chooser: the widget reloads its content, becomes visible, and is laid out. No effect if the chooser is
  /// already visible.
  public func show() {
    perform {
      guard !$0.isVisible else { return }
      $0.isVisible = true
      $0.widget.reloadData()
      $0.widget.becomeVisible()
      $0.turn.needsLayout = true
    }
  }

  /// Hides the chooser. The widget scrolls back to its first entry, and a touch in progress is abandoned. The content
  /// stays. No effect if the chooser is hidden.
  public func hide() {
    perform {
      guard $0.isVisible else { return }
      $0.isVisible = false
      $0.isTracking = false
      $0.widget.resetScrollPositionAndHide()
    }
  }

  /// Destroys the widget: it is hidden, notified, and never called again. If called from one of the widget's methods,
  /// this happens after that method returns.
  public func destroy() {
    perform { $0.turn.isLast = true }
  }

  /// Passes a key to a widget that accepts keys. Returns false if it does not handle the key or is not visible.
  public func press(_ key: ChooserKey) -> Bool {
    guard isVisible, let responder = widget as? any ChooserKeyResponder else { return false }
    var isTaken = false
    perform { _ in isTaken = responder.keyPressed(key) }
    return isTaken
  }

  /// Passes a touch to a widget that accepts touches. A touch that began in its frame and was accepted belongs to the
  /// widget until it ends, even outside the frame.
  ///
  /// - Parameter touch: the touch, in the coordinates of frames.
  /// - Returns: whether the widget handled the touch; false if the widget is not visible, or if the touch began outside
  ///   the widget or was not accepted when it began.
  public func touch(_ touch: ChooserTouch) -> Bool {
    guard isVisible, let responder = widget as? any ChooserTouchResponder else { return false }
    let inside = touch.moved(into: widgetFrame)
    guard
      isTracking || touch.phase.isFirst && widgetFrame.size.contains(column: inside.column, row: inside.row)
    else { return false }
    var isTaken = false
    perform { _ in isTaken = responder.touched(inside) }
    switch touch.phase {
    case .began: isTracking = isTaken
    case .ended: isTracking = false
    case .moved, .scrolled: break
    }
    return isTaken
  }

  /// The visible content: one line per row of the frame, each exactly as wide as the frame; empty while the
  /// widget is hidden. Calls ``willPresent`` for each object that is shown for the first time.
  ///
  /// - Complexity: that of the widget's view, and linear in the cells of the frame.
  public var lines: [StyledLine] {
    guard isVisible else { return [] }
    let lines = draw()
    for index in store.takePresented() { willPresent(index) }
    return lines
  }

  private func draw() -> [StyledLine] {
    let lines = CellCanvas(size: widgetFrame.size, borderMode: .none, background: nil).lines(widget.view)
    guard let arrow, arrowRows > 0 else { return lines }
    return arrow.direction == .pointingUp
      ? [arrow.line(over: frame)] + lines : lines + [arrow.line(over: frame)]
  }

  /// The number of rows that the arrow occupies. A frame of a single row has no arrow.
  private var arrowRows: Int { arrow != nil && frame.size.rows > 1 ? 1 : 0 }

  /// The part of the frame that belongs to the widget.
  private var widgetFrame: CellFrame {
    CellFrame(
      column: frame.column, row: frame.row + (arrow?.direction == .pointingUp ? arrowRows : 0),
      size: CellSize(columns: frame.size.columns, rows: frame.size.rows - arrowRows))
  }

  // MARK: Turns

  /// Performs a call from outside and then the work that results from it. A nested call, made from one of the widget's
  /// methods, only performs `body`; the outer call does the resulting work.
  private func perform(_ body: (ChooserHost) -> Void) {
    guard isAlive else { return }
    guard !turn.isGoingOn else { return body(self) }
    turn.isGoingOn = true
    body(self)
    settle()
    if turn.isLast { end() }
    turn.isGoingOn = false
  }

  /// Passes changes to the widget and lays it out, until nothing is left to do.
  private func settle() {
    while turn.hasWork(isVisible: isVisible) {
      guard turn.rounds < ChooserTurn.mostRounds else {
        onProblem(.endless(rounds: turn.rounds))
        turn.giveUp()
        break
      }
      turn.rounds += 1
      let changes = turn.takeChanges()
      for change in changes {
        widget.modelUpdated(
          property: change.property, oldValue: change.oldValue, newValue: change.newValue)
      }
      // If `modelUpdated` has changed the model, the widget receives that change before the layout.
      if isVisible, turn.changes.isEmpty, turn.needsLayout { layout() }
    }
    turn.rounds = 0
  }

  private func layout() {
    turn.needsLayout = false
    widget.willBeginLayout()
    let extra = arrow != nil && givenRoom.size.rows > 1 ? 1 : 0
    let given = CellSize(columns: givenRoom.size.columns, rows: givenRoom.size.rows - extra)
    let wished = widget.preferredSize(givenSize: given).fitted(into: given)
    let size = CellSize(columns: wished.columns, rows: wished.rows + extra)
    let isAtBottom = widget.borderMode == .bottom || arrow?.direction == .pointingDown
    frame = CellFrame(
      column: givenRoom.column, row: givenRoom.row + (isAtBottom ? givenRoom.size.rows - size.rows : 0),
      size: size)
    widget.setFrame(widgetFrame)
    widget.didEndLayout()
  }

  private func end() {
    if isVisible {
      isVisible = false
      widget.resetScrollPositionAndHide()
    }
    widget.willDestroy()
    isAlive = false
  }
}

/// The pending work during one call to a host.
private struct ChooserTurn {
  /// The maximum number of rounds of changes and layouts, each caused by the one before; more are treated as an endless
  /// loop.
  static let mostRounds = 16

  var isGoingOn = false
  var changes: [ModelChange] = []
  var needsLayout = false
  var isLast = false
  var rounds = 0

  func hasWork(isVisible: Bool) -> Bool { !changes.isEmpty || needsLayout && isVisible }

  mutating func takeChanges() -> [ModelChange] {
    if !changes.isEmpty { needsLayout = true }
    defer { changes = [] }
    return changes
  }

  mutating func giveUp() {
    changes = []
    needsLayout = false
  }
}
