public import Entities
public import TextModel

/// Reads all mentions of a text, without a document and without annotating anything.
///
/// It finds what the insert formats of the language wrote, by the same code as `MentionsDocument.readBack`, and besides
/// a trigger and a word in prose (`@ada`) that equals one handle, whatever the formats are. What separates a mention
/// from the text around it, and where the text is prose, is the same for both (<doc:Behaviour>, sections 7 and 9).
public struct MentionScanner {
  /// The entities of a trigger.
  public struct Known {
    /// Finds them by one field. Handles may be found whatever their case: one that is equal comes first.
    public var lookup: InsertFormat.Lookup
    /// Whether all sources of the trigger are in memory and read, so that nobody else can be meant.
    public var isComplete: Bool
    /// Finds them by other names and handles that they have or had, which may be found whatever their case, and with or
    /// without an `@`.
    public var aliases: (_ alias: String) -> [Entity]
    /// Whether handles begin with an owner: with `acme` there is `acme/web`.
    public var hasOwner: (_ owner: String) -> Bool

    public init(
      lookup: @escaping InsertFormat.Lookup, isComplete: Bool,
      aliases: @escaping (_ alias: String) -> [Entity] = { _ in [] },
      hasOwner: @escaping (_ owner: String) -> Bool = { _ in false }
    ) {
      self.lookup = lookup
      self.isComplete = isComplete
      self.aliases = aliases
      self.hasOwner = hasOwner
    }

    /// Who has or had this other name or handle, with an `@` or without: those who were written just so; failing that, in
    /// another case, as handles are.
    func former(_ alias: String) -> [Entity] {
      let found = aliases(alias)
      let spellings = [alias, "@" + alias]
      let equal = found.filter { $0.aliases.contains(where: spellings.contains) }
      if !equal.isEmpty { return equal }
      let alike = spellings.map { CaselessText($0) }
      return found.filter { $0.aliases.contains { alike.contains(CaselessText($0)) } }
    }
  }

  private let policy: MentionsPolicy
  private let formats: DocumentFormats
  private let words: TriggerWords
  private let languageID: String
  /// Whether somebody may be unknown or out of date. Not in a list of people, which says who goes by what, former names
  /// too; and it may be one where it is not known what a text of this language is.
  private let judgesNames: Bool

  public init(policy: MentionsPolicy, languageID: String) {
    self.policy = policy
    self.languageID = languageID
    formats = DocumentFormats(policy: policy, languageID: languageID)
    words = TriggerWords(policy: policy, languageID: languageID)
    judgesNames = !policy.listsPeople && LanguageID.isKnown(languageID)
  }

  /// The mentions in prose, in order and disjoint. O(text), and a look-up for each place that looks like one.
  ///
  /// - Parameters:
  ///   - text: all of it; the ranges of what is found are UTF-8 offsets in it.
  ///   - known: the entities of a trigger (its place in the policy), of mentions without one for nil; nil as long as
  ///     they are not all known. Nothing is found then.
  public func scan(_ text: IndexedText, known: (_ trigger: Int?) -> Known?) -> [ScannedMention] {
    var prose = ProseScanner(languageID: languageID)
    return scan(text, in: text.buffer.range, prose: &prose, known: known)
  }

  /// The same in a stretch of the text. O(stretch), where `prose` knows about the place.
  ///
  /// - Parameters:
  ///   - range: whole lines, or what lies between separators.
  ///   - prose: of the language; it has followed all edits of the text.
  func scan(
    _ text: IndexedText, in range: TextRange, prose: inout ProseScanner,
    known: (_ trigger: Int?) -> Known?
  ) -> [ScannedMention] {
    let written = written(in: range, of: text, &prose, known)
    var found: [ScannedMention] = []
    var next = 0
    for word in words.all(in: range, of: text) {
      while next < written.count, written[next].range.end <= word.range.start {
        found.append(written[next].mention)
        next += 1
      }
      if next < written.count, written[next].range.overlaps(word.range) { continue }
      guard let known = known(word.trigger), let (word, meaning) = reading(of: word, known) else { continue }
      let character = policy.triggers[word.trigger].character
      guard prose.verdict(at: word.range.start, in: text, trigger: character).isProse else { continue }
      found.append(
        ScannedMention(range: word.range, key: word.key, trigger: word.trigger, meaning: meaning))
    }
    return found + written[next...].map(\.mention)
  }

