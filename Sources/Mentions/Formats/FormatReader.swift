import Entities
import TextModel

/// Looks for what one format wrote in a stretch of whole lines. Offsets are those of `bytes`.
struct FormatReader {
  let format: InsertFormat
  let anchor: InsertFormat.Anchor
  let trigger: String
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

  /// Whether the format, writing this entity, would have written what stands here.
  private func fit(_ entity: Entity, valueStart: Int) -> ReadBackText? {
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
    while at < limit, ends.count < Self.mostEnds {
      let byte = bytes[at]
      if Self.isLineEnd(byte) || (!mayHoldSpaces && (byte == 0x20 || byte == 9)) { break }
      at += 1
      guard at == bytes.count || bytes[at] & 0xc0 != 0x80 else { continue }
      if at == bytes.count || !WordScalars.isWordByte(byte) || !WordScalars.isWordByte(bytes[at]) {
        if byte != 0x20 { ends.append(at) }
      }
    }
    return ends
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  /// Whether a mention may stand here: it begins and ends where words do.
  private func isFree(start: Int, end: Int) -> Bool {
    let first = scalar(at: start)
    let previous = start == 0 ? before : scalar(before: start)
    let startsLikeMention = bytes[start...].starts(with: trigger.utf8)
    if let first, let previous, startsLikeMention || WordScalars.isNormal(first),
      WordScalars.isNormal(previous), !WordScalars.isWrittenWithoutSpaces(previous)
    {
      return false
    }
    guard let last = scalar(before: end), WordScalars.isNormal(last),
      !WordScalars.isWrittenWithoutSpaces(last)
    else { return true }
    guard let next = end == bytes.count ? after : scalar(at: end) else { return true }
    if WordScalars.isNormal(next) { return WordScalars.isWrittenWithoutSpaces(next) }
    guard WordScalars.joinsWords(next) else { return true }
    let beyond = end + UTF8.width(next)
    return !(beyond < bytes.count && scalar(at: beyond).map(WordScalars.isNormal) ?? false)
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
