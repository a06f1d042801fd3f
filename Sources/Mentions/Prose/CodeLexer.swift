/// Separates comments and strings from code. Accepts any text that starts at a token boundary and never fails: an
/// unterminated token ends at the end of its line if the language does not allow it to continue.
struct CodeLexer {
  let syntax: LanguageSyntax
  let bytes: [UInt8]

  /// Scans from `start` to the first end of a token at or after `limit`, or to the end of the bytes. With `exact`,
  /// stops before a token that crosses the limit, so that `state` is the state at the limit itself. Returns the
  /// position reached.
  func run(_ state: inout ScanState, from start: Int, to limit: Int, exact: Bool = false) -> Int {
    var at = start
    while at < limit {
      at = skip(&state, from: at, to: limit)
      guard at < limit else { break }
      let next = step(&state, at: at)
      if exact, next > limit { return at }
      at = next
    }
    return at
  }

  /// Skips text that cannot change the mode.
  private func skip(_ state: inout ScanState, from start: Int, to limit: Int) -> Int {
    var at = start
    switch state.mode {
    case .normal:
      let isSign = syntax.isSign
      while at < limit, !isSign[Int(bytes[at])] { at += 1 }
      var last = at
      while last > start, bytes[last - 1] == 0x20 || bytes[last - 1] == 9 { last -= 1 }
      if last > start {
        state.previous = bytes[last - 1]
        state.lineHasText = true
      }
    case .lineComment:
      while at < limit, bytes[at] != 10, bytes[at] != 13 { at += 1 }
    case .blockComment(let open, let close, _, _):
      let first = close[0]
      let nested = open.first ?? first
      while at < limit, bytes[at] != first, bytes[at] != nested, bytes[at] != 10 { at += 1 }
    case .string(let close, _, _, _):
      let first = close[0]
      while at < limit, bytes[at] != first, bytes[at] != 0x5c, bytes[at] != 10, bytes[at] != 13 { at += 1 }
    default: break
    }
    return at
  }

  private func step(_ state: inout ScanState, at: Int) -> Int {
    switch state.mode {
    case .normal: return code(&state, at)
    case .lineComment:
      guard let end = lineEnd(from: at) else { return bytes.count }
      if end > at { return end }
      state.mode = .normal
      state.lineHasText = false
      return at + 1
    case .blockComment(let open, let close, let depth, let isDoc):
      if holds(close, at) {
        state.mode =
          depth > 1 ? .blockComment(open: open, close: close, depth: depth - 1, isDoc: isDoc) : .normal
        return at + close.count
      }
      if !open.isEmpty, holds(open, at) {
        state.mode = .blockComment(open: open, close: close, depth: min(depth + 1, 1 << 20), isDoc: isDoc)
        return at + open.count
      }
      if bytes[at] == 10 { state.lineHasText = false }
      return at + 1
    case .string(let close, let escapes, let isMultiline, _):
      if escapes, bytes[at] == UInt8(ascii: "\\") { return min(bytes.count, at + 2) }
      if holds(close, at) {
        state.mode = .normal
        return at + close.count
      }
      if bytes[at] == 10 || bytes[at] == 13 {
        state.lineHasText = false
        if !isMultiline { state.mode = .normal }
      }
      return at + 1
    case .regex(let inClass):
      switch bytes[at] {
      case UInt8(ascii: "\\"): return min(bytes.count, at + 2)
      case UInt8(ascii: "["): state.mode = .regex(inClass: true)
      case UInt8(ascii: "]"): state.mode = .regex(inClass: false)
      case UInt8(ascii: "/") where !inClass: state.mode = .normal
      case 10, 13:
        state.mode = .normal
        state.lineHasText = false
      default: break
      }
      return at + 1
    case .fence, .frontMatter, .rawHTML, .diff: return bytes.count
    }
  }

