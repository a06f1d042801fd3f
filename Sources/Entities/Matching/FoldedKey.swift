/// A key prepared for many comparisons.
struct FoldedKey: Sendable {
  let bytes: [UInt8]
  let words: [Range<Int>]
  /// For each word, the number of the key's words that begin with it, itself included.
  let wordDemand: [Int]
  /// Whether the key is a single word without separators, so that it may be the prefix of a word.
  let isOneWord: Bool
  /// Whether the key has two scalars or more and no separators, so that it may be initials.
  let canBeInitials: Bool
  /// The bytes with a terminating zero if all are ASCII, else empty.
  let closedASCII: [UInt8]
  /// The pattern of each word, and the number of errors that the word may contain; empty if no word may contain errors.
  let typos: [(pattern: TypoPattern, allowance: Int)]
  /// The number of errors that all words together may contain.
  let typoAllowance: Int
  /// Whether each byte comes from an uppercase letter; nil if case does not matter.
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
    // A separator at the end completes the last word, so typing errors are no longer considered.
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

  /// Whether the words may be matched one by one: there are several, and the last one is not followed by a separator.
  var isSeveralWords: Bool {
    words.count >= 2 && words[words.count - 1].upperBound == bytes.count
  }
}

// MARK: - Comparisons

/// The comparisons that define the tiers. Texts are folded.
extension FoldedKey {
  /// Whether the text begins with the key.
  @inline(__always)
  func begins(_ text: Span<UInt8>) -> Bool {
    Self.begins(bytes.span, text, from: 0)
  }

  /// Whether the text equals the key.
  @inline(__always)
  func equals(_ text: Span<UInt8>) -> Bool {
    text.count == bytes.count && begins(text)
  }

  /// Whether the part of a text that matches the key has the key's case; true if case does not matter.
  ///
  /// - Parameters:
  ///   - text: the original text.
  ///   - start: the offset of the match in the folded text.
  func hasCase(of text: Span<UInt8>, from start: Int) -> Bool {
    guard let letterCase else { return true }
    return LetterCase.matches(letterCase, text, from: start)
  }

  /// Whether an e-mail address in an `EncodedEntity` begins with the key.
  func beginsEmail(_ text: Span<UInt8>) -> Bool {
    if bytes.count > text.count { return false }
    for at in bytes.indices where bytes[at] != NameFolding.lowercase(text[at]) { return false }
    return true
  }

  @inline(__always)
  private static func begins(_ part: Span<UInt8>, _ text: Span<UInt8>, from start: Int) -> Bool {
    if part.count > text.count - start { return false }
    for at in 0..<part.count where part[at] != text[start + at] { return false }
    return true
  }

  /// Whether the key, a single word, is a prefix of a word of the text. A word counts only if `counts` returns true for
  /// its offset.
  @inline(__always)
  func beginsWord(of text: Span<UInt8>, where counts: (Int) -> Bool = { _ in true }) -> Bool {
    var scan = WordScan()
    while let word = scan.next(in: text) {
      if word.count >= bytes.count, Self.begins(bytes.span, text, from: word.lowerBound),
        counts(word.lowerBound)
      {
        return true
      }
    }
    return false
  }

  /// Whether the key's words are prefixes of words of the text, in order. Greedy matching suffices.
  func wordsBegin(_ text: Span<UInt8>) -> Bool {
    var next = 0
    var scan = WordScan()
    while let word = scan.next(in: text) {
      let part = words[next]
      if word.count >= part.count,
        Self.begins(bytes.span.extracting(part), text, from: word.lowerBound)
      {
        next += 1
        if next == words.count { return true }
      }
    }
    return false
  }

  /// Whether the key's words are prefixes of different words of the text, in any order.
  ///
  /// If one word begins with two words of the key, one of these begins with the other. So it suffices that for each
  /// word of the key the text has as many words with this prefix as the key has.
  func wordsBeginInAnyOrder(_ text: Span<UInt8>) -> Bool {
    for (word, demand) in zip(words, wordDemand) {
      let part = bytes.span.extracting(word)
      var held = 0
      var scan = WordScan()
      while held < demand, let own = scan.next(in: text) {
        if own.count >= part.count, Self.begins(part, text, from: own.lowerBound) { held += 1 }
      }
      if held < demand { return false }
    }
    return true
  }

  /// Whether all of the key's scalars occur in the text in order.
  func isSubsequence(of text: Span<UInt8>) -> Bool {
    if !closedASCII.isEmpty {
      // Branch-free, because the branches would be unpredictable. Once all of the key is found, `next` refers to the
      // key's terminating zero. A damaged text may contain a zero, so a match of that zero is not counted.
      let key = closedASCII.span
      var next = 0
      for at in 0..<text.count { next &+= (text[at] == key[next] ? 1 : 0) & (next < bytes.count ? 1 : 0) }
      return next == bytes.count
    }
    var at = 0
    var place = 0
    while at < bytes.count {
      guard let found = Self.find(bytes.span, &at, in: text, from: place) else { return false }
      place = found.upperBound
    }
    return true
  }

