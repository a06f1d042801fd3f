import Entities
import LanguageProtocol
import Mentions
import Testing

@testable import MentionsServer

/// When the index of a workspace is made, and of which files.
@Suite struct IndexStateTests {
  private typealias Mentions = IndexState

  private let rules: ScanRules
  private let now = Instant(milliseconds: 0)

  init() throws {
    let nobody = EntityCatalog(source: "s", [])
    var settings = SettingsStack()
    settings.locate(roots: ["/w"], environment: [:])
    rules = try #require(ScanRules(settings, environment: [:], version: "1") { _ in nobody })
  }

  private func ended(_ mentions: inout Mentions) -> Bool {
    var report = ScanReport()
    report.summary = ScanSummary(files: 0)
    return mentions.take(report, of: mentions.scan, now: now)
  }

  /// A ready index, watched by the client.
  private func ready() -> Mentions {
    var mentions = Mentions()
    mentions.isWatched = true
    _ = mentions.begin(by: rules)
    #expect(ended(&mentions))
    return mentions
  }

  @Test func `a scan under which very much changes ends, and the next one looks at everything`() {
    var mentions = Mentions()
    mentions.isWatched = true
    let first = mentions.beginWaiting()
    _ = mentions.begin(by: rules)
    for number in 0..<1500 { mentions.noteChange(of: "/w/\(number)") }
    #expect(!mentions.isScanningOtherwise(than: rules))
    let second = mentions.beginWaiting()
    #expect(ended(&mentions))
    #expect(mentions.meets(first) && !mentions.meets(second))
    #expect(!mentions.isCurrent(by: rules, now: now))
    #expect(mentions.begin(by: rules).only == nil)
    #expect(ended(&mentions))
    #expect(mentions.meets(second))
    #expect(mentions.isCurrent(by: rules, now: now))
  }

  @Test(arguments: ["/w/.gitignore", "/w/docs/.gitignore", "/w/.git/info/exclude"])
  func `what says which files there are has all of them looked at`(path: String) {
    var mentions = ready()
    mentions.noteChange(of: path)
    #expect(!mentions.isCurrent(by: rules, now: now))
    #expect(mentions.begin(by: rules).only == nil)
  }

  @Test func `of other changes only those files are looked at`() {
    var mentions = ready()
    mentions.noteChange(of: "/w/a.md")
    mentions.noteChange(of: "/w/not.gitignore")
    #expect(mentions.begin(by: rules).only == ["/w/a.md", "/w/not.gitignore"])
  }

  @Test func `folders without an index are not looked at, nor what is in them`() throws {
    var settings = SettingsStack()
    settings.locate(roots: ["/a", "/a/b"], environment: [:])
    settings.take([
      SettingsFile(path: "/a/b/.mentions.json", contents: .bytes(Array(#"{"index": false}"#.utf8)))
    ])
    settings.resolve()
    let nobody = EntityCatalog(source: "s", [])
    let rules = try #require(
      ScanRules(settings, environment: [:], version: "1") { _ in nobody })
    #expect(rules.indexed == ["/a"])
    #expect(rules.isIndexed("/a/c.md") && !rules.isIndexed("/a/b/c.md"))
  }
}
