import Entities
import EntitySources
import MentionsTestKit
import Testing

@testable import MentionsServer

/// Asking who is near the cursor, and what the answer does.
@Suite struct NearnessSessionTests {
  private func started(
    _ settings: String = "", uri: String = "file:///w/d", language: String = "markdown"
  ) -> ServerScript {
    ServerScript(
      capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#,
      folders: ["w"],
      people: "", settings: #""sources": {"people": null, "codeowners": null}\#(settings)"#,
      begins: #"""
        < ?1 client/registerCapability {}
        loaded git [{"name": "Ada", "email": "ada@x", "weight": 900}, {"name": "Bob", "email": "bob@x"},
          {"name": "Carol", "email": "carol@x", "handle": "carol"}]
        ! textDocument/didOpen {"textDocument": {"uri": "\#(uri)", "languageId": "\#(language)", "version": 0,
          "text": "one\ntwo\n"}}
        """#)
  }

  private func type(_ version: Int, _ text: String, at column: Int, line: Int = 2, path: String = "/w/d")
    -> String
  {
    let place = "{\"line\": \(line), \"character\": \(column)}"
    return """
      ! textDocument/didChange {"textDocument": {"uri": "file://\(path)", "version": \(version)},
        "contentChanges": [{"range": {"start": \(place), "end": \(place)}, "text": "\(text)"}]}
      """
  }

  private func complete(_ id: Int, at column: Int, line: Int = 2, path: String = "/w/d") -> String {
    "?\(id) textDocument/completion {\"textDocument\": {\"uri\": \"file://\(path)\"}, \"position\": {\"line\": \(line), \"character\": \(column)}}"
  }

  private func answer(_ id: Int, _ names: String...) -> String {
    "< \(id) {\"items\": [\(names.map { "{\"label\": \"\($0)\"}" }.joined(separator: ", "))]}"
  }

  @Test func `an answer counts from the next query on`() {
    started().check(
      """
      \(type(1, "@", at: 0))
      effect near 1 /w/d:2
      \(complete(2, at: 1))
      \(answer(2, "Ada", "Bob", "Carol"))
      near 1 [["Bob", "bob@x", 5], ["", "@carol", 9], ["Nobody", "nobody@x", 99]]
      \(complete(3, at: 1))
      \(answer(3, "Ada", "Bob", "Carol"))
      \(type(2, "x", at: 1))
      \(type(3, " @", at: 2))
      \(complete(4, at: 4))
      \(answer(4, "Carol", "Bob", "Ada"))
      """)
  }

  @Test func `what is typed before a trigger asks, once for each place`() {
    started().check(
      """
      \(type(1, "hello ", at: 0))
      effect near 1 /w/d:2
      \(type(2, "there ", at: 6))
      near 1 own bob@x [["Bob", "bob@x", 50], ["Carol", "", 1]]
      \(type(3, "@", at: 12))
      \(complete(2, at: 13))
      \(answer(2, "Carol", "Ada", "Bob"))
      \(type(4, String(repeating: "\\n", count: 20), at: 13))
      effect near 2 /w/d:22
      """)
  }

  @Test func `at other lines only owners of the document are near`() {
    started().check(
      """
      \(type(1, "x ", at: 0))
      effect near 1 /w/d:2
      near 1 [["Bob", "bob@x", 50], ["", "@carol", 9]]
      \(type(2, String(repeating: "\\n", count: 20), at: 2))
      effect near 2 /w/d:22
      \(type(3, "@", at: 0, line: 22))
      \(complete(2, at: 1, line: 22))
      \(answer(2, "Carol", "Ada", "Bob"))
      \(type(4, " @", at: 3, line: 1))
      \(complete(3, at: 5, line: 1))
      \(answer(3, "Bob", "Carol", "Ada"))
      """)
  }

  @Test func `after a while, and after the file was saved, it is asked again`() {
    started().check(
      """
      \(type(1, "x", at: 0))
      effect near 1 /w/d:2
      near 1 [["Bob", "bob@x", 5]]
      at 29000
      \(type(2, "x", at: 1))
      at 31000
      \(type(3, "x", at: 2))
      effect near 2 /w/d:2
      near 2 [["Carol", "carol@x", 5]]
      ! textDocument/didSave {"textDocument": {"uri": "file:///w/d"}}
      \(type(4, " @", at: 3))
      effect near 3 /w/d:2
      \(complete(2, at: 5))
      \(answer(2, "Carol", "Ada", "Bob"))
      """)
  }

  @Test func `with a letter typed the user counts like anybody`() {
    started().check(
      """
      \(type(1, "x ", at: 0))
      effect near 1 /w/d:2
      near 1 own bob@x [["Bob", "bob@x", 50]]
      \(type(2, "@", at: 2))
      \(complete(2, at: 3))
      \(answer(2, "Ada", "Carol", "Bob"))
      loaded git [{"name": "Bo", "weight": 900}, {"name": "Bob", "email": "bob@x"}]
      \(type(3, "b", at: 3))
      \(complete(3, at: 4))
      \(answer(3, "Bob", "Bo"))
      """)
  }

  @Test func `of a document that is no file it is asked who the user is`() {
    started(uri: "untitled:x").check(
      """
      \(type(1, "@", at: 0))
      effect near 1 /w nowhere
      near 1 own ada@x []
      \(type(2, "x @", at: 1))
      \(complete(2, at: 4))
      \(answer(2, "Bob", "Carol", "Ada"))
      """.replacing("file:///w/d", with: "untitled:x"))
  }

  @Test func `an answer that nobody waits for is dropped`() {
    started().check(
      """
      near 7 [["Bob", "bob@x", 5]]
      \(type(1, "@", at: 0))
      near 2 [["Bob", "bob@x", 5]]
      ! textDocument/didClose {"textDocument": {"uri": "file:///w/d"}}
      near 1 [["Bob", "bob@x", 5]]
      """)
  }

  @Test func `a commit message asks as soon as it is open`() {
    let path = "/w/.git/COMMIT_EDITMSG"
    started(uri: "file://\(path)", language: "git-commit").check(
      """
      effect near 1 \(path)
      near 1 own ada@x [["Carol", "carol@x", 5]]
      \(type(1, "Reviewed-by: @", at: 0, path: path))
      \(complete(2, at: 14, path: path))
      \(answer(2, "Carol", "Bob", "Ada"))
      """)
  }

  @Test func `the setting turns it off, and a folder without git is not asked about`() {
    for settings in [#", "nearness": false"#, #", "triggers": [{"character": "@"}]"#] {
      let isOff = settings.contains("nearness")
      started(settings).check(
        """
        \(type(1, "@", at: 0))
        \(isOff ? "near 1 [[\"Bob\", \"bob@x\", 5]]" : "effect near 1 /w/d:2")
        \(complete(2, at: 1))
        \(answer(2, "Ada", "Bob", "Carol"))
        """)
    }
  }

  @Test func `commits ask anew, what is known serves meanwhile`() {
    started().check(
      """
      \(type(1, "x", at: 0))
      effect near 1 /w/d:2
      near 1 [["Bob", "bob@x", 5]]
      loaded git [{"name": "Ada", "email": "ada@x", "weight": 900}, {"name": "Bob", "email": "bob@x"}]
      \(type(2, " @", at: 1))
      effect near 2 /w/d:2
      \(complete(2, at: 3))
      \(answer(2, "Bob", "Ada"))
      """)
  }

  @Test func `files of the workspace tell who is mentioned together, once it has been searched`() {
    // A list of everybody tells nothing.
    let everybody = (0...200).map { _ in "@ada @bob" }.joined(separator: " ")
    let places = (0...202).map { _ in "{}" }.joined(separator: ", ")
    ServerScript(
      folders: ["w"],
      files: """
        text /w/b.md @ada and @carol
        text /w/everybody.md \(everybody)
        """,
      people: """
        [{"name": "Ada", "handle": "ada"}, {"name": "Bob", "handle": "bob", "weight": 9}, \
        {"name": "Carol", "handle": "carol"}]
        """, insert: "@{handle}"
    ).check(
      """
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/d", "languageId": "markdown", "version": 1,
        "text": "@ada\\n\\n"}}
      \(type(2, "@", at: 0))
      \(complete(1, at: 1))
      \(answer(1, "Ada", "Bob", "Carol"))
      ?2 references /w/d 0:1
      scanned
      < 2 [\(places)]
      \(type(3, "x", at: 1))
      \(type(4, " @", at: 2))
      \(complete(3, at: 4))
      \(answer(3, "Ada", "Carol", "Bob"))
      """)
  }

  // MARK: The ranking alone

  @Test func `people are looked up by address, by a name that one has, by handle`() {
    var ada = Entity(id: "1", name: "Ada")
    ada.email = "ada@x"
    ada.aliases = ["ada@old"]
    var bob = Entity(id: "2", name: "Bob")
    bob.handle = "bob"
    let catalog = EntityCatalog(
      source: "git", [ada, bob, Entity(id: "3", name: "Sam"), Entity(id: "4", name: "Sam")])
    func key(_ id: String) -> EntityKey { EntityKey(source: "git", id: id) }
    let near = NearPeople(
      people: [
        .init(name: "A. L.", email: "ADA@x", points: 3, reasons: ["a"]),
        .init(name: "Other", email: "ada@old", points: 2, reasons: ["b"]),
        .init(name: "Sam", points: 9, reasons: ["c"]), .init(handle: "Bob", points: 1, reasons: ["d"]),
        .init(handle: "ada", points: 1, reasons: ["e"]), .init(points: 1, reasons: []),
      ])
    let ranking = NearRanking(near, in: catalog)
    #expect(ranking.points == [key("1"): 5, key("2"): 1])
    #expect(ranking.reasons == [key("1"): ["a", "b"], key("2"): ["d"]])
    #expect(ranking.oneself.isEmpty)
    var own = near
    own.ownEmail = "ada@x"
    #expect(NearRanking(own, in: catalog).points == ranking.points)
    #expect(NearRanking(own, in: catalog).oneself == [key("1")])
  }

  @Test func `programs are never near`() {
    var bot = Entity(id: "1", name: "dependabot[bot]")
    bot.email = "bot@x"
    bot.kind = EntityKind(rawValue: "bot")
    let near = NearPeople(people: [.init(name: "dependabot[bot]", email: "bot@x", points: 9, reasons: ["a"])])
    #expect(NearRanking(near, in: EntityCatalog(source: "git", [bot])).points.isEmpty)
  }

  @Test func `mentioned together`() {
    func keys(_ ids: String...) -> Set<EntityKey> { Set(ids.map { EntityKey(source: "s", id: $0) }) }
    func points(_ here: Set<EntityKey>, _ others: Set<EntityKey>...) -> [EntityKey: Int] {
      CoMentions.points(of: here, others)
    }
    let (b, c) = (EntityKey(source: "s", id: "b"), EntityKey(source: "s", id: "c"))
    #expect(points(keys("a"), keys("a", "b"), keys("b", "c"), keys("a", "b", "c")) == [b: 40, c: 20])
    #expect(points(keys(), keys("a", "b")) == [:])
    #expect(points(keys("a"), keys("b")) == [:])
    #expect(CoMentions.points(of: keys("a"), Array(repeating: keys("a", "b"), count: 9)) == [b: 60])
  }
}
