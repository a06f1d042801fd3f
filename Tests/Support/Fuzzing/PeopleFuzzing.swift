import Entities
import EntitySources
import JSONText
import MentionsServer
import SystemCalls

/// Files of entities. The first line says what the file is called: `people.csv`, `Notes/Ada.md`.
enum PeopleFuzzing {
  static let source = "fuzz"

  static func run(_ input: [UInt8]) throws(FuzzError) {
    let end = input.firstIndex(of: 10) ?? input.count
    let name = FuzzInput.text(input[..<end])
    let content = Array(input[min(end + 1, input.count)...])
    var entities: [Entity] = []
    var problems = SourceProblems(source: source)
    if let format = EntityFileFormat(path: name) {
      FileSource.read(content, as: format, shownAs: name, problems: &problems) { entity in
        entities.append(entity)
        return .kept
      }
    } else {
      let note = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
      guard !note.isEmpty, !note.hasSuffix("/"), !note.utf8.contains(0) else { return }
      DirectorySource.read(note: content, at: note + ".md", shownAs: note, problems: &problems) { entity in
        entities.append(entity)
        return .kept
      }
    }
    let lines = plainLineStarts(of: content).count
    for problem in problems.list {
      try require(!problem.message.isEmpty, "a problem without words")
      if let line = problem.line {
        try require((1...lines).contains(line), "a problem in line \(line) of \(lines)")
      }
    }
    for entity in entities { try check(entity) }
    if EntityFileFormat(path: name) == .jsonl { try checkParts(content) }
    try checkReadAgain(entities)
    try checkCatalog(entities)
  }

  static func check(_ entity: Entity) throws(FuzzError) {
    try require(entity.source == source, "of another source: \(entity)")
    try require(!entity.id.isEmpty && !entity.name.isEmpty, "without id or name: \(entity)")
    for text in [entity.id, entity.name, entity.handle, entity.email, entity.shortName].compactMap(\.self) {
      try require(!text.isEmpty, "an empty field: \(entity)")
      try require(
        text.utf8.first != 32 && text.utf8.last != 32 && !text.utf8.contains { $0 < 32 || $0 == 127 },
        "“\(text)” is not tidy")
    }
    for alias in entity.aliases { try require(!alias.isEmpty, "an empty alias") }
  }

  /// Runs three parts, one after the other: a run of the fuzzer has no threads of its own.
  private struct ThreeParts: ParallelExecutor {
    let width = 3

    func map<Result: Sendable>(_ parts: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
      (0..<parts).map(body)
    }
  }

  /// A file read in parts is what it is when read one entity after the other.
  private static func checkParts(_ content: [UInt8]) throws(FuzzError) {
    guard let folder = try? Platform.makeTemporaryFolder("/tmp/mentions-people-") else {
      throw FuzzError("there is no temporary folder")
    }
    let path = folder + "/people.jsonl"
    defer {
      try? Platform.remove(path)
      Platform.removeFolder(folder)
    }
    do throws(SystemError) {
      let file = try Platform.Folder(folder).createFile("people.jsonl", mode: 0o600)
      defer { Platform.closeDescriptor(file) }
      try Platform.writeAll(file, content)
    } catch {
      throw FuzzError("the people cannot be written: \(error)")
    }
    let people = FileSource(name: source, path: path, shownPath: "people.jsonl")
    let (parts, whole) = (people.load(on: ThreeParts(), leastPart: 1), people.loadOneByOne(on: .sequential))
    try require(parts.problems == whole.problems, "in parts \(parts.problems), one by one \(whole.problems)")
    try require(parts.catalog.count == whole.catalog.count, "in parts \(parts.catalog.count) entities")
    for index in 0..<whole.catalog.count {
      let (part, entity) = (parts.catalog.entity(at: index), whole.catalog.entity(at: index))
      try require(part == entity, "in parts \(part), one by one \(entity)")
    }
  }

  /// Written as JSON Lines and read again they are the same.
  private static func checkReadAgain(_ entities: [Entity]) throws(FuzzError) {
    var lines: [UInt8] = []
    for entity in entities {
      guard case .object(var object) = EntityTranslation.json(entity) else { continue }
      object["source"] = nil
      lines += JSONWriter.bytes(of: JSONValue.object(object)) + [10]
    }
    var again: [Entity] = []
    var problems = SourceProblems(source: source)
    FileSource.read(lines, as: .jsonl, shownAs: nil, problems: &problems) { entity in
      again.append(entity)
      return .kept
    }
    try require(problems.isEmpty, "read again: \(problems.list)")
    for (first, second) in zip(entities, again) {
      try require(first == second, "read again \(first) is \(second)")
    }
    try require(again.count == entities.count, "\(entities.count) entities, read again \(again.count)")
  }

  /// In a catalog each is found by its key and its name.
  private static func checkCatalog(_ entities: [Entity]) throws(FuzzError) {
    var builder = EntityCatalog.Builder(source: source)
    var kept: [Entity] = []
    for entity in entities where builder.reception(of: entity) == .kept { kept.append(entity) }
    let catalog = builder.finish()
    try require(catalog.count == kept.count, "\(kept.count) kept, \(catalog.count) in the catalog")
    for entity in kept {
      guard let index = catalog.index(of: entity.key) else {
        throw FuzzError("not found by its key: \(entity)")
      }
      let found = catalog.entity(at: index)
      try require(found.name == entity.name && found.id == entity.id, "\(entity) became \(found)")
      // A second one of the same key may have filled what was missing.
      if kept.count == entities.count {
        try require(found == entity, "\(entity) became \(found)")
      }
    }
    guard kept.count <= 20 else { return }
    for entity in kept where entity.name.utf8.count <= 100 {
      let query = MatchQuery(key: entity.name, limit: 50)
      let found = catalog.search(query).matches.map { catalog.entity(at: $0.index) }
      try require(found.contains { $0.id == entity.id }, "“\(entity.name)” does not find its entity")
      let all = catalog.indicesInOwnOrder.map { catalog.entity(at: $0) }
      let plain = EntityMatcher.search(all, query, sources: [source]).matches.map { all[$0.index] }
      try require(found == plain, "“\(entity.name)” finds \(found), one by one \(plain)")
    }
  }
}
