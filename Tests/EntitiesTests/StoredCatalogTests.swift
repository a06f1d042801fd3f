import Entities
import JSONText
import MentionsTestKit
import Testing

/// A catalog in the form of a file, opened again.
@Suite struct StoredCatalogTests {
  private static func stored(_ catalog: EntityCatalog, notes: [UInt8] = []) -> [UInt8] {
    var file: [UInt8] = []
    catalog.store(notes: notes) { piece in
      piece.withUnsafeBytes { unsafe file.append(contentsOf: $0) }
    }
    return file
  }

  @Test(arguments: seeds(1...40)) func `a stored catalog answers as the one that was stored`(seed: UInt64)
    throws
  {
    var directory = RandomDirectory(random: SeededRandom(seed))
    let catalog = directory.catalog(200)
    let stored = try StoredCatalog(Self.stored(catalog, notes: [1, 2, 3]))
    #expect(stored.notes == [1, 2, 3])
    #expect(stored.catalog.isIntact())
    #expect(stored.catalog.identity == catalog.identity)
    #expect(stored.catalog.sources == catalog.sources)
    #expect(stored.catalog.indicesInOwnOrder.elementsEqual(catalog.indicesInOwnOrder))
    for index in 0..<catalog.count {
      let entity = catalog.entity(at: index)
      #expect(stored.catalog.entity(at: index) == entity)
      #expect(stored.catalog.index(of: entity.key) == index)
    }
    for _ in 0..<40 {
      let query = MatchQuery(
        key: directory.key(catalog), scope: directory.scope(), limit: 20, signals: directory.signals(catalog))
      let found = stored.catalog.search(query)
      let expected = catalog.search(query)
      #expect(found.matches == expected.matches, "\(query)")
      #expect(found.total == expected.total)
    }
  }

  @Test func `what is not searched is stored too`() throws {
    var ada = Entity(id: "1", name: "Ada")
    ada.metadata = JSONObject([
      ("team", .string("engine")), ("years", .array([.integer(1843), .double(0.5)])),
    ])
    ada.url = "https://example.org/ada"
    ada.weight = 2.5
    ada.gone = true
    var alan = Entity(id: "2", name: "Alan")
    alan.metadata = JSONObject([("note", .string("é\n\"quoted\""))])
    let catalog = EntityCatalog(source: "team", [ada, Entity(id: "3", name: "Nobody"), alan])
    let stored = try StoredCatalog(Self.stored(catalog)).catalog
    for index in 0..<3 { #expect(stored.entity(at: index) == catalog.entity(at: index)) }
    #expect(
      stored.entity(at: try #require(stored.index(of: EntityKey(source: "team", id: "1")))).metadata
        == ada.metadata)
  }

  @Test func `catalogs merge out of files as out of memory`() throws {
    var directory = RandomDirectory(random: SeededRandom(7))
    let catalogs = (0..<3).map { number in
      EntityCatalog(
        source: "source \(number)", (0..<60).map { _ in directory.entity(Int(directory.random.next() % 90)) })
    }
    let stored = try catalogs.map { try StoredCatalog(Self.stored($0)).catalog }
    let merged = CatalogMerge.merge(stored)
    #expect(merged.identity == CatalogMerge.merge(catalogs).identity)
    #expect(merged.identity != CatalogMerge.merge(catalogs.reversed()).identity)
  }

  @Test func `an empty catalog`() throws {
    let stored = try StoredCatalog(Self.stored(.empty)).catalog
    #expect(stored.count == 0)
    #expect(stored.search(MatchQuery(key: "a")).matches.isEmpty)
  }

  // MARK: Damage

  private static let whole: [UInt8] = {
    var directory = RandomDirectory(random: SeededRandom(3))
    return stored(directory.catalog(20))
  }()

  @Test func `a file that was cut short is refused`() {
    let whole = Self.whole
    for length in [
      0, 1, 7, 8, 100, CatalogFile.headerSize - 1, CatalogFile.headerSize, whole.count / 2, whole.count - 1,
    ] {
      #expect(throws: CatalogFileError.tooShort, "\(length) bytes") {
        try StoredCatalog(Array(whole[..<length]))
      }
    }
    #expect(throws: CatalogFileError.self) { try StoredCatalog(whole + [0]) }
  }

  @Test func `each byte of the header counts`() {
    for place in 0..<CatalogFile.headerSize {
      var file = Self.whole
      file[place] ^= 0x10
      #expect(throws: CatalogFileError.self, "byte \(place)") { try StoredCatalog(file) }
    }
  }

  @Test func `a file of another kind or version is told apart`() {
    var file = Self.whole
    file[0] ^= 1
    #expect(throws: CatalogFileError.otherFile) { try StoredCatalog(file) }
    file = Self.whole
    file[8] &+= 1
    #expect(throws: CatalogFileError.otherVersion) { try StoredCatalog(file) }
  }

  @Test func `damage at either end of each section is noticed`() throws {
    let whole = Self.whole
    func number(_ place: Int) -> Int { (0..<8).reduce(0) { $0 | Int(whole[place + $1]) << ($1 * 8) } }
    var changed = 0
    for entry in 0..<number(40) {
      let (offset, count, stride) = (
        number(64 + entry * 32), number(72 + entry * 32), number(80 + entry * 32)
      )
      if count == 0 { continue }
      for place in [offset, offset + count * stride / 2, offset + count * stride - 1] {
        var file = whole
        file[place] ^= 1 << UInt8(place % 8)
        changed += 1
        // What decides whether the file is used is checked at once.
        guard let stored = try? StoredCatalog(file) else { continue }
        #expect(!stored.catalog.isIntact(), "section \(entry), byte \(place)")
      }
    }
    #expect(changed > 60)
  }

  /// Half of the numbers that are put into the tables are great, so that they point far away.
  @Test(arguments: seeds(1...24)) func `damaged tables end no search`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var directory = RandomDirectory(random: SeededRandom(seed &+ 1000))
    let catalog = directory.catalog(150)
    var file = Self.stored(catalog)
    for _ in 0..<Int.random(in: 1...400, using: &random) {
      let place = Int.random(in: CatalogFile.headerSize..<file.count, using: &random)
      file[place] = Bool.random(using: &random) ? 255 : UInt8.random(in: 0...255, using: &random)
    }
    guard let damaged = try? StoredCatalog(file) else { return }
    #expect(!damaged.catalog.isIntact())
    for _ in 0..<30 {
      let query = MatchQuery(
        key: directory.key(catalog), scope: directory.scope(), limit: 20, signals: directory.signals(catalog))
      for match in damaged.catalog.search(query).matches { _ = damaged.catalog.entity(at: match.index) }
    }
    for index in 0..<catalog.count {
      _ = damaged.catalog.index(of: catalog.entity(at: index).key)
      _ = damaged.catalog.entity(at: index)
    }
    _ = EntityFieldIndex(.url, of: damaged.catalog).entities(with: "x")
  }

  /// Fails when the form changes: then ``CatalogFile`` needs another version, and this another number.
  @Test func `the form of the file is that of its version`() {
    let file = Self.stored(EntityCatalog(source: "team", [Entity(id: "1", name: "Ada Lovelace")]))
    var checksum = Checksum()
    checksum.add(file.span)
    #expect(checksum.value == 12_314_147_361_293_791_500, "version \(CatalogFile.version)")
  }
}
