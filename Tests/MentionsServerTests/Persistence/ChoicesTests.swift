import Entities
import MentionsTestKit
import Testing

@testable import MentionsServer

/// Whom the user has chosen (Behaviour, section 8).
@Suite struct ChoicesTests {
  private static let day = 86_400
  private static let start = 1_800_000_000

  private func person(
    _ id: String, email: String? = nil, uniqueID: String? = nil, source: String = "people"
  ) -> Entity {
    var entity = Entity(id: id, name: "Name of \(id)")
    entity.email = email
    entity.uniqueID = uniqueID
    entity.source = source
    return entity
  }

  private func chosen(_ people: [(Entity, day: Int)], workspace: String? = "/w") -> Choices {
    var choices = Choices()
    for (person, day) in people {
      choices.apply(.chosen(person, workspace: workspace), at: Self.start + day * Self.day)
    }
    return choices
  }

  private func catalog(_ people: [Entity]) -> EntityCatalog {
    CatalogMerge.merge(
      Dictionary(grouping: people, by: \.source).sorted { $0.key < $1.key }
        .map { EntityCatalog(source: $0.key, $0.value) })
  }

  @Test func `each choice adds 1, and a score halves every 30 days`() {
    let ada = person("ada")
    func score(_ days: [Int], at day: Int) -> Double? {
      chosen(days.map { (ada, $0) }).signals(
        in: catalog([ada]), workspace: "/w", at: Self.start + day * Self.day
      ).chosen[ada.key]
    }
    #expect(score([0], at: 0) == 1)
    #expect(score([0, 0, 0], at: 0) == 3)
    #expect(score([0], at: 30) == 0.5)
    #expect(score([0, 0], at: 90) == 0.25)
    #expect(score([0, 30], at: 30) == 1.5)
    #expect((score([0], at: 15) ?? 0) < 1)
    // A clock that was set back makes nothing older, or of more weight.
    #expect(score([0], at: -400) == 1)
    #expect(score([0], at: 1_000_000) == 0)
  }

  @Test func `the latest choices are those of 30 days, everybody once, the latest first`() {
    let (ada, ben, cid) = (person("ada"), person("ben"), person("cid"))
    let choices = chosen([(ada, 0), (ben, 10), (cid, 20), (ben, 25)])
    func latest(_ day: Int) -> [String] {
      choices.latest(in: "/w", at: Self.start + day * Self.day).map(\.id)
    }
    #expect(latest(25) == ["ben", "cid", "ada"])
    #expect(latest(31) == ["ben", "cid"])
    #expect(latest(100) == [])
    let many = chosen((0..<60).map { (person("p\($0)"), 0) })
    #expect(choices.latest(in: "/v", at: Self.start).isEmpty)
    #expect(many.latest(in: "/w", at: Self.start).map(\.id) == (10..<60).reversed().map { "p\($0)" })
  }

  @Test func `people are known again by uniqueID, else by e-mail address, else in their workspace alone`() {
    let people = [
      person("1", uniqueID: "U1"), person("2", email: "two@example.org"), person("3"),
    ]
    let choices = chosen(people.map { ($0, 0) })
    let elsewhere = catalog([
      person("other", uniqueID: "U1", source: "team"),
      person("else", email: "Two@Example.org", source: "team"),
      person("3"),
    ])
    func found(in workspace: String) -> [String] {
      let signals = choices.signals(in: elsewhere, workspace: workspace, at: Self.start)
      let names = Set(signals.chosen.keys).union(signals.recent).compactMap { elsewhere.index(of: $0) }
      return names.map { elsewhere.entity(at: $0).id }.sorted()
    }
    #expect(found(in: "/w") == ["3", "else", "other"])
    #expect(found(in: "/v") == ["else", "other"])
  }

  @Test func `what is written is read again, and rubbish is nothing`() throws {
    let people = [person("1", uniqueID: "U1"), person("2", email: "two@example.org"), person("3")]
    let choices = chosen(people.map { ($0, 0) } + [(people[0], 40)])
    let read = try #require(Choices(choices.bytes))
    #expect(read.bytes == choices.bytes)
    #expect(read.latest(in: "/w", at: Self.start + 40 * Self.day).map(\.name) == ["Name of 1"])
    for rubbish in ["", "[]", "{}", #"{"version": 2, "latest": []}"#, "\u{0}"] {
      #expect(Choices(Array(rubbish.utf8)) == nil, "\(rubbish)")
    }
    let half =
      #"{"version": 1, "latest": [7, {"at": 1}], "scores": [{"score": -1, "at": 1, "id": "x"}, null]}"#
    #expect(try #require(Choices(Array(half.utf8))).isEmpty)
  }

