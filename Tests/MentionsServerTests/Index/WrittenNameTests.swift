import Entities
import EntitySources
import Testing

@testable import MentionsServer

/// Which part of a mention's text a rename changes.
@Suite struct WrittenNameTests {
  private func place(_ field: EntityField, _ entity: Entity, _ text: String) -> String? {
    let bytes = Array(text.utf8)
    return WrittenName.place(of: field, of: entity, in: bytes).map {
      "\($0.lowerBound) " + String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  private func entity(_ id: String, _ name: String, _ email: String, url: String? = nil) -> Entity {
    var entity = Entity(id: id, name: name)
    (entity.handle, entity.email, entity.url) = ("ada", email, url)
    return entity
  }

  @Test func `a handle is neither a part of a name nor of an address`() {
    let ada = entity("ada", "Ada Lovelace", "ada@example.org", url: "https://people.example/ada")
    #expect(place(.handle, ada, "@ada") == "1 ada")
    #expect(place(.handle, ada, "Ada Lovelace") == nil)
    #expect(place(.handle, ada, "Ada Lovelace <ada@example.org>") == nil)
    #expect(place(.handle, ada, "https://people.example/ada") == nil)
    #expect(place(.handle, ada, "Ada Lovelace (@ada) <ada@example.org>") == "15 ada")
    #expect(place(.name, ada, "Ada Lovelace <ada@example.org>") == "0 Ada Lovelace")
    #expect(place(.email, ada, "Ada Lovelace <ada@example.org>") == "14 ada@example.org")
  }

  @Test func `a name that is the handle but for the case is not the handle`() {
    let ada = entity("1", "Ada", "ada@x.org")
    #expect(place(.handle, ada, "Ada") == nil)
    #expect(place(.handle, ada, "Ada <ada@x.org>") == nil)
    #expect(place(.handle, ada, "@Ada") == "1 Ada")
    #expect(place(.name, ada, "Ada <ada@x.org>") == "0 Ada")
    let same = entity("1", "ada", "ada@x.org")
    #expect(place(.name, same, "ada@x.org") == nil)
    #expect(place(.handle, same, "@ada") == "1 ada")
  }
}
