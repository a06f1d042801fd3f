import Entities
import MentionsTestKit
import Testing

/// Entities by one of their fields, byte for byte.
@Suite struct EntityFieldIndexTests {
  private static func text(_ entity: Entity, _ field: EntityFieldIndex.Field) -> String? {
    switch field {
    case .name: entity.name
    case .handle: entity.handle
    case .alias: nil
    case .id: entity.id
    case .email: entity.email
    case .url: entity.url
    }
  }

  @Test(arguments: seeds(1...30)) func `everybody who has the value is found, and nobody else`(seed: UInt64) {
    var directory = RandomDirectory(random: SeededRandom(seed))
    let catalog = directory.catalog(120)
    let entities = (0..<catalog.count).map { catalog.entity(at: $0) }
    for field in [EntityFieldIndex.Field.name, .handle, .id, .email, .url] {
      let index = EntityFieldIndex(field, of: catalog)
      let texts = entities.map { Self.text($0, field) }
      var values = texts.compactMap(\.self)
      values += values.prefix(20).flatMap { [$0.uppercased(), String($0.dropLast()), $0 + "x", $0 + " "] }
      values += ["", "\u{0}", "nobody", "\u{301}", " "]
      for value in values {
        // Found by looking at everybody.
        let expected = zip(entities, texts)
          .filter { $0.1.map { $0.utf8.elementsEqual(value.utf8) } ?? false }.map(\.0)
          .prefix(EntityFieldIndex.mostOfOneValue)
        #expect(index.entities(with: value) == Array(expected), "\(field) \(value)")
      }
    }
  }

  @Test func `of very many who are written alike those of one spelling are found`() {
    let names = (0..<3000).map { $0 % 700 == 7 ? "ADA LOVELACE" : "Ada Lovelace" }
    let catalog = EntityCatalog(
      source: "team", names.enumerated().map { Entity(id: "\($0.offset)", name: $0.element) })
    let index = EntityFieldIndex(.name, of: catalog)
    #expect(index.entities(with: "ADA LOVELACE").count == names.count { $0 == "ADA LOVELACE" })
    #expect(index.entities(with: "Ada Lovelace").count == EntityFieldIndex.mostOfOneValue)
    #expect(index.entities(with: "ada lovelace").isEmpty)
  }

  @Test func `the exact spelling is meant, else handles and addresses without case, and equivalent names`() {
    func entity(_ id: String, _ name: String, _ handle: String, _ email: String) -> Entity {
      var entity = Entity(id: id, name: name)
      (entity.handle, entity.email) = (handle, email)
      return entity
    }
    let others = (0..<20).map { entity("o\($0)", "Jose Nunez", "jose\($0)", "x\($0)@x.org") }
    let catalog = EntityCatalog(
      source: "team",
      [
        entity("1", "Jos\u{E9} N\u{FA}\u{F1}ez", "Jos\u{E9}", "Jose@X.org"),
        entity("2", "Ann", "STRASSE", "a@x.org"),
        entity("3", "ANN", "ann", "b@x.org"), entity("4", "Anna", "ANN", "A@x.org"),
      ] + others)
    func found(_ field: EntityFieldIndex.Field, _ value: String) -> [String] {
      EntityFieldIndex(field, of: catalog).entities(meantBy: value).map(\.id)
    }
    #expect(
      found(.name, "Jose\u{301} Nu\u{301}n\u{303}ez") == ["1"]
        && found(.name, "JOS\u{C9} N\u{DA}\u{D1}EZ") == [])
    #expect(found(.name, "ann") == [] && found(.name, "Ann") == ["2"])
    #expect(found(.handle, "JOSE\u{301}") == ["1"] && found(.handle, "jose") == [])
    #expect(found(.handle, "Stra\u{DF}e") == ["2"] && found(.handle, "ann") == ["3"])
    #expect(found(.handle, "Ann").sorted() == ["3", "4"])
    #expect(found(.email, "jose@x.ORG") == ["1"] && found(.email, "a@x.org") == ["2"])
    #expect(found(.id, "O1") == [])
  }

  @Test func `a name of nothing that is compared is found too`() {
    let catalog = EntityCatalog(
      source: "team", [Entity(id: "1", name: "\u{301}"), Entity(id: "2", name: "Ada")])
    #expect(EntityFieldIndex(.name, of: catalog).entities(with: "\u{301}").map(\.id) == ["1"])
  }

  @Test(arguments: seeds(1...10)) func `by aliases, each of them`(seed: UInt64) {
    var directory = RandomDirectory(random: SeededRandom(seed))
    let catalog = directory.catalog(120)
    let entities = (0..<catalog.count).map { catalog.entity(at: $0) }
    let index = EntityFieldIndex(.alias, of: catalog)
    for alias in entities.flatMap(\.aliases) + ["nobody"] {
      let expected = entities.filter { $0.aliases.contains(alias) }
      #expect(
        Set(index.entities(with: alias)) == Set(expected.prefix(EntityFieldIndex.mostOfOneValue)), "\(alias)")
    }
  }

  @Test func `alike in whatever case, and by the beginning of a handle`() {
    let entities = ["Ada", "ada", "ÀDA", "acme/web", "acmeister"].enumerated().map { index, handle in
      var entity = Entity(id: "\(index)", name: "P\(index)")
      entity.handle = handle
      return entity
    }
    let catalog = EntityCatalog(source: "team", entities)
    let index = EntityFieldIndex(.handle, of: catalog)
    #expect(Set(index.entities(alike: "aDa").map(\.id)) == ["0", "1", "2"])
    #expect(index.entities(alike: "").isEmpty && index.entities(alike: "acme").isEmpty)
    #expect(EntityFieldIndex.hasHandle(beginningWith: "acme/", in: catalog))
    #expect(!EntityFieldIndex.hasHandle(beginningWith: "acmeister/", in: catalog))
    #expect(!EntityFieldIndex.hasHandle(beginningWith: "Acme/", in: catalog))
  }
}
