import Entities
import EntitySources

/// What is known of who is near a document's cursor, and what has been asked.
struct DocumentNearness {
  /// What an answer holds for.
  enum Place: Hashable {
    /// From a line on, counted from 0.
    case lines(Range<Int>)
    /// Wherever the cursor is.
    case document
  }

  /// Whether git is asked at all.
  let asks: Bool
  /// The question under way; nobody is asked twice at a time.
  private(set) var pending: (number: Int, place: Place)?
  /// What was asked last, and answered.
  private(set) var covered: Place?
  private(set) var answer: NearPeople?
  private var ranking = NearRanking()
  /// What ``ranking`` was made from. A catalog lives no longer for it.
  private weak var ranked: EntityCatalog?

  /// Around a line an answer holds for these many lines on either side.
  private static let reach = 12

  init(asks: Bool) { self.asks = asks }

  /// Whether there is nothing to ask: an answer is there, or on its way, for the cursor's line.
  func covers(_ line: Int) -> Bool {
    if !asks || pending != nil { return true }
    return switch covered {
    case .document: true
    case .lines(let lines): lines.contains(line)
    case nil: false
    }
  }

  /// A question is put; nil as line: for the whole document.
  mutating func ask(_ number: Int, line: Int?) {
    pending = (number, line.map { .lines(max(0, $0 - Self.reach)..<$0 + Self.reach + 1) } ?? .document)
  }

  /// False for an answer to another question.
  mutating func take(_ people: NearPeople, number: Int) -> Bool {
    guard let asked = pending, asked.number == number else { return false }
    pending = nil
    covered = asked.place
    answer = people
    ranked = nil
    return true
  }

  /// History has moved on: what is known serves until it is asked again.
  mutating func noteHistory() { covered = nil }

  /// Who is near, as entities of a catalog; made anew only for another answer or catalog.
  mutating func ranking(in catalog: EntityCatalog) -> NearRanking {
    if ranked !== catalog {
      ranking = answer.map { NearRanking($0, in: catalog) } ?? NearRanking()
      ranked = catalog
    }
    return ranking
  }
}
