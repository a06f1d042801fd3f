/// The text from its end to its start: by user-perceived characters, mentions as units.
enum Reversal {
  static func apply(to source: StyledText) -> TransformedText {
    var units: [StyledText.Piece] = []
    for piece in source.pieces.reversed() {
      switch piece {
      case .mention: units.append(piece)
      case .plain(let range): units += characters(of: source.text[range]).reversed()
      }
    }
    keepMentionsApart(&units, in: source)
    var result = TransformedText(of: source)
    for unit in units { result.append(unit) }
    return result
  }

  private static func characters(of text: ArraySlice<UInt8>) -> [StyledText.Piece] {
    var characters: [StyledText.Piece] = []
    var start = text.startIndex
    for character in String(decoding: text, as: UTF8.self) {
      let end = start + character.utf8.count
      characters.append(.plain(start..<end))
      start = end
    }
    return characters
  }

  /// A mark without a letter, and whatever else would grow together with a mention that it now stands beside, stays on
  /// the side of the mention where it was.
  private static func keepMentionsApart(_ units: inout [StyledText.Piece], in source: StyledText) {
    for at in units.indices.dropFirst() {
      let (left, right) = (units[at - 1], units[at])
      guard left.isMention || right.isMention,
        GraphemeEdge.joins(source.bytes(of: left), source.bytes(of: right))
      else { continue }
      units.swapAt(at - 1, at)
    }
  }
}

extension StyledText.Piece {
  var isMention: Bool { if case .mention = self { true } else { false } }
}
