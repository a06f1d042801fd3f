import TextModel

/// What was taken out and put in lately: a filter, a formatter or a sorting command writes new lines and takes the old
/// ones out in two notifications, in either order.
struct RecentText: Sendable {
  /// Text that was taken out, with the rest of its first and its last line.
  struct Removal: Sendable {
    let at: Instant
    let text: AnnotatedText
    /// For each mark whether its annotation went with the text.
    let isLost: [Bool]
    /// How often it was compared with lines that were put in: each time costs its length.
    var uses = 0
  }

  /// Lines that were put in, where they are now.
  struct Insertion: Sendable {
    let at: Instant
    var range: TextRange
    /// How often they were compared with removed lines: each time costs their length.
    var uses = 0
  }

  private(set) var removals: [Removal] = []
  private(set) var insertions: [Insertion] = []

  /// More of either are not remembered.
  private static let limit = 64
  private static let mostUses = 16

  var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }

  mutating func removeAll() { self = RecentText() }

  /// Forgets what is older than `time` milliseconds.
  mutating func expire(now: Instant, after time: Int) {
    if let first = removals.first, first.at.advanced(by: time) < now {
      removals.removeAll { $0.at.advanced(by: time) < now }
    }
    if let first = insertions.first, first.at.advanced(by: time) < now {
      insertions.removeAll { $0.at.advanced(by: time) < now }
    }
  }

  mutating func add(_ removal: Removal) {
    removals.append(removal)
    if removals.count > Self.limit { removals.removeFirst() }
  }

  mutating func add(_ range: TextRange, at now: Instant) {
    insertions.append(Insertion(at: now, range: range))
    if insertions.count > Self.limit { insertions.removeFirst() }
  }

  /// Moves what was put in along with a notification's net edits.
  mutating func follow(_ nets: [NetEdit]) {
    guard !insertions.isEmpty else { return }
    for index in insertions.indices {
      let range = insertions[index].range
      var (start, end) = (range.start.utf8, range.end.utf8)
      var (before, inside) = (0, 0)
      for net in nets {
        let (from, to) = (net.oldRange.start.utf8, net.oldRange.end.utf8)
        if from >= range.end.utf8 { break }
        if to <= range.start.utf8 {
          before += net.shift
        } else {
          inside += net.shift
          (start, end) = (min(start, from), max(end, to))
        }
      }
      insertions[index].range = TextRange(start + before, max(start, end + inside) + before)
    }
    insertions.removeAll { $0.range.isEmpty }
  }

  /// What went, to be compared with what comes now. Those that were compared
  /// often enough are not.
  mutating func takeRemovals() -> [Removal] {
    for index in removals.indices { removals[index].uses += 1 }
    return removals.filter { $0.uses <= Self.mostUses }
  }

  /// The lines put in before, to be compared with what goes now. Those that were compared often enough are not.
  mutating func takeInsertions() -> [TextRange] {
    for index in insertions.indices { insertions[index].uses += 1 }
    return insertions.filter { $0.uses <= Self.mostUses }.map(\.range)
  }
}
