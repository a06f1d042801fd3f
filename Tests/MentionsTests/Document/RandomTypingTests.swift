import Entities
import Mentions
import MentionsTestKit
import Testing
import TextModel

/// A typist who does anything: after every step the document's text is the editor's, annotations keep their
/// invariants and the mention being created agrees with the text (``TypingEditor`` checks that).
@Suite("Random typing")
struct RandomTypingTests {
  @Test(arguments: seeds(1...24))
  func `invariants hold after every step`(_ seed: UInt64) {
    var typist = Typist(seed: seed)
    for step in 0..<400 {
      typist.step()
      if let complaint = typist.editor.complaints.first {
        Issue.record("seed \(seed), step \(step): \(complaint); did \(typist.log.suffix(6))")
        return
      }
    }
    #expect(typist.asks > 0, "seed \(seed) never began a mention")
  }
}

private struct Typist {
  var editor: TypingEditor
  var log: [String] = []
  var asks = 0
  /// Whether the editor puts the closing bracket behind an opening one.
  private let closesBrackets: Bool
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    var policy = MentionsPolicy.standard
    policy.triggers[0].allowSpaces = seed % 2 == 0
    var second = policy.triggers[0]
    second.character = "[["
    closesBrackets = seed % 2 == 1
    if closesBrackets, let format = try? InsertFormat("[[{name}]]") {
      second.insert = InsertTemplates(fallback: format)
    }
    policy.triggers.append(second)
    if seed % 3 == 0, let format = try? InsertFormat("@{handle}") {
      policy.triggers[0].insert = InsertTemplates(fallback: format)
    }
    editor = TypingEditor("Hello 😀 «Ben Stone», 你好\r\nline |", policy: policy)
    editor.people = ["Ada Lovelace", "Adam", "Alan Turing", "Ben", "张三", "José"].map {
      var entity = Entity(id: $0, name: $0)
      entity.handle = $0.lowercased().filter { $0 != " " }
      entity.source = "team"
      return entity
    }
  }

  mutating func step() {
    let choice = random.below(100)
    log.append("\(choice) in “\(editor.marked)”")
    switch choice {
    case 0..<45: type(pick(Self.keys))
    case 45..<58: editor.change(boundary(-1 - (random.below(8) == 0 ? 5 : 0))..<editor.cursor, [])
    case 58..<62: editor.change(editor.cursor..<boundary(1), [], cursor: editor.cursor)
    case 62..<70: editor.move(to: place())
    case 70..<74: editor.moveSilently(to: place())
    case 74..<82: accept()
    case 82..<85: editor.undo()
    case 85..<87: editor.cancel()
    case 87..<90: editor.request(pick([.unknown, .yes, .no]))
    case 90..<93: replace()
    case 93..<95: several()
    case 95..<96: editor.wait(random.below(1500))
    case 96..<98: editor.changeWhole(Array("\(editor.marked.text)x".utf8), cursor: editor.bytes.count + 1)
    default:
      let a = place()
      let b = place()
      editor.move(to: max(a, b), selecting: min(a, b)..<max(a, b))
    }
    for case .ask in editor.effects { asks += 1 }
    editor.forgetEffects()
  }

  private static let keys = [
    "@", "@", "@", "a", "d", "A", " ", " ", ",", "\n", "张", "é", "\u{301}", "[", "[", "😀", "-", "@ad", "Ada",
    "hello ", "\r\n", "b", "n", "l", "\u{200D}", "🇩", "one\ntwo",
  ]

  private mutating func type(_ key: String) {
    let place = editor.cursor..<editor.cursor
    if closesBrackets, key == "[" {
      editor.change(place, Array("[]".utf8), cursor: editor.cursor + 1)
    } else {
      editor.change(place, Array(key.utf8))
    }
  }

  private mutating func accept() {
    guard let list = editor.document.offers(), !list.offers.isEmpty else { return }
    editor.markShown()
    let offer = list.offers[random.below(list.offers.count)]
    editor.change(
      list.additionalEdits + [TextReplacement(range: list.range, replacement: offer.newText)],
      cursor: list.range.start.utf8 + offer.newText.count)
  }

  private mutating func replace() {
    let a = place()
    let b = place()
    guard abs(a - b) < 40 else { return }
    editor.change(min(a, b)..<max(a, b), Array(pick(Self.keys).utf8))
  }

  private mutating func several() {
    let a = place()
    editor.change([
      TextReplacement(TextRange(a, a), pick(Self.keys)), TextReplacement(TextRange(0, 0), pick(Self.keys)),
    ])
  }

  private mutating func pick<T>(_ values: [T]) -> T { values[random.below(values.count)] }

  private mutating func place() -> Int {
    editor.document.text.buffer.scalarStart(at: TextOffset(random.below(editor.bytes.count + 1))).utf8
  }

  private func boundary(_ distance: Int) -> Int {
    let buffer = editor.document.text.buffer
    var offset = TextOffset(editor.cursor)
    for _ in 0..<abs(distance) {
      offset =
        (distance < 0 ? buffer.graphemeStart(before: offset) : buffer.graphemeEnd(after: offset)) ?? offset
    }
    return offset.utf8
  }
}

private struct SplitMix {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(max(1, limit)))
  }
}
