/// Splits a stream of bytes into lines.
struct LineSplitter {
  private var rest: [UInt8] = []
  /// The maximum length of a line; longer lines are dropped and counted.
  let limit: Int
  private(set) var dropped = 0
  private var isDropping = false

  init(limit: Int = 1 << 24) { self.limit = limit }

  /// Passes on each line that these bytes complete, without its LF or CR LF.
  mutating func take(_ bytes: [UInt8], _ line: (ArraySlice<UInt8>) -> Void) {
    var from = 0
    while let end = bytes[from...].firstIndex(of: 0x0A) {
      if isDropping {
        isDropping = false
      } else if rest.count + end - from > limit {
        dropped += 1
      } else if rest.isEmpty {
        line(Self.withoutReturn(bytes[from..<end]))
      } else {
        rest += bytes[from..<end]
        line(Self.withoutReturn(rest[...]))
      }
      rest.removeAll(keepingCapacity: true)
      from = end + 1
    }
    if isDropping { return }
    if rest.count + bytes.count - from > limit {
      rest = []
      isDropping = true
      dropped += 1
    } else {
      rest += bytes[from...]
    }
  }

  /// Ends the stream: passes on the last line if it has no line end.
  mutating func finish(_ line: (ArraySlice<UInt8>) -> Void) {
    if !rest.isEmpty, !isDropping { line(Self.withoutReturn(rest[...])) }
    rest = []
  }

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }
}

/// The lines that a program writes to its standard error, limited to a readable number per second; the rest is counted
/// and reported in one line, "… 12,000 more lines".
struct ErrorLines {
  /// The maximum number of bytes of a line that are kept.
  private static let lengthLimit = 1 << 12
  /// The length in milliseconds of the window in which lines are counted.
  private static let window = 1000

  let perSecond: Int
  /// The newest line that was passed on.
  private(set) var last: String?
  private var rest: [UInt8] = []
  private var isCut = false
  private var began: Int?
  private var told = 0
  private var untold = 0

  init(perSecond: Int) { self.perSecond = perSecond }

  /// Splits output into lines and passes them on, up to the limit per second.
  ///
  /// - Parameter now: milliseconds on a monotonic clock.
  mutating func take(_ bytes: [UInt8], at now: Int, _ tell: (String) -> Void) {
    _ = tellMore(at: now, tell)
    var from = 0
    while from < bytes.count {
      let end = bytes[from...].firstIndex(of: 0x0A)
      keep(bytes[from..<(end ?? bytes.count)])
      guard let end else { return }
      endLine(at: now, tell)
      from = end + 1
    }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    // Lines beyond the limit are only counted; one byte marks the current line as not empty.
    if told >= perSecond, rest.isEmpty, !bytes.isEmpty { rest.append(0x20) }
    guard told < perSecond else { return }
    let room = Self.lengthLimit - rest.count
    rest += bytes.prefix(room)
    if bytes.count > room { isCut = true }
  }

  private mutating func endLine(at now: Int, _ tell: (String) -> Void) {
    defer {
      rest.removeAll(keepingCapacity: true)
      isCut = false
    }
    if began == nil { began = now }
    guard told < perSecond else {
      untold += 1
      return
    }
    told += 1
    if rest.last == 0x0D { rest.removeLast() }
    let line = String(decoding: rest, as: UTF8.self) + (isCut ? "…" : "")
    last = line
    tell(line)
  }

  /// Reports the number of dropped lines once the second in which they were dropped is over. Returns the time at which
  /// this method must be called again; nil if that is not necessary.
  mutating func tellMore(at now: Int, _ tell: (String) -> Void) -> Int? {
    guard let start = began else { return nil }
    guard now - start >= Self.window else { return untold > 0 ? start + Self.window : nil }
    began = nil
    told = 0
    tellUntold(tell)
    return nil
  }

  /// Ends the stream; the last line may lack its line end.
  mutating func finish(_ tell: (String) -> Void) {
    if !rest.isEmpty { endLine(at: began ?? 0, tell) }
    tellUntold(tell)
  }

  private mutating func tellUntold(_ tell: (String) -> Void) {
    if untold > 0 { tell("… \(Self.grouped(untold)) more line\(untold == 1 ? "" : "s")") }
    untold = 0
  }

  /// The number with thousands separators: `12,000`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
