/// What is changed in the source of a test: pieces of one text, by UTF-8 offsets in it as it was.
///
/// Positions always count in the text as it was compiled, whatever else has been changed in it, so that changes of one
/// file do not disturb each other.
struct SourceRenewal {
  /// Why a place cannot be renewed.
  struct RenewalError: Error, CustomStringConvertible {
    let description: String
  }

  struct Edit: Hashable {
    let range: Range<Int>
    let text: String
  }

  private let source: [UInt8]
  /// The same without comments and the contents of strings: as many bytes.
  private let code: [UInt8]
  private(set) var edits: [Edit] = []

  init(_ source: String) {
    self.source = Array(source.utf8)
    code = Array(SwiftCode.blanked(source).utf8)
  }

  /// The text with all changes.
  var text: String {
    var bytes = source
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces an argument of the call at a place.
  ///
  /// - Parameters:
  ///   - label: of the argument.
  ///   - line, column: of the call, from 1, the column in UTF-8; its parenthesis is the first one from there on.
  mutating func replaceArgument<Value: RenewableValue>(
    _ label: String, line: Int, column: Int, known: Value, new: Value
  ) throws(RenewalError) {
    let call = try arguments(line: line, column: column)
    guard let range = argument(label, in: call) else {
      throw RenewalError(description: "the call has no argument \(label):")
    }
    let old = String(decoding: source[range], as: UTF8.self)
    guard
      let text = Value.source(
        of: new, insteadOf: old, known: known, indentation: indentation(at: range.lowerBound))
    else { throw RenewalError(description: "\(label): is not a literal of the expected value") }
    try add(Edit(range: range, text: text))
  }

  /// Replaces lines of the literals in the call at a place, and adds some to the last literal.
  ///
  /// - Parameter lines: all of a script in their order, and what comes in the place of each. They are looked for from the
  ///   last one up: what a call adds to a script is its end. Those that stay need not be found.
  mutating func replaceLines(
    _ lines: [(old: String, new: [String])], adding added: [String], line: Int, column: Int
  ) throws(RenewalError) {
    let call = try arguments(line: line, column: column)
    let isRaw = code[call].contains(UInt8(ascii: "#"))
    func written(_ text: String) -> String { isRaw ? text : text.replacing("\\", with: "\\\\") }
    var edits: [Edit] = []
    var unread = call.upperBound
    for (old, new) in lines.reversed() {
      guard let found = lastLine(written(old), in: call.lowerBound..<unread) else {
        if new == [old] { continue }
        throw RenewalError(description: "“\(old)” is not written in the call")
      }
      unread = lineStart(found.lowerBound)
      if new == [old] { continue }
      let indentation = indentation(at: found.lowerBound)
      edits.append(
        new.isEmpty
          ? Edit(range: unread..<min(found.upperBound + 1, source.count), text: "")
          : Edit(range: found, text: new.map(written).joined(separator: "\n" + indentation)))
    }
    if !added.isEmpty {
      guard let quote = lastClosingQuotes(in: call) else {
        throw RenewalError(description: "the call has no literal of several lines")
      }
      let indentation = indentation(at: quote)
      let text = added.map { indentation + written($0) + "\n" }.joined()
      edits.append(Edit(range: lineStart(quote)..<lineStart(quote), text: text))
    }
    for edit in edits { try add(edit) }
  }

  /// The last line of this text, without its indentation.
  private func lastLine(_ text: String, in range: Range<Int>) -> Range<Int>? {
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(lineStart(end), range.lowerBound)
      let first = source[start..<end].firstIndex { $0 != UInt8(ascii: " ") } ?? end
      if source[first..<end].elementsEqual(text.utf8) { return first..<end }
      end = start - 1
    }
    return nil
  }

  private mutating func add(_ edit: Edit) throws(RenewalError) {
    if edits.contains(edit) { return }
    guard !edits.contains(where: { $0.range == edit.range || $0.range.overlaps(edit.range) }) else {
      throw RenewalError(description: "another run of the same call expects something else")
    }
    edits.append(edit)
  }

  // MARK: Finding

  /// What is between the parentheses of a call.
  private func arguments(line: Int, column: Int) throws(RenewalError) -> Range<Int> {
    var start = 0
    for _ in 1..<max(line, 1) {
      guard let end = code[start...].firstIndex(of: UInt8(ascii: "\n")) else {
        throw RenewalError(description: "there is no line \(line)")
      }
      start = end + 1
    }
    start = min(start + max(column, 1) - 1, code.count)
    guard let open = code[start...].firstIndex(of: UInt8(ascii: "(")), let close = closing(of: open) else {
      throw RenewalError(description: "there is no call in line \(line)")
    }
    return open + 1..<close
  }

  private func closing(of open: Int) -> Int? {
    var depth = 0
    for at in open..<code.count {
      depth += Self.step(code[at])
      if depth == 0 { return at }
    }
    return nil
  }

  private static func step(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }

  private func argument(_ label: String, in call: Range<Int>) -> Range<Int>? {
    var depth = 0
    var start = call.lowerBound
    for at in call.lowerBound...call.upperBound {
      let isEnd = at == call.upperBound || (depth == 0 && code[at] == UInt8(ascii: ","))
      guard isEnd else {
        depth += Self.step(code[at])
        continue
      }
      if let value = value(of: label, in: start..<at) { return value }
      start = at + 1
    }
    return nil
  }

  private func value(of label: String, in range: Range<Int>) -> Range<Int>? {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
    guard let start = code[range].firstIndex(where: { !isSpace($0) }),
      code[start..<range.upperBound].starts(with: (label + ":").utf8)
    else { return nil }
    let after = start + label.utf8.count + 1
    guard let first = code[after..<range.upperBound].firstIndex(where: { !isSpace($0) }),
      let last = code[first..<range.upperBound].lastIndex(where: { !isSpace($0) })
    else { return nil }
    return first..<last + 1
  }

  /// Where the closing quotes of the last literal of several lines begin.
  private func lastClosingQuotes(in call: Range<Int>) -> Int? {
    let quotes = Array("\"\"\"".utf8)
    return call.last { code[$0...].starts(with: quotes) }
  }

  private func lineStart(_ at: Int) -> Int {
    source[..<at].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  private func indentation(at place: Int) -> String {
    String(repeating: " ", count: source[lineStart(place)...].prefix { $0 == UInt8(ascii: " ") }.count)
  }
}

/// A string literal of Swift without interpolations: what it says, and in what way it is written.
struct StringLiteral: Hashable {
  var value: String
  /// The number of `#` before its quotes.
  var hashes = 0
  /// Whether it has three quotes.
  var isMultiline = false

  init(_ value: String) { self.value = value }

  /// Reads a literal as it is written in a source; nil for anything else, and for one with an interpolation.
  init?(source: String) {
    let scalars = Array(source.unicodeScalars)
    let hashes = scalars.prefix { $0 == "#" }.count
    let isMultiline = scalars[hashes...].starts(with: Self.quotes(3))
    let edge = hashes + (isMultiline ? 3 : 1)
    guard scalars.count >= 2 * edge, scalars[hashes...].starts(with: Self.quotes(isMultiline ? 3 : 1)),
      scalars.suffix(edge).elementsEqual(scalars.prefix(edge).reversed())
    else { return nil }
    var body = Array(scalars[edge..<scalars.count - edge])
    if isMultiline {
      guard let unindented = Self.unindented(body) else { return nil }
      body = unindented
    }
    guard let value = Self.unescaped(body, hashes: hashes, quotes: isMultiline ? 3 : 1) else { return nil }
    (self.value, self.hashes, self.isMultiline) = (value, hashes, isMultiline)
  }

  private static func quotes(_ count: Int) -> [Unicode.Scalar] { Array(repeating: "\"", count: count) }

  /// The lines between the quotes without the indentation of the closing ones.
  private static func unindented(_ body: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, let first = lines.first, first.isEmpty, let indentation = lines.popLast(),
      indentation.allSatisfy({ $0 == " " })
    else { return nil }
    var result: [Unicode.Scalar] = []
    for line in lines.dropFirst() {
      guard line.isEmpty || line.starts(with: indentation) else { return nil }
      result += line.dropFirst(indentation.count) + ["\n"]
    }
    return result.dropLast()
  }

  /// Nil where something is interpolated, is not an escape, or ends the literal.
  private static func unescaped(_ body: [Unicode.Scalar], hashes: Int, quotes: Int) -> String? {
    let marks: [Unicode.Scalar] = Array(repeating: "#", count: hashes)
    let end = Self.quotes(quotes) + marks
    var text = String.UnicodeScalarView()
    var at = 0
    while at < body.count {
      guard body[at] == "\\", body[(at + 1)...].starts(with: marks), at + 1 + hashes < body.count else {
        if body[at...].starts(with: end) { return nil }
        text.append(body[at])
        at += 1
        continue
      }
      at += 1 + hashes
      let letter = body[at]
      at += 1
      if letter == "u" {
        guard at < body.count, body[at] == "{", let close = body[at...].firstIndex(of: "}"),
          let code = UInt32(String(String.UnicodeScalarView(body[(at + 1)..<close])), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { return nil }
        text.append(scalar)
        at = close + 1
      } else if letter == "\n" {
        continue
      } else if let meant = Self.escapes[letter] {
        text.append(meant)
      } else {
        return nil
      }
    }
    return String(text)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "0": "\0", "\"": "\"", "'": "'", "\\": "\\",
  ]

  /// The literal as it is written in a source. It has several lines where the value has, and `#` where quotes or
  /// backslashes would need escapes otherwise.
  ///
  /// - Parameter indentation: of the line that it begins in; its own lines have two spaces more.
  func source(indentation: String = "") -> String {
    let isLong = isMultiline || value.unicodeScalars.contains("\n")
    var hashes = hashes
    let needsEscapes = value.unicodeScalars.contains { $0 == "\\" || (!isLong && $0 == "\"") }
    if hashes == 0, needsEscapes { hashes = 1 }
    func marks() -> String { String(repeating: "#", count: hashes) }
    while value.utf8Contains((isLong ? "\"\"\"" : "\"") + marks()) || value.utf8Contains("\\" + marks()) {
      hashes += 1
    }
    let quotes = marks() + (isLong ? "\"\"\"" : "\"")
    let end = String(quotes.reversed())
    let lines = value.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.escaped(Array($0), "\\" + marks()) }
    guard isLong else { return quotes + lines.joined() + end }
    let inner = indentation + "  "
    return ([quotes] + lines.map { $0.isEmpty ? "" : inner + $0 } + [inner + end]).joined(separator: "\n")
  }

