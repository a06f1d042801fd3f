public import TextModel

/// One change of a document, as its editor told it: any number of edits at once.
public struct DocumentChange: Sendable {
  /// In the order in which they were applied, each relative to the text that the one before left.
  public var edits: [AppliedEdit]
  /// Whether the editor said where the edits were; false where they were found by comparing whole texts.
  public var isExact: Bool
  /// The document's version after the change, for edits that take it back; nil where it has none.
  public var version: Int?
  /// What the host knows about the cause; nil: nothing.
  public var cause: TextEvent.Cause?

  /// - Parameters:
  ///   - edits: in the order in which they were applied.
  ///   - isExact: whether the editor said where the edits were.
  ///   - version: the document's version after the change.
  ///   - cause: what the host knows about the cause.
  public init(
    _ edits: [AppliedEdit], isExact: Bool = true, version: Int? = nil, cause: TextEvent.Cause? = nil
  ) {
    (self.edits, self.isExact, self.version, self.cause) = (edits, isExact, version, cause)
  }
}

/// What a change comes to: the order and the form in which the editor wrote its edits do not count.
struct ChangeParts {
  /// The net changes at their smallest: sorted, disjoint, relative to the text before the change.
  private(set) var net: [AppliedEdit]
  /// The same as the editor sent it, where it is one and the editor said where it was.
  let sent: AppliedEdit?
  /// Whether something was replaced that the same change had inserted, as input methods do.
  let isRewritten: Bool
  let isExact: Bool

  init(_ change: DocumentChange) {
    isExact = change.isExact
    if change.edits.count == 1 {
      let part = change.edits[0].trimmed()
      net = part.changesNothing ? [] : [part]
      sent = isExact ? change.edits[0] : nil
      isRewritten = false
      return
    }
    let batch = EditBatch(change.edits)
    net = batch.netChanges()
    let sent = batch.netChanges(trimmed: false)
    self.sent = isExact && sent.count == 1 ? sent[0] : nil
    isRewritten =
      self.net.count == 1 && change.edits.dropFirst().contains { !$0.removed.isEmpty && !$0.inserted.isEmpty }
  }
}

extension ChangeParts {
  /// Puts what was found by comparing texts where the user was, if it may as well have been there.
  mutating func slide(toward cursor: TextOffset, in buffer: TextBuffer) {
    if !isExact, net.count == 1 { net[0] = net[0].slid(toward: cursor, in: buffer) }
  }

  /// The change as it is told: as the editor sent it, unless that is much wider than what differs.
  ///
  /// - Parameter reach: by how many bytes it may be wider.
  func told(reach: Int) -> [AppliedEdit] {
    guard net.count == 1, let sent, sent.removed.count - net[0].removed.count <= reach else { return net }
    return [sent]
  }

  /// What the change inserts, if that is all that it does.
  var insertion: [UInt8]? { net.count == 1 && net[0].removed.isEmpty ? net[0].inserted : nil }
}

extension TextRange {
  /// Where this stretch is after sorted, disjoint changes of the text; nil where one of them changed it. What is
  /// inserted at an edge stays outside.
  func following(_ parts: [AppliedEdit]) -> TextRange? {
    var shift = 0
    for part in parts {
      if part.range.start >= end { break }
      if part.range.end > start { return nil }
      shift += part.shift
    }
    return shifted(by: shift)
  }
}

extension [AppliedEdit] {
  /// Sorted, disjoint changes relative to the text before all of them, each relative to the text that those before it
  /// left.
  var inSequence: [AppliedEdit] {
    var shift = 0
    return map { part in
      defer { shift += part.shift }
      return AppliedEdit(range: part.range.shifted(by: shift), removed: part.removed, inserted: part.inserted)
    }
  }

  /// How many bytes were removed and inserted.
  var size: Int { reduce(0) { $0 + $1.removed.count + $1.inserted.count } }
}