  /// Whether there may be mentions in a text: whether what every one of them begins with, or holds, occurs in it. O(text),
  /// but faster by far than ``scan(_:known:)``: most texts need not be read for more.
  public func mayFind(in bytes: [UInt8]) -> Bool {
    var signs = words.firstBytes
    for format in formats.readable {
      guard let anchor = format.format.anchor(trigger: format.character) else { continue }
      signs.insert(anchor.literal.first { $0 != 0x20 } ?? anchor.literal[0])
    }
    return signs.contains { bytes.contains($0) }
  }

  /// How somebody would be written in place of a mention: the visible part.
  public func written(_ entity: Entity, instead mention: ScannedMention, in text: IndexedText) -> String {
    let place = formats.place(at: mention.range.start, in: text)
    let trigger = mention.trigger.map { policy.triggers[$0] }
    let format = (trigger?.insert ?? policy.implicit.insert).format(for: languageID, at: place)
    let character = trigger?.character ?? ""
    // What was written as trigger and handle stays one.
    if let handle = entity.handle,
      text.buffer.holds(Array((character + mention.key).utf8), at: mention.range.start)
    {
      return character + handle
    }
    return String(decoding: format.write(entity, trigger: character).visibleBytes, as: UTF8.self)
  }

  // MARK: What the formats wrote

  private typealias Written = (range: TextRange, mention: ScannedMention)

  /// In order and disjoint, with all that each format wrote.
  private func written(
    in range: TextRange, of text: IndexedText, _ prose: inout ProseScanner,
    _ known: (_ trigger: Int?) -> Known?
  ) -> [Written] {
    let readings = formats.read(in: range, of: text) { known($0)?.lookup }
    var all: [(written: Written, character: String)] = readings.found.map { one in
      let mention = ScannedMention(
        range: one.mention.visible, key: one.mention.key, trigger: one.format.trigger,
        meaning: .known(one.mention.entity))
      return ((one.mention.range, mention), one.format.character)
    }
    for (mentions, format) in readings.ambiguous {
      let longest = mentions.max { $0.range.count < $1.range.count } ?? mentions[0]
      let mention = ScannedMention(
        range: longest.visible, key: longest.key, trigger: format.trigger,
        meaning: .ambiguous(mentions.map(\.entity)))
      all.append(((longest.range, mention), format.character))
    }
    let certain = Overlaps(all.map(\.written.range))
    for (old, format) in formats.outdated(in: range, of: text, known: { known($0)?.lookup })
    where !certain.contains(old.range) {
      let mention = ScannedMention(
        range: old.visible, key: old.key, trigger: format.trigger, meaning: former(old.entity))
      all.append(((old.range, mention), format.character))
    }
    // A stable order, so that of equal ranges the first format in the policy is meant.
    let order = all.indices.sorted {
      (all[$0].written.range.start, $0) < (all[$1].written.range.start, $1)
    }
    var disjoint: [Written] = []
    for index in order {
      let (one, character) = all[index]
      if let last = disjoint.last, last.range.overlaps(one.range) { continue }
      let trigger = character.isEmpty ? nil : character
      guard prose.verdict(at: one.range.start, in: text, trigger: trigger).isProse else { continue }
      disjoint.append(one)
    }
    return disjoint
  }

  // MARK: Words

  /// The word, as far as it is the mention, and who is meant. Nil for one that says nothing: nobody has it, and it need not
  /// be a mention.
  private func reading(
    of word: TriggerWords.Word, _ known: Known
  ) -> (TriggerWords.Word, ScannedMention.Meaning)? {
    // Handles may end in underscores: the longest that somebody has is meant.
    for dropped in 0...word.spare {
      let word = word.dropping(dropped)
      if let meaning = meaning(of: word.key, known) { return (word, meaning) }
    }
    guard known.isComplete, judgesNames, word.mustBeMention else { return nil }
    let word = word.dropping(word.spare)
    // `@angular/core` is a package unless there are teams of `angular`.
    if let slash = word.key.firstIndex(of: "/"), !known.hasOwner(String(word.key[..<slash])) { return nil }
    return (word, .unknown)
  }

  /// Nil where nobody goes by it, or ever did.
  private func meaning(of key: String, _ known: Known) -> ScannedMention.Meaning? {
    let named = Self.entities(named: key, known)
    if let one = named.first { return named.count == 1 ? .known(one) : .ambiguous(named) }
    let former = Self.distinct(known.former(key))
    guard let one = former.first else { return nil }
    guard former.count == 1 else { return .ambiguous(former) }
    return one.handle.map(\.isEmpty) ?? true ? .known(one) : self.former(one)
  }

