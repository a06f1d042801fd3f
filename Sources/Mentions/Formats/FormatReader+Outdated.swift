import Entities
import TextModel

/// Somebody who is called otherwise now: what a format writes round the name still points at one entity.
extension FormatReader {
  /// The longest name looked for, in bytes.
  private static let longestName = 200

  /// What a format has written for somebody under a former name (``FormerName``), in order. The anchor is an address
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

  /// Where the name is that may be another one: all that the annotation covers or, where that holds the anchor, the
  /// name in it.
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

  /// The part that ends here, where the format's tail begins. What nothing of the format stands before is an alias.
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

  /// The part that begins here, where the format's head ends.
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
