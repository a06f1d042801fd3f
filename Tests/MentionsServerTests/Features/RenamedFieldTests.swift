import Entities
import EntitySources
import Testing

@testable import MentionsServer

/// Which part of a mention's text a rename changes.
@Suite struct RenamedFieldTests {
  private func place(_ field: EntityField, _ entity: Entity, _ text: String) -> String? {
    let bytes = Array(text.utf8)
    return RenamedField.range(of: field, of: entity, in: bytes).map {
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

  @Test func `a handle that is not ASCII is found in another case and another normal form`() {
    var jürgen = Entity(id: "1", name: "Jürgen Groß")
    jürgen.handle = "jürgen"
    #expect(place(.handle, jürgen, "@JÜRGEN") == "1 JÜRGEN")
    #expect(place(.handle, jürgen, "[@ju\u{308}rgen](u)") == "2 ju\u{308}rgen")
    #expect(place(.handle, jürgen, "@jürgens") == nil)
    #expect(place(.handle, jürgen, "Jürgen Groß") == nil)
  }

  @Test func `a name that is wrapped is the name, and the new one is wrapped likewise`() {
    let ada = entity("1", "Ada Lovelace", "ada@x.org")
    #expect(place(.name, ada, "Ada\n  Lovelace") == "0 Ada\n  Lovelace")
    #expect(place(.handle, ada, "Ada\nLovelace") == nil)
    #expect(place(.handle, ada, "Ada  Lovelace <ada@x.org>") == nil)
    #expect(place(.name, ada, "AdaLovelace") == nil)
    func spaced(_ new: String, _ old: String) -> String {
      String(decoding: RenamedField.spaced(new, like: Array(old.utf8)), as: UTF8.self)
    }
    #expect(spaced("Ada King", "Ada\n  Lovelace") == "Ada\n  King")
    #expect(spaced("Ada King Noel", "Ada\nLovelace") == "Ada\nKing Noel")
    #expect(spaced("Ada", "Ada\nLovelace") == "Ada")
  }

  /// The field that is renamed at a place of a mention, and what it is there.
  private func written(_ entity: Entity, _ text: String, at offset: Int = 0) -> String? {
    RenamedField(of: entity, in: Array(text.utf8), at: offset).map {
      "\($0.field) \($0.value) \($0.range.lowerBound)..<\($0.range.upperBound)"
    }
  }

  @Test func `what is renamed at a mention is what would be edited there`() {
    let ada = entity("1", "Ada", "ada@x.org")
    #expect(written(ada, "Ada") == "name Ada 0..<3")
    #expect(written(ada, "@ADA") == "handle ADA 1..<4")
    #expect(written(ada, "Ada <ada@x.org>") == "name Ada 0..<3")
    #expect(written(ada, "Ada <ada@x.org>", at: 6) == "email ada@x.org 5..<14")
    let whole = entity("1", "Ada Lovelace", "ada@x.org")
    #expect(written(whole, "Ada\nLovelace") == "name Ada Lovelace 0..<12")
    #expect(written(whole, "https://people.example/adalove") == nil)
    // Whoever has no name but the handle is mentioned by it.
    let team = entity("ada", "ada", "ada@x.org")
    #expect(written(team, "ada") == "handle ada 0..<3")
    #expect(written(team, "@ada") == "handle ada 1..<4")
  }

  @Test func `an id that is written down stays when the handle changes`() {
    let ada = entity("ada", "Ada", "ada@x.org")
    #expect(ada.with(.handle, "countess", hasOwnID: false).id == "countess")
    #expect(ada.with(.handle, "countess", hasOwnID: true).id == "ada")
  }
}
