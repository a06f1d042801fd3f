/// The edits between two texts, for clients that do not report them.
///
/// Some clients send whole documents, others one range from the first to the last change. The edits found are always
/// exact: applied from the last to the first they yield the new text, byte for byte. They are small in ordinary
/// cases; for texts with little in common the result gets coarser instead of slower.
public enum TextDifference {
  /// The single edit from the text to `new`: everything between the first and the last difference, on scalar boundaries
  /// and never between CR and LF. Nil if the texts are equal. Ill-formed UTF-8 in `new` is repaired first. Linear,
  /// limited by memory bandwidth.
  public static func hunk(from old: TextBuffer, to new: [UInt8]) -> TextReplacement? {
    let new = UTF8Form.repaired(new)
    var prefix = old.commonPrefix(with: new.span, at: 0)
    if prefix == old.count, prefix == new.count { return nil }
    while prefix > 0, old.isCut(at: prefix) || ChangeCore.cuts(new.span, prefix) { prefix -= 1 }
    var suffix = old.commonSuffix(
      with: new.span.extracting(prefix..<new.count), in: TextRange(TextOffset(prefix), old.end))
    while suffix > 0, old.isCut(at: old.count - suffix) || ChangeCore.cuts(new.span, new.count - suffix) {
      suffix -= 1
    }
    return TextReplacement(
      range: TextRange(prefix, old.count - suffix), replacement: Array(new[prefix..<new.count - suffix]))
  }

  /// The actual edits inside of an edit that covers more than it changes: disjoint, sorted, never touching, relative to
  /// the text before that edit. See ``hunks(old:new:at:)``.
  package static func hunks(in edit: AppliedEdit) -> [TextReplacement] {
    hunks(old: edit.removed, new: edit.inserted, at: edit.range.start)
  }

  /// Disjoint, sorted edits from `old` to `new`, found by lines and, inside of changed lines, by words; moved lines
  /// stay whole. Each edit is minimal, on scalar boundaries and never between CR and LF. Both texts must be
  /// well-formed UTF-8. `start` is the offset of `old` in its text.
  ///
  /// Linear for ordinary changes, regardless of their number; at worst, linear with a larger constant factor.
  public static func hunks(old: [UInt8], new: [UInt8], at start: TextOffset = .zero) -> [TextReplacement] {
    var steps = 0
    return hunks(old: old, new: new, at: start, steps: &steps)
  }

  /// Like ``hunks(old:new:at:)``, but adds the number of compared tokens to `steps`, to measure the cost.
  package static func hunks(
    old: [UInt8], new: [UInt8], at start: TextOffset = .zero, steps: inout Int
  ) -> [TextReplacement] {
    var search = HunkSearch(old: old, new: new, start: start)
    search.run()
    steps += search.steps
    return search.hunks
  }

  /// The edits between two texts that differ only in their layout: the text inserted or removed at the starts of lines,
  /// or the runs of ASCII white space that differ. Nil if something else differs.
  ///
  /// Such texts must not be compared by matching equal lines: a line that is now quoted may equal one that was quoted
  /// before, and a line of a rewrapped paragraph may equal another of its old lines. O(text).
  package static func layout(old: ArraySlice<UInt8>, new: ArraySlice<UInt8>) -> [Edit]? {
    lineStarts(old: old, new: new) ?? whiteSpace(old: old, new: new)
  }

  /// Ranges of the old and the new text.
  package typealias Edit = (old: Range<Int>, new: Range<Int>)

  private static func lineStarts(old: ArraySlice<UInt8>, new: ArraySlice<UInt8>) -> [Edit]? {
    guard old.contains(ASCII.lineFeed) else { return nil }
    let isLonger = new.count > old.count
    var edits: [Edit] = []
    var (rest, newRest) = (old, new)
    while true {
      let (one, other) = (lastLine(of: rest), lastLine(of: newRest))
      let (short, long) = isLonger ? (one, other) : (other, one)
      guard long.count >= short.count, long.suffix(short.count).elementsEqual(short),
        !(short.isEmpty && long.last == ASCII.carriageReturn)
      else { return nil }
      let count = long.count - short.count
      if count > 0 {
        let (start, newStart) = (one.startIndex, other.startIndex)
        edits.append((start..<start + (isLonger ? 0 : count), newStart..<newStart + (isLonger ? count : 0)))
      }
      let (isFirst, isFirstOfNew) = (one.startIndex == old.startIndex, other.startIndex == new.startIndex)
      if isFirst || isFirstOfNew { return isFirst && isFirstOfNew ? edits.reversed() : nil }
      (rest, newRest) = (old[..<(one.startIndex - 1)], new[..<(other.startIndex - 1)])
    }
  }

