import LanguageProtocol
import ScriptedEditing

/// The naive model: a text whose every scalar carries the annotation that it belongs to. Positions of the protocol
/// never fall inside a scalar, so this is as fine as tagging bytes.
struct TaggedText {
  struct Known: Hashable {
    var text: String
    /// Of the entity.
    var id: String
    var name: String
    /// Two sources' people are two, whatever they are called. Empty as long as nobody has said.
    var source = ""
  }

  private(set) var text: EditorText
  /// 0 = none.
  private(set) var tags: [Int]
  /// What the notification under way has inserted.
  private(set) var fresh: [Bool]
  /// Where it has deleted something.
  private(set) var cuts: [Int] = []
  /// When each scalar was inserted, in milliseconds.
  private(set) var born: [Int64]
  /// The time of the host's clock.
  var now: Int64 = 0
  private(set) var annotations: [Int: Known] = [:]
  /// What each scalar once belonged to: text of a mention that was changed and is put right is the mention again.
  /// Where text was replaced, what of it stayed is the server's to find.
  private(set) var scars: [Set<String>]
  /// Everybody of whom there was a mention.
  private(set) var named: Set<String> = []
  /// All texts that mentions have had, by name.
  private(set) var said: [String: Set<String>] = [:]
  private var lastTag = 0
  private var known = KnownBoundaries()

  init(_ string: String, encoding: PositionEncodingKind) {
    text = EditorText(string, encoding: encoding)
    tags = Array(repeating: 0, count: text.count)
    fresh = Array(repeating: false, count: text.count)
    born = Array(repeating: .min, count: text.count)
    scars = Array(repeating: [], count: text.count)
  }

  var count: Int { text.count }

  /// The file has other contents: nothing is known of them but what mentions have said.
  mutating func rewrite(as string: String) {
    var new = TaggedText(string, encoding: text.encoding)
    new.said = said
    self = new
  }

  mutating func replace(_ range: Swift.Range<Int>, with string: String) {
    let added = string.unicodeScalars.count
    var replaced: Set<String> = []
    if added > 0 {
      for at in range { replaced.formUnion(scars[at]) }
      for tag in Set(tags[range]) { if let known = annotations[tag] { replaced.insert(known.name) } }
    }
    text.replace(range, with: string)
    known = KnownBoundaries()
    tags.replaceSubrange(range, with: repeatElement(0, count: added))
    fresh.replaceSubrange(range, with: repeatElement(true, count: added))
    scars.replaceSubrange(range, with: repeatElement(replaced, count: added))
    born.replaceSubrange(range, with: repeatElement(now, count: added))
    cuts = cuts.map {
      $0 < range.lowerBound ? $0 : max(range.lowerBound, $0 - range.count + added)
    }
    if !range.isEmpty { cuts.append(range.lowerBound) }
  }

  mutating func forgetFresh() {
    fresh = Array(repeating: false, count: count)
    cuts = []
  }

  /// Whose mentions the notification under way has taken away.
  var gone: Set<String> {
    Set(annotations.compactMap { place(of: $0.key) == nil ? $0.value.name : nil })
  }

  /// The place of an annotation if nothing was taken from it and nothing put into it, white space aside: a run of it
  /// may have become another.
  func place(of tag: Int) -> Swift.Range<Int>? {
    guard let known = annotations[tag], let start = tags.firstIndex(of: tag),
      let last = tags.lastIndex(of: tag)
    else { return nil }
    let end = last + 1
    for at in start..<end where tags[at] != tag {
      guard tags[at] == 0, text.scalars[at].properties.isWhitespace else { return nil }
    }
    guard Self.isSame(text.scalars[start..<end], Array(known.text.unicodeScalars)[...]) else { return nil }
    return start..<end
  }

  /// Whether both say the same when every run of white space counts as one space.
  static func isSame(_ a: ArraySlice<Unicode.Scalar>, _ b: ArraySlice<Unicode.Scalar>) -> Bool {
    func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [[Unicode.Scalar]] {
      scalars.split(omittingEmptySubsequences: true, whereSeparator: \.properties.isWhitespace).map {
        Array($0)
      }
    }
    func edges(_ scalars: ArraySlice<Unicode.Scalar>) -> [Bool] {
      [scalars.first, scalars.last].map { $0?.properties.isWhitespace ?? false }
    }
    return words(a) == words(b) && edges(a) == edges(b)
  }

  /// The present text of an annotation that is there.
  mutating func settle(_ tag: Int, in range: Swift.Range<Int>) {
    for at in range { tags[at] = tag }
    annotations[tag]?.text = text.string(range)
    if let name = annotations[tag]?.name { said[name, default: []].insert(text.string(range)) }
  }

  /// All annotations that are there, by place.
  var standing: [(tag: Int, range: Swift.Range<Int>)] {
    annotations.keys.compactMap { tag in place(of: tag).map { (tag, $0) } }
      .sorted { $0.1.lowerBound < $1.1.lowerBound }
  }

  mutating func annotate(_ range: Swift.Range<Int>, id: String, name: String, source: String = "") {
    lastTag += 1
    named.insert(name)
    said[name, default: []].insert(text.string(range))
    for at in range { tags[at] = lastTag }
    annotations[lastTag] = Known(text: text.string(range), id: id, name: name, source: source)
  }

  mutating func rename(_ tag: Int, id: String, source: String) {
    annotations[tag]?.id = id
    annotations[tag]?.source = source
  }

  mutating func forget(_ tag: Int) {
    let known = annotations.removeValue(forKey: tag)
    let name = known?.name
    for at in 0..<count where tags[at] == tag {
      tags[at] = 0
      if let name { scars[at].insert(name) }
    }
  }

  mutating func forgetAll() {
    annotations = [:]
    born = Array(repeating: .min, count: count)
    tags = Array(repeating: 0, count: count)
  }

  /// Where characters begin, and the end.
  var boundaries: Boundaries {
    if let boundaries = known.boundaries { return boundaries }
    let boundaries = Boundaries(text)
    known.boundaries = boundaries
    return boundaries
  }

  /// Shared by the copies of one text.
  private final class KnownBoundaries {
    var boundaries: Boundaries?
  }
}

/// Where characters begin, in scalars, and where the last one ends.
struct Boundaries {
  private var isBoundary: [Bool]

  init(_ text: EditorText) {
    isBoundary = Array(repeating: false, count: text.count + 1)
    isBoundary[0] = true
    var start = 0
    for at in stride(from: 1, through: text.count, by: 1) {
      // Between two letters of ASCII a character ends, whatever is round them; the rest is for the library.
      guard at == text.count || Self.part(text.scalars[at - 1], text.scalars[at]) else { continue }
      if at - start == 1 {
        isBoundary[at] = true
        start = at
        continue
      }
      for character in text.string(start..<at) {
        start += character.unicodeScalars.count
        isBoundary[start] = true
      }
    }
  }

  private static func part(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool {
    a.isASCII && b.isASCII && !(a == "\r" && b == "\n")
  }

  func contains(_ place: Int) -> Bool { isBoundary.indices.contains(place) && isBoundary[place] }

  var places: [Int] { isBoundary.indices.filter { isBoundary[$0] } }
}
