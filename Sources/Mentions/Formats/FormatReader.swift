import Entities
import TextModel

/// Occurrences of text that may be mentions in one format.
struct FormatReadings {
  /// Occurrences that refer to a single entity: in order and disjoint.
  var found: [ReadBackText] = []
  /// Occurrences that may refer to several entities, each with the readings for all of these.
  var ambiguous: [[ReadBackText]] = []
}

/// Searches a range of whole lines for text written by one format. Offsets are relative to the range.
struct FormatReader {
  let format: InsertFormat
  let anchor: InsertFormat.Anchor
  let trigger: String
  let stretch: TextStretch

  private var bytes: [UInt8] { stretch.bytes }

  /// The maximum length of a value, and the maximum number of its ends that are tried.
  private static let longestValue = 400
  private static let mostEnds = 24

  func all(_ lookup: InsertFormat.Lookup) -> FormatReadings {
    var readings = FormatReadings()
    var at = 0
    let literal = anchor.literal
    while at + literal.count <= bytes.count {
      guard let next = bytes[at...].firstIndex(of: literal[0]) else { break }
      at = next + 1
      guard bytes[next...].starts(with: literal) else { continue }
      let candidates = candidates(valueStart: next + literal.count, lookup)
      guard let one = candidates.first else { continue }
      guard candidates.count == 1 else {
        readings.ambiguous.append(candidates)
        continue
      }
      if let last = readings.found.last, one.range.start < last.range.end { continue }
      readings.found.append(one)
      at = max(at, one.range.end.utf8)
    }
    return readings
  }

  /// The matches at this anchor, one per entity: exact ones, or if there are none, those in another spelling.
  private func candidates(valueStart: Int, _ lookup: InsertFormat.Lookup) -> [ReadBackText] {
    var candidates: [ReadBackText] = []
    var otherwise: [ReadBackText] = []
    for end in ends(from: valueStart) {
      let value = String(decoding: bytes[valueStart..<end], as: UTF8.self)
      for field in anchor.fields {
        for entity in lookup(field, value) {
          guard let (fits, isExact) = fit(entity, value, at: valueStart),
            !(candidates + otherwise).contains(where: { $0.entity.isSameEntity(as: entity) })
          else { continue }
          if isExact { candidates.append(fits) } else { otherwise.append(fits) }
        }
      }
    }
    return candidates.isEmpty ? otherwise : candidates
  }

  /// The reading of the text for an entity whose field is at `valueStart`; nil if the format would not have written the
  /// text for it.
  private func fit(
    _ entity: Entity, _ value: String, at valueStart: Int
  ) -> (fits: ReadBackText, isExact: Bool)? {
    guard format.substitute(for: entity) == nil else { return nil }
    let written = format.render(entity, trigger: trigger, name: nil)
    // For an entity without the field, the format writes nothing there.
    guard written.starts[anchor.piece] < written.starts[anchor.piece + 1] else { return nil }
    var starts = written.starts.map { $0 + valueStart - written.starts[anchor.piece] }
    let isExact = starts[0] >= 0 && bytes[starts[0]...].starts(with: written.bytes)
    if !isExact {
      guard let others = self.starts(of: written, of: entity, at: valueStart),
        others[anchor.piece + 1] == valueStart + value.utf8.count
      else { return nil }
      starts = others
    }
    let (start, end) = (starts[0], starts[format.pieces.count])
    guard isFree(start: start, end: end) else { return nil }
    let visible = TextRange(starts[format.visiblePieces.lowerBound], starts[format.visiblePieces.upperBound])
    return (
      ReadBackText(entity: entity, key: value, range: TextRange(start, end), visible: visible), isExact
    )
  }

  /// The start offsets of the format's pieces in the text, and the end, if the text differs only in spelling: handles
  /// and e-mail addresses in another case, any field in another normal form (<doc:Behaviour>, section 1). Nil if the
  /// text differs otherwise.
  private func starts(
    of written: InsertFormat.Rendered, of entity: Entity, at valueStart: Int
  ) -> [Int]? {
    var starts = written.starts
    starts[anchor.piece] = valueStart
    for piece in anchor.piece..<format.pieces.count {
      guard let end = place(of: piece, written, entity, beside: starts[piece], isForward: true) else {
        return nil
      }
      starts[piece + 1] = end
    }
    for piece in (0..<anchor.piece).reversed() {
      guard let start = place(of: piece, written, entity, beside: starts[piece + 1], isForward: false) else {
        return nil
      }
      starts[piece] = start
    }
    return starts
  }

