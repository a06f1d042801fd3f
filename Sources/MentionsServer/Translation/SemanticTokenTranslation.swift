import LanguageProtocol
import Mentions
import TextModel

/// Annotations as LSP semantic tokens: five numbers each, places relative to the token before.
struct SemanticTokenTranslation {
  /// The modifiers of the legend, in the order of their bits.
  static let modifiers = ["trimmed", "litUp", "unknown"]

  let encoding: PositionEncoding

  /// The tokens of the annotations in `indices`; the first is relative to the annotation before it, or
  /// to the start of the document.
  func tokens(
    of indices: Swift.Range<Int>, in document: MentionsDocument, relativeToStart: Bool = false
  ) -> [Int] {
    let text = document.text
    let annotations = document.annotations
    var cursor = PositionCursor(encoding)
    var data: [Int] = []
    data.reserveCapacity(indices.count * 5)
    var last = TextPosition(line: 0, column: 0)
    if !relativeToStart, indices.lowerBound > 0, !indices.isEmpty {
      last = self.last(of: annotations.range(at: indices.lowerBound - 1), in: text)
    }
    func add(_ start: TextPosition, _ length: Int, _ modifiers: Int) {
      data.append(start.line - last.line)
      data.append(start.line == last.line ? start.column - last.column : start.column)
      data.append(length)
      data.append(0)
      data.append(modifiers)
      last = start
    }
    for index in indices {
      let range = annotations.range(at: index)
      let modifiers = modifierBits(of: index, in: annotations)
      let start = cursor.position(of: range.start, in: text)
      let end = cursor.position(of: range.end, in: text)
      if start.line == end.line {
        add(start, end.column - start.column, modifiers)
      } else {
        for piece in pieces(from: start, to: end, in: text) { add(piece.start, piece.length, modifiers) }
      }
    }
    return data
  }

  private struct Piece {
    let start: TextPosition
    /// In the negotiated units.
    let length: Int
  }

  /// Tokens cannot span lines: an annotation over a line end is one piece a line.
  private func pieces(from start: TextPosition, to end: TextPosition, in text: IndexedText) -> [Piece] {
    (start.line...end.line).compactMap { line in
      let from = line == start.line ? start.column : 0
      let to = line == end.line ? end.column : length(ofLine: line, in: text)
      return to > from ? Piece(start: TextPosition(line: line, column: from), length: to - from) : nil
    }
  }

  private func length(ofLine line: Int, in text: IndexedText) -> Int {
    encoding.position(of: encoding.offset(of: TextPosition(line: line, column: .max), in: text).0, in: text)
      .column
  }

  private func last(of range: TextRange, in text: IndexedText) -> TextPosition {
    let start = encoding.position(of: range.start, in: text)
    let end = encoding.position(of: range.end, in: text)
    return pieces(from: start, to: end, in: text).last?.start ?? start
  }

  private func modifierBits(of index: Int, in annotations: AnnotationStore) -> Int {
    (annotations.state(at: index) == .trimmed ? 1 : 0) | (annotations.litUpIndex == index ? 2 : 0)
  }
}

/// The tokens that a client was sent last, so that the next answer can be a difference.
struct SemanticTokenCache {
  let resultID: Int
  /// The store's revision that the tokens show.
  let revision: Int
  /// How many annotations there were.
  let annotations: Int
  let data: [Int]

  /// Whether each annotation is one token, so that places in the one list are places in the other.
  private var isUniform: Bool { data.count == annotations * 5 }

  /// What changed since, as one edit of the number list. Costs what changed where the store can tell,
  /// else the whole list.
  func delta(
    to document: MentionsDocument, by translation: SemanticTokenTranslation, resultID: Int
  ) -> (edit: SemanticTokensEdit?, next: SemanticTokenCache) {
    let store = document.annotations
    if isUniform, let untouched = store.untouched(since: revision) {
      let middle = untouched.prefix..<store.count - untouched.suffix
      let new = translation.tokens(of: middle, in: document)
      if new.count == middle.count * 5 {
        let old = untouched.prefix * 5..<(annotations - untouched.suffix) * 5
        return change(old, to: new, in: store, resultID: resultID)
      }
    }
    let all = translation.tokens(of: 0..<store.count, in: document)
    let prefix = zip(data, all).prefix { $0 == $1 }.count
    let suffix = zip(data[prefix...].reversed(), all[prefix...].reversed()).prefix { $0 == $1 }.count
    return change(
      prefix..<data.count - suffix, to: Array(all[prefix..<all.count - suffix]), in: store, resultID: resultID
    )
  }

  private func change(
    _ old: Swift.Range<Int>, to new: [Int], in store: AnnotationStore, resultID: Int
  ) -> (SemanticTokensEdit?, SemanticTokenCache) {
    let isSame = data[old].elementsEqual(new)
    var next = data
    if !isSame { next.replaceSubrange(old, with: new) }
    let cache = SemanticTokenCache(
      resultID: resultID, revision: store.revision, annotations: store.count, data: next)
    return (
      isSame ? nil : SemanticTokensEdit(start: old.lowerBound, deleteCount: old.count, data: new), cache
    )
  }
}