  private static func lastLine(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.lastIndex(of: ASCII.lineFeed).map { text[($0 + 1)...] } ?? text
  }

  private static func whiteSpace(old: ArraySlice<UInt8>, new: ArraySlice<UInt8>) -> [Edit]? {
    var edits: [Edit] = []
    var (i, j) = (old.startIndex, new.startIndex)
    while true {
      while i < old.endIndex, j < new.endIndex, old[i] == new[j], !WhiteSpace.isASCIISpace(old[i]) {
        (i, j) = (i + 1, j + 1)
      }
      let (first, second) = (i, j)
      while i < old.endIndex, WhiteSpace.isASCIISpace(old[i]) { i += 1 }
      while j < new.endIndex, WhiteSpace.isASCIISpace(new[j]) { j += 1 }
      if old[first..<i] != new[second..<j] { edits.append((first..<i, second..<j)) }
      if i == old.endIndex, j == new.endIndex { return edits }
      guard i < old.endIndex, j < new.endIndex, old[i] == new[j] else { return nil }
    }
  }
}

extension TextBuffer {
  /// Whether `index` divides a scalar or a CR LF.
  fileprivate func isCut(at index: Int) -> Bool {
    guard index > 0, index < count else { return false }
    if UTF8Form.isContinuation(byte(at: index)) { return true }
    return byte(at: index) == ASCII.lineFeed && byte(at: index - 1) == ASCII.carriageReturn
  }
}

/// The lengths of the common prefix and suffix of two versions of a text, without dividing a scalar or a CR LF in
/// either of them.
struct ChangeCore {
  private(set) var prefix: Int
  private(set) var suffix: Int

  /// `before` and `after` are the bytes before and after the compared parts, nil at the ends of the text or if unknown.
  init(old: Span<UInt8>, new: Span<UInt8>, before: UInt8? = nil, after: UInt8? = nil) {
    self.init(
      prefix: ByteScan.commonPrefix(old, new), old: old, new: new, before: before, after: after)
  }

  /// `prefix` is the number of common bytes at the start.
  init(prefix common: Int, old: Span<UInt8>, new: Span<UInt8>, before: UInt8?, after: UInt8?) {
    prefix = common
    while prefix > 0, Self.cuts(old, prefix, before, after) || Self.cuts(new, prefix, before, after) {
      prefix -= 1
    }
    suffix = ByteScan.commonSuffix(
      old.extracting(prefix..<old.count), new.extracting(prefix..<new.count))
    while suffix > 0,
      Self.cuts(old, old.count - suffix, before, after) || Self.cuts(new, new.count - suffix, before, after)
    {
      suffix -= 1
    }
  }

  fileprivate static func cuts(
    _ span: Span<UInt8>, _ index: Int, _ before: UInt8? = nil, _ after: UInt8? = nil
  ) -> Bool {
    guard let next = index < span.count ? span[index] : after else { return false }
    if UTF8Form.isContinuation(next) { return true }
    return next == ASCII.lineFeed && (index > 0 ? span[index - 1] : before) == ASCII.carriageReturn
  }
}

// MARK: - Hunks

/// Finds the hunks between two texts: first the common prefix and suffix, then common lines, then words between such
/// lines.
///
/// Lines are equal regardless of white space at their ends, so that reindented text is compared line by line. A line
/// that the other text has at another position counts as moved, and is not compared with the text that is now in its
/// place; otherwise sorting lines would yield edits between the words of unrelated lines.
private struct HunkSearch {
  private let old: [UInt8]
  private let new: [UInt8]
  private let start: TextOffset
  /// The hunks so far: disjoint, ascending, never touching.
  private var found: [(old: Range<Int>, new: Range<Int>)] = []
  /// The cost: the number of tokens and pairs of tokens compared.
  private(set) var steps = 0

