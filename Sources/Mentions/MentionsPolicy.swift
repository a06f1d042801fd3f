import Entities
import TextModel

/// The settings of this module. Their defaults are in ``standard``.
public struct MentionsPolicy: Hashable, Sendable {
  /// The characters that begin an explicit mention, with the sources, languages and insert formats of such mentions.
  public struct Trigger: Hashable, Sendable {
    /// One to eight scalars that are typed to begin a mention: `@`, `[[`, `due:`.
    public var character: String
    /// Names of sources; `*` means all sources, and a leading `-` excludes the sources with the name or type after it.
    public var sources: [String]
    /// Whether a space typed while results are shown or pending belongs to the key.
    public var allowSpaces: Bool
    /// Identifiers of the languages in which the trigger is offered. `*` means all languages; for the trigger `@`, all
    /// but those in which `@` begins a citation.
    public var languages: [String]
    /// Identifiers of the languages in which the trigger is neither offered automatically nor recognized in the text.
    /// The host, which knows the document's path, evaluates the globs in the settings; see ``isPathExcluded``.
    public var exclude: [String]
    /// Whether the trigger is excluded, like a language in ``exclude``, because of the document's path. Set by the
    /// host.
    public var isPathExcluded = false
    /// Whether the trigger begins references by number, as in `#12` for an issue. Such a trigger is not offered at the
    /// start of a line in Markdown and commit messages, where `#` begins a heading or a comment, and is offered only
    /// once its key begins with a letter or digit.
    public var isReference = false
    public var insert: InsertTemplates

    /// Creates a trigger that is not excluded by the document's path and does not begin references by number.
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

  /// The settings for mentions that are started without a trigger.
  public struct Implicit: Hashable, Sendable {
    /// The number of graphemes that must be typed after a separator to start a mention; 0 disables implicit mentions.
    public var minimumLength: Int
    /// Whether words that begin with a lowercase letter start a mention, too.
    public var anyCase: Bool
    /// Names of sources, as for a trigger. Entities of excluded sources are still offered if the user requests them
    /// explicitly or has mentioned them before (<doc:Behaviour>, section 2).
    public var sources: [String]
    /// Words for which nothing is offered automatically.
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

  /// The treatment of an annotation after an edit that removed part of its text and was not announced to the server
  /// (<doc:Behaviour>, section 6).
  ///
  /// With `plain`, the remaining text becomes plain text, unless it is exactly the short form. With `trim`, the server
  /// requests an edit that leaves only the short form, or no text if the mention has no short form. With `delete`, the
  /// server requests an edit that removes the remaining text.
  public enum Deletion: String, Hashable, Sendable, CaseIterable { case plain, trim, delete }

  /// The triggers, in the order of the settings. All trigger indices elsewhere are indices in this array.
  public var triggers: [Trigger]
  /// Whether the document is a CODEOWNERS file. Set by the host, which knows the path.
  public var isCodeowners = false
  /// Whether the document is a list of people that a source reads. Such a document defines names, so no name in it is
  /// reported as unknown or stale. Set by the host.
  public var listsPeople = false
  public var implicit: Implicit
  public var deletion: Deletion
  /// Whether the annotation under the cursor is highlighted.
  public var lightUp: Bool
  /// The maximum number of entries in the chooser.
  public var limit: Int
  /// Whether the creation of a mention continues if its first query has no results.
  public var continueAfterEmptyResults: Bool
  /// The maximum number of graphemes in a key; a longer key cancels the creation of the mention.
  public var maximumKeyLength: Int
  /// The maximum number of graphemes in an insertion that is treated as typed, one grapheme at a time; a longer one, or
  /// one with a line end, is treated as pasted.
  public var typedRunLimit: Int
  /// The maximum number of graphemes before the cursor in which a completion request searches for a trigger.
  public var lookBackLimit: Int
  /// The number of milliseconds for which offers can be accepted after a creation was cancelled.
  public var offerLifetime: Int
  /// The number of milliseconds within which a repeated request for the same position counts as sent automatically by
  /// the client: lsp-mode sends up to four.
  public var repeatedRequestTime: Int
  /// The maximum number of remembered removed texts.
  public var removedTextCount: Int
  /// The maximum total size of the remembered removed texts, in bytes of UTF-8.
  public var removedTextBytes: Int
  /// The maximum number of milliseconds between the removal of lines and the insertion of similar ones, in either
  /// order, for the server to compare them and to carry the mentions over to the new lines. Some filters and formatters
  /// insert first, others remove first.
  public var recentLineTime: Int
  /// The maximum number of milliseconds between deletions that count as one, and the delay before the server requests
  /// an edit of its own: lsp-mode splits the effect of one keystroke into several notifications.
  public var deletionGap: Int
  /// The default column at which the transform `wrap` breaks lines, in terminal columns.
  public var wrapColumn: Int

