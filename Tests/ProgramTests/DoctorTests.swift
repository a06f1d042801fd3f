import EntitySources
import Foundation
import Testing

/// `doctor`: what is in force, what every source has, what is wrong.
@Suite struct DoctorTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  private func line(_ doctor: BuiltProgram.Outcome, _ start: String) -> String {
    let line = doctor.output.split(separator: "\n").first { $0.split(separator: " ").first == start[...] }
    return (line ?? "").split(separator: " ").joined(separator: " ")
  }

  @Test func `for a folder without people it says why nothing is offered`() throws {
    let doctor = try program.run("doctor")
    #expect(doctor.status == .exited(1))
    #expect(doctor.output.contains("nothing is offered after @: people has no entries (people.jsonl"))
    #expect(doctor.output.contains("Add a people.csv at the root of the workspace"))
    #expect(line(doctor, "people").hasPrefix("people 0 entities"))
  }

  @Test func `a header without a name is the reason, not a column that is ignored`() throws {
    try program.room.write("people.csv", "foo,bar\nAda,x\n")
    let doctor = try program.run("doctor")
    #expect(
      doctor.output.contains(
        "people has no entries (the header row has no column for names, handles or e-mail addresses; expected a column “name”)"
      ),
      "\(doctor.output)")
  }

  @Test func `settings show where they come from`() throws {
    try program.room.write("people.jsonl", #"{"name": "Ada Lovelace"}"# + "\n")
    try program.room.write(".mentions.json", #"{"limit": 7}"#)
    try program.room.write(".config/mentions-lsp/config.json", #"{"limit": 9, "cooldown": 5}"#)
    let doctor = try program.run("doctor")
    #expect(line(doctor, "limit") == "limit 7 \(program.room.path)/.mentions.json")
    #expect(line(doctor, "cooldown") == "cooldown 5 \(program.room.path)/.config/mentions-lsp/config.json")
    #expect(line(doctor, "lightUp") == "")
    #expect(doctor.output.contains(" other settings have their default values; --all shows them\n"))
    #expect(line(doctor, "people").hasPrefix("people 1 entity"))
    let all = try program.run("doctor", "--all")
    #expect(line(all, "lightUp") == "lightUp true built-in")
    #expect(!all.output.contains("are built in"))
    // A source that is removed is a setting, too.
    try program.room.write(".mentions.json", #"{"sources": {"git": null}}"#)
    #expect(
      line(try program.run("doctor"), "sources.git") == "sources.git null \(program.room.path)/.mentions.json"
    )
  }

  @Test func `one person who can be found is enough`() throws {
    try program.room.write("people.jsonl", #"{"name": "Ada Lovelace"}"# + "\n")
    try program.room.write(
      ".mentions.json",
      #"{"triggers": [{"character": "@", "sources": ["people"]}], "sources": {"git": null}}"#)
    let doctor = try program.run("doctor")
    #expect(doctor.output.hasSuffix("no problems\n"), "\(doctor.output)")
    #expect(doctor.status == .exited(0))
  }

  @Test(arguments: [
    (#"{"limit": 0}"#, ".mentions.json:1:11: limit is 0"),
    (#"{"limit": "#, ".mentions.json:1:11: the settings file is not JSON"),
    (#"{"sources": {"x": {"type": "file", "path": "gone.csv"}}}"#, "gone.csv"),
    (
      #"{"sources": {"x": {"type": "process", "command": ["./p"]}}}"#,
      "sources.x would start a program or reach the network"
    ),
    (#"{"triggers": [{"character": "@", "sources": ["nobody"]}]}"#, "nobody"),
  ])
  func `a problem is reported with file and key`(settings: String, expected: String) throws {
    try program.room.write("people.jsonl", #"{"name": "Ada Lovelace"}"# + "\n")
    try program.room.write(".mentions.json", settings)
    let doctor = try program.run("doctor")
    #expect(doctor.status == .exited(1))
    let wrong = doctor.output.split(separator: "problems\n").last ?? ""
    #expect(wrong.contains(expected), "\(doctor.output)")
  }

  @Test func `entities from an editor count as well`() throws {
    let doctor = try program.run("doctor", "--options", #"{"demo": true, "limit": 3, "limt": 4}"#)
    #expect(line(doctor, "limit") == "limit 3 initializationOptions")
    #expect(line(doctor, "demo").hasPrefix("demo true initializationOptions"))
    let words = doctor.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("demo 25 entities"), "\(doctor.output)")
    #expect(doctor.output.contains("limt is not a setting"))
    let broken = try program.run("doctor", "--options", "{")
    #expect(broken.status == .exited(2))
    #expect(broken.errors.hasPrefix("mentions-lsp: --options is not JSON: "), "\(broken.errors)")
  }

  @Test func `--json reports the same`() throws {
    try program.room.write("people.jsonl", "{\"name\": \"Ada\"}\n{\"name\": 5}\n")
    let doctor = try program.run("doctor", "--json")
    #expect(doctor.status == .exited(1))
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(doctor.output.utf8)) as? [String: Any])
    let sources = try #require(report["sources"] as? [[String: Any]])
    let people = try #require(sources.first { $0["name"] as? String == "people" })
    #expect(people["count"] as? Int == 1)
    #expect(people["outcome"] as? String == "read")
    let problems = try #require(report["problems"] as? [String])
    #expect(problems.contains { $0.contains("people.jsonl:2: name: ") })
    let settings = try #require(report["settings"] as? [[String: Any]])
    #expect(settings.contains { $0["key"] as? String == "limit" && $0["value"] as? Int == 50 })
    let triggers = try #require(report["triggers"] as? [[String: Any]])
    #expect(triggers.first?["character"] as? String == "@")
  }

  @Test func `a broken line is reported with file, line and field`() throws {
    try program.room.write("people.jsonl", "{\"name\": \"Ada\"}\n{\"name\": 5}\n")
    let doctor = try program.run("doctor")
    #expect(doctor.status == .exited(1))
    #expect(doctor.output.contains("people.jsonl:2: name: "), "\(doctor.output)")
    #expect(line(doctor, "people").hasPrefix("people 1 entity"))
  }

  @Test func `every author of a repository is counted`() throws {
    let room = program.room.path
    func git(_ arguments: String..., input: String = "") throws {
      let result = try ChildProcess.run(
        ChildCommand(["git"] + arguments, directory: room, input: Array(input.utf8), deadline: 60_000))
      try #require(result.isSuccess, "\(result.complaint)")
    }
    try git("init", "-q")
    var stream = ""
    for author in 1...1234 {
      stream += "commit refs/heads/main\nauthor Person \(author) <p\(author)@example.org> \(author) +0000\n"
      stream += "committer C <c@example.org> \(author) +0000\ndata 1\nx\n"
    }
    try git("fast-import", "--quiet", input: stream)
    try git("symbolic-ref", "HEAD", "refs/heads/main")
    let doctor = try program.run("doctor")
    #expect(line(doctor, "git").hasPrefix("git 1234 entities"), "\(doctor.output)")
    let query = try program.run("query", "person 777")
    #expect(query.output.contains("p777@example.org"))
  }
}
