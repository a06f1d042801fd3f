public import Entities
public import TextModel

/// Finds the mentions in a text, given the language of the text, the insert formats and the known entities. All
/// features use the result of this reader (<doc:Behaviour>, section 9), which does not annotate the text.
///
///     insert formats  [@ada](https://…) ─┐
///     trigger, word   @ada               ├─▶ prose? ─▶ the longest ─▶ mentions
///     former names    [Ada Byron](…)    ─┘
///
/// A document reads the parts that were edited (`MentionsDocument.read(known:)`); a file is read as a whole.
public struct MentionReader: Sendable {
  /// The known entities of a trigger, or of mentions without one.
  public struct Known {
    /// Finds entities by one field. Handles are compared ignoring case; exact matches come first.
    public var lookup: InsertFormat.Lookup
    /// Whether all sources of the trigger are in memory and completely read, so that no other entity can be meant.
    public var isComplete: Bool
    /// Finds entities by an alias (another name or handle that they have or had), ignoring case, with or without a
    /// leading `@`.
    public var aliases: (_ alias: String) -> [Entity]
    /// Whether handles with this owner exist: `acme` if there is `acme/web`.
    public var hasOwner: (_ owner: String) -> Bool

    /// Creates a description of known entities; by default without other names and owners.
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

    /// The entities that have or had this alias, with or without an `@`: those with exactly this spelling or, if there
    /// are none, those whose spelling differs only in case, as for handles.
    func former(_ alias: String) -> [Entity] {
      let found = aliases(alias)
      let spellings = [alias, "@" + alias]
      let equal = found.filter { $0.aliases.contains(where: spellings.contains) }
      if !equal.isEmpty { return equal }
      let alike = spellings.map { CaselessText($0) }
      return found.filter { $0.aliases.contains { alike.contains(CaselessText($0)) } }
    }
  }

  /// The approximate size in bytes of the pieces in which text is read.
  private static let pieceSize = 1 << 18

  private let policy: MentionsPolicy
  let formats: DocumentFormats
  private let words: TriggerWords
  private let languageID: String
  /// Whether mentions may be reported as unknown or stale. False in a list of people, which defines names, including
  /// former ones, and in files of an unknown language, which may be such lists.
  private let judgesNames: Bool
  /// Bytes of which every text with a mention contains at least one: the first of each trigger, and one from the
  /// literal text of each format that can be read back.
  private let signs: [UInt8]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - policy: the settings.
  ///   - languageID: the LSP language identifier. In an unknown language, no mention is reported as unknown or stale.
  public init(policy: MentionsPolicy, languageID: String) {
    self.policy = policy
    self.languageID = languageID
    formats = DocumentFormats(policy: policy, languageID: languageID)
    words = TriggerWords(policy: policy, languageID: languageID)
    judgesNames = !policy.listsPeople && LanguageID.isKnown(languageID)
    var signs = Set(words.firstBytes)
    for format in formats.readable {
      guard let anchor = format.format.anchor(trigger: format.character) else { continue }
      signs.insert(anchor.literal.first { $0 != 0x20 } ?? anchor.literal[0])
    }
    self.signs = signs.sorted()
  }

  /// The mentions in prose, in order and disjoint. O(text), and a look-up for each candidate.
  ///
  /// - Parameters:
  ///   - text: the whole text; the ranges of results are UTF-8 offsets in it.
  ///   - known: returns the entities of a trigger, given its index in the policy, or of mentions without a trigger,
  ///     given nil. Returns nil until all of these entities are loaded; no such mentions are found then.
  public func read(_ text: IndexedText, known: (_ trigger: Int?) -> Known?) -> [ReadMention] {
    var prose = ProseScanner(languageID: languageID)
    var mentions: [ReadMention] = []
    for piece in Self.pieces(of: text.buffer.range, in: text) {
      mentions += read(text, in: piece, prose: &prose, known: known)
    }
    return mentions
  }

