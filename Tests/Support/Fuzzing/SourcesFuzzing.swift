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
    try require(problems.list.isEmpty, "read again: \(problems.list)")
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

/// What programs print, divided by lines of `---`: a provider's output, what `git log` prints with a tab for each NUL,
/// and a mailmap.
enum ProgramsFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    let parts = FuzzInput.parts(input, atMost: 3)
    try checkProvider(parts[0])
    let log = (parts.count > 1 ? parts[1] : []).map { $0 == UInt8(ascii: "\t") ? 0 : $0 }
    try checkHistory(log, parts.count > 2 ? parts[2] : [])
  }

  /// Where an output is cut in two: nowhere, and at a few places that depend on its length.
  private static func cuts(_ bytes: [UInt8]) -> [Int] {
    [0, 1, bytes.count / 3, bytes.count / 2, max(0, bytes.count - 1)].filter { $0 <= bytes.count }
  }

  // MARK: Providers

  private struct Heard: Equatable {
    var answers: [Int: [String]] = [:]
    var finished: Set<Int> = []
    var problems = 0
    var lines = 0
  }

  /// However it is cut, the same is heard, and never more than somebody can read.
  private static func checkProvider(_ output: [UInt8]) throws(FuzzError) {
    let whole = try hear(output, cutAt: 0)
    for cut in cuts(output) {
      let other = try hear(output, cutAt: cut)
      try require(other == whole, "cut at \(cut) it says \(other), whole \(whole)")
    }
  }

  private static func hear(_ output: [UInt8], cutAt cut: Int) throws(FuzzError) -> Heard {
    var reader = ProviderReader(
      name: PeopleFuzzing.source, policy: .init(lineLimit: 2000, errorLinesPerSecond: 5))
    var events: [ProviderEvent] = []
    for piece in [output[..<cut], output[cut...]] {
      reader.output(Array(piece)) { events.append($0) }
      // The same bytes as a program's complaints, all within one second.
      reader.errors(Array(piece), at: 0) { events.append($0) }
    }
    reader.finish { events.append($0) }
    var heard = Heard()
    for event in events {
      switch event {
      case .batch(let batch):
        try require(batch.isComplete || !batch.entities.isEmpty, "a batch with nothing in it goes on")
        for entity in batch.entities { try PeopleFuzzing.check(entity) }
        heard.answers[batch.query, default: []] += batch.entities.map(\.name)
        if batch.isComplete { heard.finished.insert(batch.query) }
      case .problem(let problem):
        try require(!problem.message.isEmpty, "a problem without words")
        heard.problems += 1
      case .log: heard.lines += 1
      case .started, .timedOut, .died: throw FuzzError("\(event) was read")
      }
    }
    try require(heard.problems <= ProviderReader.mostComplaints, "\(heard.problems) problems")
    try require(heard.lines <= 6, "\(heard.lines) lines of complaints in a second")
    return heard
  }

  // MARK: Git

  private static func checkHistory(_ log: [UInt8], _ lines: [UInt8]) throws(FuzzError) {
    let mailmap = Mailmap(lines)
    let plain = PlainMailmap(lines)
    for line in FuzzInput.lines(log) {
      let fields = line.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
      guard fields.count >= 3 else { continue }
      let found = mailmap.identity(name: fields[1], email: fields[2])
      let expected = plain.identity(name: fields[1], email: fields[2])
      try require(
        found == expected,
        "\(FuzzInput.text(fields[1])) is \(FuzzInput.text(found.name)), one by one \(FuzzInput.text(expected.name))"
      )
    }
    let whole = try records(log, cutAt: 0, mailmap)
    for cut in cuts(log) {
      let other = try records(log, cutAt: cut, mailmap)
      try require(other == whole, "cut at \(cut) there are \(other), whole \(whole)")
    }
  }

  private static func records(
    _ log: [UInt8], cutAt cut: Int, _ mailmap: Mailmap
  ) throws(FuzzError) -> [String] {
    var history = GitHistory()
    history.take(Array(log[..<cut]))
    history.take(Array(log[cut...]))
    history.finish()
    var found: [String] = []
    for record in history.records(under: mailmap) {
      guard let entity = record.entity(source: PeopleFuzzing.source) else { continue }
      try PeopleFuzzing.check(entity)
      found.append("\(entity.name) <\(entity.email ?? "")>")
    }
    return found
  }
}

/// A mailmap as gitmailmap(5) has it, looked through line by line each time.
private struct PlainMailmap {
  private struct Line {
    var newName: [UInt8]?
    var newEmail: [UInt8]?
    var oldName: [UInt8]?
    var oldEmail: [UInt8]
  }

  private var lines: [Line] = []

  init(_ bytes: [UInt8]) {
    for whole in FuzzInput.lines(bytes) where whole.first != UInt8(ascii: "#") {
      var rest = Array(whole.prefix { $0 != 0 })
      var contacts: [(name: [UInt8]?, email: [UInt8])] = []
      while contacts.count < 2, let contact = Self.takeContact(&rest) { contacts.append(contact) }
      guard let first = contacts.first, !first.email.isEmpty else { continue }
      lines.append(
        contacts.count == 1
          ? Line(newName: first.name, newEmail: nil, oldName: nil, oldEmail: first.email)
          : Line(
            newName: first.name, newEmail: first.email, oldName: contacts[1].name, oldEmail: contacts[1].email
          ))
    }
  }

