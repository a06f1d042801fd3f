/// Finds the hunks between two texts: common edges first, then lines that occur once in both, then, between
/// such lines, words.
struct HunkSearch {
  private let old: [UInt8]
  private let new: [UInt8]
  private let start: TextOffset
  private(set) var hunks: [TextEdit] = []

  init(old: [UInt8], new: [UInt8], start: TextOffset) {
    self.old = old
    self.new = new
    self.start = start
  }

  mutating func run() { compareLines(old.indices, new.indices, depth: 0) }

  /// The depth is bounded, for a text made to have ever smaller stretches of unique lines.
  private mutating func compareLines(_ a: Range<Int>, _ b: Range<Int>, depth: Int) {
    guard let (a, b) = core(a, b) else { return }
    guard !a.isEmpty, !b.isEmpty, depth < 4 else { return compareWords(a, b) }
    let pair = TokenPair(
      oldBytes: old, newBytes: new, old: .lines(of: old, in: a), new: .lines(of: new, in: b))
    guard pair.old.count > 2 || pair.new.count > 2 else { return compareWords(a, b) }
    let anchors = pair.anchors()
    if anchors.isEmpty { return compareWords(a, b) }
    for gap in gaps(between: anchors, in: pair) { compareLines(gap.old, gap.new, depth: depth + 1) }
  }

  private mutating func compareWords(_ a: Range<Int>, _ b: Range<Int>) {
    if a.isEmpty || b.isEmpty { return emit(a, b) }
    let pair = TokenPair(
      oldBytes: old, newBytes: new, old: .words(of: old, in: a), new: .words(of: new, in: b))
    var walk = TokenWalk(pair)
    var matches: [TokenPair.Match]
    if walk.run() {
      matches = walk.matches
    } else {
      // Too different to be walked through: what words occur once in both gives some hold.
      matches = walk.matches + pair.anchors(fromOld: walk.old, new: walk.new)
    }
    for gap in gaps(between: matches, in: pair) { emit(gap.old, gap.new) }
  }

  /// The stretches, in bytes, between matches that ascend.
  private func gaps(
    between matches: [TokenPair.Match], in pair: TokenPair
  ) -> [(old: Range<Int>, new: Range<Int>)] {
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    var (i, j) = (0, 0)
    let end = TokenPair.Match(old: pair.old.count, new: pair.new.count, count: 0)
    for match in matches + [end] {
      if i < match.old || j < match.new {
        gaps.append((pair.old.range(i..<match.old), pair.new.range(j..<match.new)))
      }
      i = match.old + match.count
      j = match.new + match.count
    }
    return gaps
  }

  /// Both stretches without their common edges; nil if they are the same.
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
    guard let (a, b) = core(a, b) else { return }
    hunks.append(
      TextEdit(
        range: TextRange(start + a.lowerBound, start + a.upperBound), replacement: Array(new[b])))
  }
}
