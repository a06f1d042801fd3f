/// Transforms that change the letters of plain text one by one and leave mentions where they are.
enum LetterMapping {
  /// The letters of ASCII thirteen places further on; applied twice it gives the text again.
  static func rot13(_ source: StyledText) -> TransformedText {
    mapPlain(source) { range in
      source.text[range].map { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): rotated(byte, from: UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): rotated(byte, from: UInt8(ascii: "a"))
        default: byte
        }
      }
    }
  }

  private static func rotated(_ byte: UInt8, from first: UInt8) -> UInt8 { first + (byte - first + 13) % 26 }

  /// Unicode's full mapping (The Unicode Standard, section 3.13): `ß` becomes `SS`.
  static func upper(_ source: StyledText) -> TransformedText {
    mapPlain(source) { range in
      Array(String(decoding: source.text[range], as: UTF8.self).uppercased().utf8)
    }
  }

  /// Unicode's full mapping, a sigma at the end of a word being `ς`. A mention is part of the word that it touches.
  static func lower(_ source: StyledText) -> TransformedText {
    let letters = CasedText(source.text)
    return mapPlain(source) { letters.lowercased($0) }
  }

  /// The first letter of each word in title case (`ǆ` becomes `ǅ`), the others in lower case. A word goes on over an
  /// apostrophe between letters, and a mention is part of the word that it touches.
  static func title(_ source: StyledText) -> TransformedText {
    let letters = CasedText(source.text)
    return mapPlain(source) { letters.titlecased($0) }
  }

  private static func mapPlain(
    _ source: StyledText, _ map: (Range<Int>) -> [UInt8]
  ) -> TransformedText {
    var result = TransformedText(of: source)
    for piece in source.pieces {
      switch piece {
      case .mention(let index): result.append(mention: index)
      case .plain(let range): result.append(map(range))
      }
    }
    return result
  }
}
