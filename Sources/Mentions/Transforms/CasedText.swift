/// A text as scalars, for case mappings that depend on what stands beside a letter.
struct CasedText {
  private let scalars: [Unicode.Scalar]
  /// Where each scalar begins, in UTF-8 offsets.
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

  /// A stretch in lower case. O(stretch), and the way to the ends of the words at its edges.
  func lowercased(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    for index in indices(in: range) { result += Array(lowercased(at: index).utf8) }
    return result
  }

  /// A stretch in title case. O(stretch), and the way to the start of the word at its start.
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

  /// The first scalar at or behind a byte. O(log n).
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

  /// The Unicode Standard, table 3-17, Final_Sigma: a cased letter before it, none after it, what is ignorable in
  /// case left aside.
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

  /// Whether the scalar is an apostrophe or the like between two letters (Unicode Standard Annex #29, MidLetter).
  private func joinsWord(at index: Int) -> Bool {
    guard ["'", "\u{2019}", "\u{00B7}", "\u{00AD}"].contains(scalars[index]), index > 0,
      index + 1 < scalars.count
    else { return false }
    return Self.isPartOfWord(scalars[index - 1]) && Self.isLetter(scalars[index + 1])
  }

  /// Whether the scalar goes on with the word before it.
  private func continuesWord(at index: Int) -> Bool {
    guard index > 0 else { return false }
    return Self.isPartOfWord(scalars[index - 1]) || joinsWord(at: index - 1)
  }
}