  /// Finds the key's scalar at `at` in the text, from `start` on, and advances `at` past the scalar.
  @inline(__always)
  private static func find(
    _ key: Span<UInt8>, _ at: inout Int, in text: Span<UInt8>, from start: Int
  ) -> Range<Int>? {
    let first = key[at]
    let length = min(UTF8Reading.length(first: first), key.count - at)
    defer { at += length }
    var place = start
    search: while place + length <= text.count {
      if text[place] == first {
        for offset in 1..<max(1, length) where key[at + offset] != text[place + offset] {
          place += 1
          continue search
        }
        return place..<place + length
      }
      place += 1
    }
    return nil
  }

  /// The minimum number of errors with which the key's words are prefixes of words of the text, in order; nil if the
  /// errors in a word exceed its allowance, or all errors together exceed `typoAllowance`. O(words of the key × bytes
  /// of the text).
  func typos(in text: Span<UInt8>) -> Int? {
    if typos.isEmpty { return nil }
    let tooMany = typoAllowance + 1
    // Two bits for each n: the minimum number of errors in the first n words of the key.
    var fewest = UInt64.max &<< 2
    func errors(_ place: Int) -> Int { Int(fewest &>> UInt64(2 * place) & 3) }
    var scan = WordScan()
    while let word = scan.next(in: text) {
      let word = text.extracting(word)
      for place in stride(from: typos.count - 1, through: 0, by: -1) {
        let before = errors(place)
        if before >= tooMany { continue }
        let allowance = min(typos[place].allowance, typoAllowance - before)
        guard let found = typos[place].pattern.typos(inPrefixOf: word, limit: allowance) else { continue }
        if before + found < errors(place + 1) {
          let shift = UInt64(2 * place + 2)
          fewest = fewest & ~(3 &<< shift) | UInt64(before + found) &<< shift
        }
      }
    }
    let total = errors(typos.count)
    return total < tooMany ? total : nil
  }

  /// The ranges of the text that match the key in a tier.
  func ranges(in text: Span<UInt8>, _ tier: MatchTier) -> [Range<Int>] {
    switch tier {
    case .exact, .namePrefix, .handlePrefix, .aliasPrefix, .emailPrefix:
      return [0..<min(bytes.count, text.count)]
    case .wordsInOrder, .wordPrefix:
      var ranges: [Range<Int>] = []
      var scan = WordScan()
      while ranges.count < words.count, let word = scan.next(in: text) {
        let part = words[ranges.count]
        if word.count >= part.count,
          Self.begins(bytes.span.extracting(part), text, from: word.lowerBound)
        {
          ranges.append(word.lowerBound..<word.lowerBound + part.count)
        }
      }
      return ranges
    case .wordsInAnyOrder: return rangesInAnyOrder(in: text)
    case .initials:
      var ranges: [Range<Int>] = []
      var length = 0
      var scan = WordScan()
      while length < bytes.count, let word = scan.next(in: text) {
        let size = min(UTF8Reading.length(first: text[word.lowerBound]), word.count)
        ranges.append(word.lowerBound..<word.lowerBound + size)
        length += size
      }
      return ranges
    case .subsequence:
      var ranges: [Range<Int>] = []
      var at = 0
      while at < bytes.count,
        let found = Self.find(bytes.span, &at, in: text, from: ranges.last?.upperBound ?? 0)
      {
        ranges.append(found)
      }
      return ranges
    case .oneTypo, .twoTypos: return typoRanges(in: text)
    case .emptyKey: return []
    }
  }

  /// The matching parts of the text, ascending. The words of the key, longest first, each take the first matching word
  /// of the text that is still unused.
  private func rangesInAnyOrder(in text: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for part in words.sorted(by: { $0.count > $1.count }) {
      var scan = WordScan()
      while let word = scan.next(in: text) {
        if word.count >= part.count, !ranges.contains(where: { $0.lowerBound == word.lowerBound }),
          Self.begins(bytes.span.extracting(part), text, from: word.lowerBound)
        {
          ranges.append(word.lowerBound..<word.lowerBound + part.count)
          break
        }
      }
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// For each word of the key, the matching part of the most similar word in the text after the previous match.
  private func typoRanges(in text: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var from = 0
    for (pattern, _) in typos {
      var best: (typos: Int, range: Range<Int>)?
      var scan = WordScan(from: from)
      while let word = scan.next(in: text) {
        let found = pattern.distance(toPrefixOf: text.extracting(word))
        if found.typos < best?.typos ?? .max {
          best = (found.typos, word.lowerBound..<word.lowerBound + found.end)
        }
      }
      guard let best, !best.range.isEmpty else { break }
      ranges.append(best.range)
      from = best.range.upperBound
      while from < text.count, !NameFolding.isSeparator(text[from]) { from += 1 }
    }
    return ranges
  }
}