  /// Divides a part of a text into pieces to be read one after another. Pieces are whole lines and limit the memory for
  /// a text full of mentions. O(pieces · log lines).
  static func pieces(of range: TextRange, in text: IndexedText) -> [TextRange] {
    var pieces: [TextRange] = []
    var start = range.start
    while start < range.end {
      var end = min(range.end, start + pieceSize)
      if end < range.end {
        let line = text.lines.line(at: end)
        let lineStart = text.lines.start(ofLine: line)
        let nextLine =
          line + 1 < text.lines.lineCount ? text.lines.start(ofLine: line + 1) : text.buffer.end
        end = lineStart > start ? lineStart : min(range.end, nextLine)
      }
      pieces.append(TextRange(start, end))
      start = end
    }
    return pieces
  }

  /// Reads a part of the text. O(range), if `prose` has scanned up to it.
  ///
  /// - Parameters:
  ///   - range: whole lines, or the text between separators.
  ///   - prose: the scanner for the language, which has processed all edits of the text.
  func read(
    _ text: IndexedText, in range: TextRange, prose: inout ProseScanner,
    known: (_ trigger: Int?) -> Known?
  ) -> [ReadMention] {
    var candidates = written(in: range, of: text, known)
    for word in words.all(in: range, of: text) {
      guard let known = known(word.trigger), let (word, meaning) = reading(of: word, known),
        meaning != .unknown || !beginsName(word, in: text, known)
      else { continue }
      candidates.append(
        ReadMention(range: word.range, key: word.key, trigger: word.trigger, meaning: meaning))
    }
    // Sorting is stable, so that the first format in the policy wins among equal ranges.
    candidates.sort { $0.unit.start < $1.unit.start }
    var inProse: [ReadMention] = []
    for candidate in candidates {
      let trigger = candidate.trigger.map { policy.triggers[$0] }
      if trigger?.isReference == true, prose.isCommitComment(at: candidate.unit.start, in: text) {
        continue
      }
      let verdict = prose.verdict(at: candidate.unit.start, in: text, trigger: trigger?.character)
      // A known entity is also mentioned in text that looks like a citation.
      if verdict.isProse || verdict.rule == .citation && candidate.meaning != .unknown {
        inProse.append(candidate)
      }
    }
    return Self.disjoint(inProse)
  }

  /// Whether a text may contain mentions, because it contains at least one character that a mention requires. If false,
  /// ``read(_:known:)`` finds nothing. O(text), but much faster than reading.
  package func mayFind(in bytes: [UInt8]) -> Bool {
    signs.contains { bytes.contains($0) }
  }

  /// The visible text that mentions another entity in place of `mention`, in the format for the trigger and the
  /// position of that mention.
  ///
  /// - Parameters:
  ///   - entity: the other entity.
  ///   - mention: a mention that was read in `text`.
  ///   - text: the whole text.
  /// - Complexity: linear in the text returned.
  public func written(_ entity: Entity, instead mention: ReadMention, in text: IndexedText) -> String {
    let place = formats.place(at: mention.range.start, in: text)
    let trigger = mention.trigger.map { policy.triggers[$0] }
    let format = (trigger?.insert ?? policy.implicit.insert).format(for: languageID, at: place)
    let character = trigger?.character ?? ""
    // A mention that was written as trigger and handle keeps that form.
    if let handle = entity.handle,
      text.buffer.holds(Array((character + mention.key).utf8), at: mention.range.start)
    {
      return character + handle
    }
    return String(decoding: format.write(entity, trigger: character).visibleBytes, as: UTF8.self)
  }

  // MARK: Text written by formats

