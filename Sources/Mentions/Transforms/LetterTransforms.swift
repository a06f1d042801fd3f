/// Transforms that map the letters of the plain text and leave the mentions unchanged and in order.
enum LetterMapping {
  /// Rotates ASCII letters by thirteen positions; applying it twice restores the text.
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

  /// Maps letters to upper case by Unicode's full mapping (The Unicode Standard, section 3.13): `ß` becomes `SS`.
  static func upper(_ source: StyledText) -> TransformedText {
    mapPlain(source) { range in
      Array(String(decoding: source.text[range], as: UTF8.self).uppercased().utf8)
    }
  }

  /// Maps letters to lower case by Unicode's full mapping; a sigma at the end of a word becomes `ς`. A mention is part
  /// of the word that it touches.
  static func lower(_ source: StyledText) -> TransformedText {
    let letters = CasedText(source.text)
    return mapPlain(source) { letters.lowercased($0) }
  }

  /// Maps the first letter of each word to title case (`ǆ` becomes `ǅ`), the others to lower case. An apostrophe
  /// between letters does not end a word, and a mention is part of the word that it touches.
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

/// A text as scalars, for case mappings that depend on the neighbours of a letter.
struct CasedText {
  private let scalars: [Unicode.Scalar]
  /// The start of each scalar, in UTF-8 offsets.
  private let starts: [Int]

  /// - Complexity: linear in the text.
  init(_ text: [UInt8]) {
    var scalars: [Unicode.Scalar] = []
    var starts: [Int] = []
    var at = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      scalars.append(scalar)
      starts.append(at)
      at += UTF8.width(scalar)
    }
    self.scalars = scalars
    self.starts = starts
  }

  /// The text of a range in lower case. O(range + distance to the ends of the words at its bounds).
  func lowercased(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    for index in indices(in: range) { result += Array(lowercased(at: index).utf8) }
    return result
  }

  /// The text of a range in title case. O(range + distance to the start of its first word).
  func titlecased(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    var isInside = false
    for index in indices(in: range) {
      if result.isEmpty { isInside = continuesWord(at: index) }
      let scalar = scalars[index]
      if Self.isLetter(scalar), !isInside {
        result += Array(scalar.properties.titlecaseMapping.utf8)
        isInside = true
      } else {
        result += Array(lowercased(at: index).utf8)
        isInside = Self.isPartOfWord(scalar) || (isInside && joinsWord(at: index))
      }
    }
    return result
  }

  // MARK: Scalars

  private func indices(in range: Range<Int>) -> Range<Int> {
    index(at: range.lowerBound)..<index(at: range.upperBound)
  }

  /// The index of the first scalar that starts at or after a byte offset. O(log n).
  private func index(at byte: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < byte { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func lowercased(at index: Int) -> String {
    if scalars[index] == "\u{03A3}", isFinalSigma(index) { return "\u{03C2}" }
    return scalars[index].properties.lowercaseMapping
  }

  /// Whether a sigma is final (The Unicode Standard, table 3-17, Final_Sigma): a cased letter precedes it and none
  /// follows, ignoring case-ignorable characters.
  private func isFinalSigma(_ index: Int) -> Bool {
    let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
    let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
    return before?.properties.isCased == true && after?.properties.isCased != true
  }

  // MARK: Words

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && !isMark(scalar)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || isMark(scalar) || scalar.properties.numericType != nil || scalar == "_"
  }

  /// Whether the scalar is an apostrophe or similar between two letters (Unicode Standard Annex #29, MidLetter).
  private func joinsWord(at index: Int) -> Bool {
    guard ["'", "\u{2019}", "\u{00B7}", "\u{00AD}"].contains(scalars[index]), index > 0,
      index + 1 < scalars.count
    else { return false }
    return Self.isPartOfWord(scalars[index - 1]) && Self.isLetter(scalars[index + 1])
  }

  /// Whether the scalar continues the preceding word.
  private func continuesWord(at index: Int) -> Bool {
    guard index > 0 else { return false }
    return Self.isPartOfWord(scalars[index - 1]) || joinsWord(at: index - 1)
  }
}

/// Reverses the text by user-perceived characters, with mentions as units.
enum Reversal {
  static func apply(to source: StyledText) -> TransformedText {
    var units: [StyledText.Piece] = []
    for piece in source.pieces.reversed() {
      switch piece {
      case .mention: units.append(piece)
      case .plain(let range): units += characters(of: source.text[range]).reversed()
      }
    }
    keepMentionsApart(&units, in: source)
    var result = TransformedText(of: source)
    for unit in units { result.append(unit) }
    return result
  }

  private static func characters(of text: ArraySlice<UInt8>) -> [StyledText.Piece] {
    var characters: [StyledText.Piece] = []
    var start = text.startIndex
    for character in String(decoding: text, as: UTF8.self) {
      let end = start + character.utf8.count
      characters.append(.plain(start..<end))
      start = end
    }
    return characters
  }

  /// Moves a combining mark without a base, and other text that would merge with an adjacent mention, to the other side
  /// of the mention, where it was before the reversal.
  private static func keepMentionsApart(_ units: inout [StyledText.Piece], in source: StyledText) {
    for at in units.indices.dropFirst() {
      let (left, right) = (units[at - 1], units[at])
      guard left.isMention || right.isMention,
        GraphemeEdge.joins(source.bytes(of: left), source.bytes(of: right))
      else { continue }
      units.swapAt(at - 1, at)
    }
  }
}

extension StyledText.Piece {
  fileprivate var isMention: Bool { if case .mention = self { true } else { false } }
}

/// Detects texts whose graphemes merge when concatenated.
enum GraphemeEdge {
  /// The number of bytes examined on each side; more than the longest character in practice.
  private static let reach = 64

  /// Whether the last character of `left` and the first of `right` merge into one when concatenated. O(1).
  static func joins(_ left: some BidirectionalCollection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    var tail = Array(left.suffix(reach))
    while let first = tail.first, first & 0xC0 == 0x80 { tail.removeFirst() }
    guard let last = tail.last, let first = right.first else { return false }
    // In ASCII, only CR LF is one character.
    if last < 0x80, first < 0x80 { return last == 13 && first == 10 }
    let both = String(decoding: tail + right.prefix(reach), as: UTF8.self)
    var length = 0
    for character in both {
      if length == tail.count { return false }
      length += character.utf8.count
      if length > tail.count { return true }
    }
    return false
  }
}
