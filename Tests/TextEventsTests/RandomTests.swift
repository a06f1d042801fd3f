import MentionsTestKit
import SessionSimulation
import Testing
import TextEvents
import TextModel

/// Whatever an editor does: the events make its text of the text before, in order, from top to bottom.
@Suite struct RandomTests {
  @Test(arguments: seeds(0...29))
  func `the events of any edits make the text`(seed: UInt64) {
    var random = SeededRandom(seed)
    let console = Console(MarkedText(painfulText(pieces: 20, using: &random)))
    for round in 0..<60 {
      console.isExact = random.chance(80)
      console.now += random.below(3000)
      switch random.below(8) {
      case 0, 1: console.type(String(decoding: painfulText(pieces: 1, using: &random), as: UTF8.self))
      case 2: console.backspace()
      case 3:
        let range = randomRange(bytes(console), longest: 3, using: &random)
        console.select(range.start.utf8..<range.end.utf8)
      case 4: console.wait(random.below(3000))
      default: console.edit(edits(of: console, using: &random))
      }
      #expect(console.followed(), "seed \(seed) round \(round)")
    }
  }

  @Test(arguments: seeds(0...19))
  func `events go from the top to the end`(seed: UInt64) {
    var random = SeededRandom(seed)
    var text = IndexedText(painfulText(pieces: 40, using: &random))
    var recognizer = TextEventRecognizer(policy: .standard)
    for round in 0..<60 {
      var facts: [AppliedEdit] = []
      for _ in 0...random.below(4) {
        let range = randomRange(text.buffer.bytes(in: text.buffer.range), longest: 3, using: &random)
        facts.append(
          text.apply(
            TextReplacement(range: range, replacement: painfulText(pieces: random.below(3), using: &random))))
      }
      let change = Change(facts, isExact: random.chance(70))
      let events = recognizer.receive(change, in: text.buffer, now: round * 100)
      // What an event inserted is where it was when all have happened: positions can be told without the texts between.
      for event in events where event.kind.changesText {
        #expect(
          text.buffer.holds(event.text, at: event.range.start), "seed \(seed) round \(round): \(event.line)")
      }
      let edits = events.compactMap(\.edit)
      for (one, next) in zip(edits, edits.dropFirst()) {
        #expect(one.insertedRange.end <= next.range.start, "seed \(seed) round \(round)")
      }
    }
  }

  /// A person at an input method, with corrections, deletions and undo.
  @Test(arguments: seeds(0...19))
  func `composing, correcting and undoing make the text`(seed: UInt64) {
    var random = SeededRandom(seed)
    let console = Console("|")
    let runs = [
      ["ㅎ", "하", "한", "하나"], ["k", "か", "かn", "かん", "感"], ["n", "ni", "nih", "nihao", "你好"], ["teh", "the "],
      ["´", "é"], ["\"", "“"], [" ", ". "], ["(", "()"], ["ab cd"], ["i", "I "],
    ]
    var marks = 0
    for round in 0..<80 {
      let run = random.pick(runs)
      var last = ""
      for text in run {
        console.replaceBack(last, text)
        last = text
        console.now += random.below(400)
        #expect(console.followed(), "seed \(seed) round \(round)")
        if random.chance(10) { break }
      }
      if random.chance(30) { console.backspace() }
      if random.chance(20) {
        let back = min(console.cursor, random.below(12))
        let start = console.text.buffer.scalarStart(at: TextOffset(console.cursor - back)).utf8
        console.edit([(start..<console.cursor, "")])
      }
      #expect(console.followed(), "seed \(seed) round \(round)")
      marks += console.look().count { $0.hasPrefix("marked") }
    }
    #expect(marks > 0)
  }

  @Test(arguments: seeds(0...19))
  func `an undo of any change is recognized, if it is more than a letter`(seed: UInt64) {
    var random = SeededRandom(seed)
    let console = Console(MarkedText(painfulText(pieces: 30, using: &random)))
    for round in 0..<40 {
      let before = bytes(console)
      let edits = edits(of: console, using: &random)
      console.edit(edits)
      let after = bytes(console)
      _ = console.look()
      if before == after { continue }
      console.now += 10_000
      _ = console.recognizer.tick(now: console.now)
      let back = inverse(of: edits, in: before)
      console.edit(back)
      #expect(bytes(console) == before)
      let lines = console.look()
      // A letter that comes or goes was typed or deleted.
      let isLetter = isLetters(back, in: after)
      #expect(isLetter || lines.contains { $0.contains("undone") }, "seed \(seed) round \(round): \(lines)")
    }
  }

  @Test(arguments: seeds(0...19))
  func `what is rejected is taken back`(seed: UInt64) {
    struct Chance {
      var random: SeededRandom
      mutating func allows(_ event: TextEvent) -> Bool { random.chance(50) }
    }
    var random = SeededRandom(seed)
    let console = Console(MarkedText(painfulText(pieces: 20, using: &random)))
    var chance = Chance(random: random)
    for round in 0..<40 {
      let before = bytes(console)
      let edits = edits(of: console, using: &random)
      let ruling = console.edit(edits, version: round, allows: { chance.allows($0) })
      // What stays, applied to the text before; the others shift it no more.
      var expected = before
      var shift = 0
      for (index, event) in ruling.events.enumerated() {
        guard let edit = event.edit else { continue }
        if ruling.rejected.contains(index) {
          shift += edit.shift
        } else {
          let start = edit.range.start.utf8 - shift
          expected.replaceSubrange(start..<start + edit.removed.count, with: edit.inserted)
        }
      }
      _ = console.followed()
      _ = console.look()
      console.edit(
        (ruling.takingBack?.edits ?? []).reversed().map {
          ($0.range.start.utf8..<$0.range.end.utf8, String(decoding: $0.replacement, as: UTF8.self))
        })
      #expect(bytes(console) == expected, "seed \(seed) round \(round)")
      #expect(console.look() == [], "seed \(seed) round \(round)")
      _ = console.followed()
    }
  }

  @Test func `a keystroke costs the same in any document`() {
    // The recognizer reads the text round the edit only; were it to read all of it, this would take minutes.
    var text = IndexedText([UInt8](repeating: UInt8(ascii: "a"), count: 50 << 20))
    var recognizer = TextEventRecognizer(policy: .standard)
    var count = 0
    for index in 0..<2000 {
      let place = TextOffset(25 << 20) + index
      let fact = text.apply(TextReplacement(range: TextRange(at: place), replacement: [UInt8(ascii: "b")]))
      count += recognizer.receive(Change([fact]), in: text.buffer, now: index).count
    }
    #expect(count == 2000)
  }

  /// What takes edits back, last first.
  private func inverse(of edits: [(Range<Int>, String)], in before: [UInt8]) -> [(Range<Int>, String)] {
    var text = IndexedText(before)
    return edits.map { range, string in
      let back = text.apply(TextReplacement(TextRange(range.lowerBound, range.upperBound), string)).inverse
      return (
        back.range.start.utf8..<back.range.end.utf8, String(decoding: back.replacement, as: UTF8.self)
      )
    }.reversed()
  }

  private func isLetters(_ edits: [(Range<Int>, String)], in before: [UInt8]) -> Bool {
    var text = IndexedText(before)
    var batch = EditBatch()
    for (range, string) in edits {
      batch.apply(TextReplacement(TextRange(range.lowerBound, range.upperBound), string), to: &text)
    }
    func isOne(_ bytes: [UInt8]) -> Bool { String(decoding: bytes, as: UTF8.self).count == 1 }
    let net = batch.netChanges()
    return net.allSatisfy { $0.inserted.isEmpty && isOne($0.removed) }
      || net.allSatisfy { $0.removed.isEmpty && isOne($0.inserted) }
  }

  private func bytes(_ console: Console) -> [UInt8] {
    console.text.buffer.bytes(in: console.text.buffer.range)
  }

  /// One to four edits, each of the text that the one before left.
  private func edits(of console: Console, using random: inout SeededRandom) -> [(Range<Int>, String)] {
    var text = bytes(console)
    return (0...random.below(4)).map { _ in
      let range = randomRange(text, longest: 4, using: &random)
      let inserted = painfulText(pieces: random.below(4), using: &random)
      text.replaceSubrange(range.start.utf8..<range.end.utf8, with: inserted)
      return (range.start.utf8..<range.end.utf8, String(decoding: inserted, as: UTF8.self))
    }
  }
}
