import Entities
import TextModel

/// What one format may have written in a text.
struct FormatReadings {
  /// In order and disjoint.
  var found: [ReadBackText] = []
  /// Places where several entities can be meant, with all of them.
  var ambiguous: [[ReadBackText]] = []
}

/// Looks for what one format wrote in a stretch of whole lines. Offsets are those of the stretch.
struct FormatReader {
  let format: InsertFormat
  let anchor: InsertFormat.Anchor
  let trigger: String
  /// All control characters that there are.
  let controls: [[UInt8]]
  let stretch: TextStretch

  var bytes: [UInt8] { stretch.bytes }

  /// The longest value looked for, and how many ends of it are tried.
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

  /// What fits at this anchor, once for each entity.
  private func candidates(valueStart: Int, _ lookup: InsertFormat.Lookup) -> [ReadBackText] {
    var candidates: [ReadBackText] = []
    for end in ends(from: valueStart) {
      let value = String(decoding: bytes[valueStart..<end], as: UTF8.self)
      for field in anchor.fields {
        for entity in lookup(field, value) {
          guard let fits = fit(entity, value, at: valueStart),
            !candidates.contains(where: { $0.entity.isSameEntity(as: entity) })
          else { continue }
          candidates.append(fits)
        }
      }
    }
    return candidates
  }

  /// Whether the format, writing this entity, would have written the text here.
  private func fit(_ entity: Entity, _ value: String, at valueStart: Int) -> ReadBackText? {
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
      entity: entity, key: value, range: TextRange(start, start + written.bytes.count),
      visible: written.visible.shifted(by: start))
  }

  /// Where the value may end: before what follows it in the format, else where a word ends.
  func ends(from start: Int) -> [Int] {
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

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  /// Whether a mention may be here: it is enclosed by separators or the text's edges.
  func isFree(start: Int, end: Int) -> Bool {
    let startsWord = bytes[start...].starts(with: trigger.utf8) || stretch.kind(at: start).contains(.normal)
    if startsWord, !stretch.admitsStart(at: start, controls: controls) { return false }
    return stretch.admitsEnd(at: end, controls: controls)
  }
}
