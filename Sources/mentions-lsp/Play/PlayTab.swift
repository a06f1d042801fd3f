import ChooserWidgets
import LanguageProtocol
import ScriptedEditing
import TextModel

/// The content of a page.
struct PlayView {
  var lines: [StyledLine]
  /// The cursor's cell, from the page's upper left corner; nil hides the cursor.
  var cursor: (column: Int, row: Int)?
}

/// One of the pages of `play`, each with its own document.
protocol PlayTab: AnyObject {
  /// The name on the command line.
  var name: String { get }
  var title: String { get }
  /// The name of its document.
  var document: String { get }
  /// The keys and their effects, for the last line of the screen.
  var keys: String { get }

  /// Handles a key or the mouse. Events without effect are passed to the window.
  ///
  /// - Parameter event: the event; the mouse is in cells of the page.
  /// - Returns: whether it had an effect.
  func handle(_ event: TerminalEvent) throws(EditorError) -> Bool

  /// Handles messages that the server sent on its own.
  func serverSpoke() throws(EditorError)

  func view(_ size: CellSize) throws(EditorError) -> PlayView
}

extension PlayTab {
  func serverSpoke() throws(EditorError) {}
}

extension TerminalEvent {
  /// The event relative to a part of the page that begins a number of rows further down; nil for a position above it.
  func moved(up rows: Int) -> TerminalEvent? {
    guard case .mouse(var mouse) = self else { return self }
    mouse.row -= rows
    return mouse.row < 0 ? nil : .mouse(mouse)
  }
}
