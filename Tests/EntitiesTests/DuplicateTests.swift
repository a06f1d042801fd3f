import Entities
import JSONText
import Testing

/// Duplicates (Behaviour, section 4), and that what goes in comes out.
@Suite struct DuplicateTests {
  private func entity(
    _ id: String, _ name: String, uniqueID: String? = nil, handle: String? = nil, email: String? = nil,
    detail: String? = nil
  ) -> Entity {
    var entity = Entity(id: id, name: name)
    entity.uniqueID = uniqueID
    entity.handle = handle
    entity.email = email
    entity.detail = detail
    return entity
  }

  /// In the sources' own order.
  private func all(_ catalog: EntityCatalog) -> [Entity] {
    catalog.indicesInOwnOrder.map { catalog.entity(at: $0) }
  }

  @Test func `every field survives`() {
    var full = entity("i", "Ångström 張", uniqueID: "u", handle: "h", email: "e@x", detail: "d")
    full.aliases = ["a", "", "b"]
    full.kind = .team
    full.url = "https://x"
    full.avatar = "av"
    full.shortName = "s"
    full.canTrim = false
    full.weight = 12.5
    full.gone = true
    full.metadata["k"] = .integer(1)
    full.source = "s1"
    let catalog = EntityCatalog(source: "s1", [entity("z", "Z"), full])
    #expect(all(catalog).last == full)
    #expect(all(CatalogMerge.merge([EntityCatalog(source: "s0", [entity("y", "Y")]), catalog])).last == full)
    #expect(catalog.index(of: full.key).map { catalog.entity(at: $0) } == full)
    #expect(catalog.index(of: EntityKey(source: "s1", id: "z")).map { catalog.source(at: $0) } == "s1")
    #expect(catalog.index(of: EntityKey(source: "s1", id: "i")) == nil)
    #expect(catalog.index(of: EntityKey(source: "other", id: "z")) == nil)
    full.url = nil
    full.weight = nil
    #expect(all(EntityCatalog(source: "s1", [full])) == [full])
  }

  @Test func `empty name is refused`() {
    var builder = EntityCatalog.Builder(source: "s")
    #expect(builder.append(entity("1", "")) == .refused(.emptyName))
    #expect(builder.append(entity("1", " \t")) == .refused(.emptyName))
    #expect(builder.append(entity("1", String(repeating: "x", count: 2_000_000))) == .refused(.tooLong))
    #expect(builder.append(entity("1", "Ada")) == .accepted)
    #expect(builder.finish().count == 1)
  }

  @Test func `missing ID is the handle, else the address, else the name`() {
    let catalog = EntityCatalog(
      source: "s",
      [entity("", "A", handle: "h", email: "e"), entity("", "B", email: "e"), entity("", "C")])
    #expect(all(catalog).map(\.id) == ["h", "e", "C"])
  }

  @Test func `equal ID is the same and the first is filled`() {
    var builder = EntityCatalog.Builder(source: "s")
    #expect(builder.append(entity("1", "Ada", email: "a@x")) == .accepted)
    #expect(builder.append(entity("1", "Other", handle: "ada", email: "b@x")) == .merged)
    let people = all(builder.finish())
    #expect(people.map(\.name) == ["Ada"])
    #expect(people.first?.handle == "ada" && people.first?.email == "a@x")
  }

  @Test func `aliases and metadata of both are kept`() {
    var (first, later) = (entity("1", "Ada"), entity("1", "Ada"))
    (first.aliases, first.metadata) = (["countess"], ["room": 1])
    (later.aliases, later.metadata) = (["byron", "countess"], ["room": 2, "floor": 3])
    let people = all(EntityCatalog(source: "s", [first, later]))
    #expect(people.map(\.aliases) == [["countess", "byron"]])
    #expect(people.map(\.metadata) == [["room": 1, "floor": 3]])
  }

  @Test func `equal unique ID is the same whatever the ID`() {
    let catalog = EntityCatalog(
      source: "s",
      [
        entity("1", "Ada", uniqueID: "u"), entity("2", "Ada L", uniqueID: "u", detail: "d"),
        entity("1", "Eve", uniqueID: "v"),
      ])
    #expect(all(catalog).map(\.name) == ["Ada", "Eve"])
    #expect(all(catalog).first?.detail == "d")
  }

  @Test func `across sources another handle and another address become aliases`() {
    let merged = CatalogMerge.merge([
      EntityCatalog(source: "team", [entity("1", "Ada", uniqueID: "u", handle: "ada", email: "a@x")]),
      EntityCatalog(source: "git", [entity("2", "Ada", uniqueID: "u", handle: "lovelace", email: "A@X")]),
      EntityCatalog(source: "hub", [entity("3", "Ada", uniqueID: "u", handle: "ADA", email: "b@x")]),
    ])
    #expect(all(merged).map(\.handle) == ["ada"])
    #expect(all(merged).map(\.aliases) == [["@lovelace", "b@x"]])
  }

