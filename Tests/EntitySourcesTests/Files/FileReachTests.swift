import Entities
import Foundation
import Testing

@testable import EntitySources

/// What an untrusted workspace names, or brings along, is read in that workspace only.
@Suite struct FileReachTests {
  private let scratch = Scratch()
  private var root: String { scratch.path + "/ws" }
  private var inside: FileReach { .inside(folder: root) }

  init() {
    scratch.write("secret.jsonl", #"{"name": "Secret"}"#)
    scratch.write("notes/Secret.md", "---\nname: Secret\n---\n")
    scratch.write("ws/sub/team.jsonl", #"{"name": "Ada"}"#)
  }

  private func link(_ name: String, to target: String) {
    try? FileManager.default.createSymbolicLink(
      atPath: root + "/" + name, withDestinationPath: target)
  }

  private func refusal(of file: String) -> String {
    """
    ! team: \(file): not read: it is outside \(root), which is not in trustedFolders in your own settings
    """
  }

  @Test func `files elsewhere are not read, by whatever name`() {
    link("team.jsonl", to: scratch.path + "/secret.jsonl")
    link("up.jsonl", to: "../secret.jsonl")
    link("out", to: scratch.path)
    for path in [
      "\(scratch.path)/secret.jsonl", "\(root)/../secret.jsonl", "\(root)/team.jsonl", "\(root)/up.jsonl",
      "\(root)/out/secret.jsonl",
    ] {
      let source = FileSource(name: "team", path: path, shownPath: "x.jsonl", reach: inside)
      #expect(shown(source) == refusal(of: "x.jsonl"), "\(path)")
      #expect(shown(FileSource(name: "team", path: path)) == "Secret", "\(path)")
    }
  }

  @Test func `links that stay in the workspace are followed`() {
    link("team.jsonl", to: "sub/team.jsonl")
    link("round", to: "../ws/sub")
    for path in ["team.jsonl", "round/team.jsonl", "sub/../sub/team.jsonl"] {
      #expect(shown(FileSource(name: "team", path: "\(root)/\(path)", reach: inside)) == "Ada", "\(path)")
    }
  }

  @Test func `a workspace that is reached through a link is still one`() {
    try? FileManager.default.createSymbolicLink(atPath: scratch.path + "/w", withDestinationPath: root)
    let reach = FileReach.inside(folder: scratch.path + "/w")
    #expect(shown(FileSource(name: "team", path: "\(root)/sub/team.jsonl", reach: reach)) == "Ada")
    #expect(shown(FileSource(name: "team", path: "\(scratch.path)/w/sub/team.jsonl", reach: reach)) == "Ada")
  }

  @Test func `well-known people files and CODEOWNERS count as well`() {
    link("people.jsonl", to: scratch.path + "/secret.jsonl")
    #expect(
      shown(WellKnownPeopleFiles(name: "team", root: root, reach: inside)) == refusal(of: "people.jsonl"))
    scratch.write("owners", "* @secret\n")
    link("CODEOWNERS", to: scratch.path + "/owners")
    #expect(shown(CodeownersSource(name: "team", root: root, reach: inside)) == refusal(of: "CODEOWNERS"))
    #expect(shown(CodeownersSource(name: "team", root: root)) == "secret @secret")
  }

  @Test func `folders of notes are checked as well, and so are the files in them`() {
    link("People", to: scratch.path + "/notes")
    let source = DirectorySource(name: "team", path: root + "/People", shownPath: "People", reach: inside)
    #expect(shown(source) == refusal(of: "People/"))
    scratch.write("ws/Notes/Ada.md", "")
    link("Notes/below", to: scratch.path + "/notes")
    link("Notes/Secret.md", to: scratch.path + "/notes/Secret.md")
    link("Notes/Bob.md", to: "Ada.md")
    let notes = DirectorySource(name: "team", path: root + "/Notes", shownPath: "Notes", reach: inside)
    #expect(
      shown(notes) == """
        Ada document
        Bob document
        \(refusal(of: "Notes/Secret.md"))
        \(refusal(of: "Notes/below"))
        """)
  }

  // MARK: Special files

  @Test(.timeLimit(.minutes(5))) func `pipes and devices are refused without waiting for them`() {
    #expect(mkfifo(root + "/team.jsonl", 0o600) == 0)
    link("zero.jsonl", to: "/dev/zero")
    for reach in [FileReach.anywhere, inside] {
      #expect(
        shown(FileSource(name: "team", path: root + "/team.jsonl", shownPath: "x", reach: reach))
          == "! team: x: is not a regular file")
    }
    #expect(
      shown(FileSource(name: "team", path: root + "/zero.jsonl", shownPath: "x"))
        == "! team: x: is not a regular file")
  }

  /// Between a look at a name and its opening it may have become something else. Whatever it is then, nobody waits and
  /// nothing elsewhere is read.
  @Test(.timeLimit(.minutes(5))) func `swapped while it is read`() {
    let file = root + "/people.jsonl"
    scratch.write("ws/good", #"{"name": "Ada"}"#)
    let names = (root + "/good", root + "/pipe", root + "/link")
    #expect(mkfifo(names.1, 0o600) == 0)
    link("link", to: scratch.path + "/secret.jsonl")
    let swapping = Thread {
      while !Thread.current.isCancelled {
        for name in [names.0, names.1, names.2] { _ = rename(name, file) + rename(file, name) }
      }
    }
    swapping.start()
    defer { swapping.cancel() }
    for _ in 0..<500 {
      let loaded = WellKnownPeopleFiles(name: "team", root: root, reach: inside).load()
      #expect(!loaded.entities.contains { $0.name == "Secret" })
    }
  }
}
