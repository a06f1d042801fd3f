import Entities
import EntitySources
import Mentions
import MentionsServer
import ServerHost
import SystemCalls
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

/// A workspace of files, folders and links, and what the server reads and keeps in it. Whatever it is made of, nothing
/// outside of it is read or written.
///
/// Each line of an input is one step. `folder PATH`, `file PATH`, `link PATH TARGET` make something in the workspace;
/// `keep DOCUMENT`, `drop DOCUMENT`, `read DOCUMENT`, `find` and `tidy` use its store; `people PATH` and `notes PATH` are
/// sources. In paths `STORE` is the store's folder, `KEPT` the name of the secret document's file, and `OUT` in a target
/// the folder beside the workspace.
enum LinksFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    guard let workspace = LinkedWorkspace() else { throw FuzzError("there is no temporary folder") }
    defer { workspace.remove() }
    for line in FuzzInput.lines(input).prefix(32) {
      let words =
        line.split(separator: UInt8(ascii: " ")).prefix(3).map { FuzzInput.text($0) } + ["", "", ""]
      try workspace.perform(words[0], words[1], words[2])
      try require(workspace.isWhole, "“\(FuzzInput.text(line))” changed something outside of the workspace")
    }
  }
}

private struct LinkedWorkspace {
  /// Holds the workspace and, beside it, what must not be read or changed.
  private let top: String
  private let outside: [String: [UInt8]]

  private static let secret = "Secret"
  /// No file of the workspace can be called that.
  private static let secretName = "Hidden/1"
  private static let store = ".mentions.annotations"

  private var root: String { top + "/ws" }
  private var store: String { "\(root)/\(Self.store)" }
  private var reach: FileReach { .inside(folder: root) }

  init?() {
    guard let top = try? Platform.makeTemporaryFolder("/tmp/mentions-links-") else { return nil }
    self.top = top
    let kept = #"{"version": 1, "document": "Secret", "states": []}"#
    outside = [
      "people.jsonl": Array("{\"name\": \"\(Self.secretName)\"}".utf8),
      "Secret.md": Array("---\nname: \(Self.secretName)\n---\n".utf8),
      StoredDocument.fileName(of: Self.secret): Array(kept.utf8),
    ]
    do throws(SystemError) {
      try Platform.createFolders(top + "/ws", mode: 0o700)
      try Platform.createFolders(top + "/out", mode: 0o700)
      let folder = try Platform.Folder(top + "/out")
      for (name, bytes) in outside { try Self.make(name, bytes, in: folder) }
    } catch {
      return nil
    }
  }

  func remove() {
    if let folder = try? Platform.Folder(top) { Self.empty(folder, at: top) }
    Platform.removeFolder(top)
  }

  /// Whether all outside of the workspace is as it was.
  var isWhole: Bool {
    guard let folder = try? Platform.Folder(top + "/out"), let names = try? folder.listing().names,
      (try? Platform.names(in: top)) == ["out", "ws"], Set(names) == Set(outside.keys)
    else { return false }
    return outside.allSatisfy { name, bytes in (try? folder.readFile(name, limit: 1 << 12)) == bytes }
  }

  func perform(_ what: String, _ first: String, _ second: String) throws(FuzzError) {
    switch what {
    case "folder", "file", "link": make(what, first, second)
    case "keep", "drop":
      // The secret one is nobody's in here.
      let document = first == Self.secret ? "" : first
      let stored = StoredDocument(document: document, states: [DocumentArchive()]).encoded().bytes
      let writing = StoredDocument.Update(
        path: "\(store)/\(StoredDocument.fileName(of: document))", bytes: what == "keep" ? stored : nil,
        base: .replaced)
      var unwritten: [String: StoredDocument.Update.Base] = [:]
      _ = StoredDocument.Update.perform([writing], unwritten: &unwritten) { StoreFiles.replace($0) }
    case "read":
      let contents = StoreFiles.read("\(store)/\(StoredDocument.fileName(of: Self.secret))")
      if case .bytes(let bytes) = contents {
        try require(
          bytes != outside[StoredDocument.fileName(of: Self.secret)],
          "a document's file was read outside of the workspace")
      }
    case "find":
      let found = StoreFiles.documents(in: store, below: [""])
      try require(!found.contains(Self.secret), "a document was found outside of the workspace")
    case "tidy": StoreFiles.tidy(store, limit: FolderLimit(documents: 1, bytes: 1 << 10))
    case "people": try look(FileSource(name: "team", path: "\(root)/\(first).jsonl", reach: reach))
    case "notes": try look(DirectorySource(name: "team", path: "\(root)/\(first)", reach: reach))
    default: break
    }
  }

