import ChooserWidgets
import LanguageProtocol
import ScriptedEditing

/// The text of a document as an input field, with a cursor, a selection and visible rows.
///
/// The text belongs to the editor. Positions are in scalars in the editor, and in characters on the screen.
struct PlayField {
  let editor: ScriptedEditor
  /// The start of the selection, in scalars; nil if nothing is selected.
  private(set) var anchor: Int?
  /// The column that the cursor keeps when it moves up and down over shorter rows.
  private var wishedColumn: Int?
  /// The first visible row.
  private var firstRow = 0
  /// The size of the field when it was last drawn, on which the effect of mouse and cursor keys depends.
  private var size = CellSize(columns: 80, rows: 1)
  private var history = PlayHistory()

  init(_ editor: ScriptedEditor) { self.editor = editor }

  /// The selection in scalars; an empty range at the cursor if there is none.
  var selection: Swift.Range<Int> {
    let cursor = editor.cursor
    let anchor = min(anchor ?? cursor, editor.length)
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  // MARK: Editing

  /// Handles an event. Returns false if a text field does not use events of this kind.
  mutating func handle(_ event: TerminalEvent) throws(EditorError) -> Bool {
    switch event {
    case .key(.character("u"), .alt): try restore(history.undo(from: state))
    case .key(.character("e"), .alt): try restore(history.redo(from: state))
    default:
      let before = state
      let isTaken = try edit(event)
      // Any text except a space continues a word.
      let isTyping = event != .text(" ") && event.isText
      note(before, isTyping: isTyping)
      return isTaken
    }
    return true
  }

  /// Records an edit, for undo.
  ///
  /// - Parameters:
  ///   - before: the ``state`` before the edit.
  ///   - isTyping: whether it continues a word, which is undone as a whole.
  mutating func note(_ before: PlayHistory.State, isTyping: Bool = false) {
    history.note(before, isTyping: isTyping, isChanged: before.text != editor.text)
  }

  /// The current text and cursor.
  var state: PlayHistory.State { PlayHistory.State(text: editor.text, cursor: editor.cursor) }

  /// Restores an earlier or later text, in one change that consists of the difference.
  private mutating func restore(_ state: PlayHistory.State?) throws(EditorError) {
    guard let state else { return }
    let (old, new) = (Array(editor.text), Array(state.text))
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    anchor = nil
    try editor.replace(
      scalars(prefix)..<scalars(old.count - suffix), with: String(new[prefix..<new.count - suffix]))
    try editor.select(from: state.cursor, to: state.cursor)
  }

  private mutating func edit(_ event: TerminalEvent) throws(EditorError) -> Bool {
    if case .key(.up, _) = event {} else if case .key(.down, _) = event {} else { wishedColumn = nil }
    switch event {
    case .text(let text): try type(text)
    case .paste(let text): try insert(text)
    case .key(.enter, []): try insert("\n")
    case .key(.backspace, let modifiers):
      try delete(to: modifiers.contains(.alt) ? wordStart(editor.cursor) : nil, isForward: false)
    case .key(.delete, let modifiers):
      try delete(to: modifiers.contains(.control) ? wordEnd(editor.cursor) : nil, isForward: true)
    case .key(.character("w"), .control): try delete(to: wordStart(editor.cursor), isForward: false)
    case .key(.character("a"), .control):
      anchor = 0
      try go(to: editor.length, selects: true)
    case .key(let key, let modifiers): return try move(key, modifiers)
    case .mouse(let mouse): return try follow(mouse)
    }
    return true
  }

  /// Clears the selection. Must be called after the text was changed by anything but this field.
  mutating func deselect() { anchor = nil }

  /// Types a text key by key.
  private mutating func type(_ text: String) throws(EditorError) {
    if !selection.isEmpty { try insert("") }
    try editor.type(text)
  }

  private mutating func insert(_ text: String) throws(EditorError) {
    let range = selection
    anchor = nil
    try editor.replace(range, with: text)
  }

  /// Deletes the selection. If nothing is selected, deletes the text between the cursor and `place` or, if that is nil,
  /// one character.
  private mutating func delete(to place: Int?, isForward: Bool) throws(EditorError) {
    let cursor = editor.cursor
    if selection.isEmpty {
      if place == nil, !isForward { return try editor.askedBackspace() }
      let end = place ?? characterEnd(cursor)
      anchor = nil
      return try editor.replace(min(cursor, end)..<max(cursor, end), with: "")
    }
    try insert("")
  }

  // MARK: Moving

  private mutating func move(_ key: TerminalKey, _ modifiers: TerminalModifiers) throws(EditorError) -> Bool {
    let selects = modifiers.contains(.shift)
    let (flow, cursor) = (self.flow, editor.cursor)
    switch key {
    case .left where !selects && !selection.isEmpty: try go(to: selection.lowerBound, selects: false)
    case .right where !selects && !selection.isEmpty: try go(to: selection.upperBound, selects: false)
    case .left:
      try go(to: modifiers.contains(.control) ? wordStart(cursor) : characterStart(cursor), selects: selects)
    case .right:
      try go(to: modifiers.contains(.control) ? wordEnd(cursor) : characterEnd(cursor), selects: selects)
    case .home where modifiers.contains(.control): try go(to: 0, selects: selects)
    case .end where modifiers.contains(.control): try go(to: editor.length, selects: selects)
    case .home, .end:
      let row = flow.place(of: characters(cursor)).row
      try go(to: scalars(flow.index(row: row, column: key == .home ? 0 : .max / 2)), selects: selects)
    case .up, .down, .pageUp, .pageDown:
      let place = flow.place(of: characters(cursor))
      let step = key == .up || key == .down ? 1 : max(1, size.rows - 1)
      let row = place.row + (key == .up || key == .pageUp ? -step : step)
      let column = wishedColumn ?? place.column
      if row < 0 {
        try go(to: 0, selects: selects)
      } else if row >= flow.rows.count {
        try go(to: editor.length, selects: selects)
      } else {
        try go(to: scalars(flow.index(row: row, column: column)), selects: selects)
      }
      wishedColumn = column
    default: return false
    }
    return true
  }

  /// Moves the cursor to the position of the mouse, or scrolls.
  ///
  /// - Parameter mouse: the mouse event, in rows and columns of the field.
  private mutating func follow(_ mouse: TerminalMouse) throws(EditorError) -> Bool {
    switch mouse.action {
    case .press, .drag:
      let index = flow.index(row: firstRow + mouse.row, column: mouse.column)
      try go(to: scalars(index), selects: mouse.action == .drag || mouse.modifiers.contains(.shift))
    case .release: break
    case .wheelUp: firstRow = max(0, firstRow - 3)
    case .wheelDown: firstRow = min(max(0, flow.rows.count - 1), firstRow + 3)
    }
    return true
  }

  private mutating func go(to place: Int, selects: Bool) throws(EditorError) {
    if selects { anchor = anchor ?? editor.cursor } else { anchor = nil }
    try editor.select(from: anchor ?? place, to: place)
  }

  // MARK: Places

  private var flow: TextFlow { TextFlow(editor.text, columns: size.columns) }

  /// The number of characters before a position in scalars.
  private func characters(_ place: Int) -> Int { editor.text(0..<place).count }

  /// The number of scalars before a position in characters.
  private func scalars(_ place: Int) -> Int { editor.text.prefix(place).unicodeScalars.count }

  private func characterStart(_ place: Int) -> Int {
    place - (editor.text(0..<place).last?.unicodeScalars.count ?? 0)
  }

  private func characterEnd(_ place: Int) -> Int {
    place + (editor.text(place..<editor.length).first?.unicodeScalars.count ?? 0)
  }

  private func wordStart(_ place: Int) -> Int {
    let text = editor.text(0..<place)
    let word = text.reversed().drop { !Self.isWord($0) }.drop(while: Self.isWord)
    return String(word.reversed()).unicodeScalars.count
  }

  private func wordEnd(_ place: Int) -> Int {
    let text = editor.text(place..<editor.length)
    let rest = text.drop { !Self.isWord($0) }.drop(while: Self.isWord)
    return editor.length - String(rest).unicodeScalars.count
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  // MARK: Drawing

  /// The row (counted in the whole text) and the column of a position, which is given as a scalar offset.
  func place(of place: Int) -> (row: Int, column: Int) { flow.place(of: characters(place)) }

  /// Returns the rows that are visible at a size, scrolled such that they include the cursor, and the cursor's cell in
  /// them. Returns the placeholder if there is no text.
  ///
  /// - Parameters:
  ///   - size: the available size.
  ///   - tokens: the coloured ranges.
  ///   - placeholder: shown if there is no text.
  ///   - isLocked: whether only the cursor's row is visible; the scroll position is kept for later.
  mutating func draw(
    _ size: CellSize, _ tokens: [EditorToken], placeholder: String, isLocked: Bool = false
  ) -> (lines: [StyledLine], cursor: (column: Int, row: Int)) {
    self.size = size
    let flow = flow
    let cursor = flow.place(of: characters(editor.cursor))
    if !isLocked { firstRow = max(min(firstRow, cursor.row), cursor.row - size.rows + 1, 0) }
    if editor.length == 0 { return ([StyledLine(placeholder, .status)], (0, 0)) }
    let styles = characterStyles(flow.count, tokens)
    let firstRow = isLocked ? cursor.row : firstRow
    let lines = flow.rows.dropFirst(firstRow).prefix(isLocked ? 1 : size.rows).map { row in
      var line = StyledLine()
      var at = row.range.lowerBound
      while at < row.range.upperBound {
        var end = at
        while end < row.range.upperBound, styles[end] == styles[at] { end += 1 }
        line.append(flow.text(at..<end), styles[at])
        at = end
      }
      return line
    }
    return (lines, (min(cursor.column, size.columns - 1), cursor.row - firstRow))
  }

  private func characterStyles(_ count: Int, _ tokens: [EditorToken]) -> [CellStyle] {
    var styles = Array(repeating: CellStyle.plain, count: count)
    for token in tokens {
      let range = characters(token.range.lowerBound)..<characters(token.range.upperBound)
      for at in range { styles[at].role = PlayRoles.role(of: token) }
    }
    let selected = selection
    if !selected.isEmpty {
      for at in characters(selected.lowerBound)..<characters(selected.upperBound) {
        styles[at].isSelected = true
      }
    }
    return styles
  }
}

extension TerminalEvent {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

/// Earlier and later texts, for undo and redo.
struct PlayHistory {
  struct State {
    let text: String
    /// The offset of the cursor, in scalars.
    let cursor: Int
  }

  private var past: [State] = []
  private var future: [State] = []
  private var isTyping = false

  /// Records that an event has been handled. Consecutively typed letters are one step.
  mutating func note(_ before: State, isTyping: Bool, isChanged: Bool) {
    defer { self.isTyping = isTyping && isChanged }
    guard isChanged else { return }
    if !(isTyping && self.isTyping) { past.append(before) }
    future = []
  }

  mutating func undo(from now: State) -> State? {
    guard let state = past.popLast() else { return nil }
    future.append(now)
    isTyping = false
    return state
  }

  mutating func redo(from now: State) -> State? {
    guard let state = future.popLast() else { return nil }
    past.append(now)
    return state
  }
}
