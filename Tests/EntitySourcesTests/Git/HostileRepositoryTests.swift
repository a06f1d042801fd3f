import Foundation
import Testing

@testable import EntitySources

/// A repository whose configuration names a program that leaves its mark, wherever git would run one.
struct Attack: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Appended to `.git/config`; `EVIL` is the program.
  let configuration: String
  /// A branch points at a commit that is not there, as in a partial clone.
  var lacksCommit = false
  /// What a person runs for the program to be run; nil where that takes a terminal or a network.
  var proof: [String]?

  static let all = [
    Attack(
      testDescription: "upload-pack of a remote that is fetched from when a commit is missing",
      configuration: partial("REPOSITORY", "uploadpack = EVIL"), lacksCommit: true, proof: ["log", "--all"]),
    Attack(
      testDescription: "ssh",
      configuration: partial("ssh://127.0.0.1/x") + "[core]\nsshCommand = EVIL\n", lacksCommit: true,
      proof: ["log", "--all"]),
    Attack(
      testDescription: "the transport that runs a program",
      configuration: partial("\"ext::EVIL %S\"")
        + "[protocol]\nallow = always\n[protocol \"ext\"]\nallow = always\n",
      lacksCommit: true, proof: ["log", "--all"]),
    Attack(
      testDescription: "proxy of git's own protocol",
      configuration: partial("git://127.0.0.1/x") + "[core]\ngitProxy = EVIL\n", lacksCommit: true,
      proof: ["log", "--all"]),
    Attack(
      testDescription: "credentials",
      configuration: partial("http://127.0.0.1:9/x")
        + "[credential]\nhelper = EVIL\n[core]\naskPass = EVIL\n",
      lacksCommit: true),
    Attack(
      testDescription: "a mailmap that is not there",
      configuration: partial("REPOSITORY", "uploadpack = EVIL")
        + "[mailmap]\nblob = 1234567890123456789012345678901234567890\n", proof: ["log", "--format=%aN"]),
    Attack(
      testDescription: "signatures",
      configuration: "[log]\nshowSignature = true\n[gpg]\nprogram = EVIL\n", proof: ["log"]),
    Attack(
      testDescription: "signatures by ssh",
      configuration:
        "[log]\nshowSignature = true\n[gpg]\nformat = ssh\n[gpg \"ssh\"]\nprogram = EVIL\nallowedSignersFile = /dev/null\n"
        + "[gpg \"openpgp\"]\nprogram = EVIL\n", proof: ["log"]),
    Attack(
      testDescription: "file system monitor", configuration: "[core]\nfsmonitor = EVIL\n", proof: ["status"]),
    Attack(
      testDescription: "pager, editor and hooks",
      configuration:
        "[core]\npager = EVIL\neditor = EVIL\nhooksPath = FOLDER\n[pager]\nlog = EVIL\nrev-parse = EVIL\n"),
    Attack(
      testDescription: "commands of the same name",
      configuration: "[alias]\nlog = !EVIL\nrev-parse = !EVIL\ncat-file = !EVIL\n"),
    Attack(
      testDescription: "differences and filters",
      configuration: "[diff]\nexternal = EVIL\n[diff \"x\"]\ncommand = EVIL\ntextconv = EVIL\n"
        + "[filter \"x\"]\nclean = EVIL\nsmudge = EVIL\nprocess = EVIL\n[log]\ndiffMerges = on\n",
      proof: ["diff"]),
    Attack(
      testDescription: "trailers and alternates",
      configuration:
        "[trailer \"co\"]\nkey = Co-authored-by\ncommand = EVIL\ncmd = EVIL\n[core]\nalternateRefsCommand = EVIL\n"
    ),
  ]

  private static func partial(_ url: String, _ more: String = "") -> String {
    "[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n"
      + "[remote \"origin\"]\npromisor = true\nurl = \(url)\n\(more)\n"
  }
}

@Suite struct HostileRepositoryTests {
  /// The mark that the program leaves.
  private func witness(_ repository: Repository) -> String { repository.path + "/witness" }

  private func plant(_ attack: Attack) -> Repository {
    let repository = Repository()
    repository.commit("Ada", "ada@x.org", day: 1, "Work\n\nCo-authored-by: Bob <bob@x.org>\n")
    sign(repository)
    let folder = repository.path + "/evil"
    let program = "#!/bin/sh\ntouch \(witness(repository))\nexit 1\n"
    let evil = repository.scratch.write("evil/evil", program, executable: true)
    for hook in ["post-checkout", "reference-transaction", "pre-auto-gc", "post-index-change"] {
      repository.scratch.write("evil/" + hook, program, executable: true)
      repository.scratch.write(".git/hooks/" + hook, program, executable: true)
    }
    repository.scratch.write(".gitattributes", "* diff=x filter=x\n")
    repository.git(["add", ".gitattributes"])
    repository.scratch.write(".gitattributes", "* diff=x filter=x -text\n")
    let configuration = attack.configuration.replacingOccurrences(of: "EVIL", with: evil)
      .replacingOccurrences(of: "FOLDER", with: folder)
      .replacingOccurrences(of: "REPOSITORY", with: repository.path)
    let before = (try? String(contentsOfFile: repository.path + "/.git/config", encoding: .utf8)) ?? ""
    repository.scratch.write(".git/config", before + configuration)
    if attack.lacksCommit {
      repository.scratch.write(".git/refs/heads/gone", "1234567890123456789012345678901234567890\n")
    }
    // The hooks ran while the repository was made.
    try? FileManager.default.removeItem(atPath: witness(repository))
    return repository
  }

