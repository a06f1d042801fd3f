import Entities
import JSONText
import Mentions
import MentionsTestKit
import ScriptedEditing
import SessionSimulation
import Testing

@testable import MentionsServer

/// Stored mentions that an earlier version wrote: nothing of them is lost.
@Suite struct GoldenStoreTests {
  private static let notes = "/srv/session/notes.md"
  private static let summer = "/srv/session/Über uns/été 1.md"
  private static let shared = "/srv/session/two servers.txt"
  private static let folder = "/home/ada/.local/state/mentions-lsp"

  private static let names = [
    "f40b5cb30e09de21cf17c1f46893f1cc.json", "0a64ea74588c3411b8ceda07c2e728c4.json",
    "92a7973a0becb50c1b68f5c47970e99f.json", "131fef9bfcf298c00819306d6f2d1e21.json",
  ]

  /// The settings with which they were written.
  private static let settings: JSONValue = [
    "sources": [
      "git": nil, "people": nil, "codeowners": nil,
      "team": [
        "type": "list",
        "items": [
          ["name": "Ben Bitdiddle", "handle": "ben"], ["name": "Cy D. Fect", "handle": "cy"],
        ],
      ],
    ],
    "triggers": [
      ["character": "@", "sources": ["team"], "insert": ["default": "{name}"]],
      ["character": "!!", "sources": ["team"], "insert": ["default": "!!{handle}"]],
    ],
    "deletion": "trim", "implicit": ["minimumLength": 0],
  ]

  private func keeping(_ settings: JSONValue = Self.settings, in folder: String = Self.folder) throws
    -> Keeping
  {
    let keeping = Keeping(settings)
    keeping.options.root = "/srv/session"
    for name in Self.names {
      keeping.store.files["\(folder)/\(name)"] = try GoldenFile.bytes("store/\(name)")
    }
    return keeping
  }

  private func stored(_ name: String) throws -> StoredDocument {
    try StoredDocument(try GoldenFile.bytes("store/\(name)"))
  }

  @Test(arguments: names) func `what is read is written as it was`(name: String) throws {
    let bytes = try GoldenFile.bytes("store/\(name)")
    let stored = try stored(name)
    #expect(String(decoding: stored.encoded().bytes, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    #expect(stored.encoded().leftOut == 0)
    #expect(StoredDocument.name(inHead: bytes) == stored.document)
    #expect(StoredDocument.fileName(of: stored.document) == name)
  }

  @Test func `the people are the same`() throws {
    var ada = Entity(id: "ada", name: "Ada Lovelace")
    ada.handle = "ada"
    ada.uniqueID = "person:1"
    ada.email = "ada@example.org"
    ada.aliases = ["Augusta King", "Gräfin"]
    ada.detail = "Analytical \"Engine\""
    ada.url = "https://ada.example/"
    ada.avatar = "https://ada.example/a.png"
    ada.weight = 2.5
    ada.metadata = ["team": ["engines", 1, nil, ["x": true]], "timezone": "Europe/London"]
    var li = Entity(id: "li", name: "李明")
    li.handle = "李明"
    var zoe = Entity(id: "zoë", name: "Zoë 👩‍🔬 O'Neil")
    zoe.shortName = "Zoë"
    var team = Entity(id: "acme/ops", name: "Ops, Team of")
    team.kind = .team
    team.canTrim = false
    team.gone = true
    var cy = Entity(id: "cy", name: "Cy D. Fect")
    cy.handle = "cy"
    cy.source = "team"
    let state = try #require(try stored(Self.names[0]).states.first)
    let known = [ada, li, ada, zoe, team, Entity(id: "grace", name: "Grace Hopper"), cy]
    #expect(state.mentions.records.map(\.entity) == known)
    #expect(state.mentions.records.map(\.isTrimmed) == [false, false, false, false, false, true, false])
    let short = state.mentions.records.map { $0.shortForm.map { String(decoding: $0, as: UTF8.self) } }
    #expect(short == ["Ada", nil, "Ada", "Zoë", nil, nil, "Cy"])
    #expect(state.declined.records.map(\.entity.name) == ["Ben Bitdiddle"])
  }

  @Test func `mentions of a saved text are at their places, and plain text is plain`() throws {
    let keeping = try keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open(
        Self.notes, "markdown",
        "# Thanks\n\nThanks to Ada Lovelace and 李明 and Ada Lovelace.\nZoë 👩‍🔬 O'Neil wrote it for Ops, Team of; not Grace.\nAsk !!ben, or !!cy.\n\nAlso Cy D. Fect.\n"
      )
      try editor.expect(
        "# Thanks\n\nThanks to «Ada Lovelace» and «李明» and «Ada Lovelace».\n«Zoë 👩‍🔬 O'Neil» wrote it for «Ops, Team of»; not «Grace».\nAsk !!ben, or «!!cy».\n\nAlso «Cy D. Fect».\n|"
      )
    }
    let path = "\(Self.folder)/\(Self.names[0])"
    #expect(keeping.store.files[path] == (try GoldenFile.bytes("store/\(Self.names[0])")))
  }

  @Test(arguments: [
    (summer, "By Ada Lovelace,\r\nwith 李明\r\n", "By «Ada Lovelace»,\r\nwith «李明»\r\n|"),
    (summer, "with 李明\r\nZoë\n", "with «李明»\r\n«Zoë»\n|"),
    (shared, "By Ada Lovelace\nand 李明\n", "By «Ada Lovelace»\nand «李明»\n|"),
    (shared, "By Ada Lovelace\nand Zoë\n", "By «Ada Lovelace»\nand «Zoë»\n|"),
    // Changed by another program.
    (
      shared, "Written by Ada Lovelace\nand Zoë, and 李明\n",
      "Written by «Ada Lovelace»\nand «Zoë», and «李明»\n|"
    ),
  ]) func `each state of a document is found`(path: String, text: String, marked: String) throws {
    try keeping().session { editor throws(EditorError) in
      try editor.open(path, "plaintext", text)
      try editor.expect(marked)
    }
  }

  @Test func `mentions that are kept in the workspace`() throws {
    guard case .object(var settings) = Self.settings else { return }
    settings["annotationStore"] = "workspace"
    let keeping = try keeping(.object(settings), in: "/srv/session/.mentions.annotations")
    keeping.session { editor throws(EditorError) in
      try editor.open("/srv/session/docs/guide 📘.md", "markdown", "Ada wrote to Ada Lovelace.\n")
      try editor.expect("«Ada» wrote to «Ada Lovelace».\n|")
    }
  }

  @Test func `mentions of a folder that is renamed`() throws {
    try keeping().session { editor throws(EditorError) in
      try editor.rename("/srv/session/Über uns", to: "/srv/session/About us")
      try editor.open("/srv/session/About us/été 1.md", "markdown", "with 李明\r\nZoë\n")
      try editor.expect("with «李明»\r\n«Zoë»\n|")
    }
  }
}
