import Entities
import EntitySources

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
