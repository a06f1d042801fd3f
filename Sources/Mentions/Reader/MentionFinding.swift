public import Entities
import JSONText
public import TextModel

/// A diagnostic for a mention in a text.
public struct MentionFinding: Hashable, Sendable {
  /// The kinds of problems, most important first: if several apply to a mention, only the first is reported.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No entity has this key.
    case unknown
    /// Several entities have this key.
    case ambiguous
    /// The entity must not be mentioned here.
    case notAllowed
    /// The person has left.
    case left
    /// The entity has another name or handle now.
    case stale
  }

  public var kind: Kind
  /// The range of the text read as the mention, in UTF-8 offsets.
  public var range: TextRange
  /// The text of the mention.
  public var written: String
  /// The trigger with which the mention was written (its index in the policy); nil if there is none.
  public var trigger: Int?
  /// The entity, or all candidates if the mention is ambiguous; empty if it is unknown.
  public var entities: [Entity]
  /// The replacement for a stale mention, the reason why the entity must not be mentioned, or the last commit of a
  /// person who has left; nil if unknown.
  public var note: String?

  init(
    _ kind: Kind, at range: TextRange, written: String, trigger: Int? = nil, entities: [Entity] = [],
    note: String? = nil
  ) {
    (self.kind, self.range, self.written, self.trigger) = (kind, range, written, trigger)
    (self.entities, self.note) = (entities, note)
  }
}

extension MentionFinding {
  /// The identifier of the kind for tools, such as `unknown-mention`.
  public var code: String { kind.code }

  /// The maximum number of candidates that a message names; the others are only counted.
  private static let mostNamed = 3

  /// A sentence that describes the problem. Text from the document and the entity is clipped and sanitized.
  public var message: String {
    let text = "“\(Self.shown(written))”"
    let name = entities.first.map { Self.shown($0.name) } ?? ""
    let note = note.map { Self.shown($0) }
    switch kind {
    case .unknown: return "No one is known as \(text)."
    case .ambiguous:
      var names = entities.prefix(Self.mostNamed).map(Self.described)
      let more = entities.count - names.count
      if more > 0 { names.append("\(more) more") }
      return "\(text) is ambiguous: \(names.joined(separator: ", "))."
    case .left: return "\(name) has left\(note.map { " (\($0))" } ?? "")."
    case .stale: return "\(text) is now written \(note.map { "“\($0)”" } ?? "differently")."
    case .notAllowed: return "\(name) may not be mentioned here\(note.map { ": \($0)" } ?? "")."
    }
  }

  /// An entity's name and a detail that distinguishes it from others of the same name.
  package static func described(_ entity: Entity) -> String {
    let name = shown(entity.name)
    guard let other = entity.email ?? entity.handle.map({ "@" + $0 }) ?? entity.detail else { return name }
    return "\(name) (\(shown(other)))"
  }

  private static func shown(_ text: String) -> String { ShownText.clipped(ShownText.line(text)) }
}

extension MentionFinding.Kind {
  /// The identifier for tools.
  public var code: String {
    switch self {
    case .unknown: "unknown-mention"
    case .ambiguous: "ambiguous-mention"
    case .left: "left-mention"
    case .stale: "stale-mention"
    case .notAllowed: "not-allowed-mention"
    }
  }
}

/// The diagnostics to report for the mentions of a text.
public struct MentionRules {
  /// The kinds to report; problems of other kinds are ignored.
  public var kinds: Set<MentionFinding.Kind>
  /// The number of months without a commit after which a person counts as having left; 0 if only entities marked as
  /// gone count as having left.
  public var leftAfter: Int
  /// Returns the reason why an entity must not be mentioned here, or an empty string if there is no reason to report;
  /// nil if the entity may be mentioned.
  public var forbids: (Entity) -> String?

  /// Creates rules. By default, only entities marked as gone have left, and all entities may be mentioned.
  public init(
    kinds: Set<MentionFinding.Kind>, leftAfter: Int = 0,
    forbids: @escaping (Entity) -> String? = { _ in nil }
  ) {
    (self.kinds, self.leftAfter, self.forbids) = (kinds, leftAfter, forbids)
  }

  /// The most important problem of a mention that was read in a text.
  ///
  /// - Parameters:
  ///   - mention: the mention.
  ///   - written: the text in its range.
  ///   - now: returns the text with which the entity of a stale mention is mentioned now; nil if unknown.
  /// - Returns: the finding; nil if the mention has no problem of the reported ``kinds``.
  public func finding(
    of mention: ReadMention, written: String, now: (Entity) -> String? = { _ in nil }
  ) -> MentionFinding? {
    func finding(_ kind: MentionFinding.Kind, _ entities: [Entity], note: String? = nil) -> MentionFinding? {
      guard kinds.contains(kind) else { return nil }
      return MentionFinding(
        kind, at: mention.range, written: written, trigger: mention.trigger, entities: entities, note: note)
    }
    switch mention.meaning {
    case .unknown: return finding(.unknown, [])
    case .ambiguous(let entities): return finding(.ambiguous, entities)
    case .known(let entity): return self.finding(of: entity, at: mention.range, written: written)
    case .stale(let entity):
      return self.finding(of: entity, at: mention.range, written: written)
        ?? finding(.stale, [entity], note: now(entity))
    }
  }

