/// A key string made ready for many comparisons.
struct FoldedKey: Sendable {
  let bytes: [UInt8]
  let words: [Range<Int>]
  /// For each word how many of the words begin with it, itself among them.
  let wordDemand: [Int]
  /// No separators: it can be the beginning of one word.
  let isOneWord: Bool
  /// At least two scalars and no separators: it can be initials.
  let canBeInitials: Bool
  /// The bytes with a zero behind them where all are ASCII, else nothing.
  let closedASCII: [UInt8]
  /// For each word its pattern and how many errors it may hold; empty where none of them may hold any.
  let typos: [(pattern: TypoPattern, allowance: Int)]
  /// How many errors all words together may hold.
  let typoAllowance: Int
  /// For each byte whether it comes from an uppercase letter; nil where case does not matter.
  let letterCase: [Bool]?

  init(_ key: String, keepsCase: Bool = false) {
    letterCase = keepsCase ? LetterCase.flags(key) : nil
    let bytes = NameFolding.fold(key)
    let words = NameFolding.words(bytes)
    self.bytes = bytes
    self.words = words
    wordDemand = words.map { word in
      words.count { bytes[$0].starts(with: bytes[word]) }
    }
    closedASCII = bytes.allSatisfy { $0 < 0x80 } ? bytes + [0] : []
    isOneWord = words.count == 1 && words[0] == bytes.startIndex..<bytes.endIndex
    let scalars = bytes.count { $0 & 0xC0 != 0x80 }
    canBeInitials = isOneWord && scalars >= 2
    // A separator at the end says that the last word is whole: nothing is guessed any more.
    let endsInWord = bytes.last.map { !NameFolding.isSeparator($0) } ?? false
    var typos: [(pattern: TypoPattern, allowance: Int)] = []
    var letters = 0
    if endsInWord && words.count <= 16 {
      for word in words {
        guard let pattern = TypoPattern(bytes.span.extracting(word)) else { break }
        letters += pattern.length
        typos.append((pattern, TypoPattern.allowance(letters: pattern.length)))
      }
    }
    if typos.count < words.count || !typos.contains(where: { $0.allowance > 0 }) { typos = [] }
    self.typos = typos
    typoAllowance = typos.isEmpty ? 0 : TypoPattern.allowance(letters: letters)
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Whether the words may be matched one by one: several, and the last one not closed by a separator.
  var isSeveralWords: Bool {
    words.count >= 2 && words[words.count - 1].upperBound == bytes.count
  }
}
