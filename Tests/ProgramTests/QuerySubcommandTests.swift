import EntitySources
import JSONText
import Testing

/// `query`: what the chooser would offer.
@Suite struct QuerySubcommandTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.room.write(
      "people.csv",
      """
      name,handle,email
      Ada Lovelace,ada,ada@example.org
      Alan Turing,turing,alan@example.org
      Grace Hopper,,grace@example.org

      """)
  }

  @Test(arguments: [
    (
      "love",
      "1     Ada Lovelace  @ada, ada@example.org  people  strong  word prefix  name   1.0.6.0.12  0 + 0 + 0"
    ),
    (
      "turing",
      "1     Alan Turing  @turing, alan@example.org  people  exact  exact  handle  0.0.0.0.11  0 + 0 + 0"
    ),
    ("gh", "1     Grace Hopper  grace@example.org  people  strong  initials  name   1.0.7.0.12  0 + 0 + 0"),
  ])
  func `rows show who and from which source, and with --explain why`(text: String, row: String) throws {
    let expected = row.split(separator: " ")
    for arguments in [["query", text], ["query", text, "--explain"]] {
      let query = try program.run(words: arguments)
      #expect(query.status == .exited(0))
      let words = query.output.split(separator: "\n").dropFirst().first?.split(separator: " ")
      let source = (expected.firstIndex(of: "people") ?? 0) + 1
      #expect(words == (arguments.count == 2 ? Array(expected[..<source]) : expected))
      #expect(query.errors == "")
    }
  }

  @Test func `finding nobody gives exit status 1`() throws {
    let query = try program.run("query", "xyzzyx")
    #expect(query.status == .exited(1))
    #expect(
      query.output == "no one was found; “mentions-lsp doctor” shows how many entities each source has\n")
  }

  @Test func `limit leaves entities out and says so`() throws {
    let query = try program.run("query", "a", "--limit", "1")
    #expect(query.output.split(separator: "\n").count == 3)
    #expect(query.output.contains("… and more; --limit N shows more"))
  }

  @Test func `an answer adds nobody whom another source has listed`() throws {
    let provider = try program.room.write(
      "provider", "#!/bin/sh\nprintf 'A. Lovelace <ada@example.org>\\nAda Byron <byron@example.org>\\n'\n",
      executable: true)
    try program.room.write(
      ".config/mentions-lsp/config.json",
      #"{"sources": {"out": {"type": "command", "command": ["\#(provider)", "{key}"], "format": "lines"}}}"#)
    let query = try program.run("query", "ada")
    let rows = query.output.split(separator: "\n").dropFirst()
    #expect(
      rows.map { $0.split(separator: " ")[1...2].joined(separator: " ") } == ["Ada Lovelace", "Ada Byron"])
    #expect(query.errors == "")
  }

  @Test(arguments: [true, false]) func `a process decides whether its duplicates are removed`(dedupe: Bool)
    throws
  {
    let answer =
      #"{"query": 1, "dedupe": \#(dedupe), "isComplete": true, "entities": [{"name": "A", "handle": "ada"}]}"#
    let provider = try program.room.write(
      "provider", "#!/bin/sh\nread -r line\necho '\(answer)'\nread -r line\n", executable: true)
    try program.room.write(
      ".config/mentions-lsp/config.json",
      #"{"sources": {"out": {"type": "process", "command": ["\#(provider)"]}}}"#)
    let query = try program.run("query", "ada")
    #expect(query.output.split(separator: "\n").count == (dedupe ? 2 : 3), "\(query)")
  }

  @Test func `JSON has one object per line`() throws {
    let query = try program.run("query", "ada", "--json")
    let value = try JSONParser.parse(String(query.output.prefix { $0 != "\n" }))
    #expect(value["name"] == "Ada Lovelace")
    #expect(value["rank"] == 1)
    #expect(value["class"] == "exact")
    #expect(value["tier"] == "exact")
    #expect(value["field"] == "handle")
    #expect(value["score"]?["nameLength"] == 12)
  }

  @Test func `people near a line rank first, and it is said why`() throws {
    for arguments in [
      ["init", "-q", "-b", "main"], ["config", "user.name", "Me"], ["config", "user.email", "me@x.org"],
    ] { try program.git(arguments) }
    for (name, lines) in [
      ("Many", "m\n"), ("Many", "mm\n"), ("Writer", "first line\nsecond line\n"), ("Me", "mine\n"),
    ] {
      try program.room.write("\(name).txt", lines)
      try program.git(["add", "."])
      try program.git([
        "-c", "user.name=\(name)", "-c", "user.email=\(name.lowercased())@x.org", "-c",
        "commit.gpgsign=false",
        "commit", "-q", "-m", "Work",
      ])
    }
    try program.room.write(".mentions.json", #"{"sources": {"people": null}}"#)
    let near = try program.run("query", "--at", "Writer.txt:2", "--explain")
    #expect(near.status == .exited(0))
    #expect(near.errors == "")
    let rows = near.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows[1].hasPrefix("1 Writer ") && rows[1].hasSuffix("100: wrote 2 lines here"), "\(near.output)")
    #expect(rows[2].hasPrefix("2 Many ") && rows[3].hasPrefix("3 Me ") && rows[3].hasSuffix("yourself"))
    #expect(rows[4...].contains("1 before 2 near + chosen + recent 1 + 0 + 0, 0 + 0 + 0"))
    #expect(rows[4...].contains("2 before 3 yourself no, yes"))
    let json = try program.run("query", "", "--at", "Writer.txt:1", "--json")
    let value = try JSONParser.parse(String(json.output.prefix { $0 != "\n" }))
    #expect(value["name"] == "Writer" && value["near"] == ["wrote 2 lines here"])
    #expect(value["score"]?["nearness"] == 100)
    let last = try JSONParser.parse(String(json.output.split(separator: "\n").last ?? ""))
    #expect(last["name"] == "Me" && last["score"]?["yourself"] == true)
    // With a letter typed the user counts like anybody.
    let own = try program.run("query", "m", "--at", "Me.txt:1").output.split(separator: "\n")
    #expect(own[1].contains(" Me ") && own[1].hasSuffix("100: wrote 1 line here"), "\(own)")
    // Without a place the one with most commits is first.
    #expect(try program.run("query", "", "--limit", "1").output.contains("Many"))
    try program.room.write(".mentions.json", #"{"sources": {"people": null}, "nearness": false}"#)
    let off = try program.run("query", "--at", "Writer.txt:2", "--limit", "1")
    #expect(off.output.contains("Many") && off.errors.contains("nearness is off in the settings"))
    #expect(try program.run("doctor").output.contains("nearness\n  off in the settings\n"))
  }

  @Test func `whom the file mentions comes first, and then who is mentioned together with them`() throws {
    try program.room.write(
      ".mentions.json",
      #"{"sources": {"git": null}, "triggers": [{"character": "@", "insert": {"default": "@{handle}"}}]}"#)
    try program.room.write("people.csv", "name,handle\nAnn,ann\nBob,bob\nCid,cid\nDan,dan\n")
    try program.room.write("a.md", "see @dan here\n")
    try program.room.write("b.md", "@dan and @cid\n")
    try program.room.write("everybody.md", String(repeating: "@dan @ann\n", count: 101))
    let near = try program.run("query", "--at", "a.md:1", "--explain")
    let rows = near.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows[1].hasPrefix("1 Dan ") && rows[1].hasSuffix(" mentioned in this document"), "\(near.output)")
    #expect(
      rows[2].hasPrefix("2 Cid ") && rows[2].hasSuffix(" 20: mentioned together with people of this document")
    )
    #expect(rows[3].hasPrefix("3 Ann "))
    #expect(rows.contains("1 before 2 mentioned in this document yes, no"))
    #expect(rows.contains("2 before 3 near + chosen + recent 1 + 0 + 0, 0 + 0 + 0"))
    let json = try program.run("query", "--at", "a.md:1", "--json").output.split(separator: "\n")
    #expect(try JSONParser.parse(String(json[0]))["score"]?["mentionedHere"] == true)
  }

  @Test func `a place that cannot be read is refused`() throws {
    for (place, complaint) in [
      ("people.csv", "--at is people.csv, expected FILE:LINE such as README.md:12"),
      ("people.csv:0", "--at is people.csv:0, expected"), (":3", "--at is :3, expected"),
      ("nowhere.md:3", "--at: nowhere.md does not exist"), (".:3", "--at: . cannot be read"),
    ] {
      let query = try program.run("query", "--at", place)
      #expect(query.status == .exited(2), "\(place)")
      #expect(query.errors.contains(complaint), "\(query.errors)")
    }
    let outside = try program.run("query", "ada", "--at", "people.csv:2")
    #expect(outside.status == .exited(0))
    #expect(outside.errors.contains("--at: not inside a Git repository"))
  }

  @Test func `a source that the trigger leaves out is not asked`() throws {
    try program.room.write(
      ".mentions.json",
      #"""
      {"sources": {"own": {"type": "list", "items": ["Ada Byron"]}},
       "triggers": [{"character": "@", "sources": ["*", "-people"]}]}
      """#)
    let query = try program.run("query", "ada")
    #expect(query.output.contains("Ada Byron") && !query.output.contains("Ada Lovelace"))
    let doctor = try program.run("doctor")
    let triggers = try #require(doctor.output.split(separator: "\n").first { $0.hasPrefix("  @") })
    #expect(triggers.contains("own") && !triggers.contains("people"), "\(doctor.output)")
  }

  @Test func `a trigger before the text is dropped, and chosen by it`() throws {
    #expect(try program.run("query", "@turing").output == program.run("query", "turing").output)
    try program.room.write(
      ".mentions.json",
      #"{"sources": {"words": {"type": "list", "items": ["Alpha"]}}, "triggers": [{"character": "[[", "sources": ["words"]}]}"#
    )
    #expect(try program.run("query", "[[al").output.contains("Alpha"))
    #expect(try !program.run("query", "[[ada").output.contains("Ada Lovelace"))
  }

  @Test func `explain says why each ranks before the next`() throws {
    try program.room.write(
      "people.csv",
      """
      name,handle,weight
      Alan Turing,turing,3
      Al,al,
      Alice,,
      Ada Lovelace,,1000
      Alba,,
      Paula,,
      """)
    let query = try program.run("query", "al", "--explain")
    let reasons = query.output.split(separator: "\n\n").last?.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(
      reasons == [
        "1 before 2 class exact, strong", "2 before 3 weight 1000 (2^9), 3 (2^1)",
        "3 before 4 weight 3 (2^1), none (2^0)", "4 before 5 name length 4, 5",
        "5 before 6 class strong, weak",
      ])
    let json = try program.run("query", "al", "--explain", "--json").output.split(separator: "\n")
    let values = try json.map { try JSONParser.parse(String($0)) }
    #expect(values.map { $0["name"] } == ["Al", "Ada Lovelace", "Alan Turing", "Alba", "Alice", "Paula"])
    #expect(values[1]["beforeNext"]?["by"] == "weight")
    #expect(values[1]["beforeNext"]?["value"] == "1000 (2^9)")
    #expect(values[5]["beforeNext"] == nil)
  }

  @Test func `an unknown trigger is answered with the known ones`() throws {
    let query = try program.run("query", "ada", "--trigger", "#")
    #expect(query.status == .exited(2))
    #expect(
      query.errors.hasPrefix(
        "mentions-lsp: --trigger is #, expected one of: @\n\nusage: mentions-lsp query "))
  }

  @Test func `a missing folder is a usage error`() throws {
    let query = try program.run("query", "ada", "--root", "nowhere")
    #expect(query.status == .exited(2))
    #expect(query.errors.contains("--root is nowhere, expected a folder"))
  }

  @Test func `settings of the workspace count, and a trusted provider is asked`() throws {
    let provider = try program.room.write(
      "provider",
      """
      #!/bin/sh
      while read -r line; do
        echo '{"query": 1, "entities": [{"name": "From Outside"}], "isComplete": true}'
      done

      """, executable: true)
    try program.room.write(
      ".config/mentions-lsp/config.json", #"{"trustedFolders": ["\#(program.room.path)"]}"#)
    try program.room.write(
      ".mentions.json",
      #"{"sources": {"out": {"type": "process", "command": ["\#(provider)"]}}, "triggers": [{"character": "+", "sources": ["out"]}]}"#
    )
    let query = try program.run("query", "any", "--trigger", "+", "--explain")
    #expect(query.status == .exited(0), "\(query.errors)")
    #expect(query.output.contains("From Outside"))
    #expect(query.output.contains("as returned"))
  }

  @Test func `a provider that prints garbage is reported, and the rest is found`() throws {
    let provider = try program.room.write(
      "provider", "#!/bin/sh\nread -r line\necho rubbish\n", executable: true)
    try program.room.write(
      ".config/mentions-lsp/config.json",
      #"{"sources": {"out": {"type": "process", "command": ["\#(provider)"]}}}"#)
    let query = try program.run("query", "ada")
    #expect(query.status == .exited(0))
    #expect(query.output.contains("Ada Lovelace"))
    #expect(query.errors.contains("out: line 1: the program printed a line that is not JSON"))
  }
}
