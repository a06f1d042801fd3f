import TextModel

/// One look-up of inserted text among what is remembered, bounded: once the budget is used up nothing more is found.
struct RemovedLookUp {
  struct Budget: Sendable {
    /// Places of remembered annotations that may still be compared.
    var places: Int
    /// Bytes of remembered texts that may still be searched.
    var bytes: Int

    /// What one notification may cost that inserts so many bytes.
    init(inserted: Int) {
      places = 1_000_000 + 64 * inserted
      bytes = 64_000_000 + 64 * inserted
    }

    func spent(until later: Budget) -> Int { places - later.places + bytes - later.bytes }
  }

  private let texts: RememberedTexts
  private(set) var budget: Budget

  /// Longer texts are looked for by their own bytes, shorter ones by the annotations in them.
  private static let long = 256
  /// Of one entity, more places that are the same say nothing new.
  private static let mostPlaces = 64

  init(_ texts: RememberedTexts, budget: Budget) {
    self.texts = texts
    self.budget = budget
  }

  mutating func marks(in inserted: [UInt8]) -> [AnnotatedText.Mark] {
    switch agreed(on: inserted) {
    case .marks(let marks): return marks
    case .disagree: return []
    case .none: break
    }
    let core = WhiteSpace.trimmed(inserted.indices, in: inserted.span)
    if core.count < inserted.count, !core.isEmpty {
      switch agreed(on: Array(inserted[core])) {
      case .marks(let marks): return marks.map { $0.shifted(by: core.lowerBound) }
      case .disagree: return []
      case .none: break
      }
    }
    if case .marks(let marks) = MarkAgreement(held(by: inserted)) { return marks }
    return []
  }

  /// What the texts that hold these very bytes say of them.
  private mutating func agreed(on wanted: [UInt8]) -> MarkAgreement {
    guard wanted.count >= texts.shortestMark else { return .none }
    budget.places -= 1 + wanted.count / 64
    let same = texts.numbers(equalTo: wanted)
    if let last = same.first.flatMap({ texts[$0] }), last.text.marks.isEmpty { return .marks([]) }
    var places = same.map { Place(text: $0, start: 0) }
    if wanted.count > Self.long {
      places += placesByText(wanted)
    } else {
      // Never guessed: what was not looked at might name somebody else.
      guard let more = placesByAnnotations(wanted) else { return .disagree }
      places += more
    }
    var known: Set<Place> = []
    let fitting = places.filter { known.insert($0).inserted }.compactMap { place in
      texts[place.text].map { (place, $0) }
    }.sorted { ($0.1.order, -$0.0.start) > ($1.1.order, -$1.0.start) }
    let candidates = fitting.map { $1.text.marks(in: $0.start..<$0.start + wanted.count) }
    return MarkAgreement(candidates.filter { !$0.isEmpty })
  }

  private struct Place: Hashable {
    let text: Int
    let start: Int
  }

  private mutating func placesByText(_ wanted: [UInt8]) -> [Place] {
    var places: [Place] = []
    for number in texts.numbers {
      guard budget.bytes > 0, let text = texts[number]?.text, text.bytes.count > wanted.count else {
        continue
      }
      for start in ByteSearch.all(wanted, in: text.bytes, atMost: 3, budget: &budget.bytes) {
        places.append(Place(text: number, start: start))
      }
    }
    return places
  }

  /// A stretch holds an annotation whole: it begins as far before one as the annotation's text is into `wanted`.
  /// Nil where not all could be looked at that may name different people.
  private mutating func placesByAnnotations(_ wanted: [UInt8]) -> [Place]? {
    var places: [Place] = []
    var isCutShort = false
    var searched = 0
    var left = budget.places
    texts.search(wanted, steps: &searched) { into, postings in
      var fitting = 0
      for place in postings.places.reversed() {
        left -= 1
        guard left > 0 else {
          isCutShort = postings.onlyContent == nil
          return false
        }
        guard let text = texts[place.text]?.text else { continue }
        let start = text.marks[place.mark].range.lowerBound - into
        guard start >= 0, start + wanted.count <= text.bytes.count,
          text.bytes[start..<start + wanted.count].elementsEqual(wanted)
        else { continue }
        places.append(Place(text: place.text, start: start))
        fitting += 1
        if postings.onlyContent != nil, fitting >= Self.mostPlaces { break }
      }
      return true
    }
    budget.places = left - searched / 64
    return isCutShort ? nil : places
  }

  /// Of each text that is found once in a longer one.
  private mutating func held(by inserted: [UInt8]) -> [[AnnotatedText.Mark]] {
    guard inserted.count > texts.shortestContext else { return [] }
    var found: [[AnnotatedText.Mark]] = []
    for number in texts.numbers {
      guard budget.bytes > 0, let entry = texts[number], entry.hasContext,
        entry.text.bytes.count < inserted.count,
        inserted.count <= 4 * entry.text.bytes.count + 1024
      else { continue }
      let places = ByteSearch.all(entry.text.bytes, in: inserted, atMost: 2, budget: &budget.bytes)
      guard places.count == 1, let place = places.first else { continue }
      found.append(entry.text.marks.map { $0.shifted(by: place) })
    }
    return found
  }
}
