import TextModel

/// What edits do to one annotation that they hit (the behaviour, sections 5 and 6).
enum AnnotationRules {
  enum Outcome {
    /// What was put in could as well have been put in at its edge: it says what it said.
    case moved(start: Int)
    /// White space inside it became other white space: it says what is there now.
    case respaced(AnnotationContent, start: Int)
    /// Shortened; what is left of it, in the new text: the short form, and whitespace behind it.
    case trimmed(AnnotationContent, remains: TextRange)
    /// Plain text now; what is left of it, in the new text.
    case bleached(remains: TextRange, PlainTextRule)
    case deleted(PlainTextRule)
  }

  /// - Parameters:
  ///   - start: where the annotation stood in the old text.
  ///   - hits: the refined edits that change a byte of it or insert strictly inside; never empty.
  ///   - shift: how far the edits before the first of `hits` have moved it.
  ///   - isCovered: whether one edit, as the client sent it, spans the whole annotation.
  static func outcome(
    of content: AnnotationContent, start: Int, hits: ArraySlice<NetEdit>, shift: Int, isCovered: Bool,
    in text: IndexedText
  ) -> Outcome {
    let end = start + content.text.count
    guard let first = hits.first, let last = hits.last else { return .deleted(.deleted) }
    let reachesIn = first.oldRange.start.utf8 >= start
    let endsInside = last.oldRange.end.utf8 <= end
    let newStart = reachesIn ? start + shift : first.newRange.end.utf8
    let newEnd =
      endsInside ? end + shift + hits.reduce(0) { $0 + $1.shift } : last.newStart.utf8

    if reachesIn, endsInside, let respaced = respaced(content, newStart..<newEnd, hits, in: text) {
      return .respaced(respaced, start: newStart)
    }
    if let start = edgeInstead(content, start + shift, hits, in: text) { return .moved(start: start) }
    if let short = content.shortened(), reachesIn, endsInside || last.inserted.isEmpty, newStart <= newEnd,
      text.buffer.holds(short.text, at: TextOffset(newStart)),
      isBlank(newStart + short.text.count..<max(newStart + short.text.count, newEnd), in: text),
      newStart + short.text.count <= newEnd,
      text.buffer.isGraphemeBoundary(TextOffset(newStart)),
      text.buffer.isGraphemeBoundary(TextOffset(newStart + short.text.count))
    {
      return .trimmed(short, remains: TextRange(newStart, max(newStart + short.text.count, newEnd)))
    }

    var left = content.text.count
    for hit in hits {
      left -= max(0, min(end, hit.oldRange.end.utf8) - max(start, hit.oldRange.start.utf8))
    }
    if left <= 0 || (isCovered && left * 2 < content.text.count) {
      return .deleted(hits.allSatisfy(\.inserted.isEmpty) ? .deleted : .replaced)
    }
    return .bleached(
      remains: TextRange(newStart, max(newStart, newEnd)),
      reachesIn && endsInside ? .changedInside : .changedAcrossEdge)
  }

  /// `AAdam` is `Adam` with a letter in front, wherever the client says that the letter was put in: an insertion that
  /// leaves the whole text at one end of what is there now was made at the other.
  private static func edgeInstead(
    _ content: AnnotationContent, _ newStart: Int, _ hits: ArraySlice<NetEdit>, in text: IndexedText
  ) -> Int? {
    guard let hit = hits.first, hits.count == 1, hit.removed.isEmpty else { return nil }
    return [newStart, newStart + hit.inserted.count].first {
      text.buffer.holds(content.text, at: TextOffset($0)) && text.buffer.isGraphemeBoundary(TextOffset($0))
        && text.buffer.isGraphemeBoundary(TextOffset($0 + content.text.count))
    }
  }

  private static func respaced(
    _ content: AnnotationContent, _ new: Range<Int>, _ hits: ArraySlice<NetEdit>, in text: IndexedText
  ) -> AnnotationContent? {
    guard !new.isEmpty, hits.allSatisfy({ isBlank($0.removed) && isBlank($0.inserted) }) else { return nil }
    let range = TextRange(new.lowerBound, new.upperBound)
    guard text.buffer.isGraphemeBoundary(range.start), text.buffer.isGraphemeBoundary(range.end) else {
      return nil
    }
    return content.respaced(text.buffer.bytes(in: range))
  }

  private static func isBlank(_ bytes: [UInt8]) -> Bool {
    WhiteSpace.end(in: bytes.span, from: 0) == bytes.count
  }

  private static func isBlank(_ range: Range<Int>, in text: IndexedText) -> Bool {
    var at = TextOffset(range.lowerBound)
    let end = min(TextOffset(range.upperBound), text.buffer.end)
    while at < end, let scalar = text.buffer.scalar(at: at) {
      guard scalar.properties.isWhitespace else { return false }
      at = at + UTF8.width(scalar)
    }
    return true
  }
}
