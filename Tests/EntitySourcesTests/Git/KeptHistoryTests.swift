import Entities
import Foundation
import MentionsTestKit
import Synchronization
import Testing

@testable import EntitySources

/// Histories that are kept, and read on from where they were.
@Suite struct KeptHistoryTests {
  /// What a source keeps, in memory.
  private final class Keeping: Sendable {
    private let state = Mutex<(bytes: [UInt8]?, writes: Int)>((nil, 0))

    var bytes: [UInt8]? {
      get { state.withLock { $0.bytes } }
      set { state.withLock { $0.bytes = newValue } }
    }
    var writes: Int { state.withLock { $0.writes } }
    var memory: SourceMemory {
      SourceMemory {
        self.bytes
      } write: { bytes in
        self.state.withLock { $0 = (bytes, $0.writes + 1) }
      }
    }

    /// Puts somebody into what is kept of whom no commit knows: whoever shows them has not read the history.
    func mark() throws {
      var kept = try #require(bytes.flatMap(KeptHistory.init))
      kept.history.take(Array("1704067200\0Kept\0kept@x.org\n".utf8))
      bytes = kept.bytes
    }
  }

  private let repository = Repository()
  private let keeping = Keeping()

  init() {
    repository.commit("Ada", "ada@x.org", day: 1, "Work\n\nCo-authored-by: Carol <carol@x.org>\n")
    repository.commit("Bob", "bob@x.org", day: 2)
  }

  private func names(coauthors: Bool = true) -> [String] {
    var source = repository.source(coauthors: coauthors)
    source.memory = keeping.memory
    return source.load().entities.map(\.name).sorted()
  }

  @Test func `where nothing has changed nothing is read`() throws {
    #expect(names() == ["Ada", "Bob", "Carol"])
    try keeping.mark()
    #expect(names() == ["Ada", "Bob", "Carol", "Kept"])
    #expect(keeping.writes == 1)
  }

  @Test func `only what is new is read, and both together are what reading all of it yields`() throws {
    _ = names()
    repository.git(["checkout", "-q", "-b", "other", "HEAD~1"])
    repository.commit("Dora", "dora@x.org", day: 900)
    repository.commit("Bob", "bob@x.org", day: 901)
    repository.git(["checkout", "-q", "--detach"])
    repository.commit("Eve", "eve@x.org", day: 902)
    var source = repository.source()
    source.memory = keeping.memory
    #expect(shown(source) == shown(repository.source()))
    try keeping.mark()
    repository.commit("Frank", "frank@x.org", day: 903)
    #expect(names() == ["Ada", "Bob", "Carol", "Dora", "Eve", "Frank", "Kept"])
    #expect(names().count == 7)
  }

  @Test(arguments: [
    ["commit", "-q", "--amend", "--allow-empty", "-m", "Other"], ["reset", "-q", "--hard", "HEAD~1"],
    ["update-ref", "-d", "refs/heads/side"],
  ])
  func `a history that was rewritten is read anew`(_ command: [String]) throws {
    repository.git(["checkout", "-q", "-b", "side"])
    repository.commit("Sid", "sid@x.org", day: 3)
    _ = names()
    try keeping.mark()
    repository.git(
      ["-c", "user.name=X", "-c", "user.email=x@x", "-c", "commit.gpgsign=false"] + command)
    let names = names()
    #expect(!names.contains("Kept"))
    #expect(names == repository.source().load().entities.map(\.name).sorted())
  }

  @Test func `other conditions are another history`() throws {
    _ = names()
    try keeping.mark()
    #expect(names(coauthors: false) == ["Ada", "Bob"])
    _ = names()
    try keeping.mark()
    repository.git(["replace", "--graft", "HEAD"])
    #expect(!names().contains("Kept"))
    try keeping.mark()
    let head = repository.git(["rev-parse", "HEAD"])
    try Data(head.utf8).write(to: URL(filePath: repository.path + "/.git/shallow"))
    #expect(!names().contains("Kept"))
  }

  @Test func `an old tip that is missing is no reason to fail`() throws {
    _ = names()
    var kept = try #require(keeping.bytes.flatMap(KeptHistory.init))
    kept.tips = [String(repeating: "1", count: 40)]
    keeping.bytes = kept.bytes
    #expect(names() == ["Ada", "Bob", "Carol"])
  }

