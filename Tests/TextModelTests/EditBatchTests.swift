import MentionsTestKit
import Testing
import TextModel

@Suite struct EditBatchTests {
  private func check(
    _ text: String, _ edits: [TextReplacement], expects net: [TextReplacement], outcome: String? = nil
  ) {
    var document = IndexedText(text)
    var batch = EditBatch()
    for edit in edits { batch.apply(edit, to: &document) }
    #expect(batch.netEdits() == net)
    if let outcome { #expect(document.bytes == Array(outcome.utf8)) }
  }

  @Test func `a name deleted and inserted by characters is one replacement`() {
    let deletions = (0..<4).map { TextReplacement(TextRange(6 - $0, 7 - $0), "") }
    let insertions = "Alice Smith".enumerated().map { TextReplacement(TextRange(3 + $0, 3 + $0), String($1)) }
    check(
      "Hi @ali!", deletions + insertions, expects: [TextReplacement(TextRange(3, 7), "Alice Smith")],
      outcome: "Hi Alice Smith!")
  }

  @Test func `six typed characters are one insertion`() {
    check(
      "ab", "@alice".enumerated().map { TextReplacement(TextRange(1 + $0, 1 + $0), String($1)) },
      expects: [TextReplacement(TextRange(1, 1), "@alice")], outcome: "a@aliceb")
  }

  @Test func `neighbours merge`() {
    check(
      "ab", [TextReplacement(TextRange(1, 1), "x"), TextReplacement(TextRange(1, 1), "y")],
      expects: [.init(TextRange(1, 1), "yx")])
    check(
      "abcd", [TextReplacement(TextRange(1, 2), ""), TextReplacement(TextRange(1, 2), "")],
      expects: [.init(TextRange(1, 3), "")])
    check(
      "abcd", [TextReplacement(TextRange(2, 3), ""), TextReplacement(TextRange(1, 2), "")],
      expects: [.init(TextRange(1, 3), "")])
  }

  @Test func `edits at several cursors, last to first, stay apart`() {
    check(
      "a b c",
      [
        TextReplacement(TextRange(4, 5), "C!"), TextReplacement(TextRange(2, 3), "B!"),
        TextReplacement(TextRange(0, 1), "A!"),
      ],
      expects: [
        TextReplacement(TextRange(0, 1), "A!"), TextReplacement(TextRange(2, 3), "B!"),
        TextReplacement(TextRange(4, 5), "C!"),
      ], outcome: "A! B! C!")
  }

  @Test func `reverted edits leave nothing`() {
    check(
      "ab", [TextReplacement(TextRange(1, 1), "xyz"), TextReplacement(TextRange(1, 4), "")], expects: [],
      outcome: "ab")
    check(
      "ab", [TextReplacement(TextRange(0, 1), ""), TextReplacement(TextRange(0, 0), "a")], expects: [],
      outcome: "ab")
  }

  @Test func `positions move with their text`() {
    var text = IndexedText("one two three")
    var batch = EditBatch()
    batch.apply(TextReplacement(TextRange(0, 0), ">> "), to: &text)
    batch.apply(TextReplacement(TextRange(7, 10), "2"), to: &text)
    let map = OffsetMap(batch.netEdits())
    func moved(_ offset: Int, _ bias: OffsetBias) -> Int { map.map(TextOffset(offset), bias: bias).utf8 }
    #expect(moved(0, .before) == 0)
    #expect(moved(0, .after) == 3)
    #expect(moved(2, .before) == 5)
    #expect(moved(4, .after) == 7, "the start of what was replaced")
    #expect(moved(5, .before) == 7)
    #expect(moved(5, .after) == 8)
    #expect(moved(7, .before) == 8, "the end of what was replaced")
    #expect(moved(13, .before) == 14)
  }

  @Test(arguments: seeds(0...19))
  func `the net edits yield the same text`(seed: UInt64) {
    var random = SeededRandom(seed)
    for round in 0..<20 {
      let start = painfulText(pieces: 30, using: &random)
      var text = IndexedText(start)
      var batch = EditBatch()
      for _ in 0..<Int.random(in: 0...25, using: &random) {
        let range = randomRange(text.bytes, longest: 4, using: &random)
        let pieces = Int.random(in: 0...2, using: &random)
        batch.apply(
          TextReplacement(range: range, replacement: painfulText(pieces: pieces, using: &random)), to: &text)
      }
      for trimmed in [true, false] {
        let net = batch.netChanges(trimmed: trimmed)
        var oracle = start
        for change in net.reversed() {
          #expect(
            Array(oracle[change.range.start.utf8..<change.range.end.utf8]) == change.removed, "seed \(seed)")
          oracle.apply(change.edit)
        }
        #expect(oracle == text.bytes, "seed \(seed) round \(round)")
        for (one, next) in zip(net, net.dropFirst()) {
          #expect(one.range.end < next.range.start, "seed \(seed) round \(round)")
        }
      }
      #expect(EditBatch(batch.applied).netEdits() == batch.netEdits())
    }
  }

  /// A place that no edit comes near keeps the bytes round it.
  @Test(arguments: seeds(0...19))
  func `maps every position`(seed: UInt64) {
    var random = SeededRandom(seed)
    let start = painfulText(pieces: 40, using: &random)
    var text = IndexedText(start)
    var batch = EditBatch()
    for _ in 0..<6 {
      batch.apply(TextReplacement(randomRange(text.bytes, longest: 2, using: &random), "xy"), to: &text)
    }
    let net = batch.netEdits()
    let map = OffsetMap(net)
    var last = TextOffset.zero
    for place in 0...start.count {
      let (left, right) = (
        map.map(TextOffset(place), bias: .before), map.map(TextOffset(place), bias: .after)
      )
      #expect(last <= left && left <= right && right <= text.buffer.end, "seed \(seed) place \(place)")
      last = left
      if !net.contains(where: { $0.range.touches(TextOffset(place)) }) {
        #expect(left == right, "seed \(seed) place \(place)")
        if place < start.count { #expect(text.buffer[left] == start[place], "seed \(seed) place \(place)") }
      }
    }
  }
}

extension EditBatch {
  /// The net changes as edits of the text before the batch.
  fileprivate func netEdits() -> [TextReplacement] { netChanges().map(\.edit) }
}
