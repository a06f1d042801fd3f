import Entities
import EntitySources
import Mentions
import TextModel

/// Insert formats: the template, then entities as JSON Lines, then a text to read, divided by lines of `---`.
enum FormatsFuzzing {
  private static let trigger = "@"

  static func run(_ input: [UInt8]) throws(FuzzError) {
    let parts = FuzzInput.parts(input, atMost: 3)
    let template = FuzzInput.text(parts[0])
    let format: InsertFormat
    do throws(InsertFormatError) {
      format = try InsertFormat(template)
    } catch {
      try require((0...template.utf8.count).contains(error.offset), "a fault at \(error.offset)")
      try require(!error.expected.isEmpty, "a fault without words")
      return
    }
    try require(format.template.utf8.elementsEqual(template.utf8), "the template is another")
    var entities: [Entity] = []
    var problems = SourceProblems(source: "fuzz")
    let lines = parts.count > 1 ? parts[1] : []
    FileSource.read(lines, as: .jsonl, shownAs: nil, problems: &problems) { entity in
      if entities.count < 8 { entities.append(entity) }
      return .kept
    }
    if parts.count > 2 { try read(parts[2], format, entities) }
    for entity in entities + [Self.plain] {
      try write(entity, format)
      // It is enclosed by what belongs to no word.
      let written = format.write(entity, trigger: trigger)
      try read(Array("— ".utf8) + written.bytes + Array(" —\n".utf8), format, entities)
    }
    try readAgain(format)
  }

  /// Every field has a value that is a plain word of its own.
  private static let plain: Entity = {
    var entity = Entity(id: "idval", name: "Nameval")
    entity.handle = "handleval"
    entity.email = "emailval"
    entity.url = "urlval"
    entity.shortName = "shortval"
    return entity
  }()

  private static func write(_ entity: Entity, _ format: InsertFormat) throws(FuzzError) {
    let written = format.write(entity, trigger: trigger)
    let text = FuzzInput.text(written.bytes)
    try require(text.utf8.elementsEqual(written.bytes), "no UTF-8 is written")
    try require(!written.bytes.isEmpty, "nothing is written")
    try require(!written.bytes.contains { $0 < 32 || $0 == 127 }, "“\(text)” is not on one line")
    let visible = written.visible
    try require(
      visible.start >= .zero && !visible.isEmpty && visible.end.utf8 <= written.bytes.count,
      "“\(text)” shows \(visible)")
    try require(
      FuzzInput.text(written.visibleBytes).utf8.elementsEqual(written.visibleBytes),
      "what “\(text)” shows divides a character")
    if let short = format.shortForm(for: entity, trigger: trigger) {
      try require(
        !short.isEmpty && short != written.visibleBytes && entity.canTrim, "“\(text)” is not shortened")
      try require(!short.contains { $0 < 32 || $0 == 127 }, "a short form of several lines")
    }
  }

  /// What is read is what the format would write there for that entity, and for no other one.
  private static func read(
    _ bytes: [UInt8], _ format: InsertFormat, _ entities: [Entity]
  ) throws(FuzzError) {
    let text = IndexedText(bytes)
    let found = format.readBack(in: text.buffer.range, of: text, trigger: trigger) { _, _ in entities }
    var end = TextOffset.zero
    for mention in found {
      try require(mention.range.start >= end && !mention.range.isEmpty, "mentions overlap")
      end = mention.range.end
      try require(end <= text.buffer.end, "a mention outside the text")
      let written = format.write(mention.entity, trigger: trigger)
      try require(text.buffer.bytes(in: mention.range) == written.bytes, "this is not what the format writes")
      try require(
        written.visible.shifted(by: mention.range.start.utf8) == mention.visible, "another part is shown")
      try require(format.canBeReadBack, "a format that cannot be read back was")
      let alone = format.readBack(in: TextRange(.zero, mention.range.end), of: text, trigger: trigger) {
        _, _ in
        entities
      }
      try require(alone.contains(mention), "with less text behind it is another: \(mention)")
      for other in entities where other.key != mention.entity.key {
        let twin = format.write(other, trigger: trigger)
        try require(
          twin.bytes != written.bytes || twin.visible != written.visible || isIndistinct(other, format),
          "\(other.id) is written the same as \(mention.entity.id)")
      }
    }
  }

  /// One that lacks every field of the format leaves nothing there to be read.
  private static func isIndistinct(_ entity: Entity, _ format: InsertFormat) -> Bool {
    format.write(entity, trigger: trigger).bytes == Array(entity.name.utf8)
  }

  /// Of plain words between spaces every format that can be read back is read back.
  private static func readAgain(_ format: InsertFormat) throws(FuzzError) {
    let written = format.write(plain, trigger: trigger)
    guard format.canBeReadBack, written.bytes.count < 300 else { return }
    let text = IndexedText(Array("\n".utf8) + written.bytes + Array("\n".utf8))
    let found = format.readBack(in: text.buffer.range, of: text, trigger: trigger) { _, _ in [plain] }
    try require(
      found.contains { $0.range == TextRange(1, 1 + written.bytes.count) },
      "“\(FuzzInput.text(written.bytes))” is not read back")
  }
}
