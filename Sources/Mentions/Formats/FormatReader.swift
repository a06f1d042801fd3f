import Entities
import TextModel

/// Looks for what one format wrote in a stretch of whole lines. Offsets are those of `bytes`.
struct FormatReader {
  let format: InsertFormat
  let anchor: InsertFormat.Anchor
  let trigger: String
  /// All control characters that there are.
  let controls: [[UInt8]]
  let bytes: [UInt8]
  /// The scalars around `bytes`.
  let before: Unicode.Scalar?
  let after: Unicode.Scalar?

  /// The longest value looked for, and how many ends of it are tried.
  private static let longestValue = 400
  private static let mostEnds = 24

  func all(_ lookup: InsertFormat.Lookup) -> [ReadBackText] {
    var found: [ReadBackText] = []
    var at = 0
    let literal = anchor.literal
    while at + literal.count <= bytes.count {
      guard let next = bytes[at...].firstIndex(of: literal[0]) else { break }
      at = next + 1
      guard bytes[next...].starts(with: literal) else { continue }
      guard let one = one(valueStart: next + literal.count, lookup) else { continue }
      if let last = found.last, one.range.start < last.range.end { continue }
      found.append(one)
      at = max(at, one.range.end.utf8)
    }
    return found
  }

  /// The only text that fits at this anchor.
  private func one(valueStart: Int, _ lookup: InsertFormat.Lookup) -> ReadBackText? {
    var result: ReadBackText?
    for end in ends(from: valueStart) {
      let value = String(decoding: bytes[valueStart..<end], as: UTF8.self)
      for field in anchor.fields {
        for entity in lookup(field, value) {
          guard let fits = fit(entity, valueStart: valueStart) else { continue }
          if let other = result, !other.entity.isSameEntity(as: entity) { return nil }
          result = result ?? fits
        }
      }
    }
    return result
  }

  /// Whether the format, writing this entity, would have written the text here.
  private func fit(_ entity: Entity, valueStart: Int) -> ReadBackText? {
    guard format.substitute(for: entity) == nil else { return nil }
    let written = format.render(entity, trigger: trigger, name: nil)
    // One that lacks the field left nothing there to be read.
    guard written.starts[anchor.piece] < written.starts[anchor.piece + 1] else { return nil }
    let start = valueStart - written.starts[anchor.piece]
    guard start >= 0, start + written.bytes.count <= bytes.count,
      bytes[start...].starts(with: written.bytes),
      isFree(start: start, end: start + written.bytes.count)
    else { return nil }
    return ReadBackText(
      entity: entity, range: TextRange(start, start + written.bytes.count),
      visible: written.visible.shifted(by: start))
  }

  /// Where the value may end: before what follows it in the format, else where a word ends.
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
      let next = scalar(at: at)
      let kind: CharacterClass = next.map { CharacterClass($0, nil) } ?? []
      // Where a word ends, or what is not a word.
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

  /// Whether a mention may be here: it is enclosed by separators or the text's edges.
  private func isFree(start: Int, end: Int) -> Bool {
    let startsWord = bytes[start...].starts(with: trigger.utf8) || kind(at: start).contains(.normal)
    if startsWord {
      let previous: CharacterClass =
        start == 0 ? before.map { CharacterClass($0, nil) } ?? [] : kind(before: start)
      if previous.contains(.normal), !previous.contains(.unspaced) { return false }
      if follows(controls, at: start) { return false }
    }
    guard let last = scalar(before: end), let next = end == bytes.count ? after : scalar(at: end) else {
      return true
    }
    let letterFollows = CharacterClass(next, nil).contains(.normal)
    // A handle that ends in a joiner is the beginning of a longer one where letters follow.
    if Self.joinsWords(last) { return !letterFollows }
    // What a format closes by itself (`](…)`) may be written on to, as a genitive is.
    guard CharacterClass(last, nil).contains(.normal) else { return true }
    if letterFollows || controls.contains(where: { bytes[end...].starts(with: $0) }) { return false }
    return !(Self.joinsWords(next) && kind(at: end + 1).contains(.normal))
  }

  /// What may occur inside a handle: `jane-doe`, `bob.by`, `team/web`.
  private static func joinsWords(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "." || scalar == "/"
  }

  /// Whether a control character ends here.
  private func follows(_ controls: [[UInt8]], at offset: Int) -> Bool {
    controls.contains { control in
      if offset == 0 { return before.map { String($0).utf8.elementsEqual(control) } ?? false }
      return bytes[..<offset].suffix(control.count).elementsEqual(control)
    }
  }

  private func kind(at offset: Int) -> CharacterClass {
    scalar(at: offset).map { CharacterClass($0, nil) } ?? []
  }

  private func kind(before offset: Int) -> CharacterClass {
    scalar(before: offset).map { CharacterClass($0, nil) } ?? []
  }

  private func scalar(at offset: Int) -> Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    return String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }

  private func scalar(before offset: Int) -> Unicode.Scalar? {
    guard offset > 0 else { return nil }
    var start = offset - 1
    while start > 0, bytes[start] & 0xc0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }
}
