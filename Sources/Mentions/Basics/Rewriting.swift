import TextModel

/// Compares texts, ignoring differences in normal form and in the length and kind of runs of white space.
enum Rewriting {
  /// Whether two texts are equal apart from normal form and the length and kind of runs of white space. O(text).
  static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if WhiteSpace.areEqualButForRuns(a, b) { return true }
    // Apart from rare signs, such as the Kelvin sign, no non-ASCII text is canonically equivalent to ASCII text.
    if isASCII(a) || isASCII(b) { return false }
    return characters(of: a) == characters(of: b)
  }

  /// The characters of a text, with each run of white space replaced by one space.
  static func characters(of bytes: [UInt8]) -> [Character] {
    var characters: [Character] = []
    for character in String(decoding: bytes, as: UTF8.self) {
      if !character.isWhitespace {
        characters.append(character)
      } else if characters.last != " " {
        characters.append(" ")
      }
    }
    return characters
  }

  /// The end of the prefix of `text` that matches these characters, where a space matches a run of white space; nil if
  /// `text` does not begin with such a prefix.
  static func end(of characters: [Character], in text: Substring) -> Substring.Index? {
    var at = text.startIndex
    for character in characters {
      guard at < text.endIndex else { return nil }
      if character == " " {
        let space = text[at...].prefix(while: \.isWhitespace)
        if space.isEmpty { return nil }
        at = space.endIndex
      } else {
        guard text[at] == character else { return nil }
        at = text.index(after: at)
      }
    }
    return at
  }

  /// The prefix of `bytes` that equals `start` apart from white space and normal form; nil if there is none.
  static func start(of bytes: [UInt8], like start: [UInt8]) -> [UInt8]? {
    if bytes.starts(with: start) { return start }
    let text = String(decoding: bytes, as: UTF8.self)
    return end(of: characters(of: start), in: text[...]).map { Array(text[..<$0].utf8) }
  }

  private static func isASCII(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x80 } }
}
