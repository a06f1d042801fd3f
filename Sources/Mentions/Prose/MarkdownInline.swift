import TextModel

/// Finds what is not prose inside one Markdown paragraph: code spans, link destinations, autolinks, HTML tags.
struct MarkdownInline {
  /// From the paragraph's start to its end, or what of it is looked at.
  let bytes: [UInt8]
  /// The place asked about.
  let target: Int
  /// Code spans only, for other light markup.
  var backticksOnly = false

  func rule() -> ProseRule? {
    var at = 0
    while at < target {
      let end: (place: Int, rule: ProseRule?)?
      switch bytes[at] {
      case UInt8(ascii: "\\") where !backticksOnly: end = (at + 2, nil)
      case UInt8(ascii: "`"): end = codeSpan(at)
      case UInt8(ascii: "<") where !backticksOnly: end = angle(at)
      case UInt8(ascii: "]") where !backticksOnly: end = bracket(at)
      default: end = nil
      }
      guard let end else {
        at += 1
        continue
      }
      if let rule = end.rule, target < end.place { return rule }
      at = max(at + 1, end.place)
    }
    return nil
  }

  private func run(of byte: UInt8, at start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == byte { end += 1 }
    return end - start
  }

  private func codeSpan(_ start: Int) -> (Int, ProseRule?) {
    let sign = UInt8(ascii: "`")
    let count = run(of: sign, at: start)
    var at = start + count
    while at < bytes.count {
      guard let next = bytes[at...].firstIndex(of: sign) else { break }
      let length = run(of: sign, at: next)
      if length == count { return (next + count, .codeSpan) }
      at = next + length
    }
    // Not closed yet: code if it looks like an opening sign and is on the line where somebody types.
    let opens = start == 0 || !WordScalars.isWordByte(bytes[start - 1])
    let inner = start + count
    let begins = inner == target || (inner < bytes.count && !WhiteSpace.isASCIISpace(bytes[inner]))
    if opens, begins, inner <= target, isOnTargetLine(start) { return (bytes.count + 1, .codeSpan) }
    return (inner, nil)
  }

  private func angle(_ start: Int) -> (Int, ProseRule?)? {
    guard start + 1 < bytes.count else { return nil }
    if bytes[(start + 1)...].starts(with: "!--".utf8) { return (start + 4, nil) }
    let first = bytes[start + 1]
    guard
      isLetter(first) || first == UInt8(ascii: "/") || first == UInt8(ascii: "!")
        || first == UInt8(ascii: "?")
    else { return nil }
    var at = start + 1
    while at < bytes.count, isLetter(bytes[at]) || "0123456789+.-".utf8.contains(bytes[at]) { at += 1 }
    if at < bytes.count, at - start > 2, bytes[at] == UInt8(ascii: ":") || bytes[at] == UInt8(ascii: "@") {
      var end = at
      while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "<"),
        bytes[end] != UInt8(ascii: ">")
      {
        end += 1
      }
      if end < bytes.count, bytes[end] == UInt8(ascii: ">") { return (end + 1, .autolink) }
      if end >= target { return (bytes.count + 1, .autolink) }
    }
    var quote: UInt8 = 0
    at = start + 1
    while at < bytes.count {
      let byte = bytes[at]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        if bytes[at - 1] == UInt8(ascii: "=") { quote = byte }
      } else if byte == UInt8(ascii: ">") {
        return (at + 1, .htmlTag)
      } else if byte == UInt8(ascii: "<") {
        return nil
      }
      at += 1
    }
    return quote != 0 && isOnTargetLine(start) ? (bytes.count + 1, .htmlTag) : nil
  }

  private func bracket(_ start: Int) -> (Int, ProseRule?)? {
    guard start + 1 < bytes.count else { return nil }
    if bytes[start + 1] == UInt8(ascii: ":"), beginsLine(start) {
      var at = start + 2
      while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 9 { at += 1 }
      while at < bytes.count, bytes[at] > 0x20 { at += 1 }
      return (at + 1, .linkDestination)
    }
    guard bytes[start + 1] == UInt8(ascii: "(") else { return nil }
    var depth = 0
    var at = start + 1
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return (at + 1, .linkDestination) }
      case 10, 13:
        return nil
      default: break
      }
      at += 1
    }
    let isOpen = !bytes[(start + 2)..<max(start + 2, min(target, bytes.count))].contains { $0 <= 0x20 }
    return isOpen && isOnTargetLine(start) ? (bytes.count + 1, .linkDestination) : nil
  }

  /// Whether `[label` before this `]` begins a line.
  private func beginsLine(_ end: Int) -> Bool {
    var at = end - 1
    while at >= 0, bytes[at] != UInt8(ascii: "["), bytes[at] != 10, bytes[at] != 13 { at -= 1 }
    guard at >= 0, bytes[at] == UInt8(ascii: "[") else { return false }
    while at > 0, bytes[at - 1] == 0x20 { at -= 1 }
    return at == 0 || bytes[at - 1] == 10 || bytes[at - 1] == 13
  }

  private func isOnTargetLine(_ start: Int) -> Bool {
    !bytes[min(start, target)..<min(target, bytes.count)].contains { $0 == 10 || $0 == 13 }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}
