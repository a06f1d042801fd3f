import TextModel

/// What was cut out of a document together with its annotations, so that they come back when the text does:
/// by paste, undo or redo, as often as it is pasted.
///
/// Inserted text counts
/// - if it equals a remembered text, or one stretch of it that holds whole annotations (a part of what was cut
///   is pasted), whitespace at its ends aside;
/// - if it holds a remembered text once, and that says more than the annotation alone (a cut that is pasted
///   together with its surroundings).
///
/// Where several remembered texts fit, the latest counts, also one that was cut as plain text; where two of them say
/// of one place that it names different entities, none does.
///
/// A look-up costs the inserted text and the remembered places that fit it, however much is remembered.
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
  private var texts = RememberedTexts()
  /// How many annotations were forgotten because there was no more room for them.
  private(set) var forgotten = 0
  /// What look-ups have cost, for whoever watches how the cost grows.
  private(set) var steps = 0
  /// What look-ups may still cost until ``beginLookUps(inserted:)``.
  private var budget = RemovedLookUp.Budget(inserted: 0)

  public init(limit: Limit = Limit(count: 0, bytes: 0)) { self.limit = limit }

  public var count: Int { texts.count }
  public var isEmpty: Bool { texts.count == 0 }

  public mutating func removeAll() { texts = RememberedTexts() }

  /// Remembers a text that was cut, unless it is longer than all that may be kept. One without annotations is
  /// remembered where it would be annotated otherwise: it was cut as plain text last. O(text) for what has
  /// annotations.
  public mutating func remember(_ text: AnnotatedText) {
    guard limit.count > 0, !text.bytes.isEmpty else { return }
    guard text.bytes.count <= limit.bytes else {
      forgotten += text.marks.count
      return
    }
    guard !text.marks.isEmpty || !marks(in: text.bytes).isEmpty else { return }
    steps += 1 + text.marks.count
    texts.add(text)
    forgetOldest()
  }

  private mutating func forgetOldest() {
    while texts.count > limit.count || texts.byteCount > limit.bytes {
      guard let gone = texts.removeOldest() else { return }
      forgotten += gone.marks.count
    }
  }

  /// Since the last time that this was called.
  mutating func takeForgotten() -> Int {
    defer { forgotten = 0 }
    return forgotten
  }

  /// A new notification, which inserts so many bytes: its look-ups may cost a certain amount, and more for more.
  mutating func beginLookUps(inserted: Int) { budget = RemovedLookUp.Budget(inserted: inserted) }

  /// The annotations of inserted text; ranges count from its start.
  mutating func marks(in inserted: [UInt8]) -> [AnnotatedText.Mark] {
    guard inserted.count >= texts.shortestMark else { return [] }
    var lookUp = RemovedLookUp(texts, budget: budget)
    let marks = lookUp.marks(in: inserted)
    steps += budget.spent(until: lookUp.budget)
    budget = lookUp.budget
    return marks
  }

  /// Inserted text as it would be annotated if it had been cut here; nil if it was not.
  public func remembered(_ inserted: [UInt8]) -> AnnotatedText? {
    guard inserted.count >= texts.shortestMark else { return nil }
    var lookUp = RemovedLookUp(texts, budget: .init(inserted: inserted.count))
    let marks = lookUp.marks(in: inserted)
    return marks.isEmpty ? nil : AnnotatedText(bytes: inserted, marks: marks)
  }
}