  private enum Piece {
    /// Lines that are equal except for white space at their ends.
    case pair(old: Range<Int>, new: Range<Int>)
    /// Lines that differ.
    case gap(old: Lines, new: Lines)
  }

  /// Lines of one text, each with the key of its content without white space at the ends. The key is nil for lines that
  /// are too common to be distinctive, such as `}`.
  private struct Lines {
    var range: Range<Int>
    var lines: [(whole: Range<Int>, key: UInt64?)]
  }

  init(old: [UInt8], new: [UInt8], start: TextOffset) {
    self.old = old
    self.new = new
    self.start = start
  }

  var hunks: [TextReplacement] {
    found.map {
      TextReplacement(
        range: TextRange(start + $0.old.lowerBound, start + $0.old.upperBound),
        replacement: Array(new[$0.new]))
    }
  }

  mutating func run() {
    guard let (a, b) = core(old.indices, new.indices) else { return }
    if a.isEmpty || b.isEmpty { return emit(a, b) }
    let (left, right) = wholeLines(a, b)
    if let edits = TextDifference.layout(old: old[left], new: new[right]) {
      for (a, b) in edits { emit(a, b) }
      return
    }
    var pieces: [Piece] = []
    compareLines(left, right, depth: 0, &pieces)
    let moved = movedLines(pieces)
    for piece in pieces {
      switch piece {
      case .pair(let a, let b): compareWords(a, b)
      case .gap(let a, let b): compare(a, b, moved)
      }
    }
  }

  // MARK: Lines

