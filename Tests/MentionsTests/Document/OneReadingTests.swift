import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Behaviour, section 9, one reading: what is typed key by key is what is opened, and what is read in a file.
@Suite("One reading") struct OneReadingTests {
  private static let people: [Entity] = [
    ("Ada Lovelace", "ada"), ("Adam", "adam"), ("Jane Doe", "jane-doe"), ("Bob", "bob"), ("Ann", "ann_"),
    ("One", "twin"), ("Two", "twin"), ("张三", "张三"),
  ].map { name, handle in
    var entity = Entity(id: name, name: name)
    (entity.handle, entity.source) = (handle, "team")
    entity.url = "https://h/\(handle)"
    return entity
  }

  private static let pieces = [
    "@ada", "@Adam", "@jane-doe", "@bob", "@ann_", "@twin", "@张三", "@nobody", "+ada", "@Ada Lovelace", " ",
    " ",
    " ", ", ", ". ", "’s ", "-", "_", "(", ")", "`", "<a ", ">", "](", "[", "x", "Bob ", "https://h/", "# ",
    "/* ",
    "*/", "// ", "_@ada_", "#", "\n", "\n\n", "```\n", "😀", "你好", "\"",
  ]

  private static func policy(_ seed: UInt64) -> MentionsPolicy {
    var policy = MentionsPolicy.standard
    let formats = ["{name}", "@{handle}", "@{name}", "[«{name}»]({url})", "[@{handle}]({url})"]
    let format = formats[Int(seed) % formats.count]
    policy.triggers[0].insert = InsertTemplates(fallback: try! InsertFormat(format))
    policy.triggers[0].allowSpaces = seed % 2 == 0
    policy.triggers.append(policy.triggers[0])
    policy.triggers[1].character = "+"
    policy.implicit.minimumLength = seed % 3 == 0 ? 0 : 3
    return policy
  }

  private static func mentions(_ editor: TypingEditor) -> [String] {
    editor.document.annotations.map {
      "\($0.range.start.utf8) \(String(decoding: $0.text, as: UTF8.self)): \($0.entity.name)"
    }
  }

  @Test(arguments: seeds(1...200))
  func `typed key by key is read as when it is opened, and as a file`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let language = ["markdown", "plaintext", "gitcommit", "c", "python"].randomElement(using: &random)!
    let text =
      (0..<Int.random(in: 1...14, using: &random)).map { _ in Self.pieces.randomElement(using: &random)! }
      .joined() + "\n"
    let policy = Self.policy(seed)
    let label = "seed \(seed), \(language), “\(text)”"

    var opened = TypingEditor(MarkedText(Array(text.utf8)), languageID: language, policy: policy)
    opened.people = Self.people
    opened.readEdits()
    let expected = Self.mentions(opened)

    var typed = TypingEditor(MarkedText([]), languageID: language, policy: policy)
    typed.people = Self.people
    for character in text {
      let end = typed.bytes.count
      typed.change(end..<end, Array(String(character).utf8))
      // Requests come whenever they like.
      if Int.random(in: 0..<4, using: &random) == 0 { typed.readEdits() }
    }
    typed.readEdits()
    #expect(typed.complaints == [], "\(label)")
    #expect(Self.mentions(typed) == expected, "\(label)")

    let indexed = IndexedText(Array(text.utf8))
    let read = MentionReader(policy: policy, languageID: language).read(indexed) { _ in opened.readable }
    let file = read.compactMap { mention in
      mention.entity.map {
        "\(mention.range.start.utf8) \(indexed.buffer.string(in: mention.range)): \($0.name)"
      }
    }
    #expect(file == expected, "\(label)")
  }
}
