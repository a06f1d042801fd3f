import Entities
import JSONText
import Testing
import TextModel

@testable import Mentions

/// Accessories of the host move with edits. Marked text: `|` is the position, `«…»` the range that one stands by.
@Suite("Accessories of the host") struct AccessoryTests {
  private func check(
    _ before: String, _ edits: (Range<Int>, String)..., after: String? = nil, above: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (place, expected) in [(TextAccessory.Place.after, after), (.above, above)] {
      guard let expected else { continue }
      var document = try AccessoryDocument(before, place)
      document.apply(edits)
      #expect(document.marked == expected, "\(place)", sourceLocation: sourceLocation)
      #expect(document.store.violations(in: document.text) == [], sourceLocation: sourceLocation)
    }
  }

  @Test func `a position moves with the text in front of it`() throws {
    try check("ab|cd", (0..<0, "é"), after: "éab|cd", above: "éab|cd")
    try check("ab|cd", (0..<1, ""), after: "b|cd", above: "b|cd")
    try check("ab|cd", (3..<4, ""), (0..<0, "x"), after: "xab|c", above: "xab|c")
    try check("ab|cd", (2..<4, "xyz"), after: "ab|xyz", above: "ab|xyz")
    try check("ab|cd", (1..<2, "xyz"), after: "axyz|cd", above: "axyz|cd")
  }

  @Test
  func `what is typed right there goes behind what is shown after it, and in front of what is shown above`()
    throws
  {
    try check("ab|cd", (2..<2, "x"), after: "ab|xcd", above: "abx|cd")
    try check("|", (0..<0, "x"), after: "|x", above: "x|")
  }

  @Test func `a position stays where the text round it goes`() throws {
    try check("ab|cd", (1..<3, ""), after: "a|d", above: "a|d")
    try check("ab|cd", (1..<3, "\n"), after: "a\n|d", above: "a|\nd")
    try check("ab|cd", (0..<4, ""), after: "|", above: "|")
  }

  @Test func `a range holds its text and goes with the last of it`() throws {
    try check("a «bc» d", (2..<2, "x"), after: "a x«bc» d")
    try check("a «bc» d", (4..<4, "x"), after: "a «bc»x d")
    try check("a «bc» d", (3..<3, "x"), after: "a «bxc» d")
    try check("a «bc» d", (1..<3, ""), after: "a«c» d")
    try check("a «bc» d", (0..<1, "yz"), (3..<4, ""), after: "yz «c» d")
    try check("a «bc» d", (2..<4, ""), after: "a  d")
    try check("a «bc» d", (0..<6, "x"), after: "x")
  }

  @Test func `an edit that is sent too wide counts as what it changes`() throws {
    try check("a «bc» d", (0..<6, "x a bc d"), after: "x a «bc» d")
    try check("ab cd| ef", (0..<8, "ab cd gh"), after: "ab cd| gh")
  }

  @Test func `by mentions there is nothing to move`() throws {
    var document = try AccessoryDocument("ab", .after)
    try document.store.add(
      TextAccessory(id: "m", anchor: .mentions, label: "{detail}", place: .after), in: document.text)
    document.apply([(0..<2, "")])
    #expect(document.store.accessories.map(\.anchor) == [.mentions])
    #expect(document.store.accessories[0].offset == nil)
  }