  @Test func `a history that is rewritten while it is read is read again`() throws {
    let isRewritten = Mutex(false)
    var source = repository.source()
    source.memory = SourceMemory {
      // The tips are known by now.
      if isRewritten.withLock({ $0 }) { return nil }
      isRewritten.withLock { $0 = true }
      repository.git(["checkout", "-q", "--orphan", "new"])
      repository.commit("Eve", "eve@x.org", day: 3)
      repository.git(["branch", "-q", "-D", "main"])
      repository.git(["reflog", "expire", "--expire=now", "--all"])
      repository.git(["gc", "-q", "--prune=now"])
      return nil
    } write: { bytes in
      keeping.bytes = bytes
    }
    let loaded = source.load()
    #expect(loaded.entities.map(\.name) == ["Eve"])
    // The version is that of the people, not that of the refs before.
    #expect(loaded.version != nil && loaded.version == repository.source().load().version)
    try keeping.mark()
    #expect(names() == ["Eve", "Kept"])
  }

  @Test func `nothing is written into the repository, which may be read-only`() throws {
    func files() throws -> [String: String] {
      var found: [String: String] = [:]
      let git = repository.path + "/.git"
      for path in try FileManager.default.subpathsOfDirectory(atPath: git) {
        let facts = try FileManager.default.attributesOfItem(atPath: git + "/" + path)
        found[path] = "\(facts[.size] ?? "") \(facts[.modificationDate] ?? "")"
      }
      return found
    }
    repository.scratch.write("a.txt", "one\n")
    repository.git(["add", "."])
    repository.commit("Carol", "carol@x.org", day: 3)
    // Git would refresh the index.
    repository.scratch.write("a.txt", "one\n")
    let before = try files()
    #expect(names().count == 3)
    let line = NearLine(line: 0, first: 0, texts: [Array("one".utf8)])
    let near = Nearness().people(near: NearQuestion(path: repository.path + "/a.txt", place: .line(line)))
    #expect(near.people.map(\.email) == ["carol@x.org"])
    #expect(try files() == before)
  }

  @Test func `a repository without commits has nobody, at every start`() throws {
    let empty = Repository()
    for _ in 0..<2 {
      var source = empty.source(coauthors: true)
      source.memory = keeping.memory
      #expect(source.load().entities.isEmpty)
      let kept = try #require(keeping.bytes.flatMap(KeptHistory.init))
      #expect(kept.tips.isEmpty)
    }
    #expect(keeping.writes == 1)
  }

  @Test func `what is damaged is read anew`() throws {
    _ = names()
    try keeping.mark()
    let whole = try #require(keeping.bytes)
    var wrong = whole
    wrong[whole.count - 2] ^= 1
    let older = Array("mentions-lsp history 0".utf8) + whole.dropFirst(22)
    for bytes in [[], wrong, older, Array(whole.dropLast(9)), Array("rubbish".utf8)] {
      keeping.bytes = bytes
      #expect(names() == ["Ada", "Bob", "Carol"])
    }
  }

  @Test func `the newest commits of a long history are a first answer`() throws {
    let long = Repository()
    let commits = (0...GitSource.firstCommits).map { number in
      let author = "\(number == 0 ? "Old" : "New") <a\(min(number, 1))@x.org> \(1_700_000_000 + number) +0000"
      return "commit refs/heads/main\nauthor \(author)\ncommitter \(author)\ndata 0\n\n"
    }
    var command = ChildCommand(["git", "-C", long.path, "fast-import", "--quiet"], deadline: 60_000)
    command.input = Array(commits.joined().utf8)
    #expect(try ChildProcess.run(command).isSuccess)
    var early: [LoadedSource] = []
    let whole = long.source().load(on: .sequential) { early.append($0) }
    // How many more commits it has depends on the pieces in which they come.
    #expect(early.map { $0.entities.first?.name } == ["New"])
    #expect(early.allSatisfy { $0.isPreliminary && !$0.watchedPaths.isEmpty })
    #expect(whole.entities.map(\.name) == ["New", "Old"])
  }
}
