public import TextModel

/// How a mention was begun: by a control character, or by typing letters.
public enum SearchKind: String, Hashable, Sendable { case explicit, implicit }

/// Where a mention could start and what it would search for.
public struct CreationStart: Hashable, Sendable {
  public var kind: SearchKind
  /// Index in ``MentionsPolicy/triggers``; nil for implicit mentions.
  public var trigger: Int?
  /// Where the control character (or the word) starts.
  public var start: TextOffset
  /// Behind the control character.
  public var keyStart: TextOffset
  /// The text between ``keyStart`` and the cursor.
  public var typed: String
  /// The rest of the word behind the cursor; part of the key, but not of the replaced range.
  public var tail: String
  public var invoked: Bool

  public init(
    kind: SearchKind, trigger: Int? = nil, start: TextOffset, keyStart: TextOffset, typed: String,
    tail: String = "", invoked: Bool = false
  ) {
    self.kind = kind
    self.trigger = trigger
    self.start = start
    self.keyStart = keyStart
    self.typed = typed
    self.tail = tail
    self.invoked = invoked
  }

  public var cursor: TextOffset { keyStart + typed.utf8.count }
}

/// One grapheme typed, with all that the machines need to know of its surroundings.
public struct TypedGrapheme: Hashable, Sendable {
  /// It completes a control character.
  public struct Control: Hashable, Sendable {
    /// The text before the trigger.
    public var preceding: PrecedingText
    /// The mention that it would begin, the word behind the cursor as its tail.
    public var candidate: CreationStart
    /// Whether mentions are offered by themselves at this place (the behaviour, section 7).
    public var isAllowed: Bool

    public init(preceding: PrecedingText, candidate: CreationStart, isAllowed: Bool = true) {
      self.preceding = preceding
      self.candidate = candidate
      self.isAllowed = isAllowed
    }
  }

  /// It is at the end of a run of normal graphemes.
  public struct Word: Hashable, Sendable {
    /// Graphemes in the run; counting stops one beyond the policy's minimum.
    public var count: Int
    /// Whether a separator or the document's start precedes the run, not a control character or an annotation.
    public var isFree: Bool
    public var startsLowercase: Bool
    /// The mention that it would begin, where the run is just long enough.
    public var candidate: CreationStart?
    public var isAllowed: Bool

    public init(
      count: Int, isFree: Bool = true, startsLowercase: Bool = false, candidate: CreationStart? = nil,
      isAllowed: Bool = true
    ) {
      self.count = count
      self.isFree = isFree
      self.startsLowercase = startsLowercase
      self.candidate = candidate
      self.isAllowed = isAllowed
    }
  }

  public var text: String
  public var kind: CharacterClass
  public var control: Control?
  public var word: Word?

  public init(text: String, kind: CharacterClass, control: Control? = nil, word: Word? = nil) {
    self.text = text
    self.kind = kind
    self.control = control
    self.word = word
  }
}

/// Text went, and what that leaves.
public struct DeletionFacts: Hashable, Sendable {
  public enum Removed: Hashable, Sendable, CaseIterable {
    case whitespace
    /// Separators, not all of them whitespace.
    case separators
    case other
  }

  /// The text before the cursor now.
  public enum Resumable: Hashable, Sendable {
    /// A word that begins with a control character which may start a mention.
    case explicitWord(CreationStart)
    /// A word that does not.
    case implicitWord(CreationStart, count: Int, startsLowercase: Bool)
    /// A control character that may start a mention.
    case control(CreationStart)
  }

  public var removed: Removed
  public var preceding: PrecedingText
  /// Nil where text went behind the cursor, or mentions are not offered.
  public var resumable: Resumable?
  /// Whether the cursor is right behind an annotation.
  public var endsAnnotation: Bool

  public init(
    removed: Removed, preceding: PrecedingText, resumable: Resumable? = nil, endsAnnotation: Bool = false
  ) {
    self.removed = removed
    self.preceding = preceding
    self.resumable = resumable
    self.endsAnnotation = endsAnnotation
  }
}