  /// The end of a piece of the format whose start in the text is `edge`, or its start if searching backward; nil if
  /// the text does not contain the piece there.
  private func place(
    of piece: Int, _ written: InsertFormat.Rendered, _ entity: Entity, beside edge: Int, isForward: Bool
  ) -> Int? {
    let own = written.bytes[written.starts[piece]..<written.starts[piece + 1]]
    let other = isForward ? edge + own.count : edge - own.count
    if other >= 0, other <= bytes.count, bytes[min(edge, other)..<max(edge, other)].elementsEqual(own) {
      return other
    }
    guard case .field(let fields) = format.pieces[piece] else { return nil }
    let field = fields.first { $0.value(of: entity, trigger: trigger) != nil }
    let isCaseless = field == .handle || field == .email
    // In another normal form, the text may be three times as long.
    let most = own.count * 3
    let stretch = isForward ? bytes[edge...].prefix(most) : bytes[..<edge].suffix(most)
    let text = String(decoding: stretch, as: UTF8.self)
    let wanted = String(decoding: own, as: UTF8.self)
    func isEqual(_ a: Character, _ b: Character) -> Bool {
      a == b || isCaseless && CaselessText(String(a)) == CaselessText(String(b))
    }
    let part = isForward ? text.prefix(wanted.count) : text.suffix(wanted.count)
    guard part.elementsEqual(wanted, by: isEqual) else { return nil }
    return isForward ? edge + part.utf8.count : edge - part.utf8.count
  }

  /// The possible ends of the value: before the literal that follows it in the format or, without such a literal, not
  /// inside a word.
  private func ends(from start: Int) -> [Int] {
    var ends: [Int] = []
    let limit = min(bytes.count, start + Self.longestValue)
    var at = start
    if !anchor.terminator.isEmpty {
      while at < limit, ends.count < 4, !Self.isLineEnd(bytes[at]) {
        if at > start, bytes[at...].starts(with: anchor.terminator) { ends.append(at) }
        at += 1
      }
      if at == bytes.count || at < limit { return ends }
      return ends
    }
    let mayHoldSpaces = anchor.fields.contains(where: \.mayHoldSpaces)
    var last: CharacterClass?
    while at < limit, ends.count < Self.mostEnds {
      let next = stretch.scalar(at: at)
      let kind: CharacterClass = next.map { CharacterClass($0, nil) } ?? []
      // The value may end anywhere except inside a word and after white space.
      if let last, !(last.contains(.normal) && kind.contains(.normal)), !last.contains(.whitespace) {
        ends.append(at)
      }
      guard let next, !kind.contains(.lineEnd), mayHoldSpaces || !kind.contains(.whitespace) else {
        return ends
      }
      last = kind
      at += UTF8.width(next)
    }
    if at == bytes.count, ends.count < Self.mostEnds, let last, !last.contains(.whitespace) {
      ends.append(at)
    }
    return ends
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  /// Whether a mention is possible here: it is enclosed by separators or the ends of the text.
  private func isFree(start: Int, end: Int) -> Bool {
    stretch.admits(start..<end, trigger: Array(trigger.utf8))
  }
}

/// A part of a text, usually of whole lines, with the surrounding scalars. Offsets are relative to `bytes`.
struct TextStretch {
  /// The offset of `bytes` in the text.
  let start: TextOffset
  let bytes: [UInt8]
  /// The scalars around `bytes`.
  let before: Unicode.Scalar?
  let after: Unicode.Scalar?

  // MARK: The bounds of a mention (Behaviour, section 9)

  /// Whether a mention with or without a trigger is enclosed by separators or the ends of the text. Text that begins
  /// with a punctuation character, such as a link, may follow anything.
  func admits(_ range: Range<Int>, trigger: [UInt8]) -> Bool {
    let startsWord =
      bytes[range.lowerBound...].starts(with: trigger) || kind(at: range.lowerBound).contains(.normal)
    return (!startsWord || admitsStart(at: range.lowerBound, of: trigger))
      && admitsEnd(at: range.upperBound, of: trigger)
  }