  private func code(_ state: inout ScanState, _ at: Int) -> Int {
    let byte = bytes[at]
    let special = syntax.special
    if special.contains(.embedding), let next = embedded(&state, at) { return next }
    let active =
      switch state.embedded {
      case .script: LanguageSyntaxTable.javascript
      case .style: LanguageSyntaxTable.css
      case .none, .scriptTag, .styleTag: syntax
      }
    if byte == 10 || byte == 13 {
      state.lineHasText = false
      return at + 1
    }
    if byte == 0x20 || byte == 9 { return at + 1 }
    if let next = literal(&state, at, active) { return next }
    for opener in active.openers[Int(byte)] where holds(opener.open, at) && isPlace(opener.place, at, state) {
      begin(opener, at, &state)
      state.lineHasText = true
      state.previous = byte
      return at + opener.open.count
    }
    state.lineHasText = true
    state.previous = byte
    return at + 1
  }

  private func begin(_ opener: LanguageSyntax.Opener, _ at: Int, _ state: inout ScanState) {
    switch opener.role {
    case .lineComment: state.mode = .lineComment(isDoc: opener.isDoc)
    case .blockComment:
      // `/**/` is an empty ordinary comment: its second star belongs to the closing delimiter.
      let isDoc = opener.isDoc && !(at + 3 < bytes.count && bytes[at + 3] == UInt8(ascii: "/"))
      state.mode = .blockComment(
        open: opener.nests ? Array(opener.open.prefix(2)) : [], close: opener.close, depth: 1, isDoc: isDoc)
      if opener.isDoc, !isDoc { state.mode = .normal }
    case .string:
      state.mode = .string(
        close: opener.close, escapes: opener.escapes, isMultiline: opener.isMultiline,
        isDoc: opener.isDoc && documents(at, state))
    }
  }

  /// Whether a triple-quoted string that begins here is documentation: only white space, a prefix such as `r`, or an
  /// attribute such as `@doc` precedes it on its line.
  private func documents(_ at: Int, _ state: ScanState) -> Bool {
    guard syntax.special.contains(.docStrings) else { return false }
    if !state.lineHasText { return true }
    var start = at
    while start > 0, bytes[start - 1] != 10, bytes[start - 1] != 13, at - start < 64 { start -= 1 }
    let before = bytes[start..<at].filter { $0 != 0x20 && $0 != 9 }
    if before.count == 1, let prefix = before.first { return "rRuUbB".utf8.contains(prefix) }
    return ["@doc", "@moduledoc", "@typedoc", "@doc~S", "@moduledoc~S"].contains {
      before.elementsEqual($0.utf8)
    }
  }

  private func isPlace(_ place: LanguageSyntax.Place, _ at: Int, _ state: ScanState) -> Bool {
    switch place {
    case .anywhere: return true
    case .lineStart: return !state.lineHasText
    case .wordStart:
      guard at > 0 else { return true }
      return " \t\r\n;|&([{,:=`".utf8.contains(bytes[at - 1])
    }
  }

  // MARK: Literals with rules of their own

  private func literal(_ state: inout ScanState, _ at: Int, _ active: LanguageSyntax) -> Int? {
    let special = active.special
    switch bytes[at] {
    case UInt8(ascii: "'") where special.contains(.characters): return character(at)
    case UInt8(ascii: "/") where special.contains(.regex): return regex(&state, at)
    case UInt8(ascii: "\""):
      if special.contains(.hashedStrings) { return hashed(&state, at) }
      if special.contains(.delimitedStrings) { return delimited(&state, at) }
      return nil
    case UInt8(ascii: "["), UInt8(ascii: "-"):
      return special.contains(.longBrackets) ? longBracket(&state, at) : nil
    default: return nil
    }
  }

