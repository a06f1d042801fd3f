public import TextModel

/// One action of the user.
///
/// An event that changes the text is an edit: it replaced ``before``, which was in ``range`` just before the event,
/// with ``text``. The events of one change are in document order, each relative to the text after the previous one;
/// applied in this order they turn the old text into the new one, byte for byte.
public struct TextEvent: Hashable, Sendable {
  /// The kind of action.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Text was inserted without replacing any.
    case inserted
    /// Text was deleted.
    case deleted
    /// Text was replaced by other text.
    case replaced
    /// Text was selected: ``TextEvent/range`` is the selection; the text is unchanged.
    case selected
    /// The cursor moved: ``TextEvent/range`` is empty; the text is unchanged.
    case moved
    /// The first stage of an input method: provisional text was inserted, or replaced the previously marked text.
    case marked
    /// The second stage: the marked text is final; ``TextEvent/before`` is the text before the first stage. The text is
    /// unchanged.
    case committed
    /// A recent change was undone or redone.
    case undone

    /// Whether an event of this kind is an edit.
    public var changesText: Bool {
      switch self {
      case .inserted, .deleted, .replaced, .marked, .undone: true
      case .selected, .moved, .committed: false
      }
    }
  }

  /// The cause of an event.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// Individual keystrokes.
    case typing
    /// Corrections, capitalization, typographic quotes and closing brackets added by the editor or the system.
    case autocorrect
    /// An input method, as for Chinese, Japanese and Korean.
    case inputMethod
    case paste
    /// Undo or redo.
    case undo
    /// The host's own edit.
    case server
  }

  /// The certainty of ``TextEvent/kind`` and ``TextEvent/cause``. The change of the text itself is always certain.
  public enum Certainty: String, Hashable, Sendable, CaseIterable {
    /// The host reported the kind or the cause, or no other explanation is possible.
    case certain
    /// The pattern of the edit rarely has another cause.
    case likely
    /// Other explanations fit as well.
    case guess
  }

  public var kind: Kind
  /// UTF-8 offsets in the text just before the event.
  public var range: TextRange
  /// The new text, well-formed UTF-8; empty for ``Kind/deleted``, ``Kind/selected`` and ``Kind/moved``.
  public var text: [UInt8]
  /// The old text, well-formed UTF-8.
  public var before: [UInt8]
  /// The cause of the event; nil if unknown.
  public var cause: Cause?
  public var certainty: Certainty

  /// - Parameters:
  ///   - kind: the kind of action.
  ///   - range: UTF-8 offsets in the text just before the event.
  ///   - text: the new text.
  ///   - before: the old text.
  ///   - cause: nil if unknown.
  ///   - certainty: the certainty of kind and cause.
  init(
    _ kind: Kind, _ range: TextRange, text: [UInt8] = [], before: [UInt8] = [], cause: Cause? = nil,
    _ certainty: Certainty
  ) {
    (self.kind, self.range, self.text, self.before) = (kind, range, text, before)
    (self.cause, self.certainty) = (cause, certainty)
  }

  /// Creates the event of an edit: inserted, deleted or replaced, depending on what the edit removed and inserted.
  init(_ edit: AppliedEdit, _ cause: Cause?, _ certainty: Certainty) {
    let kind: Kind = edit.removed.isEmpty ? .inserted : edit.inserted.isEmpty ? .deleted : .replaced
    self.init(kind, edit.range, text: edit.inserted, before: edit.removed, cause: cause, certainty)
  }
}
