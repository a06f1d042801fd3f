import ChooserWidgets
import JSONText

/// The window of a chooser in an editor with themes.
final class ChooserWindow {
  private let host: ChooserHost

  init(_ host: ChooserHost) { self.host = host }

  /// The text searched for, for the window's title.
  var title: String { host.content.search.keyString }

  /// The rows to draw, for an editor without colours.
  var rows: [String] { host.lines.map(\.text) }

  /// Follows the editor's theme: the name of a colour, and a property of the widget's model.
  func setTheme(background: String, sign: String) {
    host.setBackground(background)
    host["sign"] = .string(sign)
  }

  func close() { host.destroy() }
}