  /// Somebody who is written under a former name.
  private func former(_ entity: Entity) -> ScannedMention.Meaning {
    judgesNames ? .stale(entity) : .known(entity)
  }

  /// Whose handle it is; failing that, who has no handle and goes by this id or this name.
  private static func entities(named key: String, _ known: Known) -> [Entity] {
    let handles = distinct(known.lookup(.handle, key))
    let equal = handles.filter { $0.handle?.utf8.elementsEqual(key.utf8) ?? false }
    if !equal.isEmpty { return equal }
    let wanted = CaselessText(key)
    let alike = handles.filter { $0.handle.map { CaselessText($0) == wanted } ?? false }
    if !alike.isEmpty { return alike }
    return distinct(known.lookup(.id, key) + known.lookup(.name, key)).filter {
      ($0.handle ?? "").isEmpty
        && ($0.id.utf8.elementsEqual(key.utf8) || $0.name.utf8.elementsEqual(key.utf8))
    }
  }

  private static func distinct(_ entities: [Entity]) -> [Entity] {
    var distinct: [Entity] = []
    for entity in entities where !distinct.contains(where: { $0.isSameEntity(as: entity) }) {
      distinct.append(entity)
    }
    return distinct
  }
}

/// Whether any of many ranges overlaps one. O(log ranges).
struct Overlaps {
  /// Ascending, and how far the ranges reach that begin there or before.
  private let starts: [TextOffset]
  private let reach: [TextOffset]

  init(_ ranges: [TextRange]) {
    let sorted = ranges.sorted { $0.start < $1.start }
    starts = sorted.map(\.start)
    var furthest = TextOffset.zero
    reach = sorted.map { range in
      furthest = max(furthest, range.end)
      return furthest
    }
  }

  func contains(_ range: TextRange) -> Bool {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < range.end { low = middle + 1 } else { high = middle }
    }
    return low > 0 && range.start < reach[low - 1]
  }
}

/// A mention that was read in a text.
public struct ScannedMention: Hashable, Sendable {
  /// Who is meant.
  public enum Meaning: Hashable, Sendable {
    case known(Entity)
    /// At least two, in the order in which they are known.
    case ambiguous([Entity])
    /// Somebody whom none of the sources has.
    case unknown
    /// Somebody who goes by another handle or name now.
    case stale(Entity)
  }

  /// The visible part, in UTF-8 offsets.
  public var range: TextRange
  /// What of the text was looked up: `ada` of `@ada`.
  public var key: String
  /// Its place in the policy's triggers; nil for what a format without a trigger wrote.
  public var trigger: Int?
  public var meaning: Meaning

  public init(range: TextRange, key: String, trigger: Int?, meaning: Meaning) {
    self.range = range
    self.key = key
    self.trigger = trigger
    self.meaning = meaning
  }

  /// Who is meant, where that is one entity.
  public var entity: Entity? {
    switch meaning {
    case .known(let entity), .stale(let entity): entity
    case .ambiguous, .unknown: nil
    }
  }
}

extension MentionScanner.Known {
  /// Who somebody is now whom a text has mentioned before: the same entity; failing that, the only one who has or has had
  /// that e-mail address, who has that handle or has had it. Nil where nobody can be told.
  public func current(_ old: Entity) -> Entity? {
    if let same = lookup(.id, old.id).first(where: { $0.isSameEntity(as: old) }) { return same }
    let handle = old.handle ?? ""
    let email = old.email ?? ""
    return only(email.isEmpty ? [] : lookup(.email, email), besides: old)
      ?? only(email.isEmpty ? [] : aliases(email), besides: old)
      ?? only(handle.isEmpty ? [] : lookup(.handle, handle).filter { $0.handle == handle }, besides: old)
      ?? only(handle.isEmpty ? [] : former(handle), besides: old)
  }

  /// The one entity that is found; nil for several, and for one that its own identity tells from the old one.
  private func only(_ found: [Entity], besides old: Entity) -> Entity? {
    guard let one = found.first, found.allSatisfy({ $0.isSameEntity(as: one) }),
      one.kind == old.kind, one.uniqueID == nil || old.uniqueID == nil || one.uniqueID == old.uniqueID
    else { return nil }
    return one
  }
}

