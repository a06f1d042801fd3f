public import TextModel

/// The attributes of one document. Those of one name are sorted and disjoint: like the attributes of an attributed string,
/// one that is added takes the place of what its name had there. Those of different names overlap freely.
///
/// An edit costs, for each name, O(log n), the attributes that it hits and the distance from the edit before; nothing where
/// there are none. What goes with deleted text does not come back with it.
public struct AttributeStore: Sendable {
  /// By name, in the order in which the names were first used.
  private var tracks: [AttributeTrack] = []
  /// Rises with every change but mere moves.
  public private(set) var revision = 0

  /// How many names the attributes of a document may have. An edit costs something for each.
  public static let mostNames = 256

  public init() {}

  public var isEmpty: Bool { tracks.isEmpty }
  /// The names in use, in the order in which they were first used.
  public var names: [String] { tracks.map(\.name) }

  /// All attributes, or those that share a byte with `range`: by place, at one place by name. O(n log n) in what is found.
  public func attributes(in range: TextRange? = nil) -> [TextAttribute] {
    let found = tracks.flatMap { track in
      (range.map(track.indices) ?? 0..<track.slots.count).map(track.attribute)
    }
    return found.sorted {
      ($0.range.start, $0.name, $0.range.end) < ($1.range.start, $1.name, $1.range.end)
    }
  }

  /// Puts an attribute on a stretch of text. It is widened to whole scalars. O(names), O(log n) and the distance from the
  /// last change.
  public mutating func add(
    _ attribute: TextAttribute, in text: IndexedText
  ) throws(AttributeError) {
    let buffer = text.buffer
    guard !attribute.name.isEmpty else { throw .emptyName }
    guard attribute.range.start >= .zero, attribute.range.end <= buffer.end else {
      throw .outOfBounds(attribute.range, count: buffer.count)
    }
    guard !attribute.range.isEmpty else { throw .emptyRange }
    var attribute = attribute
    var end = attribute.range.end
    while end < buffer.end, buffer.scalarStart(at: end) != end { end = end + 1 }
    attribute.range = TextRange(buffer.scalarStart(at: attribute.range.start), end)
    let index: Int
    if let known = tracks.firstIndex(where: { $0.name.utf8.elementsEqual(attribute.name.utf8) }) {
      index = known
    } else {
      guard tracks.count < Self.mostNames else { throw .tooManyNames(Self.mostNames) }
      index = tracks.count
      tracks.append(AttributeTrack(name: attribute.name, textCount: buffer.count))
    }
    tracks[index].add(attribute)
    revision += 1
  }

  /// Takes attributes off the text: of `names`, on `ranges`; nil means all. An attribute that reaches out of a range keeps
  /// the rest. Returns whether there was one.
  @discardableResult
  public mutating func strip(names: [String]? = nil, ranges: [TextRange]? = nil) -> Bool {
    var isChanged = false
    for index in tracks.indices where names?.contains(tracks[index].name) ?? true {
      for range in ranges ?? [TextRange(0, tracks[index].slots.textCount)] where tracks[index].strip(range) {
        isChanged = true
      }
    }
    tracks.removeAll(where: \.isEmpty)
    if isChanged { revision += 1 }
    return isChanged
  }

  /// Follows the edits of one notification, as ``AnnotationStore/apply(_:in:at:recreates:)`` does: only their net effect
  /// counts, and of an edit that is sent too wide its real changes. Returns what it has cost to compare texts.
  mutating func apply(_ edits: [AppliedEdit]) -> Int {
    var steps = 0
    let nets = NetEdit.joining(edits)
    guard !nets.isEmpty else { return steps }
    let parts = EditRefinement.parts(of: nets, steps: &steps) { range in
      tracks.contains { !$0.indices(in: range).isEmpty }
    }
    guard !parts.isEmpty else { return steps }
    var isHit = false
    for index in tracks.indices where tracks[index].follow(parts) { isHit = true }
    guard isHit else { return steps }
    tracks.removeAll(where: \.isEmpty)
    revision += 1
    return steps
  }
}

extension AttributeStore {
  /// What is wrong with the store; nothing ever should be. Linear.
  package func violations(in text: IndexedText) -> [String] {
    tracks.flatMap { track in
      var last = TextOffset.zero
      var found: [String] = []
      if track.slots.textCount != text.buffer.count { found.append("\(track.name) counts another text") }
      for index in 0..<track.slots.count {
        let range = track.attribute(at: index).range
        if range.isEmpty { found.append("\(track.name) \(index) is empty") }
        if range.start < last { found.append("\(track.name) \(index) overlaps the one before") }
        if range.end > text.buffer.end { found.append("\(track.name) \(index) is out of bounds") }
        for edge in [range.start, range.end] where text.buffer.scalarStart(at: edge) != edge {
          found.append("\(track.name) \(index) cuts a scalar")
        }
        last = range.end
      }
      return found
    }
  }
}
