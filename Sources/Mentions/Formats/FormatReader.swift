import Entities
import TextModel

/// Occurrences of text that may be mentions in one format.
struct FormatReadings {
  /// Occurrences that each refer to exactly one entity, in order and disjoint.
  var found: [ReadBackText] = []
  /// Occurrences that may each refer to several entities. Each occurrence is an array with one reading per entity.
  var ambiguous: [[ReadBackText]] = []
}

/// Text that was written by a format.
package struct ReadBackText: Hashable, Sendable {
  package var entity: Entity
  /// The part of the text by which the entity was found: the handle in `@ada`.
  package var key: String
  /// The whole text written by the format, in UTF-8 offsets in the document.
  package var range: TextRange
  /// The part that the annotation covers.
  package var visible: TextRange
}

extension ReadBackText {
  fileprivate func shifted(by distance: Int) -> ReadBackText {
    ReadBackText(
      entity: entity, key: key, range: range.shifted(by: distance), visible: visible.shifted(by: distance))
  }
}

extension InsertFormat {
  /// Finds entities by one of their fields, exactly or more loosely. The format is applied to the results and compared
  /// with the text, so superfluous results do no harm.
  public typealias Lookup = (_ field: FormatField, _ value: String) -> [Entity]

  /// A placeholder directly after literal text, at which a search for text written by the format starts.
  struct Anchor {
    var literal: [UInt8]
    var piece: Int
    var fields: [FormatField]
    /// The literal after the field; empty if there is none, so that the end of the field must be guessed.
    var terminator: [UInt8]
  }

  /// The best anchor: a field followed by a literal, which marks its end, is preferred to any other; among equals, the
  /// one after the longest literal is used.
  func anchor(trigger: String) -> Anchor? { anchor(trigger: trigger) { _, _ in true } }

  /// The best anchor among fields that identify an entity independently of its name: the URL of a link, or the e-mail
  /// address after a name.
  private func addressAnchor(trigger: String) -> Anchor? {
    let isMarked = visiblePieces != pieces.indices
    return anchor(trigger: trigger) { index, fields in
      if isMarked, !visiblePieces.contains(index) { return true }
      return fields.filter(\.identifies).allSatisfy { [.email, .url, .id].contains($0) }
    }
  }

  private func anchor(trigger: String, isWanted: (Int, [FormatField]) -> Bool) -> Anchor? {
    var best: Anchor?
    var literal: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .literal(let bytes): literal += bytes
      case .field([.trigger]): literal += Array(trigger.utf8)
      case .field(let fields):
        let isSolid = literal.contains { $0 != 0x20 }
        if isSolid, fields.contains(where: \.identifies), isWanted(index, fields) {
          let terminator: [UInt8] =
            if index + 1 < pieces.count, case .literal(let next) = pieces[index + 1] { next } else { [] }
          let found = Anchor(literal: literal, piece: index, fields: fields, terminator: terminator)
          if best.map({ Self.isBetter(found, than: $0) }) ?? true { best = found }
        }
        literal = []
      }
    }
    return best
  }

  private static func isBetter(_ a: Anchor, than b: Anchor) -> Bool {
    if a.terminator.isEmpty != b.terminator.isEmpty { return b.terminator.isEmpty }
    return a.literal.count > b.literal.count
  }

  /// Whether text written by this format can be found: a field that identifies an entity follows directly after literal
  /// text or the trigger (`@{handle}`, `{name} <{email}>`; not `{name}`). One of several alternatives is sufficient
  /// (`@{metadata.nick|handle}`), because entities that lack the others are found by it.
  package var canBeReadBack: Bool { anchor(trigger: "@") != nil }

  /// All occurrences in `range` of text that this format wrote for exactly one of the entities known to `lookup`, in
  /// order and disjoint. Ambiguous occurrences are omitted. O(range) and a look-up for each candidate. Results are
  /// completely inside `range`, enclosed by separators or the ends of the text (<doc:Behaviour>, section 9).
  package func readBack(
    in range: TextRange, of text: IndexedText, trigger: String, lookup: Lookup
  ) -> [ReadBackText] {
    readings(in: range, of: text, trigger: trigger, lookup: lookup).found
  }

  /// All mentions in `range` that are written in this format, and those that may refer to several entities.
  func readings(
    in range: TextRange, of text: IndexedText, trigger: String, lookup: Lookup
  ) -> FormatReadings {
    var readings = FormatReadings()
    guard let anchor = anchor(trigger: trigger) else { return readings }
    text.forEachStretch(of: range) { stretch in
      let found = FormatReader(format: self, anchor: anchor, trigger: trigger, stretch: stretch).all(lookup)
      readings.found += found.found.map { $0.shifted(by: stretch.start.utf8) }
      readings.ambiguous += found.ambiguous.map { $0.map { $0.shifted(by: stretch.start.utf8) } }
    }
    return readings
  }

  /// All occurrences in `range` of text that this format wrote for an entity under a former name (``FormerName``), with
  /// an address that still identifies it. In order and disjoint. O(range), and a look-up for each candidate.
  func outdated(
    in range: TextRange, of text: IndexedText, trigger: String, lookup: Lookup
  ) -> [ReadBackText] {
    guard let address = addressAnchor(trigger: trigger) else { return [] }
    var outdated: [ReadBackText] = []
    text.forEachStretch(of: range) { stretch in
      let reader = FormatReader(format: self, anchor: address, trigger: trigger, stretch: stretch)
      outdated += reader.outdated(lookup).map { $0.shifted(by: stretch.start.utf8) }
    }
    return outdated
  }
}

// MARK: - One range of lines

/// Searches a range of whole lines for text written by one format. Offsets are relative to the range.
struct FormatReader {
  let format: InsertFormat
  let anchor: InsertFormat.Anchor
  let trigger: String
  let stretch: TextStretch

  private var bytes: [UInt8] { stretch.bytes }

  /// The maximum length of a value in bytes, and the maximum number of possible ends of a value that are tried.
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

  /// The possible ends of the value: before the literal that follows it in the format or, if no literal follows, at any
  /// position that is not inside a word.
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

  /// Whether underscores that begin here open emphasis: neither a word nor a backslash precedes them (CommonMark,
  /// sections 6.2 and 2.4).
  func opensEmphasis(at offset: Int) -> Bool {
    guard let previous = offset == 0 ? before : scalar(before: offset) else { return true }
    return previous != "\\" && !CharacterClass(previous, nil).contains(.normal)
  }

  /// Whether a mention may end here: before a separator or the end of the text, and not before its own trigger. A
  /// joiner followed by a letter belongs to the preceding text.
  func admitsEnd(at end: Int, of trigger: [UInt8]) -> Bool {
    guard let last = scalar(before: end), let next = end == bytes.count ? after : scalar(at: end) else {
      return true
    }
    let letterFollows = CharacterClass(next, nil).contains(.normal)
    // If letters follow, a handle that ends in a joiner is merely the beginning of a longer one.
    if Self.joinsWords(last) { return !letterFollows }
    // Letters, such as a genitive ending, may directly follow a mention that ends with punctuation, such as `](…)`.
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
