import TextModel

/// Whole lines of a text, read at one go, and what surrounds them. Offsets are those of `bytes`.
struct TextStretch {
  /// Where `bytes` begins in the text.
  let start: TextOffset
  let bytes: [UInt8]
  /// The scalars around `bytes`.
  let before: Unicode.Scalar?
  let after: Unicode.Scalar?

  // MARK: Where a mention may be (the behaviour, section 9)

  /// Whether a mention that begins with a control character or a letter may begin here: behind a separator or the
  /// text's edge, and none of `controls`, the control characters that there are.
  func admitsStart(at offset: Int, controls: [[UInt8]]) -> Bool {
    let previous: CharacterClass =
      offset == 0 ? before.map { CharacterClass($0, nil) } ?? [] : kind(before: offset)
    if previous.contains(.normal), !previous.contains(.unspaced) { return false }
    return !follows(controls, at: offset)
  }

  /// Whether a mention may end here: before a separator or the text's edge. A joiner followed by a letter belongs to
  /// the text before it.
  func admitsEnd(at end: Int, controls: [[UInt8]]) -> Bool {
    guard let last = scalar(before: end), let next = end == bytes.count ? after : scalar(at: end) else {
      return true
    }
    let letterFollows = CharacterClass(next, nil).contains(.normal)
    // A handle that ends in a joiner is the beginning of a longer one where letters follow.
    if Self.joinsWords(last) { return !letterFollows }
    // What a format closes by itself (`](…)`) may be written on to, as a genitive is.
    guard CharacterClass(last, nil).contains(.normal) else { return true }
    if letterFollows || controls.contains(where: { bytes[end...].starts(with: $0) }) { return false }
    return !(Self.joinsWords(next) && kind(at: end + 1).contains(.normal))
  }

  /// The end of the word that begins here, joiners inside of it included; nil where it is longer than `limit` bytes.
  func wordEnd(from start: Int, limit: Int) -> Int? {
    var end = start
    while let next = scalar(at: end) {
      let isJoiner = Self.joinsWords(next) && end > start && kind(at: end + 1).contains(.normal)
      guard isJoiner || CharacterClass(next, nil).contains(.normal) else { break }
      end += UTF8.width(next)
      if end - start > limit { return nil }
    }
    return end
  }

  /// What may occur inside a handle: `jane-doe`, `bob.by`, `team/web`.
  static func joinsWords(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "." || scalar == "/"
  }

  /// Whether a control character ends here.
  private func follows(_ controls: [[UInt8]], at offset: Int) -> Bool {
    controls.contains { control in
      if offset == 0 { return before.map { String($0).utf8.elementsEqual(control) } ?? false }
      return bytes[..<offset].suffix(control.count).elementsEqual(control)
    }
  }

  // MARK: Scalars

  /// The class of the scalar here; none at the end.
  func kind(at offset: Int) -> CharacterClass {
    scalar(at: offset).map { CharacterClass($0, nil) } ?? []
  }

  func kind(before offset: Int) -> CharacterClass {
    scalar(before: offset).map { CharacterClass($0, nil) } ?? []
  }

  func scalar(at offset: Int) -> Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    if bytes[offset] < 0x80 { return Unicode.Scalar(bytes[offset]) }
    return String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }

  private func scalar(before offset: Int) -> Unicode.Scalar? {
    guard offset > 0 else { return nil }
    var start = offset - 1
    while start > 0, bytes[start] & 0xc0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }
}

extension IndexedText {
  /// Whole lines of a range from its start on, about 64 KiB at a time, or one line where that is longer. What a mention
  /// is written as is on one line.
  func forEachStretch(of range: TextRange, _ body: (TextStretch) -> Void) {
    var line = lines.line(at: range.start)
    var start = range.start
    while start < range.end {
      var end = start
      while end < range.end, end - start < 1 << 16 {
        line += 1
        end = line < lines.lineCount ? min(range.end, lines.start(ofLine: line)) : range.end
      }
      body(
        TextStretch(
          start: start, bytes: buffer.bytes(in: TextRange(start, end)), before: buffer.scalar(before: start),
          after: buffer.scalar(at: end)))
      start = end
    }
  }
}
