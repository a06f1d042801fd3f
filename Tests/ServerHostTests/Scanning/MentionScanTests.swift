import Entities
import JSONText
import LanguageProtocol
import Mentions
import Synchronization
import Testing
import TextModel

@testable import MentionsServer
@testable import ServerHost

/// What `scan` and `check` read in files, with what the store knows of them.
@Suite struct MentionScanTests {
  private let folder = TestFolder()
  private let text = "Ask Ada Byron, and @ada."
  private let root: String

  init() {
    folder.make("w")
    root = folder("w")
  }

  private func scan(_ store: String, root: String? = nil) -> MentionScan {
    let root = root ?? self.root
    let options: JSONObject = [
      "annotationStore": .string(store),
      "sources": [
        "git": nil, "codeowners": nil, "people": nil,
        "team": ["type": "list", "items": [["name": "Ada Lovelace", "handle": "ada"]]],
      ], "triggers": [["character": "@", "sources": ["team"], "exclude": ["drafts/**"]]],
    ]
    let (settings, _) = ServerSettings.resolve(
      layers: [SettingsLayer(client: .object(options), origin: .initializationOptions)],
      context: SettingsContext(folder: root, home: nil))
    return MentionScan(settings, root: root)
  }

  /// Keeps a mention of Ada under her former name, and that `@ada` is plain text.
  private func keep() {
    keep((4, "Ada Byron"), of: Entity(id: "ada", name: "Ada Byron"), in: text, declined: (19, "@ada"))
  }

  private func keep(
    _ mention: (Int, String), of entity: Entity, in text: String, declined: (Int, String)? = nil
  ) {
    var entity = entity
    entity.source = "team"
    func record(_ start: Int, _ text: String) -> AnnotationArchive.Record {
      AnnotationArchive.Record(
        start: start, text: Array(text.utf8), before: [], after: [], entity: entity, isTrimmed: false,
        shortForm: nil)
    }
    let document = MentionsDocument(text: Array(text.utf8), languageID: "markdown", policy: .standard)
    let state = DocumentArchive(
      mentions: AnnotationArchive(records: [record(mention.0, mention.1)]),
      declined: AnnotationArchive(records: declined.map { [record($0.0, $0.1)] } ?? []),
      text: TextFingerprint(of: document.text))
    let place = StoredDocument.Place(
      of: DocumentURI(filePath: root + "/a.md"), in: .workspace, roots: [root], environment: [:])
    let bytes = StoredDocument(document: place.document, states: [state]).encoded().bytes
    let change = place.path.map { path -> StoredDocument.Change in (path, { _ in .write(bytes) }) }
    #expect(change.map { StoreFiles.replace([$0]) } == [nil])
  }

  /// Each mention with its finding.
  private func shown(
    _ scan: MentionScan, of text: String? = nil, in root: String? = nil, isInput: Bool = false
  ) -> [String] {
    let file = NamedFile(named: (root ?? self.root) + "/a.md", in: "/", isInput: isInput)
    return scan.mentions(in: Array((text ?? self.text).utf8), of: file).map { mention in
      "\(mention.written) \(mention.start.column): \(mention.finding?.message ?? "fine")"
    }
  }

  @Test func `what the store knows is found, and told where the name has changed since`() {
    #expect(shown(scan("workspace")) == ["@ada 20: fine"])
    keep()
    #expect(shown(scan("workspace")) == ["Ada Byron 5: “Ada Byron” is now written “Ada Lovelace”."])
    #expect(shown(scan("off")) == ["@ada 20: fine"])
    // Another text under that name.
    #expect(shown(scan("workspace"), isInput: true) == ["@ada 20: fine"])
  }

  @Test func `who is kept and has gone from the sources is unknown`() {
    keep((3, "@eda"), of: Entity(id: "eda", name: "Eda"), in: "Hi @eda x")
    #expect(shown(scan("workspace"), of: "Hi @eda x") == ["@eda 4: No one is known as “@eda”."])
    #expect(shown(scan("off"), of: "Hi @eda x") == ["@eda 4: No one is known as “@eda”."])
  }

  @Test func `who is kept is told as they are now`() {
    func meanings(_ text: String) -> [String] {
      let file = NamedFile(named: root + "/a.md", in: "/")
      return scan("workspace").mentions(in: Array(text.utf8), of: file).map { mention in
        switch mention.mention.meaning {
        case .known(let entity): "known \(entity.name)"
        case .stale(let entity): "stale \(entity.name)"
        case .ambiguous: "ambiguous"
        case .unknown: "unknown"
        }
      }
    }
    keep()
    #expect(meanings(text) == ["stale Ada Lovelace"])
    var ada = Entity(id: "ada", name: "Ada Byron")
    ada.handle = "ada"
    keep((3, "@ada"), of: ada, in: "Hi @ada x")
    #expect(meanings("Hi @ada x") == ["known Ada Lovelace"])
    keep((3, "@eda"), of: Entity(id: "eda", name: "Eda"), in: "Hi @eda x")
    #expect(meanings("Hi @eda x") == ["unknown"])
  }

