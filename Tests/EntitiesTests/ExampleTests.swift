import Entities
import Testing

@Suite struct ExampleTests {
  @Test func `people are found, preferred, and named once`() {
    let ada = Entity(id: "1", name: "Ada Lovelace")
    let names = ["Adam Smith", "Bob Kahn"].map { Entity(id: $0, name: $0) }
    var search = PeopleSearch([
      EntityCatalog(source: "team", [ada]), EntityCatalog(source: "team", [ada] + names),
    ])
    #expect(search.find("ad") == ["[Ad]am Smith", "[Ad]a Lovelace"])
    #expect(search.find("ada") == ["[Ada]m Smith", "[Ada] Lovelace"])
    var known = ada
    known.source = "team"
    search.prefer(known)
    #expect(search.find("ada") == ["[Ada] Lovelace", "[Ada]m Smith"])
    #expect(search.find("xyz") == [])
  }
}
