import TextModel

/// A policy's control characters, ready to be found in text.
struct TriggerTable: Sendable {
  private struct Row: Sendable {
    var bytes: [UInt8]
    var index: Int
  }

  /// Longest first: of `[` and `[[` the longer is meant.
  private let rows: [Row]
  /// Which bytes a control character may end with.
  private let lastBytes: [Bool]

  init(_ policy: MentionsPolicy) {
    var rows: [Row] = []
    for (index, trigger) in policy.triggers.enumerated() {
      let scalars = trigger.character.unicodeScalars
      guard !scalars.isEmpty, scalars.count <= 8 else { continue }
      rows.append(Row(bytes: Array(trigger.character.utf8), index: index))
    }
    // A stable order: of equal ones the first in the policy wins.
    rows.sort { ($1.bytes.count, $0.index) < ($0.bytes.count, $1.index) }
    self.rows = rows
    var lastBytes = [Bool](repeating: false, count: 256)
    for row in rows { if let last = row.bytes.last { lastBytes[Int(last)] = true } }
    self.lastBytes = lastBytes
  }

  /// The control character that ends at an offset: its index in the policy and where it starts.
  /// O(number of triggers) where the last byte fits, else O(1).
  func match(endingAt end: TextOffset, in buffer: TextBuffer) -> (trigger: Int, start: TextOffset)? {
    guard end > .zero, end <= buffer.end, lastBytes[Int(buffer[end - 1])] else { return nil }
    for row in rows where end.utf8 >= row.bytes.count {
      let start = end - row.bytes.count
      if buffer.holds(row.bytes, at: start), buffer.isGraphemeBoundary(start) {
        return (row.index, start)
      }
    }
    return nil
  }
}