  /// The problem with mentioning an entity, if any.
  func finding(of entity: Entity, at range: TextRange, written: String) -> MentionFinding? {
    if kinds.contains(.notAllowed), let reason = forbids(entity) {
      return MentionFinding(
        .notAllowed, at: range, written: written, entities: [entity], note: reason.isEmpty ? nil : reason)
    }
    guard kinds.contains(.left), let note = Self.departure(of: entity, after: leftAfter) else { return nil }
    return MentionFinding(
      .left, at: range, written: written, entities: [entity], note: note.isEmpty ? nil : note)
  }

  /// The reason why an entity counts as having left, which is empty if the entity is marked as gone or the date of its
  /// last commit is unknown; nil if it has not left.
  ///
  /// - Parameters:
  ///   - entity: the current description of the entity.
  ///   - limit: ``leftAfter``.
  package static func departure(of entity: Entity, after limit: Int) -> String? {
    if entity.gone { return "" }
    guard limit > 0, let months = entity.metadata["inactiveMonths"]?.intValue, months >= limit else {
      return nil
    }
    return entity.metadata["lastCommit"]?.stringValue.map { "last commit: \($0)" } ?? ""
  }
}

/// Decides whether a trigger and an unknown word are a mention of an unknown entity, or something else.
///
/// Prose about software contains many `@` that are not mentions: package scopes, at-rules, decorators, versions,
/// template variables. Users ignore diagnostics with many false positives, so a word counts only if no rule excludes
/// it. Known entities are found everywhere (<doc:Behaviour>, section 9), regardless of these rules.
struct UnknownRule {
  let bytes: [UInt8]
  /// The offset of the trigger.
  let start: Int
  /// The range of the word after the trigger.
  let key: Range<Int>
  /// The end of the whole word, including optional bytes after the key (`TriggerWords.Word.spare`).
  let wordEnd: Int
  /// Whether the text is prose rather than a comment in a program.
  let isProse: Bool

  var mustBeMention: Bool {
    hasShapeOfHandle && !followsCode && !isFollowedByCode && !isOwnWord && !isInBackticks
      && (isProse || isAddressed)
  }

  private var isAtSign: Bool { bytes[start..<key.lowerBound].elementsEqual([UInt8(ascii: "@")]) }

  /// Whether the word may be a handle. Excludes versions and sizes (`@1.2.3`, `@v2`, `@2x`), since nearly all handles
  /// begin with a letter; names of three or more parts (`@keyword.control.import`), which are code or domains; and
  /// words of scripts without spaces, whose end is unknown.
  private var hasShapeOfHandle: Bool {
    let word = String(decoding: bytes[key], as: UTF8.self)
    if word.unicodeScalars.contains(where: UnspacedScripts.contains) { return false }
    guard isAtSign else { return true }
    guard let first = word.unicodeScalars.first, first.properties.isAlphabetic else { return false }
    let isVersion =
      (first == "v" || first == "V") && word.utf8.dropFirst().allSatisfy { $0 == 0x2e || isDigit($0) }
    return !isVersion && word.utf8.count { $0 == UInt8(ascii: ".") } < 2
  }

  /// Whether the preceding text joins the word to a path, an option or a command (`medium.com/@ada`, `--data=@file`,
  /// `\@ifnextchar`, `$@x`), or may end the local part of an e-mail address (`dependabot[bot]@example.com`,
  /// `"a b"@example.com`). False after a strikethrough marker: `~~@ada~~`.
  private var followsCode: Bool {
    guard start > 0 else { return false }
    let previous = bytes[start - 1]
    if previous == UInt8(ascii: "~"), start > 1, bytes[start - 2] == previous { return false }
    return Self.joinsCode(previous) || endsLocalPart
  }

