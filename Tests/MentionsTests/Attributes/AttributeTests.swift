import JSONText
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Attributes of the host move with edits by their policy. Marked text: `«…»` is the attribute, `|` where text goes, `⟦…⟧`
/// what is replaced.
@Suite("Attributes of the host") struct AttributeTests {
  private static let keep = AttributePolicy()
  private static let grow = AttributePolicy(whenTypedAt: .grow)
  private static let strip = AttributePolicy(whenChanged: .strip)
  private static let growStrip = AttributePolicy(whenTypedAt: .grow, whenChanged: .strip)

  private func check(
    _ marked: String, _ new: String, _ policies: [AttributePolicy], _ expectation: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for policy in policies {
      var document = AttributedDocument(marked, policy)
      document.replace(AttributedDocument.place(in: marked), with: new)
      #expect(document.marked == expectation, "\(policy)", sourceLocation: sourceLocation)
    }
  }

  @Test func `what is typed behind takes it if it grows`() {
    check("a «bc»| d", "x", [Self.grow, Self.growStrip], "a «bcx» d")
    check("a «bc»| d", "x", [Self.keep, Self.strip], "a «bc»x d")
    check("«bc»|", "🙂", [Self.grow], "«bc🙂»")
    check("«bc»|", "🙂", [Self.keep], "«bc»🙂")
  }

  @Test func `what is typed in front never takes it`() {
    check("a |«bc» d", "x", [Self.grow, Self.keep, Self.strip, Self.growStrip], "a x«bc» d")
  }

  @Test func `of two side by side the first takes what is typed between them, or nobody`() {
    check("«ab»|«cd»", "x", [Self.grow], "«abx»«cd»")
    check("«ab»|«cd»", "x", [Self.keep], "«ab»x«cd»")
  }

  @Test func `a change inside is taken, or strips it`() {
    check("a «b|c» d", "x", [Self.keep, Self.grow], "a «bxc» d")
    check("a «b|c» d", "x", [Self.strip, Self.growStrip], "a bxc d")
    check("a «b⟦c⟧d» e", "", [Self.keep, Self.grow], "a «bd» e")
    check("a «b⟦c⟧d» e", "xyz", [Self.keep], "a «bxyzd» e")
    check("a «b⟦c⟧d» e", "xyz", [Self.strip], "a bxyzd e")
    check("a «⟦bcd⟧» e", "xyz", [Self.keep, Self.grow], "a «xyz» e")
  }

  @Test func `it goes with the last of its text`() {
    check("a «⟦bc⟧» d", "", [Self.keep, Self.grow, Self.strip], "a  d")
    check("a⟦ «bc» ⟧d", "", [Self.keep, Self.grow], "ad")
    check("a⟦ «bc» ⟧d", "-", [Self.keep, Self.grow], "a-d")
  }

  @Test func `a change across an edge leaves what is left`() {
    check("⟦a «b⟧c» d", "xyz", [Self.keep, Self.grow], "xyz«c» d")
    check("a «b⟦c» d⟧e", "xyz", [Self.keep], "a «b»xyze")
    check("a «b⟦c» d⟧e", "xyz", [Self.grow], "a «bxyz»e")
    check("a «b⟦c» d⟧e", "xyz", [Self.strip, Self.growStrip], "a bxyze")
  }

  @Test func `an edit that is sent too wide counts as what it changes`() {
    check("⟦a «bc» d⟧", "a bc e", [Self.keep, Self.strip, Self.growStrip], "a «bc» e")
    check("⟦a «bc» d⟧", "new a bc d", [Self.strip], "new a «bc» d")
  }

  @Test func `several edits of one notification`() {
    var document = AttributedDocument("«ab» cd «ef»", Self.grow)
    document.apply([(8..<8, "3"), (2..<2, "1"), (0..<0, "0")])
    #expect(document.marked == "0«ab1» cd «ef3»")
    document.apply([(1..<4, ""), (1..<1, "ab1")])
    #expect(document.marked == "0«ab1» cd «ef3»")
  }

