/// Which annotations stayed as they were since an earlier revision.
struct AnnotationLog: Sendable {
  private struct Entry: Sendable {
    var revision: Int
    var prefix: Int
    var suffix: Int
  }

  /// Rises with every change that a token list would show.
  private(set) var revision = 0
  /// Oldest first. An entry that later ones cover is dropped, so typing in one place makes one entry.
  private var entries: [Entry] = []
  /// The oldest revision that can still be asked about.
  private var oldest = 0
  private let limit = 256

  /// `prefix` annotations at the front and `suffix` at the back did not change; together they are never more
  /// than there were before or are after, so the minima over several notes do not overlap either.
  mutating func note(prefix: Int, suffix: Int, ifAny: Bool = true) {
    guard ifAny else { return }
    revision += 1
    while let last = entries.last, last.prefix >= prefix, last.suffix >= suffix { entries.removeLast() }
    entries.append(Entry(revision: revision, prefix: prefix, suffix: suffix))
    dropCovered()
    if entries.count > limit { oldest = entries.removeFirst().revision }
  }

  /// Drops entries that lower neither minimum over those behind them.
  private mutating func dropCovered() {
    guard entries.count > 2 else { return }
    var prefix = Int.max
    var suffix = Int.max
    var kept: [Entry] = []
    for entry in entries.reversed() where entry.prefix < prefix || entry.suffix < suffix {
      prefix = min(prefix, entry.prefix)
      suffix = min(suffix, entry.suffix)
      kept.append(entry)
    }
    if kept.count < entries.count { entries = kept.reversed() }
  }

  /// Those in `old` gave way to others (or none); the one behind them has another predecessor now.
  mutating func note(replaced old: Range<Int>, countBefore: Int) {
    note(prefix: old.lowerBound, suffix: max(0, countBefore - old.upperBound - 1))
  }

  /// Those in `changed` look different; nothing moved.
  mutating func note(changed: Range<Int>, of count: Int) {
    note(prefix: changed.lowerBound, suffix: count - changed.upperBound)
  }

  func changes(since asked: Int, count: Int) -> UntouchedAnnotations? {
    guard asked >= oldest, asked <= revision else { return nil }
    var result = UntouchedAnnotations(prefix: count, suffix: 0)
    var suffix = Int.max
    for entry in entries.reversed() {
      guard entry.revision > asked else { break }
      result.prefix = min(result.prefix, entry.prefix)
      suffix = min(suffix, entry.suffix)
    }
    if suffix != Int.max { result.suffix = suffix }
    return result
  }
}

/// How many annotations are the same as at an earlier revision, so that a semantic-token delta replaces
/// only those in between (LSP 3.17, `textDocument/semanticTokens/full/delta`).
public struct UntouchedAnnotations: Hashable, Sendable {
  /// The first `prefix` annotations then are the first `prefix` now: same place, same length, same looks.
  public var prefix: Int
  /// The last `suffix` annotations then are the last `suffix` now: same length, same looks, and each one's
  /// distance to its predecessor unchanged in lines and, on one line, in columns; so its relative token is the
  /// same although the annotation may have moved. `prefix + suffix` is at most the count then and now.
  public var suffix: Int
}
