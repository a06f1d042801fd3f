import LanguageProtocol

/// The naive model: a text whose every scalar carries the annotation that it belongs to. Positions of the protocol
/// never fall inside a scalar, so this is as fine as tagging bytes.
struct TaggedText {
  struct Known: Hashable {
    var text: String
    /// Of the entity.
    var id: String
    var name: String
  }

  private(set) var text: EditorText
  /// 0 = none.
  private(set) var tags: [Int]
  /// What the notification under way has inserted.
  private(set) var fresh: [Bool]
  private(set) var annotations: [Int: Known] = [:]
  /// What each scalar once belonged to: text of a mention that was changed and is put right is the mention again.
  private(set) var scars: [String?]
  private var lastTag = 0

  init(_ string: String, encoding: PositionEncodingKind) {
    text = EditorText(string, encoding: encoding)
    tags = Array(repeating: 0, count: text.count)
    fresh = Array(repeating: false, count: text.count)
    scars = Array(repeating: nil, count: text.count)
  }

  var count: Int { text.count }

  mutating func replace(_ range: Swift.Range<Int>, with string: String) {
    text.replace(range, with: string)
    let added = string.unicodeScalars.count
    tags.replaceSubrange(range, with: repeatElement(0, count: added))
    fresh.replaceSubrange(range, with: repeatElement(true, count: added))
    scars.replaceSubrange(range, with: repeatElement(nil, count: added))
  }

  mutating func forgetFresh() { fresh = Array(repeating: false, count: count) }

  /// Where an annotation stands if nothing was taken from it and nothing put into it.
  func place(of tag: Int) -> Swift.Range<Int>? {
    guard let known = annotations[tag], let start = tags.firstIndex(of: tag) else { return nil }
    let end = start + known.text.unicodeScalars.count
    guard end <= count, tags[start..<end].allSatisfy({ $0 == tag }) else { return nil }
    return start..<end
  }

  /// All annotations that stand, by place.
  var standing: [(tag: Int, range: Swift.Range<Int>)] {
    annotations.keys.compactMap { tag in place(of: tag).map { (tag, $0) } }
      .sorted { $0.1.lowerBound < $1.1.lowerBound }
  }

  mutating func annotate(_ range: Swift.Range<Int>, id: String, name: String) {
    lastTag += 1
    for at in range { tags[at] = lastTag }
    annotations[lastTag] = Known(text: text.string(range), id: id, name: name)
  }

  mutating func rename(_ tag: Int, id: String) { annotations[tag]?.id = id }

  mutating func forget(_ tag: Int) {
    let name = annotations.removeValue(forKey: tag)?.name
    for at in 0..<count where tags[at] == tag {
      tags[at] = 0
      scars[at] = name
    }
  }

  mutating func forgetAll() {
    annotations = [:]
    tags = Array(repeating: 0, count: count)
  }

  /// Where characters begin, and the end.
  var boundaries: Set<Int> {
    var places: Set<Int> = [0]
    var at = 0
    for character in text.string {
      at += character.unicodeScalars.count
      places.insert(at)
    }
    return places
  }
}