  /// All mentions in text that one of the formats may have written, with current or former names, whether the text is
  /// prose or not.
  private func written(
    in range: TextRange, of text: IndexedText, _ known: (_ trigger: Int?) -> Known?
  ) -> [ReadMention] {
    var found: [ReadMention] = []
    for format in formats.readable {
      guard let lookup = known(format.trigger)?.lookup else { continue }
      func isInPlace(_ text: ReadBackText, _ whole: IndexedText) -> Bool {
        formats.place(at: text.range.start, in: whole) == format.place
      }
      let readings = format.format.readings(in: range, of: text, trigger: format.character, lookup: lookup)
      for one in readings.found where isInPlace(one, text) {
        let short = format.format.shortForm(for: one.entity, trigger: format.character).map { short in
          Rewriting.start(of: text.buffer.bytes(in: one.visible), like: short) ?? short
        }
        found.append(ReadMention(one, format.trigger, .known(one.entity), shortForm: short))
      }
      for several in readings.ambiguous where isInPlace(several[0], text) {
        let longest = several.max { $0.range.count < $1.range.count } ?? several[0]
        found.append(ReadMention(longest, format.trigger, .ambiguous(several.map(\.entity))))
      }
      let outdated = format.format.outdated(
        in: range, of: text, trigger: format.character, lookup: lookup)
      for old in outdated where isInPlace(old, text) {
        found.append(ReadMention(old, format.trigger, former(old.entity)))
      }
    }
    return found
  }

  // MARK: The longest

  /// Chooses the longest of overlapping candidates, even if it is ambiguous or stale; candidates of unknown meaning
  /// give way to all others. Candidates with the same range and different known entities become one ambiguous mention.
  ///
  /// - Parameter candidates: the candidates, sorted by start.
  private static func disjoint(_ candidates: [ReadMention]) -> [ReadMention] {
    var disjoint: [ReadMention] = []
    var at = 0
    while at < candidates.count {
      var end = candidates[at].unit.end
      var next = at + 1
      while next < candidates.count, candidates[next].unit.start < end {
        end = max(end, candidates[next].unit.end)
        next += 1
      }
      if next == at + 1 {
        disjoint.append(candidates[at])
      } else {
        disjoint += longest(of: Array(candidates[at..<next]))
      }
      at = next
    }
    return disjoint
  }

  private static func longest(of rivals: [ReadMention]) -> [ReadMention] {
    func rank(_ index: Int) -> (Int, Int, Int, Int) {
      let rival = rivals[index]
      let certainty =
        switch rival.meaning {
        case .known, .ambiguous: 0
        case .stale: 1
        case .unknown: 2
        }
      return (certainty == 2 ? 1 : 0, -rival.unit.count, certainty, index)
    }
    // Disjoint, sorted by start.
    var chosen: [ReadMention] = []
    for rival in rivals.indices.sorted(by: { rank($0) < rank($1) }).map({ rivals[$0] }) {
      let place = chosen.firstIndex { $0.unit.end > rival.unit.start } ?? chosen.count
      guard place < chosen.count, chosen[place].unit.start < rival.unit.end else {
        chosen.insert(rival, at: place)
        continue
      }
      if chosen[place].unit == rival.unit { chosen[place].meaning.add(rival.meaning) }
    }
    return chosen
  }

  // MARK: Words

  /// The word, without optional bytes that do not belong to the mention, and its meaning. Nil if no known entity has
  /// this name, unless the word must be a mention of an unknown entity.
  private func reading(
    of word: TriggerWords.Word, _ known: Known
  ) -> (TriggerWords.Word, ReadMention.Meaning)? {
    // Underscores at the end may belong to a handle or to the markup, so longer words are tried first.
    for dropped in 0...word.spare {
      let word = word.dropping(dropped)
      guard let meaning = meaning(of: word.key, known) else { continue }
      if let project = word.project, !meaning.isOf(project) { continue }
      return (word, meaning)
    }
    if word.project != nil { return nil }
    guard known.isComplete, judgesNames, word.mustBeMention else { return nil }
    let word = word.dropping(word.spare)
    // `@angular/core` is a package unless there are teams of `angular`.
    if let slash = word.key.firstIndex(of: "/"), !known.hasOwner(String(word.key[..<slash])) { return nil }
    return (word, .unknown)
  }

