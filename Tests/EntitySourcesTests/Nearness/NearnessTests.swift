import Foundation
import Testing

@testable import EntitySources

/// Who is near, in real repositories.
@Suite struct NearnessTests {
  /// Ada's first three lines, Bob's next three, and a file of Carol's.
  private func repository() -> Repository {
    let repository = Repository()
    repository.git(["config", "user.name", "Me Myself"])
    repository.git(["config", "user.email", "me@x.org"])
    save("Ada Lovelace", "ada@x.org", day: 1, ["a.txt": "alpha one\nalpha two\nalpha three\n"], repository)
    save(
      "Bob", "bob@old.org", day: 2,
      ["a.txt": "alpha one\nalpha two\nalpha three\nbravo one\nbravo two\nbravo three\n"], repository)
    save("Carol", "carol@x.org", day: 3, ["c.txt": "charlie one\n"], repository)
    return repository
  }

  private func save(
    _ name: String, _ email: String, day: Int, _ files: [String: String], _ repository: Repository,
    _ message: String = "Work"
  ) {
    for (name, text) in files { repository.scratch.write(name, text) }
    repository.git(["add", "."])
    repository.commit(name, email, day: day, message)
  }

  private func ask(_ file: String, _ line: Int, _ text: String, _ repository: Repository) -> NearQuestion {
    let texts = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    return NearQuestion(
      path: "\(repository.path)/\(file)", place: .line(NearLine(line: line, first: 0, texts: texts)))
  }

  private func shown(_ near: NearPeople) -> [String] {
    near.people.map { person in
      let who = person.handle.isEmpty ? "\(person.name) <\(person.email)>" : "@\(person.handle)"
      return "\(who): \(person.reasons.joined(separator: ", "))"
    }
  }

