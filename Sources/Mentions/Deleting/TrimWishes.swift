import TextModel

/// Trims that the host was told how to make, until they are made. A host may write one edit as several, each a
/// notification of its own: lsp-mode puts `Countess` before `Ada Lovelace` goes.
struct TrimWishes: Sendable {
  struct Wish: Sendable {
    /// As it was.
    let annotation: Annotation
    let shortForm: [UInt8]
    /// The text in its place, and whatever was inserted at its edges; in the text as it is now.
    var region: TextRange
    /// Nil until the first edit comes.
    var expires: Instant?
    /// Whether a backspace asked for it: the short form then stays lit up, and the next one deletes it.
    let isBackspaced: Bool
  }

  private var all: [Wish] = []
  /// Whose trims the last notification made.
  private var made: Set<AnnotationID> = []

  /// How long after the first edit the last may come, in milliseconds.
  private static let patience = 1000

  mutating func add(_ annotation: Annotation, region: TextRange, isBackspaced: Bool) {
    guard let short = annotation.shortForm else { return }
    all.removeAll { $0.annotation.id == annotation.id }
    all.append(Wish(annotation: annotation, shortForm: short, region: region, isBackspaced: isBackspaced))
  }

  /// Whether a mention is being trimmed, or has just been, as the host was told.
  func contains(_ id: AnnotationID) -> Bool { made.contains(id) || all.contains { $0.annotation.id == id } }

  /// Whether net changes, relative to the text before them, are to a mention that is being trimmed. What only puts
  /// text at its edge counts only where the trim would.
  func concern(_ changes: [AppliedEdit]) -> Bool {
    all.contains { wish in changes.contains { wish.isTouched(by: $0) } }
  }

  /// Follows net changes, which are sorted, disjoint and relative to the text before them, and takes out the wishes
  /// that came true. One that the changes pass by is given up.
  mutating func follow(_ changes: [AppliedEdit], in buffer: TextBuffer, now: Instant) -> [Wish] {
    self.made = []
    guard !all.isEmpty else { return [] }
    var made: [Wish] = []
    all = all.compactMap { wish in
      var wish = wish
      guard now <= wish.expires ?? now, wish.follow(changes), wish.region.end <= buffer.end else {
        return nil
      }
      if wish.region.count == wish.shortForm.count, buffer.holds(wish.shortForm, at: wish.region.start) {
        made.append(wish)
        return nil
      }
      wish.expires = wish.expires ?? now.advanced(by: Self.patience)
      return wish
    }
    self.made = Set(made.map(\.annotation.id))
    return made
  }
}

extension TrimWishes.Wish {
  fileprivate func isTouched(by change: AppliedEdit) -> Bool {
    // What puts in anything else is not a step of the trim, wherever it is: an acceptance after a refusal, say.
    guard change.inserted.isEmpty || isPart(change.inserted) else { return false }
    return region.overlaps(change.range) || (change.range.isEmpty && region.touches(change.range.start))
  }

  /// Whether the short form holds these bytes: the host writes it next to what is to go.
  private func isPart(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= shortForm.count else { return false }
    return (0...shortForm.count - bytes.count).contains { shortForm[$0...].starts(with: bytes) }
  }

  /// False where none of the changes concerns it.
  fileprivate mutating func follow(_ changes: [AppliedEdit]) -> Bool {
    var (start, end) = (region.start, region.end)
    var (before, inside) = (0, 0)
    var isTouched = false
    for change in changes {
      if self.isTouched(by: change) {
        isTouched = true
        start = min(start, change.range.start)
        end = max(end, change.range.end)
        inside += change.shift
      } else if change.range.end <= region.start {
        before += change.shift
      }
    }
    region = TextRange(start + before, end + before + inside)
    return isTouched
  }
}
