import Entities
import JSONText
import LanguageProtocol
import Mentions
import Testing
import TextModel

@testable import MentionsServer
@testable import ServerHost

/// What `scan` and `check` read in files, with what the annotation store knows of them.
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
      ], "triggers": [["character": "@", "sources": ["team"]]],
    ]
    let (settings, _) = ServerSettings.resolve(
      layers: [SettingsLayer(client: .object(options), origin: .initializationOptions)],
      context: SettingsContext(folder: root, home: nil))
    return MentionScan(settings, root: root)
  }

  /// Keeps a mention of Ada under her former name, and that `@ada` is plain text.
  private func keep() {
    var ada = Entity(id: "ada", name: "Ada Byron")
    ada.source = "team"
    func record(_ start: Int, _ text: String) -> AnnotationArchive.Record {
      AnnotationArchive.Record(
        start: start, text: Array(text.utf8), before: [], after: [], entity: ada, isTrimmed: false,
        shortForm: nil)
    }
    let document = MentionsDocument(plainText: Array(text.utf8), languageID: "markdown", policy: .standard)
    let state = DocumentArchive(
      mentions: AnnotationArchive(records: [record(4, "Ada Byron")]),
      declined: AnnotationArchive(records: [record(19, "@ada")]), text: TextFingerprint(of: document.text))
    let place = StorePlace(
      of: DocumentURI(filePath: root + "/a.md"), in: .workspace, roots: [root], environment: [:])
    let bytes = StoredDocument(document: place.document, states: [state]).encoded().bytes
    let failure = place.path.map { StoreFiles.replace($0, limit: nil) { _ in .write(bytes) } }
    #expect(failure == .some(nil))
  }

  /// Each mention with its finding.
  private func shown(_ scan: MentionScan, in root: String? = nil, isInput: Bool = false) -> [String] {
    let file = NamedFile(named: (root ?? self.root) + "/a.md", in: "/", isInput: isInput)
    return scan.mentions(in: Array(text.utf8), of: file).map { mention in
      "\(mention.written) \(mention.start.column): \(mention.finding?.message ?? "fine")"
    }
  }

  @Test func `what the annotation store knows is found, and told where the name has changed since`() {
    #expect(shown(scan("workspace")) == ["@ada 20: fine"])
    keep()
    #expect(shown(scan("workspace")) == ["Ada Byron 5: “Ada Byron” is written “Ada Lovelace” now."])
    #expect(shown(scan("off")) == ["@ada 20: fine"])
    // Another text under that name.
    #expect(shown(scan("workspace"), isInput: true) == ["@ada 20: fine"])
  }

  @Test func `what is kept is found by every name of the workspace folder`() {
    keep()
    folder.link("link", to: "w")
    for root in [root, folder("link")] {
      for name in [self.root, folder("link")] {
        #expect(
          shown(scan("workspace", root: root), in: name)
            == ["Ada Byron 5: “Ada Byron” is written “Ada Lovelace” now."], "\(root) \(name)")
      }
    }
  }

  @Test func `a byte order mark is no column, but bytes of the file`() {
    let file = NamedFile(unread: "a.md")
    let found = scan("off").mentions(in: Array("\u{FEFF}@ada and\n@ada".utf8), of: file).map { mention in
      "\(mention.start.line):\(mention.start.column) \(mention.end.column) \(mention.mention.range.start.utf8)"
    }
    #expect(found == ["1:1 5 3", "2:1 5 12"])
  }
}
