/// Parses the input of a terminal in raw mode: text in UTF-8, and keys, pastes and the mouse as escape sequences
/// (ECMA-48 and xterm's extensions, which all common terminals support).
///
/// Bytes may arrive in pieces of any size. Unknown sequences are ignored completely; no part of them becomes text.
struct TerminalInput: Sendable {
  private var bytes: [UInt8] = []
  /// The pasted text so far, during a paste.
  private var pasted: [UInt8]?
  /// Whether a sequence that is too long is being skipped.
  private var isSkipping = false

  private static let escape: UInt8 = 0x1B
  /// The maximum length of a sequence.
  private static let longestSequence = 64
  /// The size in bytes above which a paste is passed on in pieces, so that memory stays bounded.
  private static let longestPaste = 1 << 20

  init() {}

  /// Whether bytes are waiting that may be the start of a sequence. An escape byte that nothing follows is the Escape
  /// key, so ``flush()`` must be called if nothing arrives for about 30 milliseconds.
  var isWaiting: Bool { !bytes.isEmpty && pasted == nil }

  /// Parses bytes.
  ///
  /// - Returns: the complete events.
  /// - Complexity: linear in the bytes.
  mutating func feed(_ more: some Sequence<UInt8>) -> [TerminalEvent] {
    bytes += more
    return read(isLast: false)
  }

  /// Parses the waiting bytes as if no further bytes followed.
  mutating func flush() -> [TerminalEvent] { read(isLast: true) }

