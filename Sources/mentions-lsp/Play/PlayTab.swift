import ChooserWidgets
import ScriptedEditing
import TerminalUI
import TextModel

/// What a tab shows.
struct PlayView {
  var lines: [StyledLine]
  /// From the tab's upper left corner, in cells; nil hides it.
  var cursor: (column: Int, row: Int)?
}

/// One of the pages of `play`, each with a document of its own.
protocol PlayTab: AnyObject {
  /// Its name on the command line.
  var name: String { get }
  var title: String { get }
  /// The name of its document.
  var document: String { get }
  /// Which keys do what, for the last line.
  var keys: String { get }

  /// Does what a key or the mouse means; what means nothing is left to the window.
  ///
  /// - Parameter event: the mouse in cells of the tab.
  /// - Returns: whether it meant something.
  func handle(_ event: TerminalEvent) throws(EditorError) -> Bool

  /// The server has sent something by itself.
  func serverSpoke() throws(EditorError)

  func view(_ size: CellSize) throws(EditorError) -> PlayView
}

extension PlayTab {
  func serverSpoke() throws(EditorError) {}
}

/// Buttons side by side: pressed by a function key or the mouse.
struct PlayButtons {
  /// Each with its key, `F2` say.
  let buttons: [(key: Int, title: String)]

  var line: StyledLine {
    var line = StyledLine()
    for (key, title) in buttons {
      line.append(" F\(key) \(title) ", PlayRoles.button)
      line.append("  ")
    }
    return line
  }

  /// The button that an event presses, counted from 0.
  ///
  /// - Parameters:
  ///   - event: the mouse in the same cells as the row.
  ///   - row: the row of the buttons.
  func pressed(by event: TerminalEvent, row: Int) -> Int? {
    switch event {
    case .key(.function(let number), _): return buttons.firstIndex { $0.key == number }
    case .mouse(let mouse) where mouse.action == .press && mouse.row == row:
      var column = 0
      for (index, (key, title)) in buttons.enumerated() {
        let width = CellWidth.columns(of: " F\(key) \(title) ")
        if (column..<column + width).contains(mouse.column) { return index }
        column += width + 2
      }
      return nil
    default: return nil
    }
  }
}
