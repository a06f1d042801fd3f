public import TextModel

/// One thing that the user did.
///
/// An event that changes the text is an edit: ``range`` of the text just before the event held ``before`` and was
/// replaced by ``text``. The events of one change come from the top of the document to its end, each relative to the
/// text that the one before it left; applied in this order they make the new text of the old one, byte for byte.
public struct TextEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Text came where none was.
    case inserted
    /// Text went.
    case deleted
    /// Text gave way to other text.
    case replaced
    /// Text was selected: ``TextEvent/range`` is the selection, the text stays.
    case selected
    /// The cursor moved: ``TextEvent/range`` is empty, the text stays.
    case moved
    /// First stage of an input method: text that is not final yet came, or replaced what was marked before.
    case marked
    /// Second stage: what was marked is final; ``TextEvent/before`` is what was there before the first stage. The
    /// text stays.
    case committed
    /// A recent change was taken back, or one that had been taken back was made again.
    case undone

    /// Whether such an event is an edit.
    public var changesText: Bool {
      switch self {
      case .inserted, .deleted, .replaced, .marked, .undone: true
      case .selected, .moved, .committed: false
      }
    }
  }

  /// What brought it about.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// Keys, one by one.
    case typing
    /// Corrections, capital letters, typographic quotes and closing brackets that the editor or the system adds.
    case autocorrect
    /// An input method, as for Chinese, Japanese and Korean.
    case inputMethod
    case paste
    /// Undo or redo.
    case undo
    /// The host's own edit.
    case server
  }

  /// How sure the layer is of ``TextEvent/kind`` and ``TextEvent/cause``. What became of the text is always certain.
  public enum Certainty: String, Hashable, Sendable, CaseIterable {
    /// Told by the host, or there is no other explanation.
    case certain
    /// The pattern of the edit hardly occurs otherwise.
    case likely
    /// Other explanations fit as well.
    case guess
  }

  public var kind: Kind
  /// UTF-8 offsets in the text just before the event.
  public var range: TextRange
  /// What is there now, well-formed UTF-8; empty for ``Kind/deleted``, ``Kind/selected`` and ``Kind/moved``.
  public var text: [UInt8]
  /// What was there, well-formed UTF-8.
  public var before: [UInt8]
  /// Nil where nothing tells.
  public var cause: Cause?
  public var certainty: Certainty

  /// - Parameters:
  ///   - kind: what happened.
  ///   - range: UTF-8 offsets in the text just before the event.
  ///   - text: what is there now.
  ///   - before: what was there.
  ///   - cause: nil where nothing tells.
  ///   - certainty: how sure kind and cause are.
  public init(
    _ kind: Kind, _ range: TextRange, text: [UInt8] = [], before: [UInt8] = [], cause: Cause? = nil,
    _ certainty: Certainty
  ) {
    (self.kind, self.range, self.text, self.before) = (kind, range, text, before)
    (self.cause, self.certainty) = (cause, certainty)
  }

  /// An edit as an event: inserted, deleted or replaced, by what it removed and inserted.
  init(_ edit: AppliedEdit, _ cause: Cause?, _ certainty: Certainty) {
    let kind: Kind = edit.removed.isEmpty ? .inserted : edit.inserted.isEmpty ? .deleted : .replaced
    self.init(kind, edit.range, text: edit.inserted, before: edit.removed, cause: cause, certainty)
  }

  /// The edit that the event is; nil where the text stays.
  public var edit: AppliedEdit? {
    kind.changesText ? AppliedEdit(range: range, removed: before, inserted: text) : nil
  }
}