  /// Whether non-empty brackets or quotes end directly before the trigger.
  private var endsLocalPart: Bool {
    guard start > 1 else { return false }
    let inner = bytes[start - 2]
    return switch bytes[start - 1] {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): !WhiteSpace.isASCIISpace(inner)
    // Opening quotes look the same, but do not follow a word.
    case UInt8(ascii: "\""), UInt8(ascii: "'"): WordScalars.isWordByte(inner)
    default: false
    }
  }

  /// Whether a byte joins the following text to a path, an option or a command.
  static func joinsCode(_ byte: UInt8) -> Bool { "/\\=$-.~&%#+".utf8.contains(byte) }

  /// Whether the word is followed by text that makes it a call, a block or a name in code: `@media(`, `@article{`,
  /// `@x[0]`, `@key=`, `@std::x`, `@angular/*`; but not by the end of a line or a cell in Markdown: `@ada\` and
  /// `@ada<br>`.
  private var isFollowedByCode: Bool {
    let rest = bytes[wordEnd...].prefix(2)
    guard let next = rest.first else { return false }
    if rest.elementsEqual("::".utf8) || rest.elementsEqual("/*".utf8) { return true }
    switch next {
    case UInt8(ascii: "\\"): return rest.count > 1 && !WhiteSpace.isASCIISpace(rest[wordEnd + 1])
    case UInt8(ascii: "<"):
      return !Self.tagsBehindText.contains { ByteCase.equal(bytes[wordEnd...].prefix($0.count), $0) }
    default: return "({[=$%".utf8.contains(next)
    }
  }

  /// Tags that end text rather than code.
  private static let tagsBehindText = [
    "<br>", "<br/>", "<br />", "</td>", "</th>", "</li>", "</p>", "</b>", "</i>", "</em>", "</strong>",
    "</dd>",
  ].map { Array($0.utf8) }

  /// Whether the word is enclosed in backticks on its line. In languages whose syntax marks code by backticks, such
  /// text is not prose anyway; but authors also use backticks for code in commit messages and plain text.
  private var isInBackticks: Bool {
    let sign = UInt8(ascii: "`")
    func isInside(_ byte: UInt8) -> Bool { byte != sign && byte != 10 && byte != 13 }
    let before = bytes[max(0, start - Self.longestSpan)..<start]
    let after = bytes[wordEnd...].prefix(Self.longestSpan)
    guard let opening = before.lastIndex(where: { !isInside($0) }), bytes[opening] == sign,
      let closing = after.firstIndex(where: { !isInside($0) }), bytes[closing] == sign
    else { return false }
    // Backticks with white space on the inside belong to two other spans.
    return !WhiteSpace.isASCIISpace(bytes[opening + 1]) && !WhiteSpace.isASCIISpace(bytes[closing - 1])
  }

  /// The maximum distance in bytes from the word to the backtick on either side.
  private static let longestSpan = 200

  /// Whether the word before the trigger addresses a person: `cc @ada, @alan`, `Author: @ada`. Comments in programs are
  /// about the program, in which `@` has other meanings (parameters, query captures, variables of other languages); in
  /// the comments of the tested repositories, hardly one in fifty words after `@` was a person.
  private var isAddressed: Bool {
    var end = start
    let floor = max(0, start - 200)
    while end > floor {
      while end > floor, " \t(:,&".utf8.contains(bytes[end - 1]) { end -= 1 }
      var first = end
      while first > floor,
        CharacterClass.isNormal(min(bytes[first - 1], 0x7f)) || "-.".utf8.contains(bytes[first - 1])
      { first -= 1 }
      let word = String(decoding: bytes[first..<end], as: UTF8.self).lowercased()
      if word == "and" || (first > floor && bytes[first - 1] == UInt8(ascii: "@")) {
        // In a list of people (`by @ada and @alan`), the addressing word precedes the first of them.
        end = word == "and" ? first : first - 1
        guard end < start else { return false }
        continue
      }
      return Self.addressing.contains(word)
    }
    return false
  }

  private static let addressing: Set = [
    "todo", "fixme", "xxx", "hack", "cc", "by", "thanks", "thank", "ask", "ping", "owner", "owners", "author",
    "authors", "reviewer", "reviewers", "maintainer", "maintainers", "assignee", "contact", "credit",
    "credits",
    "kudos", "thx",
  ]

  /// Whether the word is much more often a word of a language or a tool than a person's handle.
  private var isOwnWord: Bool {
    guard isAtSign else { return false }
    return Self.ownWords.contains(String(decoding: bytes[key], as: UTF8.self))
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static let ownWords = Set(
    [
      // At-rules of style sheets.
      "charset import namespace media supports document page font-face keyframes counter-style property layer",
      "container scope starting-style tailwind apply screen include mixin extend use forward function return if else",
      "each while for at-root",
      // Tags of documentation comments.
      "param params return returns throws throw exception see since author version deprecated inheritDoc inheritdoc",
      "link linkplain code literal value override private public protected internal type typedef typeparam template",
      "todo fixme example file brief details note warning ingroup defgroup addtogroup class module namespace callback",
      // Annotations, attributes and decorators.
      "Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs Inject Autowired Nullable NotNull NonNull",
      "Test Before After Entity Component Service Controller Injectable Input Output staticmethod classmethod",
      "dataclass abstractmethod objc available escaping autoclosure discardableResult main MainActor Sendable",
      "testable State Published ObservedObject interface implementation end protocol selector synchronized",
      "ts-ignore ts-expect-error ts-nocheck ts-check flow generated",
    ].flatMap { $0.split(separator: " ").map(String.init) })
}