  private func character(_ at: Int) -> Int {
    guard at + 2 < bytes.count else { return at + 1 }
    if bytes[at + 1] == UInt8(ascii: "\\") {
      for end in (at + 3)..<max(at + 3, min(bytes.count, at + 14)) where bytes[end] == UInt8(ascii: "'") {
        return end + 1
      }
      return at + 1
    }
    var end = at + 2
    while end < bytes.count, end < at + 5, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "'") ? end + 1 : at + 1
  }

  private func regex(_ state: inout ScanState, _ at: Int) -> Int? {
    if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") || bytes[at + 1] == UInt8(ascii: "*") {
      return nil
    }
    let before = state.previous
    guard before == 0 || "(,=:[!&|?{};+-*%~^<>".utf8.contains(before) || follows("return", at) else {
      return nil
    }
    // An end tag in JSX, such as `</b>`.
    if before == UInt8(ascii: "<") { return nil }
    state.mode = .regex(inClass: false)
    state.lineHasText = true
    state.previous = bytes[at]
    return at + 1
  }

  private func follows(_ word: String, _ at: Int) -> Bool {
    var end = at
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    let start = end - word.utf8.count
    return start >= 0 && bytes[start..<end].elementsEqual(word.utf8)
  }

  private func hashed(_ state: inout ScanState, _ at: Int) -> Int? {
    var hashes = 0
    while hashes < 255, at - hashes > 0, bytes[at - hashes - 1] == UInt8(ascii: "#") { hashes += 1 }
    let isRust = at - hashes > 0 && bytes[at - hashes - 1] == UInt8(ascii: "r")
    guard hashes > 0 || isRust else { return nil }
    let quote: [UInt8] =
      !isRust && holds(Array("\"\"\"".utf8), at) ? Array("\"\"\"".utf8) : [UInt8(ascii: "\"")]
    let close = quote + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    state.mode = .string(close: close, escapes: false, isMultiline: isRust || quote.count > 1, isDoc: false)
    state.lineHasText = true
    state.previous = bytes[at]
    return at + quote.count
  }

  private func delimited(_ state: inout ScanState, _ at: Int) -> Int? {
    guard at > 0, bytes[at - 1] == UInt8(ascii: "R") else { return nil }
    var end = at + 1
    while end < bytes.count, end - at <= 17, bytes[end] != UInt8(ascii: "(") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "(") else { return nil }
    let close = [UInt8(ascii: ")")] + bytes[(at + 1)..<end] + [UInt8(ascii: "\"")]
    state.mode = .string(close: close, escapes: false, isMultiline: true, isDoc: false)
    state.lineHasText = true
    return end + 1
  }

  private func longBracket(_ state: inout ScanState, _ at: Int) -> Int? {
    let isComment = holds(Array("--[".utf8), at)
    guard isComment || bytes[at] == UInt8(ascii: "[") else { return nil }
    var end = at + (isComment ? 3 : 1)
    var level = 0
    while end < bytes.count, level < 64, bytes[end] == UInt8(ascii: "=") {
      end += 1
      level += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "[") else { return nil }
    let close = [0x5d] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [0x5d]
    state.mode =
      isComment
      ? .blockComment(open: [], close: close, depth: 1, isDoc: false)
      : .string(close: close, escapes: false, isMultiline: true, isDoc: false)
    state.lineHasText = true
    return end + 1
  }

  // MARK: HTML

  private func embedded(_ state: inout ScanState, _ at: Int) -> Int? {
    let byte = bytes[at]
    guard byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") else { return nil }
    switch state.embedded {
    case .none where byte == UInt8(ascii: "<"):
      if holdsWord("<script", at) {
        state.embedded = .scriptTag
      } else if holdsWord("<style", at) {
        state.embedded = .styleTag
      }
    case .scriptTag where byte == UInt8(ascii: ">"): state.embedded = .script
    case .styleTag where byte == UInt8(ascii: ">"): state.embedded = .style
    case .script where holdsWord("</script", at), .style where holdsWord("</style", at):
      state.embedded = .none
    default: return nil
    }
    return nil
  }

  private func holdsWord(_ word: String, _ at: Int) -> Bool {
    let end = at + word.utf8.count
    guard end <= bytes.count, zip(bytes[at..<end], word.utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
    else {
      return false
    }
    return end == bytes.count || !WordScalars.isWordByte(bytes[end])
  }

  private func holds(_ sign: [UInt8], _ at: Int) -> Bool {
    guard bytes[at] == sign[0], at + sign.count <= bytes.count else { return false }
    for k in 1..<max(1, sign.count) where bytes[at + k] != sign[k] { return false }
    return true
  }

  private func lineEnd(from start: Int) -> Int? { bytes[start...].firstIndex { $0 == 10 || $0 == 13 } }
}