  /// Whether a mention that begins with a trigger or a letter may begin here: after a separator or
  /// the start of the text, and not after its own trigger. Other triggers count as separators.
  func admitsStart(at offset: Int, of trigger: [UInt8]) -> Bool {
    let previous: CharacterClass =
      offset == 0 ? before.map { CharacterClass($0, nil) } ?? [] : kind(before: offset)
    if previous.contains(.normal), !previous.contains(.unspaced) { return false }
    return trigger.isEmpty || !follows(trigger, at: offset)
  }

  /// Whether a mention may end here: before a separator or the end of the text, and not before its own trigger. A
  /// joiner followed by a letter belongs to the preceding text.
  func admitsEnd(at end: Int, of trigger: [UInt8]) -> Bool {
    guard let last = scalar(before: end), let next = end == bytes.count ? after : scalar(at: end) else {
      return true
    }
    let letterFollows = CharacterClass(next, nil).contains(.normal)
    // A handle that ends in a joiner is only the beginning of a longer one if letters follow.
    if Self.joinsWords(last) { return !letterFollows }
    // Text such as a genitive ending may follow a form that closes itself, such as `](…)`.
    guard CharacterClass(last, nil).contains(.normal) else { return true }
    if letterFollows || !trigger.isEmpty && bytes[end...].starts(with: trigger) { return false }
    return !(Self.joinsWords(next) && kind(at: end + 1).contains(.normal))
  }

  /// The end of the word that begins here, including joiners inside it; nil if it is longer than `limit` bytes.
  func wordEnd(from start: Int, limit: Int) -> Int? {
    var end = start
    while let next = scalar(at: end) {
      let isJoiner = Self.joinsWords(next) && end > start && kind(at: end + 1).contains(.normal)
      guard isJoiner || CharacterClass(next, nil).contains(.normal) else { break }
      end += UTF8.width(next)
      if end - start > limit { return nil }
    }
    return end
  }

  /// Punctuation allowed inside a handle: `jane-doe`, `bob.by`, `team/web`.
  static func joinsWords(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "." || scalar == "/"
  }

  /// Whether the text before an offset ends with the trigger.
  private func follows(_ trigger: [UInt8], at offset: Int) -> Bool {
    if offset == 0 { return before.map { String($0).utf8.elementsEqual(trigger) } ?? false }
    return bytes[..<offset].suffix(trigger.count).elementsEqual(trigger)
  }

  // MARK: Scalars

  /// The class of the scalar here; empty at the end.
  func kind(at offset: Int) -> CharacterClass {
    scalar(at: offset).map { CharacterClass($0, nil) } ?? []
  }

  func kind(before offset: Int) -> CharacterClass {
    scalar(before: offset).map { CharacterClass($0, nil) } ?? []
  }

  func scalar(at offset: Int) -> Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    if bytes[offset] < 0x80 { return Unicode.Scalar(bytes[offset]) }
    return String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }

  private func scalar(before offset: Int) -> Unicode.Scalar? {
    guard offset > 0 else { return nil }
    var start = offset - 1
    while start > 0, bytes[start] & 0xc0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }
}

extension IndexedText {
  /// Visits the lines of a range, about 64 KiB at a time, or one line if it is longer. A mention is always on one line.
  func forEachStretch(of range: TextRange, _ body: (TextStretch) -> Void) {
    var line = lines.line(at: range.start)
    var start = range.start
    while start < range.end {
      var end = start
      while end < range.end, end - start < 1 << 16 {
        line += 1
        end = line < lines.lineCount ? min(range.end, lines.start(ofLine: line)) : range.end
      }
      body(
        TextStretch(
          start: start, bytes: buffer.bytes(in: TextRange(start, end)), before: buffer.scalar(before: start),
          after: buffer.scalar(at: end)))
      start = end
    }
  }
}

// MARK: - Outdated text

/// Reading former names: the text that a format writes around a name still identifies one entity.
extension FormatReader {
  /// The maximum length of a name in bytes.
  private static let longestName = 200