/// Finds a trigger and a word (`@ada`) wherever a mention may be, whoever is meant.
struct TriggerWords {
  struct Word: Hashable {
    /// Trigger and word, UTF-8 offsets in the text.
    var range: TextRange
    var key: String
    /// Its place in the policy.
    var trigger: Int
    /// Whether it is a mention even if nobody has that handle; see ``UnknownRule``. What may be left out is left out then.
    var mustBeMention: Bool
    /// How many bytes at its end may be left out: they are part of a handle, or close emphasis in Markdown.
    var spare: Int

    /// The word without so many bytes at its end.
    func dropping(_ count: Int) -> Word {
      var word = self
      word.range = TextRange(range.start, range.end - count)
      word.key = String(decoding: key.utf8.dropLast(count), as: UTF8.self)
      word.spare -= count
      return word
    }
  }

  private struct Row {
    var bytes: [UInt8]
    var index: Int
  }

  /// Longest first: of `#` and `##` the longer is meant.
  private let rows: [Row]
  /// What each trigger begins with.
  let firstBytes: Set<UInt8>
  private let controls: [[UInt8]]
  private let isProse: Bool

  /// Longer words are no handles, in bytes.
  private static let longestWord = 400
  /// More underscores do not close emphasis.
  private static let mostClosing = 3

  init(policy: MentionsPolicy, languageID: String) {
    isProse = ProseScanner(languageID: languageID).isProseLanguage
    controls = policy.triggers.map { Array($0.character.utf8) }
    var rows: [Row] = []
    for (index, trigger) in policy.triggers.enumerated() where trigger.isOffered(in: languageID) {
      // What is written between brackets (`[[`) is no single word.
      guard let last = trigger.character.utf8.last, !"[({<".utf8.contains(last) else { continue }
      rows.append(Row(bytes: Array(trigger.character.utf8), index: index))
    }
    rows.sort { ($1.bytes.count, $0.index) < ($0.bytes.count, $1.index) }
    self.rows = rows
    firstBytes = Set(rows.map { $0.bytes[0] })
  }

  /// In order and disjoint. O(range).
  func all(in range: TextRange, of text: IndexedText) -> [Word] {
    guard !rows.isEmpty else { return [] }
    var words: [Word] = []
    text.forEachStretch(of: range) { stretch in
      var at = 0
      while let next = nextCandidate(in: stretch.bytes, from: at) {
        at = next + 1
        guard let row = rows.first(where: { stretch.bytes[next...].starts(with: $0.bytes) }),
          let word = word(of: row, at: next, in: stretch)
        else { continue }
        words.append(word)
        at = word.range.end - stretch.start
      }
    }
    return words
  }

  private func nextCandidate(in bytes: [UInt8], from start: Int) -> Int? {
    if firstBytes.count == 1, let first = firstBytes.first { return bytes[start...].firstIndex(of: first) }
    return bytes[start...].firstIndex(where: firstBytes.contains)
  }

  private func word(of row: Row, at start: Int, in stretch: TextStretch) -> Word? {
    let keyStart = start + row.bytes.count
    guard stretch.kind(at: keyStart).contains(.normal), stretch.admitsStart(at: start, controls: controls),
      let end = stretch.wordEnd(from: keyStart, limit: Self.longestWord), end > keyStart,
      stretch.admitsEnd(at: end, controls: controls)
    else { return nil }
    let spare = Self.spare(at: stretch.bytes[keyStart..<end])
    let rule = UnknownRule(
      bytes: stretch.bytes, start: start, key: keyStart..<(end - spare), wordEnd: end, isProse: isProse)
    return Word(
      range: TextRange(start, end).shifted(by: stretch.start.utf8),
      key: String(decoding: stretch.bytes[keyStart..<end], as: UTF8.self), trigger: row.index,
      mustBeMention: rule.mustBeMention, spare: spare)
  }

  /// `ada_`, and `ada._` at the end of a sentence; not a word of underscores alone.
  private static func spare(at key: ArraySlice<UInt8>) -> Int {
    let underscores = key.reversed().prefix { $0 == UInt8(ascii: "_") }.count
    guard underscores > 0, underscores <= mostClosing, let last = key.dropLast(underscores).last else {
      return 0
    }
    return TextStretch.joinsWords(Unicode.Scalar(last)) ? underscores + 1 : underscores
  }
}
