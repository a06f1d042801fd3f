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
