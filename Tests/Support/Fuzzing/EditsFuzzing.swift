import Entities
import Mentions
import TextModel

/// Edits of an annotated document.
///
/// ```
/// utf-16 trim handle           the encoding of the columns, a mode of deletion, whether handles are inserted
/// Hi «Ada Lovelace»,\nor «Bob». the text: mentions in marks, line ends as \n and \r
/// = 0:3-0:15 Grace             a change in a notification of its own
/// + 0:0-0:0 Oh.                one more change in the same
/// * Hi                         the whole text is another
/// a 0:0-0:2                    mentions/add
/// r 0:0-0:2                    mentions/remove
/// c 0:1                        the cursor moves
/// u                            the last notification is taken back
/// ```
enum EditsFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    let lines = FuzzInput.lines(input)
    let head = FuzzInput.text(lines[0].prefix(60)).split(separator: " ")
    let encoding = PositionEncoding(rawValue: String(head.first ?? "")) ?? .utf16
    var play = try EditsPlay(encoding, lines.count > 1 ? lines[1] : [], words: head.dropFirst().map { $0 })
    var at = 2
    while at < min(lines.count, 60) {
      var last = at
      if lines[at].first == UInt8(ascii: "=") {
        while last + 1 < lines.count, lines[last + 1].first == UInt8(ascii: "+") { last += 1 }
      }
      try play.perform(lines[at...last].map { EditsLine($0) })
      at = last + 1
    }
    try play.checkKeeping()
  }
}

/// One line of the script, read as well as can be.
struct EditsLine {
  var command: UInt8
  /// Line and column of both ends.
  var numbers: [Int] = []
  var text: [UInt8] = []

  init(_ line: [UInt8]) {
    command = line.first ?? 0
    var rest = line.dropFirst()
    let wanted = command == UInt8(ascii: "*") || command == UInt8(ascii: "u") ? 0 : 4
    while numbers.count < wanted, let start = rest.firstIndex(where: Self.isDigit) {
      let digits = rest[start...].prefix { Self.isDigit($0) }
      numbers.append(Int(FuzzInput.text(digits)) ?? .max)
      rest = rest[digits.endIndex...]
    }
    if rest.first == 0x20 { rest = rest.dropFirst() }
    text = Self.unescaped(rest)
  }

  var start: TextPosition { TextPosition(line: number(0), column: number(1)) }
  var end: TextPosition {
    numbers.count < 4 ? start : TextPosition(line: number(2), column: number(3))
  }

  private func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  /// `\n`, `\r` and `\\` stand for themselves.
  static func unescaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        result.append(byte == UInt8(ascii: "n") ? 10 : byte == UInt8(ascii: "r") ? 13 : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
