public import TextModel

/// The effect of a planned edit on a mention.
public enum MentionFate: String, Hashable, Sendable, CaseIterable {
  /// It is elsewhere, or where it was.
  case moved
  /// It is there with its short form.
  case trimmed
  /// Its text, or a part of it, is plain text now.
  case plain
  /// It is gone with its text.
  case removed
}

/// An edit of a document, and where its mentions will be once it is made.
///
/// A value that changes nothing. ``MentionsDocument/expect(_:readsText:)`` makes the document recognise the edit when it comes
/// back as a change; ``MentionsDocument/apply(_:now:)`` makes it at once.
public struct EditPlan: Sendable {
  public struct Mention: Hashable, Sendable {
    /// The mention before the edit.
    public let before: Annotation
    /// Where it will be, in the text after the edit; nil where it will be none.
    public let after: TextRange?
    public let fate: MentionFate
  }

  /// The stretch that the plan is about, in the text as it is: whole lines where these are not too long. Nothing outside
  /// of it changes.
  package let region: TextRange
  /// The new text of ``region``.
  package let replacement: [UInt8]
  /// The smallest edits that make it, in the text as it is: sorted and disjoint.
  public let edits: [TextReplacement]
  /// The mentions in ``region``, in the order of the text as it is.
  public let mentions: [Mention]
  /// Errors of the planned transform, such as a lost mention. Always empty for the transforms of this module.
  public let faults: [String]
  /// The current text of ``region``.
  let original: [UInt8]
  /// The mentions in ``region`` as they are.
  let originalMarks: [PlannedMark]
  /// The mentions there will be, sorted.
  var marks: [PlannedMark]

  /// How far the text after ``region`` will move, in UTF-8 code units.
  package var shift: Int { replacement.count - region.count }

  /// Whether neither the text nor a mention changes.
  public var changesNothing: Bool { edits.isEmpty && marks == originalMarks }
}

/// Edits requested of the host, until their changes arrive, and the edits that undo them.
struct PlannedEdits: Sendable {
  struct Expected: Sendable {
    /// In the current text, including text inserted at its edges since.
    var region: TextRange
    let replacement: [UInt8]
    let marks: [PlannedMark]
    let original: [UInt8]
    let originalMarks: [PlannedMark]
    /// Whether the text that is put in is to be read as a paste is.
    let readsText: Bool
  }

  /// Older ones are forgotten: a host asks for several and makes one.
  private static let most = 16
  /// Bytes of all of them together.
  private static let mostBytes = 16 << 20

  private var all: [Expected] = []

  mutating func expect(_ plan: EditPlan, readsText: Bool) {
    guard !plan.edits.isEmpty else { return }
    add(
      Expected(
        region: plan.region, replacement: plan.replacement, marks: plan.marks, original: plan.original,
        originalMarks: plan.originalMarks, readsText: readsText))
  }

  private mutating func add(_ expected: Expected) {
    all.append(expected)
    if all.count > Self.most { all.removeFirst() }
    var bytes = all.reduce(0) { $0 + $1.replacement.count + $1.original.count }
    while bytes > Self.mostBytes, !all.isEmpty {
      let first = all.removeFirst()
      bytes -= first.replacement.count + first.original.count
    }
  }

  /// Follows net changes, which are sorted, disjoint and relative to the text before them; takes out the plan that they
  /// have made come true, however many notifications that took, and expects it to be taken back.
  mutating func follow(_ changes: [AppliedEdit], in buffer: TextBuffer) -> Expected? {
    guard !all.isEmpty else { return nil }
    var made: Expected?
    for index in all.indices.reversed() {
      let isTouched = all[index].follow(changes)
      guard made == nil, isTouched, all[index].isMade(in: buffer) else { continue }
      made = all[index]
    }
    guard let made else { return nil }
    all.removeAll { $0.region == made.region && $0.replacement == made.replacement }
    add(
      Expected(
        region: made.region, replacement: made.original, marks: made.originalMarks,
        original: made.replacement, originalMarks: made.marks, readsText: false))
    return made
  }

}

extension PlannedEdits.Expected {
  fileprivate func isMade(in buffer: TextBuffer) -> Bool {
    region.count == replacement.count && region.end <= buffer.end
      && buffer.holds(replacement, at: region.start)
  }

  /// Whether one of the changes touches the region.
  fileprivate mutating func follow(_ changes: [AppliedEdit]) -> Bool {
    var (start, end) = (region.start, region.end)
    var (before, inside) = (0, 0)
    var isTouched = false
    for change in changes {
      if change.range.start <= region.end, change.range.end >= region.start {
        isTouched = true
        start = min(start, change.range.start)
        end = max(end, change.range.end)
        inside += change.shift
      } else if change.range.end < region.start {
        before += change.shift
      }
    }
    region = TextRange(start + before, end + before + inside)
    return isTouched
  }
}
