/// What was cut out of a document together with its annotations, so that they come back when the text does:
/// by paste, undo or redo, as often as it is pasted.
///
/// Inserted text counts
/// - if it equals a remembered text, or one stretch of it that holds whole annotations (a part of what was cut
///   is pasted), whitespace at its ends aside;
/// - if it holds a remembered text once, and that says more than the annotation alone (a cut that is pasted
///   together with its surroundings).
///
/// Where several remembered texts fit, the latest counts, also one that was cut as plain text; where two of them say of one place that it names different
/// entities, none does.
public struct RemovedText: Sendable {
  /// How much is kept; the oldest goes first.
  public struct Limit: Hashable, Sendable {
    public var count: Int
    /// UTF-8 code units of removed text in all.
    public var bytes: Int

    public init(count: Int, bytes: Int) {
      self.count = count
      self.bytes = bytes
    }
  }

  public var limit: Limit { didSet { forgetOldest() } }
  /// Oldest first.
  private var texts: [AnnotatedText] = []
  private var byteCount = 0
  /// No shorter text can hold an annotation that is remembered.
  private var shortest = Int.max

  public init(limit: Limit = Limit(count: 0, bytes: 0)) { self.limit = limit }

  public var count: Int { texts.count }
  public var isEmpty: Bool { texts.isEmpty }

  public mutating func removeAll() {
    texts = []
    byteCount = 0
    shortest = Int.max
  }

  /// Remembers a text that was cut, unless it is longer than all that may be kept. One without annotations is
  /// remembered where it would be annotated otherwise: it was cut as plain text last.
  public mutating func remember(_ text: AnnotatedText) {
    guard text.bytes.count <= limit.bytes, limit.count > 0 else { return }
    guard !text.marks.isEmpty || !marks(in: text.bytes).isEmpty else { return }
    if let same = texts.firstIndex(where: { Self.isSame($0, text) }) {
      byteCount -= texts.remove(at: same).bytes.count
    }
    texts.append(text)
    byteCount += text.bytes.count
    for mark in text.marks { shortest = min(shortest, mark.range.count) }
    forgetOldest()
  }

  private mutating func forgetOldest() {
    var surplus = 0
    while byteCount > limit.bytes || texts.count - surplus > limit.count, surplus < texts.count {
      byteCount -= texts[surplus].bytes.count
      surplus += 1
    }
    if surplus > 0 { texts.removeFirst(surplus) }
    if texts.isEmpty { shortest = Int.max }
  }

  private static func isSame(_ a: AnnotatedText, _ b: AnnotatedText) -> Bool {
    a.bytes == b.bytes && namesSame(a.marks, b.marks)
      && a.marks.elementsEqual(b.marks) { $0.state == $1.state }
  }

  /// The annotations of inserted text; ranges count from its start. `copies` are stretches of open documents
  /// that may have been copied (the caller need not check that they fit).
  func marks(in inserted: [UInt8], copies: [AnnotatedText] = []) -> [AnnotatedText.Mark] {
    guard inserted.count >= shortest || !copies.isEmpty else { return [] }
    switch agreed(on: inserted, copies: copies) {
    case .marks(let marks): return marks
    case .disagree: return []
    case .none: break
    }
    var from = 0
    var to = inserted.count
    while from < to, AnnotatedText.isSpace(inserted[from]) { from += 1 }
    while to > from, AnnotatedText.isSpace(inserted[to - 1]) { to -= 1 }
    if to - from < inserted.count, from < to {
      switch agreed(on: Array(inserted[from..<to])) {
      case .marks(let marks): return marks.map { Self.shifted($0, by: from) }
      case .disagree: return []
      case .none: break
      }
    }
    let held: [[AnnotatedText.Mark]] = texts.reversed().compactMap { text in
      guard text.hasContext, text.bytes.count < inserted.count,
        inserted.count <= 4 * text.bytes.count + 1024
      else { return nil }
      let places = ByteSearch.all(text.bytes, in: inserted, atMost: 2)
      guard places.count == 1, let place = places.first else { return nil }
      return text.marks.map { Self.shifted($0, by: place) }
    }
    if case .marks(let marks) = Self.agreed(held) { return marks }
    return []
  }

  /// What the texts that hold these very bytes say of them.
  private func agreed(on wanted: [UInt8], copies: [AnnotatedText] = []) -> Agreement {
    if let last = texts.last(where: { $0.bytes == wanted }), last.marks.isEmpty { return .marks([]) }
    return Self.agreed((texts.reversed() + copies).flatMap { $0.stretches(equalTo: wanted) })
  }

  /// Inserted text as it would be annotated if it had been cut here; nil if it was not.
  public func remembered(_ inserted: [UInt8]) -> AnnotatedText? {
    let marks = marks(in: inserted)
    return marks.isEmpty ? nil : AnnotatedText(bytes: inserted, marks: marks)
  }

  enum Agreement {
    case none, disagree
    case marks([AnnotatedText.Mark])
  }

  /// Candidates are given latest first.
  static func agreed(_ candidates: [[AnnotatedText.Mark]]) -> Agreement {
    guard let first = candidates.first else { return .none }
    return candidates.dropFirst().contains { contradicts($0, first) } ? .disagree : .marks(first)
  }

  /// Whether both annotate some byte, and not with the same entity.
  private static func contradicts(_ a: [AnnotatedText.Mark], _ b: [AnnotatedText.Mark]) -> Bool {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let isShared = a[i].range.overlaps(b[j].range)
      if isShared, !a[i].content.entity.isSameEntity(as: b[j].content.entity) { return true }
      if a[i].range.upperBound <= b[j].range.upperBound { i += 1 } else { j += 1 }
    }
    return false
  }

  private static func namesSame(_ a: [AnnotatedText.Mark], _ b: [AnnotatedText.Mark]) -> Bool {
    a.elementsEqual(b) { $0.range == $1.range && $0.content.entity.isSameEntity(as: $1.content.entity) }
  }

  private static func shifted(_ mark: AnnotatedText.Mark, by distance: Int) -> AnnotatedText.Mark {
    var moved = mark
    moved.range = mark.range.lowerBound + distance..<mark.range.upperBound + distance
    return moved
  }
}