  /// Whether a trigger and a word are followed by the rest of the name of an entity without a handle. Nothing shorter
  /// could be written after the trigger, so no unknown entity is meant.
  private func beginsName(_ word: TriggerWords.Word, in text: IndexedText, _ known: Known) -> Bool {
    let end = text.buffer.clamp(word.range.end + Self.longestName)
    let line = text.buffer.string(in: TextRange(word.range.end, end)).prefix { !$0.isNewline }
    guard line.hasPrefix(" ") else { return false }
    var name = word.key
    for part in line.dropFirst().split(separator: " ", omittingEmptySubsequences: false).prefix(
      Self.mostWords)
    {
      name += " " + part
      var spellings = [name]
      while let last = spellings[spellings.count - 1].last, last.isPunctuation {
        spellings.append(String(spellings[spellings.count - 1].dropLast()))
      }
      let isName = spellings.contains { spelling in
        known.lookup(.name, spelling).contains { $0.name == spelling && ($0.handle ?? "").isEmpty }
      }
      if isName { return true }
    }
    return false
  }

  /// The maximum number of bytes and of words of a name after its first word that are compared.
  private static let longestName = 200
  private static let mostWords = 4

  /// The entities that have, or had, a name or handle; nil if there are none.
  private func meaning(of key: String, _ known: Known) -> ReadMention.Meaning? {
    let named = Self.entities(named: key, known)
    if let one = named.first { return named.count == 1 ? .known(one) : .ambiguous(named) }
    let former = Self.distinct(known.former(key))
    guard let one = former.first else { return nil }
    guard former.count == 1 else { return .ambiguous(former) }
    if one.handle.map(\.isEmpty) ?? true { return .known(one) }
    // An alias with an `@` is another handle rather than a former one.
    let other = CaselessText("@" + key)
    return one.aliases.contains { CaselessText($0) == other } ? .known(one) : self.former(one)
  }

  /// The meaning of a former name of an entity.
  private func former(_ entity: Entity) -> ReadMention.Meaning {
    judgesNames ? .stale(entity) : .known(entity)
  }

  /// The entities with this handle; if there are none, those without a handle that have this id or name.
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

  /// Whether a trigger and a word refer to an entity: by its handle, ignoring case; if it has no handle, by its id or
  /// name; or by a former name.
  static func names(_ key: String, _ entity: Entity) -> Bool {
    let wanted = CaselessText(key)
    if let handle = entity.handle, !handle.isEmpty {
      if CaselessText(handle) == wanted { return true }
    } else if key == entity.id || key == entity.name {
      return true
    }
    return entity.aliases.contains { [wanted, CaselessText("@" + key)].contains(CaselessText($0)) }
  }

  private static func distinct(_ entities: [Entity]) -> [Entity] {
    var distinct: [Entity] = []
    for entity in entities where !distinct.contains(where: { $0.isSameEntity(as: entity) }) {
      distinct.append(entity)
    }
    return distinct
  }
}

/// A mention that was read in a text.
public struct ReadMention: Hashable, Sendable {
  /// The entities to which a mention refers. Indirect, because an entity has many fields and mentions are copied often.
  public indirect enum Meaning: Hashable, Sendable {
    case known(Entity)
    /// Two entities or more, in the order of the sources.
    case ambiguous([Entity])
    /// An entity that no source contains.
    case unknown
    /// An entity that has another handle or name now.
    case stale(Entity)

    /// Whether the meaning is a single entity whose URL contains the project.
    fileprivate func isOf(_ project: String) -> Bool {
      guard case .known(let entity) = self, let url = entity.url else { return false }
      return url.lowercased().contains("/\(project.lowercased())/")
    }

    /// Adds another reading of the same range. An uncertain reading does not make a certain one ambiguous.
    fileprivate mutating func add(_ other: Meaning) {
      guard case .known(let one) = self, case .known(let two) = other, !one.isSameEntity(as: two) else {
        return
      }
      self = .ambiguous([one, two])
    }
  }

