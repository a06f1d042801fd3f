import TextModel

/// Finds a trigger and a word (`@ada`) wherever a mention may be, whoever is meant.
struct TriggerWords {
  struct Word: Hashable {
    /// Trigger and word, UTF-8 offsets in the text.
    var range: TextRange
    var key: String
    /// Its place in the policy.
    var trigger: Int
    /// Whether it is a mention even if nobody has that handle; see ``UnknownRule``. What may be left out is left out then.
    var mustBeMention: Bool
    /// How many bytes at its end may be left out: they are part of a handle, or close emphasis in Markdown.
    var spare: Int

    /// The word without so many bytes at its end.
    func dropping(_ count: Int) -> Word {
      var word = self
      word.range = TextRange(range.start, range.end - count)
      word.key = String(decoding: key.utf8.dropLast(count), as: UTF8.self)
      word.spare -= count
      return word
    }
  }

  private struct Row {
    var bytes: [UInt8]
    var index: Int
  }

  /// Longest first: of `#` and `##` the longer is meant.
  private let rows: [Row]
  /// What each trigger begins with.
  let firstBytes: Set<UInt8>
  private let controls: [[UInt8]]
  private let isProse: Bool

  /// Longer words are no handles, in bytes.
  private static let longestWord = 400
  /// More underscores do not close emphasis.
  private static let mostClosing = 3

  init(policy: MentionsPolicy, languageID: String) {
    isProse = ProseScanner(languageID: languageID).isProseLanguage
    controls = policy.triggers.map { Array($0.character.utf8) }
    var rows: [Row] = []
    for (index, trigger) in policy.triggers.enumerated() where trigger.isOffered(in: languageID) {
      // What is written between brackets (`[[`) is no single word.
      guard let last = trigger.character.utf8.last, !"[({<".utf8.contains(last) else { continue }
      rows.append(Row(bytes: Array(trigger.character.utf8), index: index))
    }
    rows.sort { ($1.bytes.count, $0.index) < ($0.bytes.count, $1.index) }
    self.rows = rows
    firstBytes = Set(rows.map { $0.bytes[0] })
  }

  /// In order and disjoint. O(range).
  func all(in range: TextRange, of text: IndexedText) -> [Word] {
    guard !rows.isEmpty else { return [] }
    var words: [Word] = []
    text.forEachStretch(of: range) { stretch in
      var at = 0
      while let next = nextCandidate(in: stretch.bytes, from: at) {
        at = next + 1
        guard let row = rows.first(where: { stretch.bytes[next...].starts(with: $0.bytes) }),
          let word = word(of: row, at: next, in: stretch)
        else { continue }
        words.append(word)
        at = word.range.end - stretch.start
      }
    }
    return words
  }

  private func nextCandidate(in bytes: [UInt8], from start: Int) -> Int? {
    if firstBytes.count == 1, let first = firstBytes.first { return bytes[start...].firstIndex(of: first) }
    return bytes[start...].firstIndex(where: firstBytes.contains)
  }

  private func word(of row: Row, at start: Int, in stretch: TextStretch) -> Word? {
    let keyStart = start + row.bytes.count
    guard stretch.kind(at: keyStart).contains(.normal), stretch.admitsStart(at: start, controls: controls),
      let end = stretch.wordEnd(from: keyStart, limit: Self.longestWord), end > keyStart,
      stretch.admitsEnd(at: end, controls: controls)
    else { return nil }
    let spare = Self.spare(at: stretch.bytes[keyStart..<end])
    let rule = UnknownRule(
      bytes: stretch.bytes, start: start, key: keyStart..<(end - spare), wordEnd: end, isProse: isProse)
    return Word(
      range: TextRange(start, end).shifted(by: stretch.start.utf8),
      key: String(decoding: stretch.bytes[keyStart..<end], as: UTF8.self), trigger: row.index,
      mustBeMention: rule.mustBeMention, spare: spare)
  }

  /// `ada_`, and `ada._` at the end of a sentence; not a word of underscores alone.
  private static func spare(at key: ArraySlice<UInt8>) -> Int {
    let underscores = key.reversed().prefix { $0 == UInt8(ascii: "_") }.count
    guard underscores > 0, underscores <= mostClosing, let last = key.dropLast(underscores).last else {
      return 0
    }
    return TextStretch.joinsWords(Unicode.Scalar(last)) ? underscores + 1 : underscores
  }
}