  /// Mentions written by a format under a former name (``FormerName``), in order. The anchor must be an address
  /// (`InsertFormat.addressAnchor`).
  func outdated(_ lookup: InsertFormat.Lookup) -> [ReadBackText] {
    var found: [ReadBackText] = []
    var at = 0
    let literal = anchor.literal
    while at + literal.count <= bytes.count, let next = bytes[at...].firstIndex(of: literal[0]) {
      at = next + 1
      guard bytes[next...].starts(with: literal),
        let old = outdated(valueStart: next + literal.count, lookup),
        old.range.start.utf8 >= found.last?.range.end.utf8 ?? 0
      else { continue }
      found.append(old)
      at = max(at, old.range.end.utf8)
    }
    return found
  }

  private func outdated(valueStart: Int, _ lookup: InsertFormat.Lookup) -> ReadBackText? {
    for end in ends(from: valueStart) {
      let value = String(decoding: bytes[valueStart..<end], as: UTF8.self)
      for field in anchor.fields {
        let named = lookup(field, value).filter { entity in
          field.value(of: entity, trigger: trigger).map { $0.utf8.elementsEqual(value.utf8) } ?? false
        }
        guard let entity = named.first, named.allSatisfy({ $0.isSameEntity(as: entity) }) else { continue }
        if let found = outdated(entity, value, at: valueStart, lookup) { return found }
      }
    }
    return nil
  }

  private func outdated(
    _ entity: Entity, _ value: String, at valueStart: Int, _ lookup: InsertFormat.Lookup
  ) -> ReadBackText? {
    guard format.substitute(for: entity) == nil else { return nil }
    let written = format.render(entity, trigger: trigger, name: nil)
    let anchored = written.starts[anchor.piece]..<written.starts[anchor.piece + 1]
    guard !anchored.isEmpty, let part = changeablePart(of: written), !part.overlaps(anchored) else {
      return nil
    }
    let head = written.bytes[..<part.lowerBound]
    let tail = written.bytes[part.upperBound...]
    let former = FormerName(entity: entity, trigger: trigger)
    let range =
      anchored.lowerBound >= part.upperBound
      ? range(endingAt: valueStart - (anchored.lowerBound - part.upperBound), head, tail, of: entity)
      : range(startingAt: valueStart + (part.lowerBound - anchored.lowerBound), head, tail)
    guard let range,
      former.isOne(
        String(decoding: bytes[range], as: UTF8.self),
        insteadOf: String(decoding: written.bytes[part], as: UTF8.self), lookup: lookup)
    else { return nil }
    let (start, end) = (range.lowerBound - head.count, range.upperBound + tail.count)
    guard isFree(start: start, end: end) else { return nil }
    return ReadBackText(
      entity: entity, key: value, range: TextRange(start, end),
      visible: TextRange(
        start + written.visible.start.utf8, end - (written.bytes.count - written.visible.end.utf8)))
  }

  /// The part of the text that may contain a former name: all that the annotation covers or, if that contains the
  /// anchor, the name in it.
  private func changeablePart(of written: InsertFormat.Rendered) -> Range<Int>? {
    let pieces = format.visiblePieces
    if !pieces.contains(anchor.piece) {
      return written.starts[pieces.lowerBound]..<written.starts[pieces.upperBound]
    }
    let name = pieces.first { index in
      if case .field(let fields) = format.pieces[index] { fields.first == .name } else { false }
    }
    return name.map { written.starts[$0]..<written.starts[$0 + 1] }
  }

  /// The part that ends at `end`, where the format's tail begins. If the format writes no text before the part, the
  /// part must be an alias of the entity.
  private func range(
    endingAt end: Int, _ head: ArraySlice<UInt8>, _ tail: ArraySlice<UInt8>, of entity: Entity
  ) -> Range<Int>? {
    guard end > 0, bytes[end...].starts(with: tail) else { return nil }
    if head.isEmpty {
      let texts = entity.aliases.map { Array($0.utf8) }.sorted { $0.count > $1.count }
      guard
        let alias = texts.first(where: { !$0.isEmpty && bytes[..<end].suffix($0.count).elementsEqual($0) })
      else { return nil }
      return end - alias.count..<end
    }
    var start = end
    let limit = max(head.count, end - Self.longestName)
    while start > limit, !Self.isLineEnd(bytes[start - 1]) {
      start -= 1
      if bytes[..<start].suffix(head.count).elementsEqual(head) { return start..<end }
    }
    return nil
  }

