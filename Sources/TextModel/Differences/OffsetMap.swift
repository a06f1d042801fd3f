/// To which side a place goes whose surroundings were replaced, or at which text was inserted.
public enum OffsetBias: Sendable { case before, after }

/// Maps offsets in the text before some edits to the text after them.
public struct OffsetMap: Sendable {
  private struct Step {
    var start: Int
    var end: Int
    var inserted: Int
    /// How far the text before this edit has moved.
    var shift: Int
  }

  private var steps: [Step] = []
  private var total = 0

  /// `edits` must be disjoint, sorted, and relative to the text before all of them, as
  /// ``EditBatch/netEdits(trimmed:)`` and ``TextDifference`` give them. Linear.
  public init(_ edits: [TextReplacement]) {
    steps.reserveCapacity(edits.count)
    for edit in edits {
      steps.append(
        Step(
          start: edit.range.start.utf8, end: edit.range.end.utf8, inserted: edit.replacement.count,
          shift: total))
      total += edit.replacement.count - edit.range.count
    }
  }

  /// A place between edits moves with its text. At the start of replaced text it stays there, at its end it
  /// stays at the end; inside, and where text was merely inserted, `bias` decides. Logarithmic.
  public func map(_ offset: TextOffset, bias: OffsetBias) -> TextOffset {
    let place = offset.utf8
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].end < place { low = middle + 1 } else { high = middle }
    }
    guard low < steps.count else { return offset + total }
    let step = steps[low]
    guard step.start <= place else { return offset + step.shift }
    let start = TextOffset(step.start + step.shift)
    if step.start < step.end, place == step.start { return start }
    if step.start < step.end, place == step.end { return start + step.inserted }
    return bias == .before ? start : start + step.inserted
  }

  /// Both edges, moved inwards or outwards so that text inserted at an edge stays outside.
  public func map(_ range: TextRange) -> TextRange {
    if range.isEmpty { return TextRange(at: map(range.start, bias: .before)) }
    let start = map(range.start, bias: .after)
    return TextRange(start, max(start, map(range.end, bias: .before)))
  }
}