  private static func takeContact(_ rest: inout [UInt8]) -> (name: [UInt8]?, email: [UInt8])? {
    guard let left = rest.firstIndex(of: UInt8(ascii: "<")),
      let right = rest[(left + 1)...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    defer { rest.removeSubrange(...right) }
    let name = FuzzInput.text(rest[..<left])
    let trimmed = name.utf8.split(omittingEmptySubsequences: true) { [32, 9, 13].contains($0) }
    let bare = rest[..<left].drop { [32, 9, 13].contains($0) }.reversed().drop { [32, 9, 13].contains($0) }
    return (trimmed.isEmpty ? nil : Array(bare.reversed()), Array(rest[(left + 1)..<right]))
  }

  func identity(name: [UInt8], email: [UInt8]) -> (name: [UInt8], email: [UInt8]) {
    func same(_ a: [UInt8], _ b: [UInt8]) -> Bool {
      a.count == b.count && zip(a, b).allSatisfy { Self.lowered($0) == Self.lowered($1) }
    }
    let mine = lines.filter { same($0.oldEmail, email) }
    if let line = mine.last(where: { $0.oldName.map { same($0, name) } ?? false }) {
      return (line.newName ?? name, line.newEmail ?? email)
    }
    let simple = mine.filter { $0.oldName == nil }
    return (
      simple.last { $0.newName != nil }?.newName ?? name,
      simple.last { $0.newEmail != nil }?.newEmail ?? email
    )
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}

/// A catalog's file with damage. The input: lines of JSON with people, keys to search for, and lines of an offset and
/// what the byte there becomes; between them lines of `---`.
///
/// Whatever the file holds, it is refused, or what is asked of it is answered.
enum CatalogsFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    let parts = FuzzInput.parts(input, atMost: 3)
    let catalog = catalog(of: parts[0])
    let keys = parts.count > 1 ? FuzzInput.lines(parts[1]).prefix(8).map { FuzzInput.text($0) } : []
    var file = stored(catalog)
    guard let whole = try? StoredCatalog(file) else { throw FuzzError("what was stored is not opened") }
    try require(whole.catalog.isIntact(), "what was stored is not intact")
    try require(whole.notes == Array("notes".utf8), "the notes are others")
    for key in keys {
      let query = MatchQuery(key: key, limit: 20)
      try require(
        whole.catalog.search(query).matches == catalog.search(query).matches, "“\(key)” finds others")
    }
    if parts.count < 3 { return }
    for line in FuzzInput.lines(parts[2]) {
      let numbers = line.split(separator: UInt8(ascii: " ")).compactMap { Int(FuzzInput.text($0)) }
      guard numbers.count == 2 else { continue }
      file[Int(UInt(bitPattern: numbers[0]) % UInt(file.count))] = UInt8(truncatingIfNeeded: numbers[1])
    }
    // Without this hardly anything would get beyond the header.
    CatalogFile.seal(&file)
    guard let damaged = try? StoredCatalog(file) else { return }
    use(damaged.catalog, keys)
  }

  static func stored(_ catalog: EntityCatalog) -> [UInt8] {
    var file: [UInt8] = []
    catalog.store(notes: Array("notes".utf8)) { piece in
      for at in 0..<piece.byteCount {
        unsafe file.append(piece.unsafeLoad(fromByteOffset: at, as: UInt8.self))
      }
    }
    return file
  }

  private static func catalog(of people: [UInt8]) -> EntityCatalog {
    var builder = EntityCatalog.Builder(source: "fuzz")
    var problems = SourceProblems(source: "fuzz")
    FileSource.read(people, as: .jsonl, shownAs: "people.jsonl", problems: &problems) {
      builder.reception(of: $0)
    }
    return builder.finish()
  }

  /// Asks all that can be asked of a catalog.
  private static func use(_ catalog: EntityCatalog, _ keys: [String]) {
    for key in keys {
      for scope in [MatchQuery.Scope.everything, .names(sameCase: true)] {
        var query = MatchQuery(key: key, limit: 20)
        query.scope = scope
        for match in catalog.search(query).matches { _ = catalog.entity(at: match.index) }
      }
    }
    for index in 0..<min(catalog.count, 50) {
      let entity = catalog.entity(at: index)
      _ = catalog.index(of: entity.key)
      var query = MatchQuery(key: keys.first ?? "", limit: 5)
      query.signals.mentionedHere.insert(entity.key)
      _ = catalog.search(query)
    }
    for field in [EntityFieldIndex.Field.name, .handle, .id, .email, .url] {
      let index = EntityFieldIndex(field, of: catalog)
      for key in keys { _ = index.entities(with: key) }
    }
    _ = catalog.identity
  }
}
