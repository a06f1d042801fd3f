import Entities
import EntitySources
import Mentions
import MentionsTestKit
import Testing

@testable import MentionsServer

/// Lists that are fetched, in a session (Behaviour, section 4).
@Suite struct FetchedListSessionTests {
  @Test func `a list is fetched again when it is used after its time`() {
    ServerScript(
      folders: ["w"], people: "",
      sources: #""staff": {"type": "command", "command": ["staff"], "refresh": 60}"#,
      lists: #"["staff"]"#, text: ""
    ).check(
      """
      effect load staff 2
      loaded staff ["Ada Lovelace", "Alan Turing"]
      type @
      complete 2
      < 2 {"items": [{"label": "Ada Lovelace"}, {"label": "Alan Turing"}]}
      at 59000
      type a
      complete 3
      < 3 {"items": [{"label": "Alan Turing"}, {"label": "Ada Lovelace"}]}
      at 60000
      type d
      effect load staff 3
      complete 4
      < 4 {"items": [{"label": "Ada Lovelace"}]}
      loaded staff ["Ada Lovelace", "Adam Smith"]
      complete 5
      < 5 {"items": [{"label": "Ada Lovelace"}]}
      at 60001
      type a
      complete 6
      < 6 {"items": [{"label": "Adam Smith"}, {"label": "Ada Lovelace"}]}
      """)
  }

  @Test func `the time begins when a list has come, and one that is the same changes nothing`() throws {
    var kit = SettingsKit()
    kit.configuration = #"{"sources": {"staff": {"type": "command", "command": ["staff"], "refresh": 60}}}"#
    var registry = SourceRegistry()
    _ = registry.configure([kit.settings()])
    let key = try #require(registry.entries.first { $0.specification.name == "staff" }).key
    func load(_ loaded: LoadedSource, at seconds: Int) -> SourceRegistry.Reading {
      registry.finishLoad(
        key, load: registry[key]?.runID ?? 0, loaded, now: Instant(milliseconds: Int64(seconds) * 1000))
    }
    func isDue(at seconds: Int) -> Bool {
      registry.beginRefresh(key, now: Instant(milliseconds: Int64(seconds) * 1000)) != nil
    }
    _ = registry.beginLoad(key)
    #expect(!isDue(at: 100), "it is being read")
    let staff = EntityCatalog(source: "staff", [Entity(id: "ada", name: "Ada")])
    var kept = LoadedSource(catalog: staff)
    kept.age = 20
    #expect(load(kept, at: 100) == .new)
    #expect(!isDue(at: 139) && isDue(at: 140) && !isDue(at: 300))
    #expect(load(LoadedSource(catalog: staff), at: 300) == .same)
    #expect(!isDue(at: 359) && isDue(at: 360))
    var failed = LoadedSource(
      catalog: .empty, problems: [SourceProblem(.warning, source: "staff", "no answer")])
    failed.keepsKnown = true
    #expect(load(failed, at: 361) == .same)
    #expect(registry[key]?.state.catalog === staff && registry[key]?.problems == failed.problems)
    #expect(!isDue(at: 420) && isDue(at: 421))
    let other = EntityCatalog(source: "staff", [Entity(id: "ben", name: "Ben")])
    #expect(load(LoadedSource(catalog: other), at: 500) == .new)
  }
}
