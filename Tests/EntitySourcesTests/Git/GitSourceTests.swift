import Entities
import Foundation
import JSONText
import MentionsTestKit
import Testing

@testable import EntitySources

/// A real repository whose commits are the same on every run.
struct Repository {
  let scratch = Scratch()
  var path: String { scratch.path }

  init(initialized: Bool = true) {
    if initialized { git(["init", "-q", "-b", "main"]) }
  }

  @discardableResult
  func git(_ arguments: [String], _ environment: [String: String?] = [:]) -> String {
    var command = ChildCommand(["git", "-C", path] + arguments, deadline: 60_000)
    command.environment = environment.merging(
      ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_DIR": nil as String?]
    ) { a, _ in a }
    do {
      let result = try ChildProcess.run(command)
      #expect(result.isSuccess, "git \(arguments): \(result.complaint)")
      return String(decoding: result.output, as: UTF8.self)
    } catch {
      Issue.record("\(error)")
      return ""
    }
  }

  /// An empty commit, `day` days after 2024-01-01.
  func commit(_ name: String, _ email: String, day: Int, _ message: String = "Work") {
    let date = "\(1_704_067_200 + day * 86_400) +0000"
    git(
      ["-c", "commit.gpgsign=false", "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", message],
      [
        "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": email, "GIT_AUTHOR_DATE": date,
        "GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@x", "GIT_COMMITTER_DATE": date,
      ])
  }

  func source(coauthors: Bool = true) -> GitSource {
    GitSource(name: "git", directory: path, includesCoauthors: coauthors)
  }
}

@Suite struct GitSourceTests {
  @Test func `authors are ranked by their contributions`() {
    let repository = Repository()
    repository.commit("Old Hand", "old@x.org", day: 0)
    repository.commit("Old Hand", "old@x.org", day: 0)
    repository.commit("Old Hand", "old@x.org", day: 0)
    repository.commit("Bob", "bob@x.org", day: 1096)
    repository.commit("Ada Lovelace", "ada@x.org", day: 1096)
    repository.commit("Ada Lovelace", "ada@x.org", day: 1096)
    // Each commit counts half for every three years.
    #expect(
      shown(repository.source())
        == "Ada Lovelace <ada@x.org> ×2\nOld Hand <old@x.org> ×1.5\nBob <bob@x.org> ×1")
    #expect(repository.source().load().entities.first?.metadata["commits"] == .integer(2))
  }

  @Test func `coauthors count where wanted`() {
    let repository = Repository()
    repository.commit(
      "Ada", "ada@x.org", day: 1,
      "Work\n\nCo-authored-by: Bob B <bob@x.org>\nCo-authored-by: Carol <carol@x.org>\nco-authored-by: rubbish\n"
    )
    #expect(
      shown(repository.source()) == "Ada <ada@x.org> ×1\nBob B <bob@x.org> ×1\nCarol <carol@x.org> ×1")
    #expect(shown(repository.source(coauthors: false)) == "Ada <ada@x.org> ×1")
  }

  @Test func `mailmap is applied to authors and coauthors`() {
    let repository = Repository()
    repository.scratch.write(
      ".mailmap", "Ada Lovelace <ada@new.org> <ada@old.org>\nBob Brown <bob@new.org> <bob@old.org>\n")
    repository.commit("ada", "ada@old.org", day: 2, "Work\n\nCo-authored-by: bobby <bob@old.org>\n")
    #expect(shown(repository.source()) == "Ada Lovelace <ada@new.org> ×1\nBob Brown <bob@new.org> ×1")
  }

  @Test func `programs come last`() {
    let repository = Repository()
    for day in 0..<3 {
      repository.commit("dependabot[bot]", "1+dependabot[bot]@users.noreply.github.com", day: day)
    }
    repository.commit("Ada", "ada@x.org", day: 2)
    #expect(
      shown(repository.source())
        == "Ada <ada@x.org> ×1\ndependabot[bot] <1+dependabot[bot]@users.noreply.github.com> @dependabot[bot] bot"
    )
  }

  @Test func `other branches count and subdirectories find the repository`() {
    let repository = Repository()
    repository.commit("Ada", "ada@x.org", day: 2)
    repository.git(["checkout", "-q", "-b", "other"])
    repository.commit("Bob", "bob@x.org", day: 2)
    repository.git(["checkout", "-q", "main"])
    repository.scratch.write("deep/er/file", "")
    let source = GitSource(name: "git", directory: repository.path + "/deep/er")
    #expect(shown(source) == "Ada <ada@x.org> ×1\nBob <bob@x.org> ×1")
    #expect(source.load().watchedPaths.contains { $0.hasSuffix(".git/HEAD") })
    #expect(source.load().watchedPaths.contains { $0.hasSuffix("/../../.mailmap") })
  }

  @Test func `a commit changes one of the files that are watched`() throws {
    let repository = Repository()
    repository.commit("Ada", "ada@x.org", day: 1)
    repository.git(["worktree", "add", "-q", "-b", "side", repository.path + "/side"])
    let bare = Repository(initialized: false)
    bare.git(["clone", "-q", "--bare", repository.path, "."])
    func contents(_ paths: [String]) -> [Data?] { paths.map { FileManager.default.contents(atPath: $0) } }
    for folder in ["", "/side"] {
      let paths = GitSource(name: "git", directory: repository.path + folder).load().watchedPaths
      let before = contents(paths)
      repository.git([
        "-C", "." + folder, "-c", "commit.gpgsign=false", "-c", "user.name=Bob",
        "-c", "user.email=bob@x.org", "commit", "-q", "--allow-empty", "-m", "Work",
      ])
      #expect(contents(paths) != before)
    }
    let paths = bare.source().load().watchedPaths
    let before = contents(paths)
    bare.git(["fetch", "-q", repository.path, "side:main"])
    #expect(contents(paths) != before)
  }

  @Test func `repository without commits is reported as empty`() {
    let repository = Repository()
    #expect(shown(repository.source()) == "! git: \(repository.path): the Git repository has no commits yet")
  }

  @Test func `directory without a repository`() {
    let repository = Repository(initialized: false)
    let loaded = repository.source().load()
    #expect(loaded.problems.map(\.message) == ["not inside a Git repository"])
    #expect(loaded.problems.map(\.severity) == [.note])
    #expect(loaded.watchedPaths == [repository.path + "/.git"])
  }

  @Test func `missing directory`() {
    let loaded = GitSource(name: "git", directory: "/no/such/place").load()
    #expect(loaded.problems.map(\.description) == ["git: /no/such/place: the directory does not exist"])
    #expect(loaded.problems.map(\.severity) == [.note], "nobody need have asked for this source")
    #expect(loaded.watchedPaths == ["/no/such/place/.git"])
  }

  @Test func `git not installed`() {
    let scratch = Scratch()
    scratch.write("docs/a.md", "")
    let source = GitSource(name: "git", directory: scratch.path + "/docs", program: "git-that-is-not-there")
    #expect(source.load().problems.map(\.message) == ["not inside a Git repository"])
    scratch.write(".git/HEAD", "")
    #expect(
      source.load().problems.map(\.message)
        == ["git is not installed: the program “git-that-is-not-there” was not found"])
  }

  @Test func `git's own messages are passed on`() {
    let scratch = Scratch()
    let git = scratch.write(
      "git",
      "#!/bin/sh\necho \"fatal: detected dubious ownership in repository at '/x'\" >&2\nexit 128\n",
      executable: true)
    let source = GitSource(name: "git", directory: scratch.path, program: git)
    #expect(
      source.load().problems.map(\.message)
        == ["git says: fatal: detected dubious ownership in repository at '/x'"])
  }

  @Test func `git that never ends is abandoned`() {
    let scratch = Scratch()
    let git = scratch.write("git", "#!/bin/sh\nexec sleep 1000\n", executable: true)
    let source = GitSource(name: "git", directory: scratch.path, timeout: 50, program: git)
    #expect(source.load().problems.map(\.message) == ["git did not finish within 50 ms"])
  }
}

