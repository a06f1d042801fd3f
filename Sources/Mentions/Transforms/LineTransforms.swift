import Entities

/// Transforms of whole lines.
enum LineTransforms {
  /// The lines in alphabetical order, whatever the case and the accents of their letters; equal ones in their old order.
  /// Line ends stay where they are.
  ///
  /// - Complexity: O(n log n) in the lines.
  static func sort(_ source: StyledText) -> TransformedText {
    let lines = source.lines
    let keys = lines.map { line in
      let bytes = source.bytes(of: line.pieces)
      return (folded: NameFolding.fold(bytes), bytes: bytes)
    }
    let order = lines.indices.sorted { a, b in
      if keys[a].folded != keys[b].folded {
        return keys[a].folded.lexicographicallyPrecedes(keys[b].folded)
      }
      if keys[a].bytes != keys[b].bytes { return keys[a].bytes.lexicographicallyPrecedes(keys[b].bytes) }
      return a < b
    }
    var result = TransformedText(of: source)
    for (place, index) in order.enumerated() {
      for piece in lines[index].pieces { result.append(piece) }
      result.append(source.text[lines[place].terminator])
    }
    return result
  }

  /// All lines as one: each line end, with the white space round it, becomes one space, and nothing between letters of a
  /// script that is written without spaces. Empty lines go.
  static func join(_ source: StyledText) -> TransformedText {
    let lines = source.lines
    var result = TransformedText(of: source)
    var isFirst = true
    for (index, line) in lines.enumerated() {
      let pieces = source.withoutOuterSpace(line.pieces, atStart: !isFirst, atEnd: index + 1 < lines.count)
      guard !pieces.isEmpty else { continue }
      if !isFirst { result.append(space(between: result.text, and: source.bytes(of: pieces))) }
      isFirst = false
      for piece in pieces { result.append(piece) }
    }
    if let last = lines.last { result.append(source.text[last.terminator]) }
    return result
  }

  private static func space(between left: [UInt8], and right: [UInt8]) -> [UInt8] {
    guard let before = String(decoding: left.suffix(8), as: UTF8.self).unicodeScalars.last,
      let after = String(decoding: right.prefix(8), as: UTF8.self).unicodeScalars.first,
      UnspacedScripts.contains(before), UnspacedScripts.contains(after)
    else { return [32] }
    return []
  }
}