  private func look(_ source: some LoadableSource) throws(FuzzError) {
    var isRead = false
    _ = source.read { entity in
      if entity.name == Self.secretName { isRead = true }
      return .kept
    }
    try require(!isRead, "somebody was read from outside of the workspace")
  }

  // MARK: Making things

  private func make(_ what: String, _ path: String, _ target: String) {
    do throws(SystemError) {
      var folder = try Platform.Folder(root)
      // Names of the kind that paths and links are made of; what is made is in the workspace.
      let names = Self.spelled(path).utf8.split(separator: UInt8(ascii: "/")).prefix(4).map {
        String(Substring($0))
      }
      .filter { $0 != "." && $0 != ".." && !$0.utf8.contains(0) && $0.utf8.count < 100 }
      for name in names.dropLast() {
        try folder.makeFolder(name, mode: 0o700)
        folder = try folder.folder(name)
      }
      guard let name = names.last else { return }
      switch what {
      case "folder": try folder.makeFolder(name, mode: 0o700)
      case "file": try Self.make(name, Array("{\"name\": \"Ada\"}\n".utf8), in: folder)
      default: try folder.makeLink(name, to: Self.spelled(target).replacing("OUT", with: top + "/out"))
      }
    } catch {
      // It is there already, or its name is none.
    }
  }

  private static func spelled(_ path: String) -> String {
    path.replacing("STORE", with: store).replacing("KEPT", with: StoredDocument.fileName(of: secret))
  }

  private static func make(_ name: String, _ bytes: [UInt8], in folder: Platform.Folder) throws(SystemError) {
    let file = try folder.createFile(name, mode: 0o600)
    defer { Platform.closeDescriptor(file) }
    try Platform.writeAll(file, bytes)
  }

  private static func empty(_ folder: Platform.Folder, at path: String) {
    for name in (try? folder.listing().names) ?? [] {
      if let below = try? folder.folder(name) {
        empty(below, at: "\(path)/\(name)")
        Platform.removeFolder("\(path)/\(name)")
      } else {
        try? folder.remove(name)
      }
    }
  }
}

/// A file of the store and a text to find its mentions in, divided by a line of `---`.
enum StoreFuzzing {
  private static let document = "file:///a.md"

  static func run(_ input: [UInt8]) throws(FuzzError) {
    let parts = FuzzInput.parts(input, atMost: 2)
    let text = PlainText(parts.count > 1 ? parts[1] : []).bytes
    let stored: StoredDocument
    do throws(StoredDocument.Fault) {
      stored = try StoredDocument(parts[0], of: document)
    } catch {
      return try require(!"\(error)".isEmpty, "a fault without words")
    }
    try checkWriting(stored)
    try checkRestoring(stored.states, into: text)
  }

  /// Written and read again it is the same; a shorter file holds the first of it.
  private static func checkWriting(_ stored: StoredDocument) throws(FuzzError) {
    let (bytes, leftOut) = stored.encoded()
    try require(leftOut == 0, "\(leftOut) mentions are left out of a small file")
    guard let again = try? StoredDocument(bytes, of: document) else {
      throw FuzzError("what was written cannot be read: \(FuzzInput.text(bytes))")
    }
    try require(again == stored, "read again it is another: \(FuzzInput.text(bytes))")
    let total = stored.states.reduce(0) { $0 + $1.count }
    let (short, missing) = stored.encoded(limit: bytes.count / 2)
    guard let less = try? StoredDocument(short, of: document) else {
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
