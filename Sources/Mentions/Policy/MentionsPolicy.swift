/// Every knob of this module. The one place with defaults is ``standard``.
public struct MentionsPolicy: Hashable, Sendable {
  /// A control character with its sources, insert formats and rules.
  public struct Trigger: Hashable, Sendable {
    /// One to eight scalars that count as one control character: `@`, `[[`, `due:`.
    public var character: String
    /// Names of sources; `*` means all, a leading `-` leaves out those of that name or type.
    public var sources: [String]
    /// Whether a space typed while results are shown or awaited belongs to the key.
    public var allowSpaces: Bool
    /// Language identifiers where it is offered; `*` means all.
    public var languages: [String]
    /// Language identifiers where it is not offered by itself. Globs are the host's business: it knows the path.
    public var exclude: [String]
    /// Whether the document's path is one where it is not offered by itself. For the host to find out.
    public var isPathExcluded = false
    public var insert: InsertTemplates

    public init(
      character: String, sources: [String], allowSpaces: Bool, languages: [String], exclude: [String],
      insert: InsertTemplates
    ) {
      self.character = character
      self.sources = sources
      self.allowSpaces = allowSpaces
      self.languages = languages
      self.exclude = exclude
      self.insert = insert
    }
  }

  /// Mentions that begin without a control character.
  public struct Implicit: Hashable, Sendable {
    /// Graphemes since the last separator that start a mention; 0 = never.
    public var minimumLength: Int
    /// Whether words that begin with a lowercase letter start one too.
    public var anyCase: Bool
    /// Names of sources, as for a trigger; a leading `-` leaves out those of that name or type. What is left out is
    /// offered to a user who asks, and so is anybody mentioned before (the behaviour, section 2).
    public var sources: [String]
    /// Words at which nobody is offered unasked.
    public var ignore: IgnoredWords
    public var insert: InsertTemplates

    public init(
      minimumLength: Int, anyCase: Bool, sources: [String], ignore: IgnoredWords, insert: InsertTemplates
    ) {
      self.minimumLength = minimumLength
      self.anyCase = anyCase
      self.sources = sources
      self.ignore = ignore
      self.insert = insert
    }
  }

  /// What becomes of an annotation cut into by an editor that did not ask (the behaviour, section 6).
  public enum Deletion: String, Hashable, Sendable, CaseIterable { case plain, trim, delete }

  public var triggers: [Trigger]
  /// Whether the document is a CODEOWNERS file. For the host to find out: it knows the path.
  public var isCodeowners = false
  /// Whether the document is a list of people, which says who goes by what. For the host to find out.
  public var listsPeople = false
  public var implicit: Implicit
  public var deletion: Deletion
  /// Whether the annotation under the cursor is shown differently.
  public var lightUp: Bool
  /// The most entries that the chooser holds.
  public var limit: Int
  /// Whether a creation goes on when its first query finds nothing.
  public var continueAfterEmptyResults: Bool
  /// Graphemes in a key beyond which the creation is cancelled.
  public var maximumKeyLength: Int
  /// Insertions of at most this many graphemes without a line end count as typed one by one.
  public var typedRunLimit: Int
  /// How many graphemes a request looks back for a control character.
  public var lookBackLimit: Int
  /// Milliseconds for which offers can still be accepted after a creation was cancelled.
  public var offerLifetime: Int
  /// Milliseconds within which a request for the same place counts as sent by the client itself, not by
  /// its user: lsp-mode sends up to four in a row.
  public var repeatedRequestTime: Int
  /// The most removed stretches of text that are remembered, and the most bytes of them together.
  public var removedTextCount: Int
  public var removedTextBytes: Int
  /// Milliseconds within which lines that are put in and lines that are taken out are compared: filters and formatters
  /// do both in any order.
  public var recentLineTime: Int
  /// Deletions within so many milliseconds of one another are judged as one, and a server's own edit waits as long:
  /// lsp-mode splits one key into several notifications.
  public var deletionGap: Int
  /// Where the transform `wrap` breaks lines unless it is told otherwise, in columns of a terminal.
  public var wrapColumn: Int

  public static let standard = MentionsPolicy(
    triggers: [
      Trigger(
        character: "@", sources: ["*"], allowSpaces: true, languages: ["*"], exclude: [],
        insert: .standard)
    ],
    implicit: Implicit(
      minimumLength: 3, anyCase: false, sources: ["*", "-git"], ignore: .standard, insert: .standard),
    deletion: .plain, lightUp: true, limit: 50, continueAfterEmptyResults: true, maximumKeyLength: 100,
    typedRunLimit: 100, lookBackLimit: 100, offerLifetime: 2000, repeatedRequestTime: 100,
    removedTextCount: 65_536, removedTextBytes: 32 << 20, recentLineTime: 1000, deletionGap: 20,
    wrapColumn: 72)
}
