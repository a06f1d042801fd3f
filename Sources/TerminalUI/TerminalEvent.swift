/// What a person does at a terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// Typed text: one Unicode scalar, as terminals send it. What is pasted is ``paste(_:)``.
  case text(String)
  case key(TerminalKey, TerminalModifiers)
  /// Text that was inserted at once (bracketed paste), line ends as LF.
  case paste(String)
  case mouse(TerminalMouse)

  /// A key without modifiers.
  public static func key(_ key: TerminalKey) -> TerminalEvent { .key(key, []) }
}

/// A key that is no text by itself.
public enum TerminalKey: Hashable, Sendable {
  case up, down, left, right, home, end, pageUp, pageDown, insert, delete, backspace, tab, enter, escape
  /// F1 is 1.
  case function(Int)
  /// A letter or sign with Control or Alt.
  case character(Character)
}

/// What was held while a key was pressed or the mouse was used.
public struct TerminalModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let shift = TerminalModifiers(rawValue: 1)
  public static let alt = TerminalModifiers(rawValue: 2)
  public static let control = TerminalModifiers(rawValue: 4)
}

/// Something done with the mouse.
public struct TerminalMouse: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// Of the first button.
    case press
    case release
    /// Moved while the first button is held.
    case drag
    case wheelUp, wheelDown
  }

  public var action: Action
  /// In cells from the left edge, 0 first.
  public var column: Int
  /// In cells from the upper edge, 0 first.
  public var row: Int
  public var modifiers: TerminalModifiers

  public init(_ action: Action, column: Int, row: Int, modifiers: TerminalModifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
