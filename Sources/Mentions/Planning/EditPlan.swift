public import TextModel

/// What becomes of a mention by a planned edit.
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
    /// As it is now.
    public let before: Annotation
    /// Where it will be, in the text after the edit; nil where it will be none.
    public let after: TextRange?
    public let fate: MentionFate
  }

  /// The stretch that the plan is about, in the text as it is: whole lines where these are not too long. Nothing outside
  /// of it changes.
  public let region: TextRange
  /// What will be there.
  public let replacement: [UInt8]
  /// The smallest edits that make it, in the text as it is: sorted and disjoint.
  public let edits: [TextReplacement]
  /// The mentions in ``region``, in the order of the text as it is.
  public let mentions: [Mention]
  /// What is wrong with the transform that was planned; a mention that it forgot, say. Always empty for those of this
  /// module.
  public let faults: [String]
  /// What stands in ``region`` now.
  let original: [UInt8]
  /// The mentions in ``region`` as they are.
  let originalMarks: [PlannedMark]
  /// The mentions there will be, sorted.
  var marks: [PlannedMark]

  /// How far the text behind ``region`` will move, in UTF-8 code units.
  public var shift: Int { replacement.count - region.count }

  /// Whether neither the text nor a mention changes.
  public var changesNothing: Bool { edits.isEmpty && marks == originalMarks }
}
