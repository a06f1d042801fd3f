import Entities
import Mentions
import MentionsServer
import TextModel

/// A file of the annotation store and a text to find its mentions in, divided by a line of `---`.
enum StoreFuzzing {
  private static let document = "file:///a.md"

  static func run(_ input: [UInt8]) throws(FuzzError) {
    let parts = FuzzInput.parts(input, atMost: 2)
    let text = PlainText(parts.count > 1 ? parts[1] : []).bytes
    switch StoredDocument.read(parts[0], of: document) {
    case .failure(let fault): try require(!"\(fault)".isEmpty, "a fault without words")
    case .success(let stored):
      try checkWriting(stored)
      try checkRestoring(stored.states, into: text)
    }
  }

  /// Written and read again it is the same; a shorter file holds the first of it.
  private static func checkWriting(_ stored: StoredDocument) throws(FuzzError) {
    let (bytes, leftOut) = stored.encoded()
    try require(leftOut == 0, "\(leftOut) mentions are left out of a small file")
    guard case .success(let again) = StoredDocument.read(bytes, of: document) else {
      throw FuzzError("what was written cannot be read: \(FuzzInput.text(bytes))")
    }
    try require(again == stored, "read again it is another: \(FuzzInput.text(bytes))")
    let total = stored.states.reduce(0) { $0 + $1.count }
    let (short, missing) = stored.encoded(limit: bytes.count / 2)
    guard case .success(let less) = StoredDocument.read(short, of: document) else {
      throw FuzzError("shortened it cannot be read: \(FuzzInput.text(short))")
    }
    let left = less.states.reduce(0) { $0 + $1.count }
    try require(left + missing == total, "\(left) of \(total) written, \(missing) left out")
  }

  private static func checkRestoring(_ states: [DocumentArchive], into text: [UInt8]) throws(FuzzError) {
    for state in states {
      let indexed = IndexedText(text)
      let (found, lost) = state.mentions.restore(into: indexed)
      let count = state.mentions.records.count
      try require(found.count + lost.count == count, "\(found.count) found, \(lost.count) lost of \(count)")
      try checkPlaces(state.mentions, found, lost.map(\.index), in: text)
    }
    var document = MentionsDocument(text: text, languageID: "markdown", policy: .standard)
    let outcome = document.restore(states)
    let violations = document.annotations.violations(in: document.text)
    try require(violations.isEmpty, violations.joined(separator: "; "))
    try require(outcome.restored == document.annotations.count, "\(outcome.restored) are said to be restored")
    // What is kept of it now comes back whole.
    var again = MentionsDocument(text: text, languageID: "markdown", policy: .standard)
    let second = again.restore([document.archive()])
    try require(
      second.lost.isEmpty && again.annotations.map(\.range) == document.annotations.map(\.range),
      "restored again they are others")
  }

  /// A mention is only where its text is, and never at one of two places that fit equally well.
  private static func checkPlaces(
    _ archive: AnnotationArchive, _ found: [NewAnnotation], _ lost: [Int], in text: [UInt8]
  ) throws(FuzzError) {
    let kept = archive.records.enumerated().filter { !lost.contains($0.offset) }.map(\.element)
    // Those at their old places are out of the question for the others.
    let settled = Set(
      kept.filter { isWhole($0, at: $0.start, in: text) }.map { [$0.start, $0.start + $0.text.count] })
    var places = found.map { $0.range.start.utf8..<$0.range.end.utf8 }
    for record in kept {
      let place = place(of: record, settled, in: text)
      guard let index = places.firstIndex(where: { $0 == place }) else {
        throw FuzzError(
          "“\(FuzzInput.text(record.text))” belongs at \(place.map { "\($0)" } ?? "no place")")
      }
      places.remove(at: index)
    }
  }

  /// Where a record belongs.
  private static func place(
    of record: AnnotationArchive.Record, _ settled: Set<[Int]>, in text: [UInt8]
  ) -> Range<Int>? {
    if isWhole(record, at: record.start, in: text) { return record.start..<record.start + record.text.count }
    var scores: [(score: Int, start: Int)] = []
    for start in 0...max(0, text.count - record.text.count)
    where text[start...].starts(with: record.text) && !settled.contains([start, start + record.text.count]) {
      scores.append((score(record, at: start, in: text), start))
    }
    scores.sort { $0.score > $1.score }
    guard let best = scores.first, scores.count < 2 || scores[1].score < best.score,
      best.score >= min(AnnotationArchive.leastContext, record.before.count + record.after.count)
    else { return nil }
    return best.start..<best.start + record.text.count
  }

  private static func isWhole(_ record: AnnotationArchive.Record, at start: Int, in text: [UInt8]) -> Bool {
    start <= text.count && text[start...].starts(with: record.text)
      && score(record, at: start, in: text) == record.before.count + record.after.count
  }

  /// How many bytes round the place are as they were.
  private static func score(_ record: AnnotationArchive.Record, at start: Int, in text: [UInt8]) -> Int {
    let before = zip(text[..<start].reversed(), record.before.reversed()).prefix { $0 == $1 }.count
    let after = zip(text[(start + record.text.count)...], record.after).prefix { $0 == $1 }.count
    return before + after
  }
}