  private mutating func read(isLast: Bool) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    var rest = bytes[...]
    reading: while !rest.isEmpty {
      if isSkipping {
        rest = rest.drop { (0x20...0x3F).contains($0) }
        if rest.isEmpty { break }
        isSkipping = false
        if (0x40...0x7E).contains(rest[rest.startIndex]) { rest = rest.dropFirst() }
        continue
      }
      if pasted != nil {
        guard readPaste(&rest, &events) else { break }
        continue
      }
      switch Self.next(rest, isLast: isLast && pasted == nil) {
      case .nothing(let length): rest = rest.dropFirst(length)
      case .event(let event, let length):
        events.append(event)
        rest = rest.dropFirst(length)
      case .beginPaste(let length):
        pasted = []
        rest = rest.dropFirst(length)
      case .skip(let length):
        isSkipping = true
        rest = rest.dropFirst(length)
      case .incomplete: break reading
      }
    }
    bytes = Array(rest)
    return events
  }

  // MARK: Pastes

  /// Reads a paste up to its end. Returns false if the end has not arrived yet.
  private mutating func readPaste(_ rest: inout ArraySlice<UInt8>, _ events: inout [TerminalEvent]) -> Bool {
    let end = Array("\u{1B}[201~".utf8)
    var at = rest.startIndex
    while at < rest.endIndex {
      if rest[at] == Self.escape {
        let here = rest[at...].prefix(end.count)
        if here.elementsEqual(end) {
          let text = (pasted ?? []) + rest[..<at]
          pasted = nil
          rest = rest[(at + end.count)...]
          if !text.isEmpty { events.append(.paste(Self.lines(text))) }
          return true
        }
        if here.count < end.count, end.starts(with: here) { break }
      }
      at += 1
    }
    pasted? += rest[..<at]
    rest = rest[at...]
    if let text = pasted, text.count >= Self.longestPaste {
      // Does not split a character.
      let whole = text.lastIndex { $0 & 0xC0 != 0x80 } ?? text.startIndex
      events.append(.paste(Self.lines(Array(text[..<whole]))))
      pasted = Array(text[whole...])
    }
    return false
  }

  /// Converts line ends of a paste, which terminals send as CR.
  private static func lines(_ bytes: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\r" {
        text.unicodeScalars.append("\n")
      } else if scalar == "\n", text.unicodeScalars.last == "\n", bytes.contains(0x0D) {
        continue
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  // MARK: Sequences

  private enum Next {
    case event(TerminalEvent, length: Int)
    case nothing(length: Int)
    /// Skip a number of bytes, and the rest of the sequence.
    case skip(length: Int)
    case beginPaste(length: Int)
    case incomplete
  }

  /// Parses the next event.
  ///
  /// - Parameter bytes: must not be empty.
  private static func next(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Next {
    let first = bytes[bytes.startIndex]
    if first != escape { return plain(bytes, isLast: isLast) }
    guard let second = bytes.dropFirst().first else {
      return isLast ? .event(.key(.escape), length: 1) : .incomplete
    }
    switch second {
    case UInt8(ascii: "["): return control(bytes, isLast: isLast)
    case UInt8(ascii: "O"):
      guard let third = bytes.dropFirst(2).first else {
        return isLast ? .event(.key(.character("O"), .alt), length: 2) : .incomplete
      }
      return ss3(third).map { .event(.key($0), length: 3) } ?? .nothing(length: 3)
    case escape: return .event(.key(.escape), length: 1)
    default:
      // Alt with another key.
      switch plain(bytes.dropFirst(), isLast: isLast) {
      case .event(.text(let text), let length):
        return .event(.key(.character(Character(text)), .alt), length: length + 1)
      case .event(.key(let key, let modifiers), let length):
        return .event(.key(key, modifiers.union(.alt)), length: length + 1)
      case .incomplete: return .incomplete
      case .event(_, let length), .nothing(let length), .skip(let length), .beginPaste(let length):
        return .nothing(length: length + 1)
      }
    }
  }

  /// A control character or a character of text.
  private static func plain(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Next {
    let first = bytes[bytes.startIndex]
    switch first {
    case 0x0D, 0x0A: return .event(.key(.enter), length: 1)
    case 0x09: return .event(.key(.tab), length: 1)
    case 0x7F, 0x08: return .event(.key(.backspace), length: 1)
    case 0x00: return .event(.key(.character(" "), .control), length: 1)
    case 0x01...0x1A:
      return .event(.key(.character(Character(Unicode.Scalar(first + 0x60))), .control), length: 1)
    case 0x1C...0x1F:
      return .event(.key(.character(Character(Unicode.Scalar(first + 0x40))), .control), length: 1)
    case 0x20..<0x7F: return .event(.text(String(Unicode.Scalar(first))), length: 1)
    default: break
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4 else { return .nothing(length: 1) }
    let scalar = bytes.prefix(length)
    let follow = scalar.dropFirst().prefix { $0 & 0xC0 == 0x80 }
    if follow.count < length - 1 {
      return scalar.count < length && follow.count == scalar.count - 1 && !isLast
        ? .incomplete : .nothing(length: 1 + follow.count)
    }
    guard let text = String(validating: scalar, as: UTF8.self) else { return .nothing(length: length) }
    // Ignores C1 control characters.
    if text.unicodeScalars.allSatisfy({ $0.value < 0xA0 }) { return .nothing(length: length) }
    return .event(.text(text), length: length)
  }

  private static func ss3(_ final: UInt8) -> TerminalKey? {
    switch final {
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    case UInt8(ascii: "M"): .enter
    default: cursorKey(final)
    }
  }

  private static func cursorKey(_ final: UInt8) -> TerminalKey? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }

  /// Parses a control sequence: `ESC [`, parameters, intermediate bytes and a final byte.
  private static func control(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Next {
    let body = bytes.dropFirst(2)
    let parameters = body.prefix { (0x30...0x3F).contains($0) }
    let between = body[parameters.endIndex...].prefix { (0x20...0x2F).contains($0) }
    let length = 2 + parameters.count + between.count
    if length > longestSequence { return .skip(length: length) }
    guard between.endIndex < bytes.endIndex else {
      if !isLast { return .incomplete }
      return length == 2 ? .event(.key(.character("["), .alt), length: 2) : .nothing(length: length)
    }
    let final = bytes[between.endIndex]
    // A byte that cannot end a sequence begins new input.
    guard (0x40...0x7E).contains(final) else { return .nothing(length: length) }
    if parameters.first == UInt8(ascii: "<") {
      return mouse(numbers(parameters.dropFirst()), isRelease: final == UInt8(ascii: "m"))
        .map { .event(.mouse($0), length: length + 1) } ?? .nothing(length: length + 1)
    }
    let values = numbers(parameters)
    if final == UInt8(ascii: "~"), values.first == 200 { return .beginPaste(length: length + 1) }
    guard between.isEmpty, let (key, isShifted) = key(values, final) else {
      return .nothing(length: length + 1)
    }
    var modifiers = TerminalModifiers(rawValue: values.count > 1 ? max(0, values[1] - 1) & 7 : 0)
    if isShifted { modifiers.insert(.shift) }
    return .event(.key(key, modifiers), length: length + 1)
  }

  private static func key(_ values: [Int], _ final: UInt8) -> (TerminalKey, isShifted: Bool)? {
    if let key = cursorKey(final) { return (key, false) }
    switch final {
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      // With another first number, the sequence reports the cursor's position.
      return values[0] <= 1 ? (.function(Int(final - UInt8(ascii: "P")) + 1), false) : nil
    case UInt8(ascii: "Z"): return (.tab, true)
    case UInt8(ascii: "u"):
      // The keyboard protocol of kitty.
      guard let code = values.first, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      switch code {
      case 9: return (.tab, false)
      case 13: return (.enter, false)
      case 27: return (.escape, false)
      case 127: return (.backspace, false)
      default: return code >= 0x20 ? (.character(Character(scalar)), false) : nil
      }
    case UInt8(ascii: "~"):
      switch values.first {
      case 1, 7: return (.home, false)
      case 2: return (.insert, false)
      case 3: return (.delete, false)
      case 4, 8: return (.end, false)
      case 5: return (.pageUp, false)
      case 6: return (.pageDown, false)
      case let number? where (11...15).contains(number): return (.function(number - 10), false)
      case let number? where (17...21).contains(number): return (.function(number - 11), false)
      case let number? where (23...24).contains(number): return (.function(number - 12), false)
      default: return nil
      }
    default: return nil
    }
  }

  /// Parses `ESC [ < button ; column ; row M` or `m` (SGR mode 1006).
  private static func mouse(_ values: [Int], isRelease: Bool) -> TerminalMouse? {
    guard values.count == 3, values[1] > 0, values[2] > 0 else { return nil }
    let modifiers = TerminalModifiers(rawValue: values[0] >> 2 & 7)
    let action: TerminalMouse.Action
    switch values[0] & ~0b1_1100 {
    case 0: action = isRelease ? .release : .press
    case 32: action = .drag
    case 64: action = .wheelUp
    case 65: action = .wheelDown
    default: return nil
    }
    return TerminalMouse(action, column: values[1] - 1, row: values[2] - 1, modifiers: modifiers)
  }

  /// The numbers between semicolons; a missing or invalid one is 0, and everything after a colon is ignored.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      var value = 0
      for digit in part.prefix(while: { (0x30...0x39).contains($0) }).prefix(9) {
        value = value * 10 + Int(digit - 0x30)
      }
      return value
    }
  }
}

/// An input of the user at a terminal.
enum TerminalEvent: Hashable, Sendable {
  /// Typed text: one Unicode scalar, as sent by terminals. Pasted text is ``paste(_:)``.
  case text(String)
  case key(TerminalKey, TerminalModifiers)
  /// Pasted text (bracketed paste), with LF as line end.
  case paste(String)
  case mouse(TerminalMouse)

  /// A key without modifiers.
  static func key(_ key: TerminalKey) -> TerminalEvent { .key(key, []) }
}

/// A key that does not produce text.
enum TerminalKey: Hashable, Sendable {
  case up, down, left, right, home, end, pageUp, pageDown, insert, delete, backspace, tab, enter, escape
  /// A function key by its number: 1 for F1.
  case function(Int)
  /// A character with Control or Alt.
  case character(Character)
}

/// Modifiers held down while a key was pressed or the mouse was used.
struct TerminalModifiers: OptionSet, Hashable, Sendable {
  let rawValue: Int
  init(rawValue: Int) { self.rawValue = rawValue }

  static let shift = TerminalModifiers(rawValue: 1)
  static let alt = TerminalModifiers(rawValue: 2)
  static let control = TerminalModifiers(rawValue: 4)
}

/// A mouse event.
struct TerminalMouse: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    /// Press of the first button.
    case press
    case release
    /// Movement while the first button is held down.
    case drag
    case wheelUp, wheelDown
  }

  var action: Action
  /// The distance from the left edge in cells, from 0.
  var column: Int
  /// The distance from the upper edge in cells, from 0.
  var row: Int
  var modifiers: TerminalModifiers

  init(_ action: Action, column: Int, row: Int, modifiers: TerminalModifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