  @Test func `those who wrote the lines around the cursor are near, the nearest first`() {
    let repository = repository()
    let nearness = Nearness()
    let text = "alpha one\nalpha two\nalpha three\nbravo one\nbravo two\nbravo three\n"
    let ada = "Ada Lovelace <ada@x.org>: wrote 3 lines here"
    let bob = "Bob <bob@old.org>: wrote 3 lines here"
    let atAda = nearness.people(near: ask("a.txt", 0, text, repository))
    #expect(shown(atAda) == [ada, bob])
    #expect(atAda.ownName == "Me Myself" && atAda.ownEmail == "me@x.org" && atAda.problem == nil)
    #expect(shown(nearness.people(near: ask("a.txt", 5, text, repository))) == [bob, ada])
    // The lines are kept: it is the cursor that moved.
    #expect(nearness.files.blamesAsked == 1)
    // Nobody is asked about the file as it is now.
    repository.scratch.write("a.txt", "all new\n")
    #expect(shown(nearness.people(near: ask("a.txt", 0, text, repository))) == [ada, bob])
    // Lines that are new above move the others.
    #expect(
      shown(nearness.people(near: ask("a.txt", 9, "n1\nn2\nn3\nn4\n" + text, repository))) == [bob, ada])
    #expect(nearness.files.blamesAsked == 1)
    save("Dan", "dan@x.org", day: 4, ["a.txt": "dan one\ndan two\n"], repository)
    #expect(
      shown(nearness.people(near: ask("a.txt", 0, text, repository))) == [
        "Dan <dan@x.org>: wrote 2 lines here"
      ])
    #expect(nearness.files.blamesAsked == 2)
  }

  @Test func `another place in a file is known without a call of blame`() {
    let repository = repository()
    let lines = (0..<300).map { "line number \($0)" }
    save("Ada Lovelace", "ada@x.org", day: 5, ["long.txt": lines.joined(separator: "\n") + "\n"], repository)
    let text = (lines[..<200] + (200..<300).map { "changed \($0)" }).joined(separator: "\n") + "\n"
    save("Dan", "dan@x.org", day: 6, ["long.txt": text], repository)
    let nearness = Nearness()
    #expect(
      shown(nearness.people(near: ask("long.txt", 20, text, repository))) == [
        "Ada Lovelace <ada@x.org>: wrote 48 lines here"
      ])
    #expect(
      shown(nearness.people(near: ask("long.txt", 280, text, repository))) == [
        "Dan <dan@x.org>: wrote 44 lines here"
      ])
    #expect(nearness.files.blamesAsked == 1)
  }

  @Test func `of files with the same text each has its own authors`() {
    let repository = Repository()
    save("Ada", "ada@x.org", day: 1, ["LICENSE": "all rights\nreserved\n"], repository)
    save("Bob", "bob@x.org", day: 2, ["COPYING": "all rights\nreserved\n"], repository)
    let nearness = Nearness()
    for (file, author) in [("LICENSE", "Ada <ada@x.org>"), ("COPYING", "Bob <bob@x.org>")] {
      let near = nearness.people(near: ask(file, 0, "all rights", repository))
      #expect(shown(near) == ["\(author): wrote 2 lines here"])
    }
  }

  @Test func `who restores a text is its author`() {
    let repository = Repository()
    let nearness = Nearness()
    for (day, author) in ["Ada", "Bob", "Carol"].enumerated() {
      let text = author == "Bob" ? "other\nlines\n" : "first\nsecond\n"
      save(author, "a@x.org", day: day + 1, ["a.txt": text], repository)
      let near = nearness.people(near: ask("a.txt", 0, text, repository))
      #expect(near.people.map(\.name) == [author])
    }
  }

  @Test func `the mailmap holds, and owners of the path are near`() {
    let repository = repository()
    repository.scratch.write(".mailmap", "Robert <bob@x.org> <bob@old.org>\n")
    repository.scratch.write(".github/CODEOWNERS", "* @org/all\na.* @ada carol@x.org\n")
    let near = Nearness().people(near: ask("a.txt", 5, "bravo three", repository))
    #expect(
      shown(near)
        == [
          "Robert <bob@x.org>: wrote 3 lines here", "Ada Lovelace <ada@x.org>: wrote 3 lines here",
          "@ada: owner",
          "<carol@x.org>: owner",
        ].map { $0 == "<carol@x.org>: owner" ? " \($0)" : $0 })
    #expect(shown(Nearness().people(near: ask("c.txt", 0, "x", repository))).last == "@org/all: owner")
  }

  @Test func `in a commit's message those are near whom commits like it named`() {
    let repository = repository()
    save(
      "Me Myself", "me@x.org", day: 4, ["c.txt": "more\n"], repository,
      "Mine\n\nReviewed-by: Rita <rita@x.org>\n")
    save(
      "Carol", "carol@x.org", day: 5, ["c.txt": "more still\n"], repository,
      "Hers\n\nAcked-by: Andy <andy@x.org>\nCloses #1\n")
    repository.scratch.write("c.txt", "staged\n")
    repository.git(["add", "c.txt"])
    let message = NearQuestion(path: "\(repository.path)/.git/COMMIT_EDITMSG", place: .commitMessage)
    let near = Nearness().people(near: message)
    #expect(
      shown(near) == [
        "Rita <rita@x.org>: named in 1 commit to these files, named in 1 commit of yours, named in 1 commit recently",
        "Andy <andy@x.org>: named in 1 commit to these files, named in 1 commit recently",
        "Carol <carol@x.org>: 2 commits to these files",
      ])
    #expect(near.problem == nil)
    // Nothing is staged: the files of git's own comment count.
    repository.git(["reset", "-q", "--hard"])
    repository.scratch.write(".git/COMMIT_EDITMSG", "\n# Changes to be committed:\n#\tmodified:   a.txt\n#\n")
    #expect(
      shown(Nearness().people(near: message)).contains("Ada Lovelace <ada@x.org>: 1 commit to these files"))
  }

  @Test func `of a submodule's and a linked work tree's message its own owners are near`() {
    let outer = repository()
    outer.scratch.write("CODEOWNERS", "* @outer\n")
    let inner = Repository()
    save("Ada", "ada@old.org", day: 1, ["CODEOWNERS": "* @inner\n", "a.txt": "one\n"], inner)
    save("Ada", "ada@old.org", day: 2, [".mailmap": "Ada <ada@x.org> <ada@old.org>\n"], inner)
    let add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "lib"]
    outer.git(add)
    outer.git(["worktree", "add", "-q", "-b", "side", outer.path + "/side"])
    outer.scratch.write("side/CODEOWNERS", "* @side\n")
    outer.git(["-C", "side", "add", "CODEOWNERS"])
    outer.scratch.write("lib/a.txt", "two\n")
    outer.git(["-C", "lib", "add", "a.txt"])
    func near(_ folder: String) -> [String] {
      shown(
        Nearness().people(
          near: NearQuestion(path: "\(outer.path)/.git/\(folder)/COMMIT_EDITMSG", place: .commitMessage)))
    }
    #expect(near("modules/lib") == ["Ada <ada@x.org>: 1 commit to these files", "@inner: owner"])
    #expect(near("worktrees/side") == ["@side: owner"])
  }

  @Test func `before the first commit owners are near`() {
    let repository = Repository()
    repository.scratch.write("CODEOWNERS", "*.txt @ada\n")
    repository.scratch.write("a.txt", "one\n")
    repository.git(["add", "."])
    let near = Nearness().people(
      near: NearQuestion(path: "\(repository.path)/.git/COMMIT_EDITMSG", place: .commitMessage))
    #expect(shown(near) == ["@ada: owner"])
    #expect(near.problem == "the repository has no commits")
  }

  @Test func `a link to a file of the work tree is asked about as that file`() throws {
    let repository = repository()
    let outside = Scratch()
    let manager = FileManager.default
    func link(_ name: String, to target: String) throws {
      try manager.createSymbolicLink(atPath: "\(repository.path)/\(name)", withDestinationPath: target)
    }
    try link("l.txt", to: "a.txt")
    try link("out.txt", to: outside.write("out.txt", "alpha one\n"))
    save("Linker", "linker@x.org", day: 4, ["CODEOWNERS": "*.txt @txt\n"], repository)
    #expect(
      shown(Nearness().people(near: ask("l.txt", 0, "alpha one", repository))) == [
        "Ada Lovelace <ada@x.org>: wrote 3 lines here", "Bob <bob@old.org>: wrote 3 lines here",
        "@txt: owner",
      ])
    let out = Nearness().people(near: ask("out.txt", 0, "alpha one", repository))
    #expect(shown(out) == ["@txt: owner"])
    #expect(out.problem == "the document is a symbolic link to a file outside the work tree")
    // What the last commit has as a link, and the work tree as a file, nobody wrote.
    try manager.removeItem(atPath: repository.path + "/l.txt")
    repository.scratch.write("l.txt", "alpha one\n")
    #expect(shown(Nearness().people(near: ask("l.txt", 0, "alpha one", repository))) == ["@txt: owner"])
  }

  @Test func `owners are near below a linked folder, in a new folder and without a repository`() throws {
    let repository = repository()
    repository.scratch.write("CODEOWNERS", "/sub/ @sub\n")
    repository.scratch.write("sub/a.md", "x\n")
    let outside = Scratch()
    let link = outside.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: repository.path + "/sub")
    let place = NearQuestion.Place.line(NearLine(line: 0, first: 0, texts: [Array("x".utf8)]))
    func near(_ path: String, workspace: String? = nil) -> [String] {
      shown(Nearness().people(near: NearQuestion(path: path, place: place, workspace: workspace)))
    }
    #expect(near(link + "/a.md") == ["@sub: owner"])
    let new = Nearness().people(near: NearQuestion(path: repository.path + "/sub/new/a.md", place: place))
    #expect(shown(new) == ["@sub: owner"] && new.ownEmail == "me@x.org")
    outside.write("docs/CODEOWNERS", "*.md @docs\n")
    #expect(near(outside.path + "/x/a.md", workspace: outside.path) == ["@docs: owner"])
    #expect(near(outside.path + "/x/a.md") == [])
    #expect(near(repository.path + "/a.md", workspace: outside.path) == [])
  }

  @Test func `in a shallow clone the lines of its oldest commit are nobody's`() {
    let repository = repository()
    let shallow = Repository(initialized: false)
    let add = ["-c", "protocol.file.allow=always", "clone", "-q", "--depth", "1"]
    shallow.git(add + ["file://\(repository.path)", "."])
    let text = "alpha one\nalpha two\nalpha three\nbravo one\nbravo two\nbravo three\n"
    let near = Nearness().people(near: ask("a.txt", 0, text, shallow))
    #expect(near.people == [])
    #expect(near.problem == "the clone is shallow: its history does not go back to these lines")
    save("Dan", "dan@x.org", day: 4, ["a.txt": "dan one\n" + text], shallow)
    #expect(
      shown(Nearness().people(near: ask("a.txt", 0, text, shallow))) == ["Dan <dan@x.org>: wrote 1 line here"]
    )
  }

  @Test func `where git can tell nothing, it is said why`() {
    func problem(_ path: String) -> String? {
      let place = NearQuestion.Place.line(NearLine(line: 0, first: 0, texts: [Array("x".utf8)]))
      return Nearness().people(near: NearQuestion(path: path, place: place)).problem
    }
    let repository = repository()
    #expect(problem(repository.path + "/nowhere/a.txt") == "the document's folder does not exist")
    #expect(problem(repository.path + "/new.txt") == "the last commit does not contain the file")
    let empty = Repository()
    #expect(problem(empty.path + "/a.txt") == "the repository has no commits")
    let plain = Repository(initialized: false)
    #expect(problem(plain.path + "/a.txt") == "not inside a Git repository")
    #expect(Nearness().problem(in: repository.path) == nil)
    #expect(Nearness().problem(in: empty.path) == "the repository has no commits")
    #expect(
      Nearness(program: "no-such-git").problem(in: repository.path)
        == "git is not installed: the program “no-such-git” was not found")
    let message = NearQuestion(path: empty.path + "/.git/COMMIT_EDITMSG", place: .commitMessage)
    #expect(Nearness().people(near: message).problem != nil)
  }

  @Test func `nothing that the configuration names is run or read`() {
    let repository = repository()
    let marker = repository.path + "/ran"
    let evil = repository.scratch.write("evil", "#!/bin/sh\necho run >> '\(marker)'\ncat\n", executable: true)
    repository.scratch.write(".gitattributes", "*.txt diff=evil filter=evil\n")
    for (key, value) in [
      ("diff.evil.textconv", evil), ("diff.evil.command", evil), ("filter.evil.clean", evil),
      ("filter.evil.smudge", evil), ("core.fsmonitor", evil), ("core.pager", evil), ("diff.external", evil),
      ("diff.orderFile", "/no/such/file"), ("alias.blame", "!\(evil)"),
      ("core.hooksPath", repository.path),
    ] {
      repository.git(["config", key, value])
    }
    let nearness = Nearness()
    let near = nearness.people(near: ask("a.txt", 0, "alpha one", repository))
    #expect(near.people.map(\.name) == ["Ada Lovelace", "Bob"])
    #expect(near.problem == nil)
    let message = NearQuestion(path: "\(repository.path)/.git/COMMIT_EDITMSG", place: .commitMessage)
    #expect(nearness.people(near: message).problem == nil)
    #expect(!FileManager.default.fileExists(atPath: marker))
    // Only files of the work tree may say which commits blame passes over.
    let alone = Scratch()
    let secret = alone.write("secret", "a secret\n")
    repository.git(["config", "blame.ignoreRevsFile", secret])
    let refused = Nearness().people(near: ask("a.txt", 0, "alpha one", repository))
    #expect(refused.problem == "blame.ignoreRevsFile does not name a file in the work tree")
    #expect(refused.people.isEmpty)
    repository.scratch.write(".ignored", repository.git(["rev-parse", "HEAD~1"]))
    repository.git(["config", "blame.ignoreRevsFile", ".ignored"])
    #expect(Nearness().people(near: ask("a.txt", 0, "alpha one", repository)).problem == nil)
  }
}
