public import Entities
public import TextModel

/// Text that a format must have written.
public struct ReadBackText: Hashable, Sendable {
  public var entity: Entity
  /// All that the format wrote, UTF-8 offsets in the document.
  public var range: TextRange
  /// What the annotation covers.
  public var visible: TextRange
}

extension InsertFormat {
  /// Finds entities by one of their fields, byte for byte or more loosely: what is found is written again and
  /// compared with the text, so too many do no harm.
  public typealias Lookup = (_ field: FormatField, _ value: String) -> [Entity]

  /// Whether what this format writes can be found in a text: a field that identifies an entity is right
  /// after literal text or the trigger (`@{handle}`, `{name} <{email}>`; not `{name}`). Of alternatives one is enough
  /// (`@{metadata.nick|handle}`): an entity that lacks the others is found by it.
  public var canBeReadBack: Bool { anchor(trigger: "@") != nil }

  struct Anchor {
    var literal: [UInt8]
    var piece: Int
    var fields: [FormatField]
    /// What follows the field; empty where its end must be guessed.
    var terminator: [UInt8]
  }

  /// The best place to begin: one whose end is known, then the longer literal.
  func anchor(trigger: String) -> Anchor? {
    var best: Anchor?
    var literal: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .literal(let bytes): literal += bytes
      case .field([.trigger]): literal += Array(trigger.utf8)
      case .field(let fields):
        let isSolid = literal.contains { $0 != 0x20 }
        if isSolid, fields.contains(where: \.identifies) {
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

  /// Every place in `range` where this format wrote exactly one of the entities that `lookup` knows, in order
  /// and disjoint. Where two could have been meant there is none. O(range) and a look-up per place that looks
  /// like it. What is found lies wholly inside `range`.
  ///
  /// It is enclosed by separators or the text's edges (the behaviour, section 9), and none of `controls`,
  /// the control characters that there are.
  public func readBack(
    in range: TextRange, of text: IndexedText, trigger: String, controls: [String] = [], lookup: Lookup
  ) -> [ReadBackText] {
    guard let anchor = anchor(trigger: trigger) else { return [] }
    var found: [ReadBackText] = []
    var line = text.lines.line(at: range.start)
    var start = range.start
    while start < range.end {
      // Whole lines, about 64 KiB at a time: what a format writes is on one line.
      var end = start
      while end < range.end, end - start < 1 << 16 {
        line += 1
        end = line < text.lines.lineCount ? min(range.end, text.lines.start(ofLine: line)) : range.end
      }
      let reader = FormatReader(
        format: self, anchor: anchor, trigger: trigger, controls: controls.map { Array($0.utf8) },
        bytes: text.buffer.bytes(in: TextRange(start, end)),
        before: text.buffer.scalar(before: start), after: text.buffer.scalar(at: end))
      found += reader.all(lookup).map { $0.shifted(by: start.utf8) }
      start = end
    }
    return found
  }
}

extension ReadBackText {
  func shifted(by distance: Int) -> ReadBackText {
    ReadBackText(entity: entity, range: range.shifted(by: distance), visible: visible.shifted(by: distance))
  }
}