  @Test func `one is forgotten by name, handle, address or id, or all are`() {
    let people = [person("1", email: "one@example.org"), person("2"), person("3")]
    for (text, left) in [
      ("name of 1", ["3", "2"]), ("ONE@example.org", ["3", "2"]), ("2", ["3", "1"]),
      ("@2", ["3", "1"]), ("nobody", ["3", "2", "1"]),
    ] {
      var choices = chosen(people.map { ($0, 0) })
      choices.apply(.forgotten(text), at: Self.start)
      #expect(choices.latest(in: "/w", at: Self.start).map(\.id) == left, "\(text)")
      let scores = choices.signals(in: catalog(people), workspace: "/w", at: Self.start).chosen
      #expect(scores.count == left.count, "\(text)")
    }
    var choices = chosen(people.map { ($0, 0) })
    choices.apply(.forgotten(nil), at: Self.start)
    #expect(choices.isEmpty)
  }

  @Test func `at most 5,000 scores are kept, and those of least weight go`() {
    var choices = Choices()
    for number in 0..<5_001 {
      choices.apply(.chosen(person("p\(number)"), workspace: nil), at: Self.start + number * 60)
    }
    let catalog = catalog([person("p0"), person("p5000")])
    let scores = choices.signals(in: catalog, workspace: nil, at: Self.start + 5_001 * 60).chosen
    #expect(scores[person("p5000").key] != nil && scores[person("p0").key] == nil)
  }
}

/// Choices in a session.
@Suite struct LearningSessionTests {
  private let people = #"["Ada Lovelace", "Adam Smith"]"#
  private let adaFirst = #"[{"label": "Ada Lovelace"}, {"label": "Adam Smith"}]"#
  private let adamFirst = #"[{"label": "Adam Smith"}, {"label": "Ada Lovelace"}]"#

  /// Types a trigger into a new document, and expects a list.
  private func listed(in file: String, _ id: Int, _ items: String) -> String {
    """
    open \(file) -
    change \(file) 0:1-1 ‘ ’
    change \(file) 0:2-2 ‘@’
    ?\(id) completion \(file) 0:3
    < \(id) {"items": \(items)}
    """
  }

  private var restarted: String {
    """
    restart
    ?0 initialize {"capabilities": {}, "rootUri": "file:///w", "initializationOptions": {"sources": {"git": null,
      "codeowners": null, "people": null, "team": {"type": "list", "items": \(people)}}}}
    < 0 {}
    ! initialized {}
    """
  }

  @Test func `whom one chose comes first after a restart`() {
    ServerScript(folders: ["w"], people: people).check(
      """
      \(listed(in: "a.md", 1, adaFirst))
      effect choices /home/ada/.local/state/mentions-lsp/choices.json 0
      # An editor that shows offers in the text walks past Ada.
      change a.md 0:2-3 ‘Ada Lovelace’
      change a.md 0:2-14 ‘Adam Smith’
      ?2 shutdown
      effect choices /home/ada/.local/state/mentions-lsp/choices.json 1
      < 2 null
      \(restarted)
      \(listed(in: "b.md", 3, adamFirst))
      ?4 workspace/executeCommand {"command": "mentions.forget", "arguments": ["Adam Smith"]}
      < 4 null
      \(listed(in: "c.md", 5, adaFirst))
      ?6 workspace/executeCommand {"command": "mentions.forget", "arguments": [7]}
      < 6 error -32602
      """)
  }

  @Test func `who was chosen just now is forgotten as well`() {
    ServerScript(folders: ["w"], people: people).check(
      """
      \(listed(in: "a.md", 1, adaFirst))
      change a.md 0:2-3 ‘Adam Smith’
      ?2 workspace/executeCommand {"command": "mentions.forget"}
      < 2 null
      \(listed(in: "b.md", 3, adaFirst))
      """)
  }

  @Test func `what comes back with its text, is read or is added by the host, is not chosen`() {
    ServerScript(folders: ["w"], people: people).check(
      """
      \(listed(in: "a.md", 1, adaFirst))
      change a.md 0:2-3 ‘Ada Lovelace’
      \(listed(in: "b.md", 2, adaFirst))
      change b.md 0:2-3 ‘Adam Smith’
      change a.md 0:2-14 ‘’
      change a.md 0:2-2 ‘Ada Lovelace’
      ?3 hover a.md 0:4
      < 3 {}
      open c.md Ada Lovelace
      add c.md 0:0-12 {"id": "Ada Lovelace", "name": "Ada Lovelace"}
      \(listed(in: "d.md", 4, adamFirst))
      """)
  }

  @Test func `without learning nothing is read or written, and choices count until the end`() {
    ServerScript(folders: ["w"], people: people, settings: #""learning": false"#).check(
      """
      \(listed(in: "a.md", 1, adaFirst))
      change a.md 0:2-3 ‘Adam Smith’
      \(listed(in: "b.md", 3, adamFirst))
      ?2 shutdown
      < 2 null
      \(restarted)
      \(listed(in: "b.md", 3, adaFirst))
      """)
  }

  @Test func `learning that is switched on again is read from the file`() {
    ServerScript(folders: ["w"], people: people).check(
      """
      \(listed(in: "a.md", 1, adaFirst))
      effect choices /home/ada/.local/state/mentions-lsp/choices.json 0
      ! workspace/didChangeConfiguration {"settings": {"learning": false}}
      ! workspace/didChangeConfiguration {"settings": {"learning": true}}
      effect choices /home/ada/.local/state/mentions-lsp/choices.json 0
      """)
  }
}