  /// The visible part, in UTF-8 offsets.
  public var range: TextRange
  /// The text by which entities were looked up: `ada` in `@ada`.
  public var key: String
  /// The trigger's index in the policy; nil for text written by a format without a trigger.
  public var trigger: Int?
  public var meaning: Meaning
  /// The whole text written for the mention, including the link around the visible part.
  var unit: TextRange
  /// The text of the mention after trimming; nil if the mention cannot be trimmed.
  var shortForm: [UInt8]?

  package init(range: TextRange, key: String, trigger: Int?, meaning: Meaning) {
    (self.range, unit) = (range, range)
    self.key = key
    self.trigger = trigger
    self.meaning = meaning
  }

  /// Creates a mention from text that a format wrote.
  fileprivate init(
    _ text: ReadBackText, _ trigger: Int?, _ meaning: Meaning, shortForm: [UInt8]? = nil
  ) {
    self.init(range: text.visible, key: text.key, trigger: trigger, meaning: meaning)
    (unit, self.shortForm) = (text.range, shortForm)
  }

  /// The entity, if there is exactly one.
  public var entity: Entity? {
    switch meaning {
    case .known(let entity), .stale(let entity): entity
    case .ambiguous, .unknown: nil
    }
  }
}

extension MentionReader.Known {
  /// The current description of an entity that a text mentions: that of the same entity or, if the sources no longer
  /// contain it, of the only entity that has or had its e-mail address or handle. Nil if unknown.
  ///
  /// - Complexity: at most five look-ups.
  public func current(_ old: Entity) -> Entity? {
    if let same = lookup(.id, old.id).first(where: { $0.isSameEntity(as: old) }) { return same }
    let handle = old.handle ?? ""
    let email = old.email ?? ""
    return only(email.isEmpty ? [] : lookup(.email, email), besides: old)
      ?? only(email.isEmpty ? [] : aliases(email), besides: old)
      ?? only(handle.isEmpty ? [] : lookup(.handle, handle).filter { $0.handle == handle }, besides: old)
      ?? only(handle.isEmpty ? [] : former(handle), besides: old)
  }

  /// The single entity found; nil if there are several, or if its kind or unique id differs from that of `old`.
  private func only(_ found: [Entity], besides old: Entity) -> Entity? {
    guard let one = found.first, found.allSatisfy({ $0.isSameEntity(as: one) }),
      one.kind == old.kind, one.uniqueID == nil || old.uniqueID == nil || one.uniqueID == old.uniqueID
    else { return nil }
    return one
  }
}

/// Finds a trigger followed by a word (`@ada`) at all positions where a mention is possible, regardless of the meaning
/// of the word.
struct TriggerWords: Sendable {
  struct Word: Hashable {
    /// Trigger and word, in UTF-8 offsets in the text.
    var range: TextRange
    var key: String
    /// The trigger's index in the policy.
    var trigger: Int
    /// Whether the word is a mention even if no entity has this handle; see ``UnknownRule``. A mention of an unknown
    /// entity does not include the optional bytes at the end.
    var mustBeMention: Bool
    /// The number of optional bytes at the end: underscores that may belong to a handle or close emphasis in Markdown,
    /// and a character directly before them that may join two words or follow a word, such as a full stop.
    var spare: Int
    /// The text directly before the trigger that must name the project of the entity: `ada/notes` in `ada/notes#12`.
    var project: String?

    /// The word without its last `count` bytes.
    func dropping(_ count: Int) -> Word {
      var word = self
      word.range = TextRange(range.start, range.end - count)
      word.key = String(decoding: key.utf8.dropLast(count), as: UTF8.self)
      word.spare -= count
      return word
    }
  }

  private struct Row: Sendable {
    var bytes: [UInt8]
    var index: Int
    var isReference: Bool
  }

  /// The triggers, longest first, so that `##` is preferred to `#`.
  private let rows: [Row]
  /// The first byte of each trigger.
  let firstBytes: [UInt8]
  /// For each byte, whether a trigger begins with it. A look-up in a set for each byte of the text would be six times
  /// as slow.
  private let isFirstByte: [Bool]
  private let isProse: Bool
  private let marksEmphasis: Bool

