import ChooserWidgets
import ServerHost

/// What standard output can show.
struct Terminal {
  /// Whether text may be bold or coloured: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  let hasStyles: Bool
  /// In columns; nil where output goes to a file or a pipe, or the terminal does not tell.
  let width: Int?

  static let standardOutput = Terminal(
    isTerminal: HostProcess.isOutputTerminal, width: HostProcess.outputWidth,
    environment: HostProcess.environment())

  init(isTerminal: Bool, width: Int?, environment: [String: String]) {
    // https://no-color.org: present and not empty.
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
    hasStyles = isTerminal && !isPlain
    self.width = isTerminal ? width : nil
  }

  /// `text` with the bytes in `ranges` (UTF-8 offsets) in bold, where that can be shown.
  func bold(_ text: String, _ ranges: [Range<Int>]) -> String {
    guard hasStyles, !ranges.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var shown: [UInt8] = []
    var at = 0
    for range in ranges where range.lowerBound >= at && range.upperBound <= bytes.count {
      shown += bytes[at..<range.lowerBound] + Array("\u{1B}[1m".utf8)
      shown += bytes[range] + Array("\u{1B}[22m".utf8)
      at = range.upperBound
    }
    return String(decoding: shown + bytes[at...], as: UTF8.self)
  }
}
