import Entities
import TextModel

@testable import Mentions

/// A text with annotations, written as marked text: `«Ada»` is whole, `‹Ada›` trimmed.
/// Edits are marked in it: `|` where text goes, `⟦…⟧` what is replaced.
struct AnnotatedDocument {
  var text = IndexedText("")
  var store = Annotations(textCount: 0, removedTextLimit: .init(count: 16, bytes: 1 << 16))
  var last = AnnotationChanges()
  /// Milliseconds.
  var now = 0

  /// What is marked in a text, markers left out.
  struct Marks {
    var bytes: [UInt8] = []
    var annotations: [(range: Range<Int>, isTrimmed: Bool)] = []
    var cursor: Int?
    var selection: Range<Int>?

    init(_ marked: String) {
      var open = 0
      var selected = 0
      for scalar in marked.unicodeScalars {
        switch scalar {
        case "«", "‹": open = bytes.count
        case "»": annotations.append((open..<bytes.count, false))
        case "›": annotations.append((open..<bytes.count, true))
        case "|": cursor = bytes.count
        case "⟦": selected = bytes.count
        case "⟧": selection = selected..<bytes.count
        default: bytes += Array(String(scalar).utf8)
        }
      }
    }
  }

  init(_ marked: String) {
    let marks = Marks(marked)
    text = IndexedText(marks.bytes)
    store = Annotations(textCount: marks.bytes.count, removedTextLimit: store.removed.limit)
    for (range, isTrimmed) in marks.annotations {
      try! annotate(range, name: String(decoding: marks.bytes[range], as: UTF8.self), isTrimmed: isTrimmed)
    }
  }

  mutating func annotate(_ range: Range<Int>, name: String, id: String? = nil, isTrimmed: Bool = false) throws
  {
    let entity = Entity(id: id ?? name, name: name)
    try store.insert(
      NewAnnotation(
        range: TextRange(range.lowerBound, range.upperBound), entity: entity, source: .added,
        state: isTrimmed ? .trimmed : .whole,
        shortForm: InsertFormat.name.shortForm(for: entity, trigger: "@")),
      in: text)
  }

  /// Applies edits as one notification.
  @discardableResult
  mutating func apply(_ edits: [(Range<Int>, String)]) -> AnnotationChanges {
    let applied = edits.map { text.apply(TextReplacement(TextRange($0.0.lowerBound, $0.0.upperBound), $0.1)) }
    last = store.apply(Change(applied), in: text, at: Instant(milliseconds: Int64(now)))
    return last
  }

  @discardableResult
  mutating func replace(_ range: Range<Int>, with new: String) -> AnnotationChanges { apply([(range, new)]) }

  /// Sends the whole text at once, as a client without incremental sync does.
  @discardableResult
  mutating func sync(_ new: String) -> AnnotationChanges { apply([(0..<text.buffer.count, new)]) }

  /// Removes lines, counted from 0, and inserts others in their place, in two notifications.
  mutating func filter(
    _ lines: Range<Int>, to new: String, insertsFirst: Bool, after milliseconds: Int = 5
  ) {
    let start = text.lines.start(ofLine: lines.lowerBound).utf8
    let end =
      lines.upperBound < text.lines.lineCount
      ? text.lines.start(ofLine: lines.upperBound).utf8 : text.buffer.count
    if insertsFirst {
      replace(end..<end, with: new)
      _ = store.annotate(linesIn: TextRange(end, end + new.utf8.count), of: text)
      now += milliseconds
      replace(start..<end, with: "")
    } else {
      replace(start..<end, with: "")
      now += milliseconds
      replace(start..<start, with: new)
    }
  }

  /// The ids of the entities, in the order of the text.
  var ids: [String] { store.map(\.entity.id) }

  /// The document as marked text.
  var marked: String {
    var result: [UInt8] = []
    var at = TextOffset.zero
    for annotation in store {
      result += text.buffer.bytes(in: TextRange(at, annotation.range.start))
      let (open, close) = annotation.state == .whole ? ("«", "»") : ("‹", "›")
      result += Array(open.utf8) + text.buffer.bytes(in: annotation.range) + Array(close.utf8)
      at = annotation.range.end
    }
    result += text.buffer.bytes(in: TextRange(at, text.buffer.end))
    return String(decoding: result, as: UTF8.self)
  }
}

/// Numbers that look random and are the same every time.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
