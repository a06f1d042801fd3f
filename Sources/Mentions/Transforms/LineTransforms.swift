import Entities
import TextModel

/// Transforms of whole lines.
enum LineTransforms {
  /// Sorts the lines alphabetically, ignoring case and accents; equal lines keep their order. Line ends are not moved.
  ///
  /// - Complexity: O(n log n) for n lines.
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

  /// Joins all lines: each line end, with the surrounding white space, becomes one space, or nothing between letters of
  /// scripts written without spaces. Empty lines are removed.
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

/// Breaks long lines at white space and between letters of scripts written without spaces. Mentions are never broken; a
/// word that is too long gets its own line.
struct LineWrapping {
  private let source: StyledText
  /// The maximum number of columns of a line.
  private let column: Int
  private var result: TransformedText

  /// Unbreakable text, with the preceding white space.
  fileprivate struct Word {
    var space: Range<Int>
    var pieces: [StyledText.Piece]
  }

  private init(_ source: StyledText, column: Int) {
    self.source = source
    self.column = column
    result = TransformedText(of: source)
  }

  /// Wraps lines.
  ///
  /// - Parameters:
  ///   - source: the lines to wrap.
  ///   - column: the maximum number of terminal columns in a line; wide characters take two.
  /// - Complexity: linear in the text.
  static func apply(to source: StyledText, column: Int) -> TransformedText {
    var wrapping = LineWrapping(source, column: column)
    let lineEnd = source.lineEnd
    for line in source.lines {
      wrapping.add(line, lineEnd: lineEnd)
      wrapping.result.append(source.text[line.terminator])
    }
    return wrapping.result
  }

  private mutating func add(_ line: TransformLine, lineEnd: [UInt8]) {
    guard width(of: source.bytes(of: line.pieces)[...], from: 0) > column else {
      for piece in line.pieces { result.append(piece) }
      return
    }
    let words = words(of: line.pieces)
    let indent = words.first.map { source.text[$0.space] } ?? []
    var used = 0
    for (index, word) in words.enumerated() {
      let space = source.text[word.space]
      let own = source.bytes(of: word.pieces)
      let spaced = width(of: space, from: used)
      let end = width(of: own[...], from: spaced)
      if index > 0, end > column, !word.pieces.isEmpty {
        result.append(lineEnd)
        result.append(indent)
        used = width(of: own[...], from: width(of: indent, from: 0))
      } else {
        // White space at the end of the line is kept: it is a word without pieces, which is never moved to a new line.
        result.append(space)
        used = end
      }
      for piece in word.pieces { result.append(piece) }
    }
  }

  // MARK: Words

  private func words(of pieces: [StyledText.Piece]) -> [Word] {
    var words: [Word] = []
    for piece in pieces {
      guard case .plain(let range) = piece else {
        if words.isEmpty { words.append(Word(space: 0..<0, pieces: [])) }
        words[words.count - 1].pieces.append(piece)
        continue
      }
      var start = range.lowerBound
      var previous: Character?
      var isSpace = false
      for character in String(decoding: source.text[range], as: UTF8.self) {
        let end = start + character.utf8.count
        defer {
          start = end
          previous = character
        }
        let wasSpace = isSpace
        isSpace = character == " " || character == "\t"
        if isSpace {
          if wasSpace {
            let first = words[words.count - 1].space.lowerBound
            words[words.count - 1].space = first..<end
          } else {
            words.append(Word(space: start..<end, pieces: []))
          }
        } else if words.isEmpty || (!wasSpace && Self.mayBreak(between: previous, and: character)) {
          words.append(Word(space: start..<start, pieces: [.plain(start..<end)]))
        } else {
          words[words.count - 1].append(start..<end)
        }
      }
    }
    return words
  }

  /// Whether a line may be broken between two characters that are not white space: if one of them belongs to a script
  /// without spaces, but neither before closing nor after opening punctuation.
  private static func mayBreak(between left: Character?, and right: Character) -> Bool {
    guard let left = left?.unicodeScalars.first, let right = right.unicodeScalars.first,
      UnspacedScripts.contains(left) || UnspacedScripts.contains(right)
    else { return false }
    // Finding the words of Thai, Lao, Khmer and Myanmar requires a dictionary.
    if isBrokenByDictionary(left) || isBrokenByDictionary(right) { return false }
    let closing: Set<Unicode.GeneralCategory> = [
      .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter,
    ]
    if closing.contains(right.properties.generalCategory) { return false }
    return ![.openPunctuation, .initialPunctuation].contains(left.properties.generalCategory)
  }

  private static func isBrokenByDictionary(_ scalar: Unicode.Scalar) -> Bool {
    UnspacedScripts.contains(scalar) && scalar.value < 0x2E80
  }

  // MARK: Width

  /// The column at which a text ends if it starts at column `start`; tabs advance to the next multiple of eight.
  private func width(of bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var column = start
    for character in String(decoding: bytes, as: UTF8.self) {
      column += character == "\t" ? 8 - column % 8 : CellWidth.columns(of: character)
    }
    return column
  }
}

extension LineWrapping.Word {
  fileprivate mutating func append(_ range: Range<Int>) {
    if case .plain(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .plain(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.plain(range))
    }
  }
}