@Suite struct CodeownersSourceTests {
  func check(_ text: String, expects expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let scratch = Scratch()
    scratch.write("CODEOWNERS", text)
    expectRow(
      shown(CodeownersSource(name: "owners", root: scratch.path)), expected, sourceLocation: sourceLocation)
  }

  @Test func `users teams and addresses`() {
    check(
      "# comment\n*  @ada @org/core\n/docs/ docs@x # trailing @nobody\n/a\\ b @bob @ADA\n/none\n",
      expects: "ada @ada\norg/core @org/core team\ndocs <docs@x>\nbob @bob")
  }

  @Test func `sections of git lab`() {
    check(
      "[Docs][2] @writers\n^[Opt] @opt @group/sub/team\n*.md @@maintainer\n",
      expects: "writers @writers\nopt @opt\ngroup/sub/team @group/sub/team team\nmaintainer @maintainer team")
  }

  @Test func `commas between owners and links to addresses`() {
    check(
      "* @octocat, @bob;@org/core mailto:ada@x.org\n",
      expects: "octocat @octocat\nbob @bob\norg/core @org/core team\nada <ada@x.org>")
    let rules = CodeownersRules("* @octocat, mailto:ada@x.org".utf8, at: "CODEOWNERS")
    #expect(rules.owners(of: "a") == ["@octocat", "ada@x.org"])
  }

  @Test(arguments: ["@", "@-", "@a(b)", "@ada@x", "ada@", "<ada@x>", "@ada:"])
  func `a word that no owner can be`(_ word: String) {
    check(
      "* \(word) @bob\n",
      expects:
        "bob @bob\n! owners: CODEOWNERS:1: “\(word)” is not an owner (@user, @org/team or an e-mail address); left out"
    )
  }

  @Test func `a word that is not an owner is noted`() {
    check(
      "* ada\n",
      expects:
        "! owners: CODEOWNERS:1: “ada” is not an owner (@user, @org/team or an e-mail address); left out")
  }

  @Test func `first of the places is used`() {
    let scratch = Scratch()
    scratch.write("docs/CODEOWNERS", "* @docs\n")
    scratch.write("CODEOWNERS", "* @root\n")
    #expect(shown(CodeownersSource(name: "owners", root: scratch.path)) == "root @root")
    scratch.write(".github/CODEOWNERS", "* @hub\n")
    #expect(shown(CodeownersSource(name: "owners", root: scratch.path)) == "hub @hub")
  }

  @Test func `a missing file is a note`() {
    let loaded = CodeownersSource(name: "owners", root: Scratch().path).load()
    #expect(loaded.entities.isEmpty)
    #expect(loaded.problems.map(\.severity) == [.note])
    #expect(loaded.watchedPaths.count == 4)
  }
}