  /// Gives the only commit a signature, which git checks by a program.
  private func sign(_ repository: Repository) {
    let commit = repository.git(["cat-file", "commit", "HEAD"])
    let signature =
      "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQEzBAABCAAdFiEE\n =AAAA\n -----END PGP SIGNATURE-----\n"
    guard let end = commit.range(of: "\n\n") else { return }
    let signed = commit.replacingCharacters(in: end, with: "\n" + signature + "\n")
    let file = repository.scratch.write("signed", signed)
    let hash = repository.git(["hash-object", "-t", "commit", "-w", file])
    repository.git(["update-ref", "HEAD", hash.trimmingCharacters(in: .whitespacesAndNewlines)])
  }

  /// An old git, which does not know `GIT_NO_LAZY_FETCH`.
  private func oldGit(_ repository: Repository) -> String {
    repository.scratch.write(
      "evil/old-git", "#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec git \"$@\"\n", executable: true)
  }

  @Test(arguments: Attack.all) func `no program of the repository is run`(attack: Attack) throws {
    let repository = plant(attack)
    let mark = witness(repository)
    let source = GitSource(name: "git", directory: repository.path, program: oldGit(repository))
    let people = shown(source)
    // An old git fetches what is missing by a child, which refuses and ends. Where that is faster than its parent's
    // first words to it, the parent ends too, and says why.
    if !attack.lacksCommit || !people.contains("not allowed") {
      #expect(people == "Ada <ada@x.org> ×1\nBob <bob@x.org> ×1")
    }
    #expect(!FileManager.default.fileExists(atPath: mark), "the program was run")
    guard let proof = attack.proof else { return }
    // The attack works: plain git runs the program.
    _ = try ChildProcess.run(
      ChildCommand(["git", "-C", repository.path] + proof, environment: ["GIT_DIR": nil], deadline: 60_000))
    #expect(FileManager.default.fileExists(atPath: mark), "git does not run it anyway")
  }

  @Test func `only the work tree's mailmap is read`() {
    let repository = Repository()
    repository.commit("Ada", "ada@x.org", day: 1)
    let elsewhere = Scratch()
    elsewhere.write(".mailmap", "Mallory <mallory@x.org> <ada@x.org>\n")
    let blob = elsewhere.write("blob", "Eve <eve@x.org> <ada@x.org>\n")
    let hash = repository.git(["hash-object", "-w", blob]).trimmingCharacters(in: .whitespacesAndNewlines)
    repository.git(["config", "mailmap.file", elsewhere.path + "/.mailmap"])
    repository.git(["config", "mailmap.blob", hash])
    repository.git(["config", "core.worktree", elsewhere.path])
    #expect(shown(repository.source()) == "Ada <ada@x.org> ×1")
    repository.scratch.write(".mailmap", "Ada Lovelace <ada@x.org>\n")
    #expect(shown(repository.source()) == "Ada Lovelace <ada@x.org> ×1")
  }

  @Test func `mailmap that is a link is ignored`() throws {
    let repository = Repository()
    repository.commit("Ada", "ada@x.org", day: 1)
    let elsewhere = Scratch()
    let outside = elsewhere.write("names", "Mallory <mallory@x.org> <ada@x.org>\n")
    try FileManager.default.createSymbolicLink(
      atPath: repository.path + "/.mailmap", withDestinationPath: outside)
    #expect(shown(repository.source()) == "Ada <ada@x.org> ×1")
  }

  @Test func `in a bare repository the newest commit's mailmap is read`() {
    let repository = Repository()
    repository.scratch.write(".mailmap", "Ada Lovelace <ada@x.org>\n")
    repository.git(["add", ".mailmap"])
    repository.commit("ada", "ada@x.org", day: 1)
    repository.git(["clone", "-q", "--bare", ".", "bare"])
    let source = GitSource(name: "git", directory: repository.path + "/bare")
    #expect(shown(source) == "Ada Lovelace <ada@x.org> ×1")
  }

  @Test func `mailmap that is too large is reported`() {
    let repository = Repository()
    repository.commit("Ada", "ada@x.org", day: 1)
    repository.scratch.write(".mailmap", [UInt8](repeating: UInt8(ascii: "#"), count: Mailmap.sizeLimit + 1))
    #expect(
      shown(repository.source())
        == "Ada <ada@x.org> ×1\n! git: \(repository.path)/.mailmap: ignored, because it is longer than \(Mailmap.sizeLimit) bytes; names are shown as in the commits"
    )
  }

  @Test(arguments: ["9223372036854775807", "9223372036854775808", "18446744073709551615", "", "-1", "x"])
  func `a commit may claim any time`(time: String) {
    var history = GitHistory()
    history.take(Array("\(time)\0Ada\0ada@x\n".utf8))
    history.finish()
    #expect(history.records(under: Mailmap([])).map(\.name) == ["Ada"])
  }

  @Test func `endless names are left out and counted`() {
    var history = GitHistory()
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: GitHistory.identityLimit + 1)
    history.take(Array("1\0".utf8) + long + Array("\0a@x\n1\0Ada\0ada@x\0".utf8) + long + [0x0A])
    history.take([UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20) + [0x0A])
    history.finish()
    #expect(history.records(under: Mailmap([])).map(\.name) == ["Ada"])
    #expect(history.leftOut == 3)
  }
}
