public import TextModel

/// Looks through open documents for the stretches that a pasted text may be a copy of.
///
/// The search is bounded: once it has cost its budget it has found nothing, for what it has not seen might name
/// somebody else.
public struct CopySearch {
  /// What is looked for.
  public let wanted: [UInt8]
  /// Stretches that equal it and hold whole annotations.
  public private(set) var found: [AnnotatedText] = []
  /// What may still be spent; one unit is about a nanosecond or a few.
  private var budget: Int

  /// Longer texts are found by their own bytes, shorter ones by the annotations in them.
  private static let long = 256
  /// More places that are the same say nothing new.
  private static let mostPlaces = 64

  public init(for wanted: [UInt8], budget: Int = 16_000_000) {
    self.wanted = wanted
    self.budget = wanted.isEmpty ? 0 : budget
  }

  /// Whether the budget was spent before everything was seen.
  public var isExhausted: Bool { budget <= 0 }

  /// Looks through one document. Stretches that share a byte with `excluded`, the pasted text itself, do not count.
  public mutating func search(_ store: AnnotationStore, in text: IndexedText, excluding excluded: TextRange?)
  {
    guard !store.isEmpty, budget > 0, wanted.count <= text.buffer.count else { return }
    let starts =
      wanted.count > Self.long ? startsByText(text) : startsByAnnotations(store, in: text)
    guard budget > 0 else { return found = [] }
    for start in starts.sorted() {
      let stretch = TextRange(start, start + wanted.count)
      if let excluded, stretch.overlaps(excluded) { continue }
      let copy = store.annotatedText(in: stretch, of: text)
      if copy.annotationCount > 0 { found.append(copy) }
    }
  }

  private mutating func startsByText(_ text: IndexedText) -> Set<TextOffset> {
    budget -= text.buffer.count * 2
    guard budget > 0 else { return [] }
    let bytes = text.buffer.bytes(in: text.buffer.range)
    return Set(ByteSearch.all(wanted, in: bytes, atMost: Self.mostPlaces).map { TextOffset($0) })
  }

  /// The stretch holds an annotation whole, so its start is as far before one as the annotation's text is into
  /// what is wanted.
  private mutating func startsByAnnotations(_ store: AnnotationStore, in text: IndexedText) -> Set<TextOffset>
  {
    var places: [ObjectIdentifier: [Int]] = [:]
    var starts: Set<TextOffset> = []
    for index in 0..<store.count {
      budget -= 20
      guard budget > 0, starts.count < Self.mostPlaces else { break }
      let content = store.slots[index].content
      let key = ObjectIdentifier(content)
      let inside: [Int]
      if let known = places[key] {
        inside = known
      } else {
        budget -= wanted.count * 4
        inside = ByteSearch.all(content.text, in: wanted, atMost: 16)
        places[key] = inside
      }
      guard !inside.isEmpty else { continue }
      let place = store.range(at: index).start
      for into in inside where place.utf8 >= into {
        budget -= wanted.count
        let start = TextOffset(place.utf8 - into)
        if text.buffer.holds(wanted, at: start) { starts.insert(start) }
      }
    }
    return starts
  }
}