  /// The part that begins at `start`, where the format's head ends.
  private func range(startingAt start: Int, _ head: ArraySlice<UInt8>, _ tail: ArraySlice<UInt8>) -> Range<
    Int
  >? {
    guard !tail.isEmpty, start >= head.count, start <= bytes.count,
      bytes[..<start].suffix(head.count).elementsEqual(head)
    else { return nil }
    var end = start
    let limit = min(bytes.count, start + Self.longestName)
    while end < limit, !Self.isLineEnd(bytes[end]) {
      end += 1
      if bytes[end...].starts(with: tail) { return start..<end }
    }
    return nil
  }
}

/// Distinguishes a former name from other words, such as those of an arbitrary link to a person's page.
///
/// A former name is one of the entity's aliases, or has the form of a name and shares its first or last word with the
/// current one (`Ada Byron` for `Ada Lovelace`). A variant of the current name is not a former name: the name, handle
/// or other key in any case and spacing, some of its words (`Ada`), or more words around it (`Dr. Ada Lovelace`).
struct FormerName {
  let entity: Entity
  let trigger: String

  /// The maximum number of words in a name.
  private static let mostWords = 5

  /// Whether a text is a former name of the entity.
  ///
  /// - Parameters:
  ///   - text: the text in the document.
  ///   - written: the text that the format writes now.
  ///   - lookup: finds entities, to exclude names of other entities.
  func isOne(_ text: String, insteadOf written: String, lookup: InsertFormat.Lookup) -> Bool {
    let isTriggered = !trigger.isEmpty && text.hasPrefix(trigger)
    let plain = isTriggered ? String(text.dropFirst(trigger.count)) : text
    let words = Self.words(of: plain)
    guard !words.isEmpty, words.count <= Self.mostWords, !isForm(words) else { return false }
    if entity.aliases.contains(where: { alias in
      Self.words(of: alias.hasPrefix("@") ? String(alias.dropFirst()) : alias) == words
    }) {
      return true
    }
    if isTriggered { return isHandle(plain, insteadOf: written) && lookup(.handle, plain).isEmpty }
    return isLikeName(plain, words) && lookup(.name, plain).isEmpty
  }

  /// Whether the words are a variant of the entity's current name or keys.
  private func isForm(_ words: [[UInt8]]) -> Bool {
    let others = [entity.handle, entity.shortName, entity.email, entity.id].compactMap(\.self)
    if others.contains(where: { Self.words(of: $0) == words }) { return true }
    let name = Set(Self.words(of: entity.name))
    return name.isSuperset(of: words)
  }

  /// Whether a text has the form of a handle, and the format writes the entity's handle in its place.
  private func isHandle(_ text: String, insteadOf written: String) -> Bool {
    guard let handle = entity.handle, written.utf8.elementsEqual((trigger + handle).utf8) else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      CharacterClass(scalar, nil).contains(.normal) || "-./".unicodeScalars.contains(scalar)
    }
  }

  private func isLikeName(_ text: String, _ words: [[UInt8]]) -> Bool {
    let name = Self.words(of: entity.name)
    return entity.kind == .person && words.count > 1 && name.count > 1
      && (words.first == name.first || words.last == name.last) && !Set(words).isSuperset(of: name)
      && text.split(whereSeparator: \.isWhitespace).allSatisfy(Self.isNameWord)
  }

  /// Whether a word may be part of a name: letters (the first in upper case if the script has case) and joiners; no
  /// genitive.
  private static func isNameWord(_ word: Substring) -> Bool {
    guard let first = word.unicodeScalars.first, first.properties.isAlphabetic,
      first.properties.isUppercase || !first.properties.isCased
    else { return false }
    if word.hasSuffix("'s") || word.hasSuffix("’s") { return false }
    return word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "-.'’".unicodeScalars.contains($0) }
  }

  /// The folded words: case, accents and the kind of spaces do not matter.
  private static func words(of text: String) -> [[UInt8]] {
    text.split(whereSeparator: \.isWhitespace).map { NameFolding.fold(Array($0.utf8)) }
  }
}
