/// Whether letters are uppercase, for searches that tell `All` from `allanderek`.
///
/// Folding drops case, so a match is compared a second time, with the text as it was written. A letter counts
/// as uppercase if it has a lowercase form that differs from it.
enum LetterCase {
  /// For each byte of the text's folding whether it comes from an uppercase letter. O(bytes).
  static func flags(_ text: String) -> [Bool] {
    let utf8 = Array(text.utf8)
    var flags: [Bool] = []
    var folded: [UInt8] = []
    var at = 0
    while at < utf8.count {
      let isUppercase = step(utf8.span, &at, &folded)
      while flags.count < folded.count { flags.append(isUppercase) }
    }
    return flags
  }

  /// Whether the letters of a text, from a byte of its folding on, are written as these flags say.
  ///
  /// O(bytes up to there); allocates only for what is not ASCII.
  static func matches(_ flags: [Bool], _ text: Span<UInt8>, from start: Int) -> Bool {
    var folded: [UInt8] = []
    var place = 0
    var at = 0
    while at < text.count, place < start + flags.count {
      let isUppercase: Bool
      var next = place + 1
      if text[at] < 0x80 {
        isUppercase = text[at] &- 0x41 < 26
        at += 1
      } else {
        folded.removeAll(keepingCapacity: true)
        isUppercase = step(text, &at, &folded)
        next = place + folded.count
      }
      while place < next {
        if place >= start, place < start + flags.count, flags[place - start] != isUppercase { return false }
        place += 1
      }
    }
    return place >= start + flags.count
  }

  /// Folds the scalar at `at`, which moves behind it, and tells whether it is uppercase.
  private static func step(_ text: Span<UInt8>, _ at: inout Int, _ folded: inout [UInt8]) -> Bool {
    let start = at
    let scalar = UTF8Reading.scalar(text, &at)
    NameFolding.append(folding: text.extracting(start..<at), to: &folded)
    return Unicode.Scalar(scalar)?.properties.changesWhenLowercased ?? false
  }
}
