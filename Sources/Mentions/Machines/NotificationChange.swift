import TextModel

/// What one notification changed in the text, whatever way the client wrote it.
struct NotificationChange {
  private let batch: EditBatch
  /// The net changes at their smallest: sorted, disjoint, relative to the text before them.
  let parts: [AppliedEdit]
  /// Several parts that all lie where offers may be accepted, as the one change that they amount to.
  let joined: AppliedEdit?
  /// The net change as the client sent it, where there is only one, or ``joined``.
  let raw: AppliedEdit?
  /// The last edit of the notification.
  let last: AppliedEdit
  /// Whether the client said where the edits were; false where they were found by difference.
  let isExact: Bool

  /// Nil where nothing was edited.
  ///
  /// - Parameter stretch: what the offers that can be accepted now would replace; nil where there are none.
  init?(_ batch: EditBatch, isExact: Bool, offeredAt stretch: TextRange?, in buffer: TextBuffer) {
    guard let last = batch.applied.last else { return nil }
    self.batch = batch
    self.last = last
    self.isExact = isExact
    let parts = batch.netChanges()
    self.parts = parts
    joined = parts.count > 1 ? stretch.flatMap { Self.joined(parts, at: $0, in: buffer) } : nil
    raw = joined ?? Self.raw(of: parts, in: batch)
  }

  /// In the order in which they happened.
  var edits: [AppliedEdit] { batch.applied }
  /// The net changes as the client sent them.
  var sentParts: [AppliedEdit] { batch.netChanges(trimmed: false) }
  /// The whole, if that is one change, else the first part; nil if nothing changed in the end.
  var core: AppliedEdit? { joined ?? parts.first }

  /// Where the last of ``parts`` ends, in the text after them; nil if nothing changed in the end.
  var netEnd: TextOffset? {
    let shift = parts.dropLast().reduce(0) { $0 + $1.shift }
    return parts.last.map { $0.range.start + shift + $0.inserted.count }
  }

  /// A client that writes the smallest edits leaves what key and name have in common between them.
  private static func joined(
    _ parts: [AppliedEdit], at stretch: TextRange, in buffer: TextBuffer
  ) -> AppliedEdit? {
    guard let first = parts.first, let last = parts.last, first.range.start >= stretch.start,
      first.range.start <= stretch.end, last.range.end - first.range.start <= 1024
    else { return nil }
    var removed: [UInt8] = []
    var inserted: [UInt8] = []
    var end = first.range.start
    var shift = 0
    for part in parts {
      let kept = buffer.bytes(in: TextRange(end, part.range.start).shifted(by: shift))
      removed += kept + part.removed
      inserted += kept + part.inserted
      end = part.range.end
      shift += part.shift
    }
    return AppliedEdit(range: TextRange(first.range.start, end), removed: removed, inserted: inserted)
  }

  private static func raw(of parts: [AppliedEdit], in batch: EditBatch) -> AppliedEdit? {
    guard parts.count <= 1 else { return nil }
    if batch.applied.count == 1 { return batch.applied[0] }
    let raws = batch.netChanges(trimmed: false)
    guard let core = parts.first else { return raws.count == 1 ? raws[0] : nil }
    return raws.first { $0.range.contains(core.range) }
  }
}
