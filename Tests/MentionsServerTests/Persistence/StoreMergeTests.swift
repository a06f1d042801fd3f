import Entities
import Mentions
import MentionsTestKit
import Testing

@testable import MentionsServer

/// What becomes of a document's file that two servers have changed since they read it.
@Suite struct StoreMergeTests {
  /// States as text, the latest first: `T1: Ada 0 Bob 9, plain Cyd 20 | T0: Ada 0`. Of each mention the name and the
  /// offset, its surroundings where they matter, and whether it came from another text: `Ada 0 (by) merged`.
  private func states(_ text: String) -> [DocumentArchive] {
    text.split(separator: "|").map { part in
      let halves = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let title = halves[0].trimmingPrefix(" ")
      let lists = halves[1].split(separator: ",", omittingEmptySubsequences: false)
      let plain = lists.count > 1 ? lists[1].replacing("plain", with: "") : ""
      return DocumentArchive(
        mentions: records(String(lists[0])), declined: records(String(plain)),
        text: title == "-" ? nil : TextFingerprint(count: title.utf8.count, hash: hash(title)))
    }
  }

  private func hash(_ title: Substring) -> UInt64 { title.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) } }

  private func records(_ text: String) -> AnnotationArchive {
    var words = text.split(separator: " ")[...]
    var records: [AnnotationArchive.Record] = []
    while let name = words.popFirst() {
      let start = words.popFirst().flatMap { Int($0) } ?? -1
      var before = "before \(start)"
      if words.first?.first == "(" { before = String(words.removeFirst()) }
      let isMerged = words.first == "merged"
      if isMerged { words.removeFirst() }
      records.append(
        AnnotationArchive.Record(
          start: start, text: Array(name.utf8), before: Array(before.utf8), after: Array("\(start)".utf8),
          entity: Entity(id: name.lowercased(), name: String(name)), isTrimmed: false, shortForm: nil,
          isMerged: isMerged))
    }
    return AnnotationArchive(records: records)
  }

  private func shown(_ states: [DocumentArchive]) -> String {
    let titles = ["T0", "T1", "T2", "T3", "T4", "T5", "T6"]
    return states.map { state in
      let title = titles.first { state.text?.hash == hash(Substring($0)) } ?? "-"
      func list(_ archive: AnnotationArchive) -> String {
        archive.records.map { "\($0.entity.name) \($0.start)" }.joined(separator: " ")
      }
      let plain = state.declined.records.isEmpty ? "" : ", plain \(list(state.declined))"
      return "\(title): \(list(state.mentions))\(plain)"
    }.joined(separator: " | ")
  }

  private func check(
    base: String?, ours: String, theirs: String, merged: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let merge = StoreMerge(
      base: base.map { StoredDocument(document: "a", states: states($0)) },
      theirs: StoredDocument(document: "a", states: states(theirs)))
    let found = shown(merge.merged(with: states(ours)))
    expectRow(found, merged, label: "merged", sourceLocation: sourceLocation)
  }

  @Test func `both add to one text`() {
    check(
      base: "T0: Ada 0", ours: "T0: Ada 0 Bob 9", theirs: "T0: Ada 0 Cyd 5", merged: "T0: Ada 0 Cyd 5 Bob 9")
    check(base: nil, ours: "T0: Bob 9", theirs: "T0: Cyd 5", merged: "T0: Cyd 5 Bob 9")
  }

  @Test func `both add a mention to one text, between the same words`() {
    check(
      base: "T0: Bob 9", ours: "T1: Bob 9 Ada 20 (a)", theirs: "T1: Bob 9 Ada 40 (a)",
      merged: "T1: Bob 9 Ada 20 Ada 40")
  }

  @Test func `both add the same`() {
    check(base: "T0: Ada 0", ours: "T0: Ada 0 Bob 9", theirs: "T0: Ada 0 Bob 9", merged: "T0: Ada 0 Bob 9")
    check(base: nil, ours: "T1: Bob 9", theirs: "T1: Bob 9", merged: "T1: Bob 9")
  }

  @Test func `both change the text: the text of the other stays with its mentions`() {
    check(
      base: "T0: Ada 0", ours: "T1: Ada 4 Bob 9", theirs: "T2: Ada 8 Cyd 15",
      merged: "T1: Ada 4 Bob 9 Cyd 15 | T2: Ada 8 Cyd 15")
  }

  @Test func `a mention that only moved is not an addition`() {
    check(
      base: "T0: Ada 0 (a) Ada 10 (b)", ours: "T0: Ada 0 (a) Ada 10 (b) Bob 20",
      theirs: "T2: Ada 5 (a) Ada 15 (c)",
      merged: "T0: Ada 0 Ada 10 Bob 20 | T2: Ada 5 Ada 15")
  }

  @Test func `a second mention of the same person merges into one, wherever the texts have moved`() {
    check(
      base: "T0: Ada 10 (a)", ours: "T1: Ada 30 (a)", theirs: "T0: Ada 10 (a) Ada 30 (b)",
      merged: "T1: Ada 30 Ada 30")
  }

  @Test func `in the text that both know, a mention at another place and between other words is an addition`()
  {
    check(
      base: "T0: Ada 40 (a) Bob 50", ours: "T0: Bob 50", theirs: "T0: Ada 10 (b) Bob 50",
      merged: "T0: Ada 10 Bob 50")
    // One that came from another text was found where its words are.
    check(
      base: "T0: Ada 40 (abcdef) Bob 50", ours: "T0: Bob 50", theirs: "T0: Ada 10 (zbcdef) Bob 50",
      merged: "T0: Bob 50")
  }

  @Test func `one that the other server added is kept once both have the same text`() {
    check(
      base: "T0: Ada 8 (a)", ours: "T1: Ada 16 (b)", theirs: "T1: Ada 21 (c)", merged: "T1: Ada 16 Ada 21")
    check(
      base: "T0: Ada 8 (a)", ours: "T1: Ada 16 (b)", theirs: "T1: Ada 5 (c) Ada 16 (b)",
      merged: "T1: Ada 5 Ada 16")
    // Or it is the old one, which we took out: its neighbours on both sides are as they were.
    check(base: "T0: Ada 8 (abcdef)", ours: "T1:", theirs: "T1: Ada 8 (zbcdef)", merged: "T1: ")
    // In a list, the text before one item is that before another.
    check(base: "T0: Ada 8 (abcdef)", ours: "T1:", theirs: "T1: Ada 16 (zbcdef)", merged: "T1: Ada 16")
    // The text of the old one has gone.
    check(base: "T0: Ada 8 (a)", ours: "T1:", theirs: "T1: Ada 16 (b)", merged: "T1: Ada 16")
  }

  @Test func `a mention that both have keeps the surroundings of the present text`() {
    // The other server has written it last, with what surrounded it in the old text, in the same one, or in its own.
    for theirs in [
      "T0: Ada 0 (old) Cyd 9 (c)", "T1: Ada 5 (now) Cyd 14 (c)", "T2: Ada 2 (other) Cyd 9 (c)",
    ] {
      let merge = StoreMerge(
        base: StoredDocument(document: "a", states: states("T0: Ada 0 (old)")),
        theirs: StoredDocument(document: "a", states: states(theirs)))
      let merged = merge.merged(with: states("T1: Ada 5 (now)"))
      let surroundings = merged.first?.mentions.records.map {
        "\($0.entity.name) \(String(decoding: $0.before, as: UTF8.self))"
      }
      #expect(surroundings == ["Ada (now)", "Cyd (c)"], "\(theirs)")
    }
  }

  @Test func `mentions that the other removed from the same text are removed here too`() {
    check(
      base: "T0: Ada 0 Bob 9", ours: "T0: Ada 0 Bob 9 Cyd 20", theirs: "T0: Bob 9", merged: "T0: Bob 9 Cyd 20"
    )
    check(
      base: "T0: Ada 0 (a) Bob 9 (b)", ours: "T1: Ada 0 (a) Bob 19 (b) Cyd 30",
      theirs: "T0: Ada 0, plain Bob 9", merged: "T1: Ada 0 Cyd 30, plain Bob 9")
  }

  @Test func `a mention that was merged at the offset of another text, and found since, is not removed`() {
    check(
      base: "T0: Ada 17 (abcdef)", ours: "T1: Ada 9", theirs: "T0: Ada 16 (zbcdef)", merged: "T1: Ada 9")
  }

  @Test func `a mention whose words are missing in the other's text stays in ours`() {
    check(
      base: "T0: Ada 0 Bob 9", ours: "T1: Ada 0 Bob 9 Cyd 20", theirs: "T2: Bob 4",
      merged: "T1: Ada 0 Bob 9 Cyd 20 | T2: Bob 4")
  }

  @Test func `mentions that we removed do not come back`() {
    check(
      base: "T0: Ada 0 Bob 9", ours: "T0: Bob 9", theirs: "T0: Ada 0 Bob 9 Cyd 20", merged: "T0: Bob 9 Cyd 20"
    )
    check(base: "T0: Ada 0 Bob 9", ours: "", theirs: "T0: Ada 0 Bob 9 Cyd 20", merged: "T0: Cyd 20")
    check(base: "T0: Ada 0", ours: "", theirs: "T2: Ada 4", merged: "T2: Ada 4")
  }

  @Test func `a mention that was stored twice is not removed with its duplicate`() {
    for duplicate in ["Ada 4 (x) merged Ada 16 (x)", "Ada 16 (x) Ada 40 (x) merged"] {
      check(
        base: "T0: \(duplicate)", ours: "T1: Ada 17 (y) | T0: Ada 16 (x)", theirs: "T0: Ada 16 (x)",
        merged: "T1: Ada 17 | T0: Ada 16")
      // The other server has removed both.
      check(
        base: "T0: \(duplicate)", ours: "T1: Ada 17 (y) | T0: Ada 16 (x)", theirs: "T0: Bob 3",
        merged: "T1: Bob 3 | T0: Bob 3")
    }
    check(
      base: "T0: Ada 4 (x) merged Ada 16 (x)", ours: "T0: Ada 4 (x) merged Ada 16 (x)", theirs: "T0: Bob 3",
      merged: "T0: Bob 3")
    // The merged mention is another one of the same person.
    check(
      base: "T0: Ada 4 (x) merged Ada 30 (z)", ours: "T0: Ada 4 (x) merged Ada 30 (z)",
      theirs: "T0: Ada 30 (z)",
      merged: "T0: Ada 30")
    // There is no other, so it was found, and removed.
    check(
      base: "T0: Ada 4 (x) merged Bob 30", ours: "T0: Ada 16 (y) Bob 30", theirs: "T0: Bob 30",
      merged: "T0: Bob 30")
  }

  @Test func `a mention that was added in another text is marked`() {
    let merge = StoreMerge(
      base: StoredDocument(document: "a", states: states("T0: Bob 0")),
      theirs: StoredDocument(document: "a", states: states("T0: Bob 0 Ada 9")))
    let merged = merge.merged(with: states("T1: Bob 5 | T0: Bob 0"))
    #expect(merged.map { $0.mentions.records.map(\.isMerged) } == [[false, true], [false, false]])
  }

  @Test func `states do not accumulate`() {
    check(
      base: "T0: Ada 0", ours: "T1: Ada 1 | T0: Ada 0",
      theirs: "T2: Ada 2 | T3: Ada 3 | T4: Ada 4 | T0: Ada 0",
      merged: "T1: Ada 1 | T0: Ada 0 | T2: Ada 2 | T3: Ada 3")
  }

  @Test func `texts that are too long to compare are kept`() {
    check(base: nil, ours: "-: Ada 0", theirs: "-: Bob 9", merged: "-: Ada 0 Bob 9 | -: Bob 9")
  }

  @Test func `twenty thousand mentions of one person take no quadratic time`() {
    let names = (0..<20_000).map { "Ada \($0 * 4)" }.joined(separator: " ")
    let merge = StoreMerge(
      base: StoredDocument(document: "a", states: states("T0: \(names)")),
      theirs: StoredDocument(document: "a", states: states("T2: \(names)")))
    #expect(merge.merged(with: states("T1: \(names)"))[0].count == 20_000)
  }
}