  @Test func `ids are compared byte by byte`() {
    let catalog = EntityCatalog(source: "s", [entity("\u{E9}", "A"), entity("e\u{301}", "B")])
    #expect(catalog.count == 2)
  }

  @Test func `inside one source equal addresses do not merge people`() {
    let catalog = EntityCatalog(source: "s", [entity("1", "A", email: "x"), entity("2", "B", email: "x")])
    #expect(catalog.count == 2)
  }

  @Test func `across sources equal address or handle is the same`() {
    let team = EntityCatalog(
      source: "team", [entity("1", "Ada", handle: "ada"), entity("2", "Bob", email: "bob@x")])
    let git = EntityCatalog(
      source: "git",
      [
        entity("1", "Someone"), entity("g2", "Robert", email: "BOB@x", detail: "from git"),
        entity("g3", "A. L.", handle: "ADA", email: "ada@x"),
      ])
    let merged = all(CatalogMerge.merge([team, git]))
    #expect(merged.map(\.name) == ["Ada", "Bob", "Someone"])
    #expect(merged.map(\.source) == ["team", "team", "git"])
    #expect(merged[0].email == "ada@x" && merged[1].detail == "from git")
  }

  @Test func `across sources handles that are only searched alike are two`() {
    let team = EntityCatalog(source: "team", [entity("1", "Jürgen", handle: "jürgen")])
    let git = EntityCatalog(
      source: "git", [entity("2", "Jurgen", handle: "jurgen"), entity("3", "J", handle: "JÜRGEN")])
    #expect(all(CatalogMerge.merge([team, git])).map(\.name) == ["Jürgen", "Jurgen"])
  }

  @Test func `across sources handles are compared exactly where a source has both spellings`() {
    let team = EntityCatalog(
      source: "team", [entity("1", "Small", handle: "kim"), entity("2", "Nim", handle: "nim")])
    let git = EntityCatalog(
      source: "git",
      [
        entity("3", "Large", handle: "Kim"), entity("4", "Also small", handle: "kim"),
        entity("5", "N", handle: "Nim"),
      ])
    for order in [[team, git], [git, team]] {
      let merged = all(CatalogMerge.merge(order))
      #expect(merged.count == 3)
      #expect(Set(merged.map(\.handle)) == ["kim", "Kim", order[0] === team ? "nim" : "Nim"])
    }
  }

  @Test func `across sources further handles and addresses count too`() {
    var ada = entity("1", "Ada", handle: "ada", email: "ada@x.org")
    ada.aliases = ["Countess", "@lovelace", "byron@y.org"]
    ada.weight = 40
    let git = EntityCatalog(source: "git", [ada])
    for other in [
      entity("2", "A. L.", handle: "Lovelace"), entity("2", "A. L.", email: "BYRON@y.org"),
    ] {
      let merged = all(CatalogMerge.merge([EntityCatalog(source: "team", [other]), git]))
      #expect(merged.map(\.name) == ["A. L."])
      #expect(merged.first?.weight == 40)
      #expect(all(CatalogMerge.merge([git, EntityCatalog(source: "team", [other])])).map(\.name) == ["Ada"])
    }
    // A name among the aliases is no handle.
    let namesake = EntityCatalog(source: "team", [entity("2", "B", handle: "countess")])
    #expect(CatalogMerge.merge([namesake, git]).count == 2)
  }

  @Test func `across sources equal unique ID is the same and equal ID is not`() {
    let merged = CatalogMerge.merge([
      EntityCatalog(source: "a", [entity("1", "A", uniqueID: "u"), entity("2", "B")]),
      EntityCatalog(source: "b", [entity("9", "C", uniqueID: "u"), entity("2", "D")]),
    ])
    #expect(all(merged).map(\.name) == ["A", "B", "D"])
    #expect(merged.sources == ["a", "b"])
  }

  @Test func `people of one source are not merged through another source`() {
    let team = EntityCatalog(
      source: "team", [entity("1", "A", handle: "h"), entity("2", "B", email: "x")])
    let git = EntityCatalog(source: "git", [entity("3", "C", handle: "h", email: "x")])
    #expect(CatalogMerge.merge([team, git]).count == 2)
  }

  @Test func `a source in two catalogs is one source`() {
    let merged = CatalogMerge.merge([
      EntityCatalog(source: "a", [entity("1", "A")]), .empty,
      EntityCatalog(source: "a", [entity("1", "A2", detail: "d"), entity("2", "B")]),
    ])
    #expect(merged.sources == ["a"])
    #expect(all(merged).map(\.name) == ["A", "B"])
    #expect(all(merged).first?.detail == "d")
  }
}
