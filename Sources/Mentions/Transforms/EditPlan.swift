public import TextModel

/// The effect of a planned edit on a mention.
public enum MentionFate: String, Hashable, Sendable, CaseIterable {
  /// The mention was moved, is unchanged, or was given another text by a transform or a rename.
  case moved
  /// The mention was trimmed to its short form.
  case trimmed
  /// The text of the mention, or a part of it, has become plain text.
  case plain
  /// The mention was removed with its text, or replaced by another one.
  case removed
}

/// A planned edit of a document, with the resulting positions of its mentions.
///
/// A plan has no effect by itself. ``MentionsDocument/expect(_:readsText:)`` makes the document recognize the edit
/// when it arrives as a change; ``MentionsDocument/apply(_:now:)`` applies it immediately.
public struct EditPlan: Sendable {
  public struct Mention: Hashable, Sendable {
    /// The mention before the edit.
    public let before: Annotation
    /// The range of the mention in the text after the edit; nil if it will no longer be a mention.
    public let after: TextRange?
    public let fate: MentionFate
  }

  /// The range that the plan covers, in the current text: whole lines unless these are too long. Text outside of it is
  /// unchanged.
  package let region: TextRange
  /// The new text of ``region``.
  package let replacement: [UInt8]
  /// The minimal edits, in the current text: sorted and disjoint.
  public let edits: [TextReplacement]
  /// The mentions in ``region``, in the order of the current text.
  public let mentions: [Mention]
  /// Errors of the planned transform, such as a lost mention. Always empty for the transforms of this module.
  public let faults: [String]
  /// The current text of ``region``.
  let original: [UInt8]
  /// The current mentions in ``region``.
  let originalMarks: [PlannedMark]
  /// The mentions after the edit, sorted.
  var marks: [PlannedMark]

  /// The distance by which the text after ``region`` will move, in UTF-8 code units.
  package var shift: Int { replacement.count - region.count }

  /// Whether neither the text nor a mention changes.
  public var changesNothing: Bool { edits.isEmpty && marks == originalMarks }
}

/// Plans that the host was asked to perform and whose changes have not arrived yet; and, for plans whose changes have
/// arrived, the plans that would undo them.
struct PlannedEdits: Sendable {
  struct Expected: Sendable {
    /// The region in the current text, including text that was inserted at its bounds since the plan was created.
    var region: TextRange
    let replacement: [UInt8]
    let marks: [PlannedMark]
    let original: [UInt8]
    let originalMarks: [PlannedMark]
    /// Whether to look for mentions in the inserted text, as in pasted text.
    let readsText: Bool
  }

  /// The maximum number of expected plans. The oldest ones are dropped, since a host may request several plans and
  /// perform only one.
  private static let most = 16
  /// The maximum total size of the old and new texts of the expected plans, in bytes.
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

  /// Moves the regions of the expected plans by net changes, which are sorted, disjoint and relative to the text before
  /// the changes. If the changes complete a plan, possibly together with the changes of earlier notifications, removes
  /// and returns this plan, and expects its reversal from now on.
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

  /// Moves the region by changes. Returns whether any change touches the region.
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