  @Test func `what is kept is found by every name of the workspace folder`() {
    keep()
    folder.link("link", to: "w")
    for root in [root, folder("link")] {
      for name in [self.root, folder("link")] {
        #expect(
          shown(scan("workspace", root: root), in: name)
            == ["Ada Byron 5: “Ada Byron” is now written “Ada Lovelace”."], "\(root) \(name)")
      }
    }
  }

  @Test func `of a notebook its Markdown cells are read`() {
    let notebook = #"""
      {"cells": [
        {"cell_type": "code", "source": ["# @ada\n", "x = 1"], "outputs": ["@ada"]},
        {"source": ["Ask \"@ada\",\n", "or `@ada`, @nobody."], "cell_type": "markdown"},
        {"cell_type": "markdown", "source": "Thanks, @ada!"}
      ], "metadata": {"by": "@ada"}, "nbformat": 4}
      """#
    func found(_ text: String) -> [String] {
      scan("off").mentions(in: Array(text.utf8), of: NamedFile(unread: "a.ipynb")).map {
        "\($0.start.line):\($0.start.column) \($0.written)"
      }
    }
    #expect(found(notebook) == ["3:22 @ada", "3:46 @nobody", "4:48 @ada"])
    #expect(found("Ask @ada") == [] && found(#"{"cells": [{"cell_type": "markdown", "source": 5}]}"#) == [])
  }

  @Test func `a byte order mark is no column, but bytes of the file`() {
    let file = NamedFile(unread: "a.md")
    let found = scan("off").mentions(in: Array("\u{FEFF}@ada and\n@ada".utf8), of: file).map { mention in
      "\(mention.start.line):\(mention.start.column) \(mention.end.column) \(mention.mention.range.start.utf8)"
    }
    #expect(found == ["1:1 5 3", "2:1 5 12"])
  }

  @Test func `files that are read together are read as each of them alone`() {
    let names = [
      "CODEOWNERS", "a.c", "a.md", "b.md", "docs/CODEOWNERS", "docs/a.md", "drafts/a.md", "e\u{301}/a.md",
      "other/a.txt", "\u{E9}/a.md",
    ]
    for name in ["docs", "drafts", "e\u{301}", "other", "\u{E9}"] { folder.make("w/" + name) }
    for name in names { folder.write("w/" + name, "docs/** @ada and // @nobody, Ada Lovelace\n") }
    func shown(_ results: [MentionScan.FileResult]) -> [String] {
      results.flatMap { result in
        result.mentions.map { "\(result.file.shown) \($0.written): \($0.finding?.message ?? "fine")" }
      }
    }
    let files = names.map { NamedFile(named: root + "/" + $0, in: "/") }
    let together = shown(scan("off").read(files, on: ThreadExecutor(width: 1)))
    #expect(together == files.flatMap { shown(scan("off").read([$0])) })
    #expect(together.count > names.count)
    #expect(!together.contains { $0.contains("drafts") })
  }

  @Test func `files of one policy and language share a reader`() {
    var readers = FileReaders<Int>()
    func reader(_ rules: Int, _ language: String) -> FileReader {
      readers.reader(rules, language) { .standard }
    }
    let first = reader(0, "markdown")
    #expect(reader(0, "markdown") === first)
    #expect(reader(0, "c") !== first && reader(1, "markdown") !== first)
    #expect(reader(0, "markdown") === first)
  }

  @Test func `a look-up is remembered by place, field and bytes`() {
    let asked = Mutex<[String]>([])
    let known = MentionReader.Known(
      lookup: { field, value in
        asked.withLock { $0.append("\(field) \(value.utf8.count)") }
        return [Entity(id: value, name: value)]
      }, isComplete: true,
      aliases: { alias in
        asked.withLock { $0.append("alias \(alias.utf8.count)") }
        return []
      })
    let memory = LookupMemory<Int>()
    for _ in 0..<2 {
      for place in [0, 1] {
        let known = memory.remembering(known, at: place)
        #expect(known.lookup(.handle, "\u{E9}").map(\.id) == ["\u{E9}"])
        #expect(known.lookup(.handle, "e\u{301}").map { Array($0.id.utf8) } == [Array("e\u{301}".utf8)])
        #expect(known.lookup(.id, "\u{E9}").count == 1 && known.aliases("\u{E9}").isEmpty)
      }
    }
    let once = ["handle 2", "handle 3", "id 2", "alias 2"]
    #expect(asked.withLock { $0 } == once + once)
  }
}
