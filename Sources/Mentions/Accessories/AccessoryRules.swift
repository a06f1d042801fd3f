import TextModel

/// What edits do to the places of accessories.
enum AccessoryRules {
  /// Where an accessory is afterwards; nil: nowhere, for its text is gone.
  ///
  /// - Parameter parts: the real changes: sorted, disjoint.
  static func anchor(of accessory: TextAccessory, after parts: [NetEdit]) -> TextAccessory.Anchor? {
    switch accessory.anchor {
    case .mentions: .mentions
    case .position(let offset): .position(moved(offset, accessory.place, by: parts))
    case .range(let range): moved(range, by: parts).map { .range($0) }
    }
  }

  private static func moved(
    _ offset: TextOffset, _ place: TextAccessory.Place, by parts: [NetEdit]
  ) -> TextOffset {
    var shift = 0
    for part in parts {
      let isInsertedHere = part.removed.isEmpty && part.oldRange.start == offset
      if part.oldRange.end <= offset, !(isInsertedHere && place == .after) {
        shift += part.shift
      } else if part.oldRange.start < offset {
        // What stood on both sides has become something else.
        return place == .after ? part.newRange.end : part.newStart
      } else {
        break
      }
    }
    return offset + shift
  }

  /// Text that is put in at an edge does not belong to it; what is changed inside does.
  private static func moved(_ range: TextRange, by parts: [NetEdit]) -> TextRange? {
    let first = parts.firstIndex { $0.oldRange.end > range.start } ?? parts.count
    let end = parts[first...].firstIndex { $0.oldRange.start >= range.end } ?? parts.count
    let shift = parts[..<first].reduce(0) { $0 + $1.shift }
    guard first < end else { return range.shifted(by: shift) }
    return AttributeRules.range(of: range, AttributePolicy(), hits: parts[first..<end], shift: shift)
  }
}