/// Reportable mentions found in a text, which move with edits, and the ranges to read again.
struct ScanTrack: Sendable {
  private struct Slot: PlacedSlot {
    var place: Int
    var length: Int
    var mention: ReadMention
  }

  /// A stretch of text to read again, in UTF-8 offsets.
  struct Unread: Hashable, Sendable {
    var range: TextRange
    /// Whether only letters and spaces were edited.
    var isOfWords: Bool
  }

  private var slots = PlacedSlots<Slot>()
  /// The stretches to read again, sorted and disjoint.
  private(set) var unread: [Unread]

  /// The distance in bytes up to which two stretches are read as one, unless only words were edited in both.
  private static let nearness = 4096
  private static let mostUnread = 16

  /// Creates a track of a text that has not been read.
  init(textCount: Int) {
    slots.textCount = textCount
    unread = [Unread(range: TextRange(0, textCount), isOfWords: false)]
  }

  var count: Int { slots.count }

  /// Mentions that share a byte or a bound with `range`, at their current positions. O(log n + result).
  func mentions(touching range: TextRange) -> [ReadMention] {
    let low = slots.partition { $0 + $1 < range.start.utf8 }
    let high = slots.partition { start, _ in start <= range.end.utf8 }
    return (low..<max(low, high)).map { index in
      var mention = slots[index].mention
      mention.range = TextRange(slots.start(index), slots.end(index))
      return mention
    }
  }

  /// Marks the whole text to be read again.
  mutating func forget() {
    unread = [Unread(range: TextRange(0, slots.textCount), isOfWords: false)]
  }

  /// Marks a stretch to be read again.
  mutating func forget(_ range: TextRange) { addUnread([Unread(range: range, isOfWords: false)]) }

  /// Adapts the track to the change of one notification: removes the mentions that the change touches, moves the
  /// others, and marks the changed text to be read again. O(log n), the mentions touched, and the distance from the
  /// last edit.
  mutating func follow(_ change: Change) {
    let nets = change.parts
    guard !nets.isEmpty else { return }
    _ = slots.follow(nets, reachesEnd: { _ in true }) { _, _, _, _ in false }
    for index in unread.indices { unread[index].range = Self.moved(unread[index].range, by: nets) }
    addUnread(
      nets.map {
        Unread(
          range: $0.newRange,
          isOfWords: $0.removed.allSatisfy(\.isOfWord) && $0.inserted.allSatisfy(\.isOfWord))
      })
  }

  private mutating func addUnread(_ more: [Unread]) {
    if unread.isEmpty, more.count == 1 { return unread = more }
    unread = Self.joined((unread + more).sorted { $0.range.start < $1.range.start }, all: false)
    guard unread.count > Self.mostUnread else { return }
    unread = Self.joined(unread, all: true)
    unread[0].isOfWords = false
  }

  private static func moved(_ range: TextRange, by nets: [Change.Part]) -> TextRange {
    var (start, end) = (range.start, range.end)
    for net in nets {
      if net.oldRange.end <= range.start {
        start = start + net.shift
        end = end + net.shift
      } else if net.oldRange.start < range.end {
        start = min(start, net.newStart)
        end = max(end + net.shift, net.newRange.end)
      }
    }
    return TextRange(start, max(start, end))
  }

  private static func joined(_ stretches: [Unread], all: Bool) -> [Unread] {
    var joined: [Unread] = []
    for next in stretches {
      guard let last = joined.last,
        all || next.range.start - last.range.end <= (last.isOfWords && next.isOfWords ? 0 : nearness)
      else {
        joined.append(next)
        continue
      }
      joined[joined.count - 1] = Unread(
        range: TextRange(last.range.start, max(last.range.end, next.range.end)),
        isOfWords: last.isOfWords && next.isOfWords)
    }
    return joined
  }

  /// Replaces the mentions in a range with `mentions`, which were found by reading the range and are in text order.
  mutating func put(_ mentions: [ReadMention], in range: TextRange) {
    let low = slots.partition { $0 + $1 <= range.start.utf8 }
    let high = slots.partition { start, _ in start < range.end.utf8 }
    slots.moveGap(to: max(low, high))
    for _ in low..<max(low, high) { _ = slots.takeBeforeGap() }
    for mention in mentions {
      slots.putBeforeGap(
        Slot(place: mention.range.start.utf8, length: mention.range.count, mention: mention))
    }
  }

  mutating func noteRead() { unread = [] }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter, a space, or a part of a scalar that is not ASCII.
  var isOfWord: Bool { self == 0x20 || self >= 0x80 || (0x61...0x7A).contains(self | 0x20) }
}