  /// The defaults: `@` for all sources, in all languages in which `@` does not begin a citation; without a trigger,
  /// three letters of which the first is a capital, for all sources except Git and forges.
  public static let standard = MentionsPolicy(
    triggers: [
      Trigger(
        character: "@", sources: ["*"], allowSpaces: true, languages: ["*"], exclude: [],
        insert: .standard)
    ],
    implicit: Implicit(
      minimumLength: 3, anyCase: false, sources: ["*", "-git", "-forge"], ignore: .standard, insert: .standard
    ),
    deletion: .plain, lightUp: true, limit: 50, continueAfterEmptyResults: true, maximumKeyLength: 100,
    typedRunLimit: 100, lookBackLimit: 100, offerLifetime: 2000, repeatedRequestTime: 100,
    removedTextCount: 65_536, removedTextBytes: 32 << 20, recentLineTime: 1000, deletionGap: 20,
    wrapColumn: 72)
}

extension MentionsPolicy.Trigger {
  /// Whether the trigger is offered in a language, given ``languages`` and ``exclude``.
  package func isOffered(in languageID: String) -> Bool {
    let canonical = LanguageID.canonical(languageID)
    func names(_ list: [String]) -> Bool {
      list.contains { $0 == "*" || $0 == languageID || LanguageID.canonical($0) == canonical }
    }
    let isNamed =
      character == "@" && LanguageID.citesByAt(languageID) ? languages.contains(languageID) : names(languages)
    return !isPathExcluded && isNamed && !names(exclude)
  }
}

extension MentionsPolicy {
  /// The new text of a trimmed mention whose entity has changed, in the format that wrote the mention: the short form
  /// or, if the entity no longer has one, the whole form. Nil if no format wrote the mention, for example because the
  /// host did.
  ///
  /// - Parameters:
  ///   - new: the entity's current description.
  ///   - written: the mention's text.
  ///   - old: the entity's description when the mention was written.
  package func trimmedForm(of new: Entity, written: [UInt8], for old: Entity) -> [UInt8]? {
    let formats = allFormats + [(InsertFormat.name, "")]
    guard let (format, trigger) = formats.first(where: { $0.0.shortForm(for: old, trigger: $0.1) == written })
    else { return nil }
    return format.shortForm(for: new, trigger: trigger) ?? format.write(new, trigger: trigger).visibleBytes
  }
}

// MARK: - Matching triggers

/// The triggers of a policy, prepared for matching.
struct TriggerTable: Sendable {
  private struct Row: Sendable {
    var bytes: [UInt8]
    var index: Int
  }

  /// The triggers, longest first, so that `[[` is preferred to `[`.
  private let rows: [Row]
  /// For each byte, whether it is the last byte of a trigger.
  private let lastBytes: [Bool]

  init(_ policy: MentionsPolicy) {
    var rows: [Row] = []
    for (index, trigger) in policy.triggers.enumerated() {
      let scalars = trigger.character.unicodeScalars
      guard !scalars.isEmpty, scalars.count <= 8 else { continue }
      rows.append(Row(bytes: Array(trigger.character.utf8), index: index))
    }
    // Longer triggers first; of equally long ones, the first in the policy wins.
    rows.sort { ($1.bytes.count, $0.index) < ($0.bytes.count, $1.index) }
    self.rows = rows
    var lastBytes = [Bool](repeating: false, count: 256)
    for row in rows { if let last = row.bytes.last { lastBytes[Int(last)] = true } }
    self.lastBytes = lastBytes
  }

  /// The trigger that ends at an offset: its index in the policy, and its start; nil if there is none. O(number of
  /// triggers) if the byte before the offset is the last byte of any trigger, else O(1).
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

// MARK: - Time

/// A time in milliseconds on a monotonic clock, passed in by the host.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since an arbitrary but fixed moment of the host's clock.
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static let zero = Instant(milliseconds: 0)

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// The instant after a duration, without overflow.
  public func advanced(by milliseconds: Int) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(Int64(milliseconds))
    return Instant(milliseconds: overflow ? (milliseconds < 0 ? .min : .max) : sum)
  }
}
