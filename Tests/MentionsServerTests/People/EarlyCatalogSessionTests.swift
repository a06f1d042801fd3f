import Entities
import EntitySources
import Mentions
import Testing

@testable import MentionsServer

/// A large source is asked before it has been read to the end.
@Suite struct EarlyCatalogSessionTests {
  private func catalog(_ source: String, _ names: [String], isPartial: Bool = false) -> EntityCatalog {
    var builder = EntityCatalog.Builder(source: source)
    for name in names { builder.append(Entity(id: name, name: name)) }
    return isPartial ? builder.partial() : builder.finish()
  }

  @Test func `what is not whole yet is not merged`() {
    var merges = CatalogMerges()
    let many = (0..<6000).map { "Ada \($0)" }
    var read = ["a": catalog("a", many, isPartial: true), "b": catalog("b", many)]
    let first = merges.catalog(of: ["a", "b"]) { read[$0] }
    #expect(first.work == nil)
    #expect(first.catalog.count == 6000)
    #expect(!merges.isMerging(["a", "b"]))
    // One source alone needs no merge.
    #expect(merges.catalog(of: ["a"]) { read[$0] }.catalog === read["a"])
    read["a"] = catalog("a", many)
    merges.noteChange(of: "a")
    #expect(merges.catalog(of: ["a", "b"]) { read[$0] }.work?.catalogs.count == 2)
    #expect(merges.catalog(of: ["a"]) { read[$0] }.catalog === read["a"])
  }

  @Test func `what serves is replaced by what is whole only`() throws {
    var kit = SettingsKit()
    kit.configuration = #"{"sources": {"team": {"type": "file", "path": "people.jsonl"}}}"#
    var registry = SourceRegistry()
    _ = registry.configure([kit.settings()])
    let key = try #require(registry.entries.first { $0.specification.name == "team" }).key
    func load(_ catalog: EntityCatalog, isPreliminary: Bool = false) -> Bool {
      var loaded = LoadedSource(catalog: catalog)
      loaded.isPreliminary = isPreliminary
      let reading = registry.finishLoad(
        key, load: registry[key]?.runID ?? 0, loaded, now: Instant(milliseconds: 0))
      return reading == .new
    }
    _ = registry.beginLoad(key)
    #expect(load(catalog("team", ["Ada"], isPartial: true), isPreliminary: true))
    #expect(registry[key]?.state.isIncomplete == true)
    #expect(load(catalog("team", ["Ada"])))
    #expect(registry[key]?.state.isIncomplete == false)
    // The file has changed: the old catalog serves until the new one is whole.
    _ = registry.beginLoad(key)
    #expect(!load(catalog("team", ["Ada", "Alan"], isPartial: true), isPreliminary: true))
    #expect(registry[key]?.state.catalog?.count == 1)
    #expect(load(catalog("team", ["Ada", "Alan"])))
    #expect(registry[key]?.state.catalog?.count == 2)
  }
}
