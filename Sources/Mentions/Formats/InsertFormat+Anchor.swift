public import Entities
public import TextModel

/// Text that a format must have written.
public struct ReadBackText: Hashable, Sendable {
  public var entity: Entity
  /// What of the text it was found by: the handle in `@ada`.
  public var key: String
  /// All that the format wrote, UTF-8 offsets in the document.
  public var range: TextRange
  /// What the annotation covers.
  public var visible: TextRange
}

extension ReadBackText {
  func shifted(by distance: Int) -> ReadBackText {
    ReadBackText(
      entity: entity, key: key, range: range.shifted(by: distance), visible: visible.shifted(by: distance))
  }
}

extension InsertFormat {
  /// Finds entities by one of their fields, byte for byte or more loosely: what is found is written again and
  /// compared with the text, so too many do no harm.
  public typealias Lookup = (_ field: FormatField, _ value: String) -> [Entity]

  struct Anchor {
    var literal: [UInt8]
    var piece: Int
    var fields: [FormatField]
    /// What follows the field; empty where its end must be guessed.
    var terminator: [UInt8]
  }

  /// The best place to begin: one whose end is known, then the longer literal.
  func anchor(trigger: String) -> Anchor? { anchor(trigger: trigger) { _, _ in true } }

  /// The same among what points at somebody whatever the name is: the address of a link, the e-mail address behind a name.
  func addressAnchor(trigger: String) -> Anchor? {
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
}