  @Test func `what cannot be read is refused, and nothing changes`() throws {
    var document = try AccessoryDocument("a«b»c", .above)
    let before = document.store.accessories
    func add(
      _ id: String, _ anchor: TextAccessory.Anchor = .position(.zero), _ label: String = "l"
    ) throws(AccessoryError) {
      try document.store.add(
        TextAccessory(id: id, anchor: anchor, label: label, place: .after), in: document.text)
    }
    #expect(throws: AccessoryError.emptyID) { try add("") }
    #expect(throws: AccessoryError.emptyLabel) { try add("x", .position(.zero), "") }
    #expect(throws: AccessoryError.inUse(AccessoryDocument.id)) { try add(AccessoryDocument.id) }
    #expect(throws: AccessoryError.outOfBounds(TextRange(4, 4), count: 3)) {
      try add("x", .position(TextOffset(4)))
    }
    #expect(throws: AccessoryError.outOfBounds(TextRange(2, 4), count: 3)) {
      try add("x", .range(TextRange(2, 4)))
    }
    #expect(throws: AccessoryError.self) { try add("x", .mentions, "{nobody}") }
    #expect(throws: AccessoryError.unknown("x")) { try document.store.remove("x") }
    #expect(throws: AccessoryError.unknown("x")) {
      try document.store.move("x", to: .position(.zero), in: document.text)
    }
    #expect(throws: AccessoryError.outOfBounds(TextRange(9, 9), count: 3)) {
      try document.store.move(AccessoryDocument.id, to: .position(TextOffset(9)), in: document.text)
    }
    #expect(document.store.accessories == before)
    for number in 1..<Accessories.most { try add("\(number)") }
    #expect(throws: AccessoryError.tooMany(Accessories.most)) { try add("one more") }
    try document.store.remove("7")
    #expect(throws: Never.self) { try add("one more") }
  }

  @Test func `one is moved to another place`() throws {
    var document = try AccessoryDocument("a«b»c", .above)
    try document.store.move(AccessoryDocument.id, to: .range(TextRange(2, 2)), in: document.text)
    #expect(document.marked == "ab|c")
    try document.store.move(AccessoryDocument.id, to: .range(TextRange(0, 2)), in: document.text)
    #expect(document.marked == "«ab»c")
    #expect(document.store.accessories.first?.offset == .zero)
  }

  @Test func `a document moves its accessories with every change`() throws {
    var document = MentionsDocument(text: Array("ab cd".utf8), languageID: "markdown", policy: .standard)
    var store = document.accessories
    try store.add(
      TextAccessory(id: "a", anchor: .position(TextOffset(3)), label: "l", place: .after), in: document.text)
    document.setAccessories(store)
    document.beginChanges()
    document.splice(TextReplacement(TextRange(0, 0), "xy "))
    _ = document.finishChanges(now: .zero)
    #expect(document.accessories.accessories.map(\.anchor) == [.position(TextOffset(6))])
  }

  // MARK: Labels

  @Test func `a label says what the entity has, or nothing`() throws {
    func label(_ template: String, _ entity: Entity) throws -> String? {
      try InsertFormat(template).label(for: entity)
    }
    var ada = Entity(id: "ada", name: "Ada")
    #expect(try label("{detail}", ada) == nil)
    #expect(try label("({detail|email})", ada) == nil)
    ada.detail = "Analyst\nin London"
    ada.metadata = ["zone": "GMT"]
    #expect(try label("{detail}", ada) == "Analyst in London")
    #expect(try label("«{email}» {metadata.zone}", ada) == "GMT")
    #expect(try label("★", ada) == "★")
  }
}

/// A text with one accessory, written as marked text.
private struct AccessoryDocument {
  static let id = "one"
  var text: IndexedText
  var store = Accessories()

  init(_ marked: String, _ place: TextAccessory.Place) throws {
    let marks = AnnotatedDocument.Marks(marked)
    text = IndexedText(marks.bytes)
    if let range = marks.annotations.first?.0 {
      try add(.range(TextRange(range.lowerBound, range.upperBound)), place)
    } else if let cursor = marks.cursor {
      try add(.position(TextOffset(cursor)), place)
    }
  }

  private mutating func add(_ anchor: TextAccessory.Anchor, _ place: TextAccessory.Place) throws {
    try store.add(TextAccessory(id: Self.id, anchor: anchor, label: "l", place: place), in: text)
  }

  mutating func apply(_ edits: [(Range<Int>, String)]) {
    _ = store.apply(
      Change(edits.map { text.apply(TextReplacement(TextRange($0.0.lowerBound, $0.0.upperBound), $0.1)) }))
  }

  var marked: String {
    var bytes = text.buffer.bytes(in: TextRange(.zero, text.buffer.end))
    switch store.accessories.first?.anchor {
    case .range(let range):
      bytes.insert(contentsOf: "»".utf8, at: range.end.utf8)
      bytes.insert(contentsOf: "«".utf8, at: range.start.utf8)
    case .position(let offset): bytes.insert(UInt8(ascii: "|"), at: offset.utf8)
    case .mentions, nil: break
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
