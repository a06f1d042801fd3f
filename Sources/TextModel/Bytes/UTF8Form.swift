/// Well-formedness of UTF-8 (Unicode Standard, table 3-7).
enum UTF8Form {
  /// The bytes themselves if they are well-formed, else with every maximal ill-formed part replaced by
  /// U+FFFD. Linear; no copy where nothing is wrong.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    isWellFormed(bytes.span) ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  static func isWellFormed(_ span: Span<UInt8>) -> Bool {
    var i = 0
    while i < span.count {
      if span[i] < 0x80 {
        i = ByteScan.endOfASCII(in: span, from: i)
        continue
      }
      let width = width(ofLead: span[i])
      guard width > 1, i + width <= span.count, allows(second: span[i + 1], after: span[i]) else {
        return false
      }
      var k = 2
      while k < width {
        guard isContinuation(span[i + k]) else { return false }
        k += 1
      }
      i += width
    }
    return true
  }

  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Bytes of the scalar that begins with `lead`; 0 for a byte that begins none.
  static func width(ofLead lead: UInt8) -> Int {
    switch lead {
    case 0...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// The second byte rules out overlong forms, surrogates and what lies past U+10FFFF.
  private static func allows(second: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xE0: 0xA0...0xBF ~= second
    case 0xED: 0x80...0x9F ~= second
    case 0xF0: 0x90...0xBF ~= second
    case 0xF4: 0x80...0x8F ~= second
    default: isContinuation(second)
    }
  }
}