  /// The maximum length of a handle in bytes.
  private static let longestWord = 400
  /// The maximum number of underscores that mark emphasis.
  private static let mostMarks = 3

  init(policy: MentionsPolicy, languageID: String) {
    let prose = ProseScanner(languageID: languageID)
    (isProse, marksEmphasis) = (prose.isProseLanguage, prose.marksEmphasis)
    var rows: [Row] = []
    for (index, trigger) in policy.triggers.enumerated() where trigger.isOffered(in: languageID) {
      // A mention written between brackets (`[[`) is not a single word.
      guard let last = trigger.character.utf8.last, !"[({<".utf8.contains(last) else { continue }
      rows.append(
        Row(bytes: Array(trigger.character.utf8), index: index, isReference: trigger.isReference))
    }
    rows.sort { ($1.bytes.count, $0.index) < ($0.bytes.count, $1.index) }
    self.rows = rows
    var isFirstByte = [Bool](repeating: false, count: 256)
    for row in rows { isFirstByte[Int(row.bytes[0])] = true }
    self.isFirstByte = isFirstByte
    firstBytes = (0...255).filter { isFirstByte[Int($0)] }
  }

  /// The words of a range in order, disjoint. O(range).
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
    if firstBytes.count == 1 { return bytes[start...].firstIndex(of: firstBytes[0]) }
    return bytes[start...].firstIndex { isFirstByte[Int($0)] }
  }

  private func word(of row: Row, at start: Int, in stretch: TextStretch) -> Word? {
    let keyStart = start + row.bytes.count
    // Underscores before the trigger may open emphasis.
    var first = start
    while marksEmphasis, first > 0, start - first < Self.mostMarks,
      stretch.bytes[first - 1] == UInt8(ascii: "_")
    {
      first -= 1
    }
    if first < start, !stretch.opensEmphasis(at: first) { return nil }
    let project =
      row.isReference && first == start ? Self.project(before: start, in: stretch) : nil
    guard stretch.kind(at: keyStart).contains(.normal),
      project != nil || stretch.admitsStart(at: first, of: row.bytes),
      let end = stretch.wordEnd(from: keyStart, limit: Self.longestWord), end > keyStart,
      stretch.admitsEnd(at: end, of: row.bytes)
    else { return nil }
    let spare = Self.spare(at: stretch.bytes[keyStart..<end])
    let rule = UnknownRule(
      bytes: stretch.bytes, start: start, key: keyStart..<(end - spare), wordEnd: end, isProse: isProse)
    return Word(
      range: TextRange(start, end).shifted(by: stretch.start.utf8),
      key: String(decoding: stretch.bytes[keyStart..<end], as: UTF8.self), trigger: row.index,
      mustBeMention: rule.mustBeMention, spare: spare,
      project: project.map { String(decoding: stretch.bytes[$0], as: UTF8.self) })
  }

  /// The range of a separate word `owner/name` that ends here; nil if there is none. O(bytes of the word).
  private static func project(before end: Int, in stretch: TextStretch) -> Range<Int>? {
    var start = end
    var hasOwner = false
    while start > 0, end - start < longestWord {
      let byte = stretch.bytes[start - 1]
      let isPart =
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "._-/".utf8.contains(byte)
      guard isPart else { break }
      hasOwner = hasOwner || byte == UInt8(ascii: "/")
      start -= 1
    }
    return hasOwner && stretch.admitsStart(at: start, of: []) ? start..<end : nil
  }

  /// The number of optional bytes at the end of a key: 1 for `ada_`, 2 for `ada._` at the end of a sentence; 0 for a
  /// word of underscores only.
  private static func spare(at key: ArraySlice<UInt8>) -> Int {
    let underscores = key.reversed().prefix { $0 == UInt8(ascii: "_") }.count
    guard underscores > 0, underscores <= mostMarks, let last = key.dropLast(underscores).last else {
      return 0
    }
    return TextStretch.joinsWords(Unicode.Scalar(last)) ? underscores + 1 : underscores
  }
}
