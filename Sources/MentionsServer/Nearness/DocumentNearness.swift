import Entities
import EntitySources
import Mentions

/// What is known of who is near a document's cursor, and what has been asked.
struct DocumentNearness {
  /// What an answer holds for.
  enum Place: Hashable {
    /// From a line on, counted from 0.
    case lines(Range<Int>)
    /// Wherever the cursor is.
    case document

    func contains(_ line: Int) -> Bool {
      switch self {
      case .lines(let lines): lines.contains(line)
      case .document: true
      }
    }
  }

  /// Whether git is asked at all.
  let asks: Bool
  /// The question under way; nobody is asked twice at a time.
  private(set) var pending: (number: Int, place: Place, asked: Instant)?
  private var answer: (people: NearPeople, place: Place)?
  /// Until when nothing is asked of the answer's place.
  private var serves: Instant?
  private var ranking = NearRanking()
  /// What ``ranking`` was made from. A catalog lives no longer for it.
  private weak var ranked: EntityCatalog?
  private var rankedIsHere = false

  /// Around a line an answer holds for these many lines on either side.
  private static let reach = 12
  /// So long an answer about lines serves: somebody may have committed since, and nobody tells. In milliseconds.
  private static let lifetime = 30_000

  init(asks: Bool) { self.asks = asks }

  /// Whether there is nothing to ask: an answer is there, or on its way, for the cursor's line.
  func covers(_ line: Int, at now: Instant) -> Bool {
    if !asks || pending != nil { return true }
    guard let answer, let serves, now < serves else { return false }
    return answer.place.contains(line)
  }

  /// A question is put; nil as line: for the whole document.
  mutating func ask(_ number: Int, line: Int?, at now: Instant) {
    let place = line.map { Place.lines(max(0, $0 - Self.reach)..<$0 + Self.reach + 1) } ?? .document
    pending = (number, place, now)
  }

  /// False for an answer to another question.
  mutating func take(_ people: NearPeople, number: Int) -> Bool {
    guard let asked = pending, asked.number == number else { return false }
    pending = nil
    answer = (people, asked.place)
    // What a commit will be like does not change while its message is written.
    serves = asked.place == .document ? Instant(milliseconds: .max) : asked.asked.advanced(by: Self.lifetime)
    ranked = nil
    return true
  }

  /// History has moved on: what is known serves until it is asked again.
  mutating func noteHistory() { serves = nil }

  /// Who is near a line, as entities of a catalog: away from where an answer holds, who owns the document. Made anew
  /// only for another answer, place or catalog.
  mutating func ranking(in catalog: EntityCatalog, at line: Int) -> NearRanking {
    guard let answer else { return NearRanking() }
    let isHere = answer.place.contains(line)
    if ranked !== catalog || rankedIsHere != isHere {
      ranking = NearRanking(isHere ? answer.people : answer.people.elsewhere, in: catalog)
      (ranked, rankedIsHere) = (catalog, isHere)
    }
    return ranking
  }
}