  @Test func `one that is added takes the place of its own name there`() throws {
    var document = AttributedDocument("«abcdef»", Self.keep)
    try document.store.add(
      TextAttribute(range: TextRange(2, 4), name: AttributedDocument.name, value: 7), in: document.text)
    #expect(document.marked == "«ab»«cd»«ef»")
    #expect(document.store.attributes().map(\.value) == [nil, 7, nil])
    try document.store.add(TextAttribute(range: TextRange(0, 6), name: "other"), in: document.text)
    #expect(document.store.names == [AttributedDocument.name, "other"])
    #expect(
      document.store.attributes(in: TextRange(2, 3)).map(\.range) == [TextRange(0, 6), TextRange(2, 4)])
  }

  @Test func `stripping leaves what reaches out of the range`() {
    var document = AttributedDocument("«abc» «def»", Self.keep)
    let isStripped = document.store.strip(ranges: [TextRange(1, 2), TextRange(5, 9)])
    #expect(isStripped)
    #expect(document.marked == "«a»b«c» «d»ef")
    let hasUnknown = document.store.strip(names: ["unknown"])
    #expect(!hasUnknown)
    let hasOwn = document.store.strip(names: [AttributedDocument.name])
    #expect(hasOwn && document.store.isEmpty)
    #expect(document.store.attributes().isEmpty)
  }

  @Test func `bad ranges and names are refused`() {
    var document = AttributedDocument("aé", Self.keep)
    func add(_ start: Int, _ end: Int, _ name: String = "n") throws(AttributeError) {
      try document.store.add(TextAttribute(range: TextRange(start, end), name: name), in: document.text)
    }
    #expect(throws: AttributeError.emptyRange) { try add(1, 1) }
    #expect(throws: AttributeError.emptyName) { try add(0, 1, "") }
    #expect(throws: AttributeError.outOfBounds(TextRange(0, 4), count: 3)) { try add(0, 4) }
    for number in 0..<Attributes.mostNames {
      #expect(throws: Never.self) { try add(0, 1, "\(number)") }
    }
    #expect(throws: AttributeError.tooManyNames(Attributes.mostNames)) { try add(0, 1, "one more") }
    #expect(throws: Never.self) { try add(0, 2, "7") }
    #expect(document.store.attributes().first { $0.name == "7" }?.range == TextRange(0, 3))
    #expect(document.store.violations(in: document.text) == [])
  }

  @Test func `a document moves its attributes with every change`() throws {
    var document = MentionsDocument(text: Array("ab cd".utf8), languageID: "markdown", policy: .standard)
    try document.add(TextAttribute(range: TextRange(3, 5), name: "n", value: "v"))
    document.beginChanges()
    document.splice(TextReplacement(TextRange(0, 0), "xy "))
    _ = document.finishChanges(now: .zero)
    #expect(document.attributes.attributes().map(\.range) == [TextRange(6, 8)])
    let isStripped = document.stripAttributes(names: ["n"])
    #expect(isStripped && document.attributes.isEmpty)
  }

  // MARK: Random edits

  /// Insertions and deletions only: of a replacement, what it changes is found by comparing.
  @Test(arguments: seeds(0...39))
  func `random edits agree with attributes kept for each byte`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let policy = [Self.keep, Self.grow][Int(seed / 8 % 2)]
    var document = AttributedDocument(String(repeating: "a", count: 40), policy)
    var owners = [Int?](repeating: nil, count: 40)
    for step in 0..<200 {
      let count = owners.count
      let start = Int.random(in: 0...count, using: &random)
      let end = min(count, start + Int.random(in: 0...6, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where start < end:
        document.add(start..<end, value: step, policy)
        // What is left behind the new one is another attribute than what is left in front of it.
        if end < count, start > 0, let owner = owners[end], owners[start - 1] == owner {
          for at in end..<count where owners[at] == owner { owners[at] = -owner - 1000 - step }
        }
        for at in start..<end { owners[at] = step }
      case 1:
        document.replace(start..<end, with: "")
        owners.removeSubrange(start..<end)
      default:
        let text = String(repeating: "b", count: end - start)
        document.replace(start..<start, with: text)
        let before = start > 0 ? owners[start - 1] : nil
        let isInside = before != nil && start < count && owners[start] == before
        let owner = policy.whenTypedAt == .grow || isInside ? before : nil
        owners.insert(contentsOf: [Int?](repeating: owner, count: text.utf8.count), at: start)
      }
      let found = document.owners
      #expect(found.map { $0 != nil } == owners.map { $0 != nil }, "seed \(seed), step \(step)")
      #expect(document.store.violations(in: document.text) == [], "seed \(seed), step \(step)")
    }
  }
}

/// A text with attributes of one name, written as marked text.
private struct AttributedDocument {
  static let name = "note"
  var text: IndexedText
  var store = Attributes()

  init(_ marked: String, _ policy: AttributePolicy) {
    let marks = AnnotatedDocument.Marks(marked)
    text = IndexedText(marks.bytes)
    for (range, _) in marks.annotations { add(range, value: nil, policy) }
  }

  static func place(in marked: String) -> Range<Int> {
    let marks = AnnotatedDocument.Marks(marked)
    return marks.selection ?? marks.cursor.map { $0..<$0 } ?? 0..<0
  }

  mutating func add(_ range: Range<Int>, value: Int?, _ policy: AttributePolicy) {
    try! store.add(
      TextAttribute(
        range: TextRange(range.lowerBound, range.upperBound), name: Self.name,
        value: value.map { .integer($0) },
        policy: policy), in: text)
  }

  mutating func replace(_ range: Range<Int>, with new: String) { apply([(range, new)]) }

  mutating func apply(_ edits: [(Range<Int>, String)]) {
    _ = store.apply(
      Change(edits.map { text.apply(TextReplacement(TextRange($0.0.lowerBound, $0.0.upperBound), $0.1)) }))
  }

  /// Of each byte, where its attribute begins.
  var owners: [Int?] {
    var owners = [Int?](repeating: nil, count: text.buffer.count)
    for attribute in store.attributes() {
      for at in attribute.range.start.utf8..<attribute.range.end.utf8 {
        owners[at] = attribute.range.start.utf8
      }
    }
    return owners
  }

  var marked: String {
    var result: [UInt8] = []
    var at = TextOffset.zero
    for attribute in store.attributes() {
      result += text.buffer.bytes(in: TextRange(at, attribute.range.start))
      result += Array("«".utf8) + text.buffer.bytes(in: attribute.range) + Array("»".utf8)
      at = attribute.range.end
    }
    return String(decoding: result + text.buffer.bytes(in: TextRange(at, text.buffer.end)), as: UTF8.self)
  }
}
