extension JSONReader {
  /// Reads a whole number. `2.0` and `2e3` are whole too.
  public mutating func readInt() throws(JSONError) -> Int {
    let start = position
    switch try readNumber() {
    case .integer(let value): return value
    case .double(let value):
      if let whole = wholeNumber(value) { return whole }
    }
    position = start
    state = .value
    _ = try token()
    throw fault("expected a whole number")
  }

  /// Reads a number.
  public mutating func readDouble() throws(JSONError) -> Double {
    switch try readNumber() {
    case .integer(let value): Double(value)
    case .double(let value): value
    }
  }

  enum Number {
    case integer(Int)
    case double(Double)
  }

  mutating func readNumber() throws(JSONError) -> Number {
    let first = try token()
    guard first == UInt8(ascii: "-") || isDigit(first) else { throw mismatch(.number) }
    let start = position
    let isWhole = try scanNumber()
    state = .read
    if isWhole, let value = integer(start, position) { return .integer(value) }
    let text = String(decoding: raw(start, position), as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw fault("number too large", at: start)
    }
    return .double(value)
  }

  /// Steps over the number that begins here and tells whether it has neither fraction nor exponent.
  mutating func scanNumber() throws(JSONError) -> Bool {
    var isWhole = true
    if byte(position) == UInt8(ascii: "-") { position += 1 }
    let first = digitHere()
    guard first != nil else { throw unexpected("a digit") }
    position += 1
    if first == UInt8(ascii: "0") {
      if digitHere() != nil { throw fault("number with a leading zero") }
    } else {
      skipDigits()
    }
    if position < count, byte(position) == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      guard digitHere() != nil else { throw unexpected("a digit after the point") }
      skipDigits()
    }
    if position < count, byte(position) | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if position < count, byte(position) == UInt8(ascii: "+") || byte(position) == UInt8(ascii: "-") {
        position += 1
      }
      guard digitHere() != nil else { throw unexpected("a digit of the exponent") }
      skipDigits()
    }
    return isWhole
  }

  /// The number that the digits write; nil where it does not fit or is -0.
  private func integer(_ start: Int, _ end: Int) -> Int? {
    let isNegative = byte(start) == UInt8(ascii: "-")
    var value = 0
    for i in (isNegative ? start + 1 : start)..<end {
      let digit = Int(byte(i) &- UInt8(ascii: "0"))
      let (tens, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, beyond) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if over || beyond { return nil }
      value = sum
    }
    return isNegative && value == 0 ? nil : value
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private func digitHere() -> UInt8? {
    guard position < count else { return nil }
    let next = byte(position)
    return isDigit(next) ? next : nil
  }

  private mutating func skipDigits() {
    while position < count, isDigit(byte(position)) { position += 1 }
  }
}

/// The number as `Int`, where that is exact. (`Int(exactly:)` would bring in the mathematics library.)
func wholeNumber(_ value: Double) -> Int? {
  guard value >= -0x1p63, value < 0x1p63 else { return nil }
  let whole = Int(value)
  return Double(whole) == value ? whole : nil
}