  /// Extends the differing cores of both texts to whole lines, if either contains a line feed. Without this, two
  /// swapped lines that begin or end alike would be incomplete in the cores, and match no line of the other text.
  private func wholeLines(_ a: Range<Int>, _ b: Range<Int>) -> (Range<Int>, Range<Int>) {
    guard old[a].contains(ASCII.lineFeed) || new[b].contains(ASCII.lineFeed) else { return (a, b) }
    let start = old[..<a.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    let suffix = old[a.upperBound...]
    let rest = suffix.firstIndex(of: ASCII.lineFeed).map { $0 + 1 - a.upperBound } ?? suffix.count
    return (start..<a.upperBound + rest, start..<b.upperBound + rest)
  }

  /// Compares lines, and recursively the lines between matches. The depth is bounded, because a text can be crafted to
  /// have ever smaller ranges of unique lines.
  private mutating func compareLines(
    _ a: Range<Int>, _ b: Range<Int>, depth: Int, _ pieces: inout [Piece]
  ) {
    let pair = TokenPair(
      oldBytes: old, newBytes: new, old: .lines(of: old, in: a), new: .lines(of: new, in: b))
    steps += pair.old.count + pair.new.count
    var matches: [TokenPair.Match] = []
    var isFinal = true
    if depth < 4, pair.old.count > 1 || pair.new.count > 1 {
      matches = pair.anchors()
      // If there are several equal lines, those at the end of both ranges belong together.
      if matches.isEmpty, let end = pair.commonEnd { matches = [end] }
      isFinal = matches.isEmpty
    }
    if matches.isEmpty { matches = walked(pair) }
    var (i, j) = (0, 0)
    for match in matches + [TokenPair.Match(old: pair.old.count, new: pair.new.count, count: 0)] {
      if i < match.old || j < match.new {
        let (left, right) = (i..<match.old, j..<match.new)
        let (a, b) = (pair.old.range(left), pair.new.range(right))
        if isFinal || left.isEmpty || right.isEmpty {
          pieces.append(.gap(old: lines(left, of: pair.old, a), new: lines(right, of: pair.new, b)))
        } else {
          compareLines(a, b, depth: depth + 1, &pieces)
        }
      }
      for line in 0..<match.count {
        pieces.append(
          .pair(old: pair.old.range(match.old + line), new: pair.new.range(match.new + line)))
      }
      i = match.old + match.count
      j = match.new + match.count
    }
  }

  private mutating func walked(_ pair: TokenPair) -> [TokenPair.Match] {
    var walk = TokenWalk(pair)
    let isDone = walk.run()
    steps += walk.steps
    // If the texts are too different for the walk, tokens that occur once in each text serve as anchors.
    return isDone ? walk.matches : walk.matches + pair.anchors(fromOld: walk.old, new: walk.new)
  }

  private func lines(_ tokens: Range<Int>, of all: TextTokens, _ range: Range<Int>) -> Lines {
    Lines(range: range, lines: tokens.map { (all.range($0), all.says($0) ? all.keys[$0] : nil) })
  }

  /// The keys of lines that occur in both texts, but were not matched in order.
  private func movedLines(_ pieces: [Piece]) -> Set<UInt64> {
    var inOld: Set<UInt64> = []
    for case .gap(let a, _) in pieces { for line in a.lines { if let key = line.key { inOld.insert(key) } } }
    guard !inOld.isEmpty else { return [] }
    var both: Set<UInt64> = []
    for case .gap(_, let b) in pieces {
      for line in b.lines { if let key = line.key, inOld.contains(key) { both.insert(key) } }
    }
    return both
  }

  private mutating func compare(_ a: Lines, _ b: Lines, _ moved: Set<UInt64>) {
    func stayed(_ lines: Lines) -> [[Range<Int>]] {
      var runs: [[Range<Int>]] = []
      var isOpen = false
      for line in lines.lines {
        let isMoved = line.key.map(moved.contains) ?? false
        if !isMoved {
          if isOpen { runs[runs.count - 1].append(line.whole) } else { runs.append([line.whole]) }
        }
        isOpen = !isMoved
      }
      return runs
    }
    let (left, right) = (stayed(a), stayed(b))
    if moved.isEmpty || (left.first?.count == a.lines.count && right.first?.count == b.lines.count) {
      return compareWords(a.range, b.range)
    }
    var pairs: [(Range<Int>, Range<Int>)] = []
    func whole(_ run: [Range<Int>]) -> Range<Int> { run[0].lowerBound..<run[run.count - 1].upperBound }
    if left.count == right.count {
      pairs = zip(left, right).map { (whole($0), whole($1)) }
    } else if left.joined().count == right.joined().count {
      pairs = Array(zip(left.joined(), right.joined()))
    }
    var (i, j) = (a.range.lowerBound, b.range.lowerBound)
    for (one, other) in pairs {
      emit(i..<one.lowerBound, j..<other.lowerBound)
      compareWords(one, other)
      (i, j) = (one.upperBound, other.upperBound)
    }
    emit(i..<a.range.upperBound, j..<b.range.upperBound)
  }

  // MARK: Words

  private mutating func compareWords(_ a: Range<Int>, _ b: Range<Int>) {
    guard let (a, b) = core(a, b) else { return }
    if a.isEmpty || b.isEmpty { return emit(a, b) }
    let pair = TokenPair(
      oldBytes: old, newBytes: new, old: .words(of: old, in: a), new: .words(of: new, in: b))
    steps += pair.old.count + pair.new.count
    var (i, j) = (0, 0)
    for match in walked(pair) + [TokenPair.Match(old: pair.old.count, new: pair.new.count, count: 0)] {
      if i < match.old || j < match.new {
        emit(pair.old.range(i..<match.old), pair.new.range(j..<match.new))
      }
      i = match.old + match.count
      j = match.new + match.count
    }
  }

  /// Both ranges without their common prefix and suffix; nil if they are equal.
  private func core(_ a: Range<Int>, _ b: Range<Int>) -> (Range<Int>, Range<Int>)? {
    let core = ChangeCore(
      old: old.span.extracting(a), new: new.span.extracting(b),
      before: a.lowerBound > 0 ? old[a.lowerBound - 1] : nil,
      after: a.upperBound < old.count ? old[a.upperBound] : nil)
    let left = a.lowerBound + core.prefix..<a.upperBound - core.suffix
    let right = b.lowerBound + core.prefix..<b.upperBound - core.suffix
    return left.isEmpty && right.isEmpty ? nil : (left, right)
  }

  private mutating func emit(_ a: Range<Int>, _ b: Range<Int>) {
    var (a, b) = (a, b)
    while let last = found.last, last.old.upperBound == a.lowerBound, last.new.upperBound == b.lowerBound {
      found.removeLast()
      (a, b) = (last.old.lowerBound..<a.upperBound, last.new.lowerBound..<b.upperBound)
    }
    guard let hunk = core(a, b) else { return }
    found.append(hunk)
  }
}