  /// What cannot be seen is written as an escape, also a space that ends a line.
  private static func escaped(_ line: [Unicode.Scalar], _ escape: String) -> String {
    var text = ""
    for (at, scalar) in line.enumerated() {
      switch scalar {
      case "\t": text += escape + "t"
      case "\r": text += escape + "r"
      case " " where at == line.count - 1: text += escape + "u{20}"
      case _ where isHidden(scalar):
        text += escape + "u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .nonspacingMark,
      .enclosingMark, .spacingMark:
      true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }
}

extension String {
  fileprivate func utf8Contains(_ part: String) -> Bool { utf8.contains(Array(part.utf8)) }
}

/// Just enough of Swift's lexical structure to tell code from comments and strings.
package enum SwiftCode {
  /// `source` with every comment and every string literal's contents replaced by spaces, line for line.
  /// Code inside an interpolation is blanked too. Every byte keeps its offset.
  package static func blanked(_ source: String) -> String {
    var scanner = Scanner(bytes: Array(source.utf8))
    scanner.code()
    return String(decoding: scanner.output, as: UTF8.self)
  }

  private static let line = Array("//".utf8)
  private static let opened = Array("/*".utf8)
  private static let closed = Array("*/".utf8)
  private static let quotes3 = Array("\"\"\"".utf8)
  private static let quotes4 = quotes3 + [UInt8(ascii: "\"")]

  private struct Scanner {
    let bytes: [UInt8]
    var output: [UInt8] = []
    var at = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
      output.reserveCapacity(bytes.count)
    }

    func sees(_ text: [UInt8], at place: Int) -> Bool {
      place + text.count <= bytes.count && bytes[place..<place + text.count].elementsEqual(text)
    }

    mutating func keep(_ count: Int = 1) {
      let end = min(at + count, bytes.count)
      output += bytes[at..<end]
      at = end
    }

    mutating func blank(_ count: Int = 1) {
      let end = min(at + count, bytes.count)
      for byte in bytes[at..<end] { output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")) }
      at = end
    }

    mutating func code() {
      while at < bytes.count {
        let byte = bytes[at]
        if byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "#") {
          output.append(byte)
          at += 1
        } else if sees(SwiftCode.line, at: at) {
          while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { blank() }
        } else if sees(SwiftCode.opened, at: at) {
          comment()
        } else if let hashes = opening() {
          string(hashes: hashes, copying: true)
        } else {
          keep()
        }
      }
    }

    mutating func comment() {
      var depth = 0
      repeat {
        if sees(SwiftCode.opened, at: at) {
          depth += 1
          blank(2)
        } else if sees(SwiftCode.closed, at: at) {
          depth -= 1
          blank(2)
        } else {
          blank()
        }
      } while depth > 0 && at < bytes.count
    }

    /// The number of `#` before a string literal's quote, if one begins here.
    func opening() -> Int? {
      var place = at
      while place < bytes.count, bytes[place] == UInt8(ascii: "#") { place += 1 }
      return place < bytes.count && bytes[place] == UInt8(ascii: "\"") ? place - at : nil
    }

    func sees(hashes: Int, at place: Int) -> Bool {
      place + hashes <= bytes.count && bytes[place..<place + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    mutating func string(hashes: Int, copying: Bool) {
      let long = sees(SwiftCode.quotes3, at: at + hashes) && !sees(SwiftCode.quotes4, at: at + hashes)
      let quotes = long ? 3 : 1
      if copying { keep(hashes + quotes) } else { blank(hashes + quotes) }
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "\\"), sees(hashes: hashes, at: at + 1) {
          let after = at + 1 + hashes
          if after < bytes.count, bytes[after] == UInt8(ascii: "(") {
            blank(1 + hashes)
            interpolation()
          } else {
            blank(2 + hashes)
          }
        } else if long ? sees(SwiftCode.quotes3, at: at) : bytes[at] == UInt8(ascii: "\""),
          sees(hashes: hashes, at: at + quotes)
        {
          if copying { keep(quotes + hashes) } else { blank(quotes + hashes) }
          return
        } else if !long, bytes[at] == UInt8(ascii: "\n") {
          return
        } else {
          blank()
        }
      }
    }

    mutating func interpolation() {
      var depth = 0
      while at < bytes.count {
        if let hashes = opening() {
          string(hashes: hashes, copying: false)
          continue
        }
        if bytes[at] == UInt8(ascii: "(") { depth += 1 }
        if bytes[at] == UInt8(ascii: ")") { depth -= 1 }
        blank()
        if depth == 0 { return }
      }
    }
  }
}
