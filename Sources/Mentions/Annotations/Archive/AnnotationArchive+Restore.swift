public import TextModel

extension AnnotationArchive {
  /// Finds the records in a text, in document order; those not found with the reason, by their places in
  /// ``records``.
  ///
  /// A record whose text and surroundings are at its old place is taken there. The others go where their
  /// text is, with the most of their surroundings, if that is one place only; where lines are the same next to the
  /// text, only their places count, for lines may have been sorted. At least ``leastContext`` bytes (or all of it,
  /// where there was less) must be the same next to the text. Never guessed: of two places that fit equally well it is
  /// neither. O(document + records): all texts that are not at their old places are looked for at once; where not all
  /// places of a text can be looked at, it is not found.
  public func restore(into text: IndexedText) -> (found: [NewAnnotation], lost: [(index: Int, loss: Loss)]) {
    var steps = 0
    return restore(into: text, steps: &steps)
  }

  /// The same; `steps` grows by what it cost, for whoever watches how the cost grows.
  package func restore(
    into text: IndexedText, steps: inout Int
  ) -> (found: [NewAnnotation], lost: [(index: Int, loss: Loss)]) {
    var taken = TakenBytes(count: text.buffer.count)
    var found: [NewAnnotation] = []
    var lost: [(index: Int, loss: Loss)] = []
    var moved: [Int] = []
    for (index, record) in records.enumerated() {
      let place = TextOffset(record.start)
      guard !record.text.isEmpty, text.buffer.holds(record.text, at: place),
        Self.fits(record, at: place, in: text)
      else {
        moved.append(index)
        continue
      }
      take(index, at: place, in: text, &taken, &found, &lost)
    }
    if !moved.isEmpty {
      var search = ArchiveSearch(text, except: Set(found.map(\.range)))
      for (index, outcome) in zip(moved, search.outcomes(of: moved.map { records[$0] })) {
        switch outcome {
        case .place(let place): take(index, at: place, in: text, &taken, &found, &lost)
        case .loss(let loss): lost.append((index, loss))
        }
      }
      steps += search.steps
    }
    steps += records.count
    found.sort { $0.range.start < $1.range.start }
    lost.sort { $0.index < $1.index }
    return (found, lost)
  }

  /// Whether everything round the record is as it was.
  private static func fits(_ record: Record, at place: TextOffset, in text: IndexedText) -> Bool {
    let end = place + record.text.count
    return place >= TextOffset(record.before.count) && end + record.after.count <= text.buffer.end
      && text.buffer.holds(record.before, at: place - record.before.count)
      && text.buffer.holds(record.after, at: end)
  }

  private static func range(_ record: Record, _ place: TextOffset) -> TextRange {
    TextRange(place, place + record.text.count)
  }

  private func take(
    _ index: Int, at place: TextOffset, in text: IndexedText, _ taken: inout TakenBytes,
    _ found: inout [NewAnnotation], _ lost: inout [(index: Int, loss: Loss)]
  ) {
    let record = records[index]
    let range = Self.range(record, place)
    if taken.contains(anyOf: range) { return lost.append((index, .overlaps)) }
    guard text.buffer.isGraphemeBoundary(range.start), text.buffer.isGraphemeBoundary(range.end) else {
      return lost.append((index, .insideGrapheme))
    }
    taken.insert(range)
    found.append(
      NewAnnotation(
        range: range, entity: record.entity, source: .restored, state: record.isTrimmed ? .trimmed : .whole,
        shortForm: record.isTrimmed ? nil : record.shortForm, expectedText: record.text))
  }
}

/// Which bytes of a text belong to annotations.
private struct TakenBytes {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  func contains(anyOf range: TextRange) -> Bool {
    (range.start.utf8..<range.end.utf8).contains { words[$0 / 64] & 1 << UInt64($0 % 64) != 0 }
  }

  mutating func insert(_ range: TextRange) {
    for byte in range.start.utf8..<range.end.utf8 { words[byte / 64] |= 1 << UInt64(byte % 64) }
  }
}
