import Entities
import EntitySources
import Mentions
import TextModel

/// The known people near a document's cursor, and the pending question about them.
struct DocumentNearness {
  /// The part of the document that an answer is valid for.
  enum Scope: Hashable {
    /// From a line on, counted from 0.
    case lines(Swift.Range<Int>)
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
  private(set) var pending: (number: Int, scope: Scope, asked: Instant)?
  private var answer: (people: NearPeople, scope: Scope)?
  /// Until when nothing is asked of what an answer holds for.
  private var serves: Instant?
  private var ranking = NearRanking()
  /// The catalog that ``ranking`` was made from; weak, so that it is not kept alive.
  private weak var ranked: EntityCatalog?
  private var rankedIsHere = false

  /// Around a line an answer holds for these many lines on either side.
  private static let reach = 12
  /// Lifetime of an answer about lines, in milliseconds: commits made meanwhile are not reported to the server.
  private static let lifetime = 30_000

  init(asks: Bool) { self.asks = asks }

  /// Whether there is nothing to ask: an answer is there, or on its way, for the cursor's line.
  func covers(_ line: Int, at now: Instant) -> Bool {
    if !asks || pending != nil { return true }
    guard let answer, let serves, now < serves else { return false }
    return answer.scope.contains(line)
  }

  /// A question is put; nil as line: for the whole document.
  mutating func ask(_ number: Int, line: Int?, at now: Instant) {
    let scope = line.map { Scope.lines(max(0, $0 - Self.reach)..<$0 + Self.reach + 1) } ?? .document
    pending = (number, scope, now)
  }

  /// False for an answer to another question.
  mutating func take(_ people: NearPeople, number: Int) -> Bool {
    guard let asked = pending, asked.number == number else { return false }
    pending = nil
    answer = (people, asked.scope)
    // What a commit will be like does not change while its message is written.
    serves = asked.scope == .document ? Instant(milliseconds: .max) : asked.asked.advanced(by: Self.lifetime)
    ranked = nil
    return true
  }

  /// History has moved on: what is known serves until it is asked again.
  mutating func noteHistory() { serves = nil }

  /// Nearness at a line, as entities of a catalog; outside the scope of an answer, the owners of the document.
  /// Computed again only for another answer, scope or catalog.
  mutating func ranking(in catalog: EntityCatalog, at line: Int) -> NearRanking {
    guard let answer else { return NearRanking() }
    let isHere = answer.scope.contains(line)
    if ranked !== catalog || rankedIsHere != isHere {
      ranking = NearRanking(isHere ? answer.people : answer.people.elsewhere, in: catalog)
      (ranked, rankedIsHere) = (catalog, isHere)
    }
    return ranking
  }
}

// MARK: - Ranking

/// People near a line or document, as the entities of a catalog.
package struct NearRanking: Sendable {
  /// More is nearer.
  package private(set) var points: [EntityKey: Int] = [:]
  /// Why, as people read it.
  package private(set) var reasons: [EntityKey: [String]] = [:]
  /// The user: last for an empty key.
  package private(set) var oneself: Set<EntityKey> = []

  package init() {}

  /// Looks people up: by their address, else by a name that nobody else has, or a handle. Programs are never near.
  ///
  /// - Complexity: O(people × log entities).
  package init(_ near: NearPeople, in catalog: EntityCatalog) {
    if !near.ownEmail.isEmpty || !near.ownName.isEmpty {
      oneself = Set(Self.keys(name: near.ownName, email: near.ownEmail, in: catalog))
    }
    for person in near.people {
      let keys =
        person.handle.isEmpty
        ? Self.keys(name: person.name, email: person.email, in: catalog)
        : Self.keys(handle: person.handle, in: catalog)
      for key in keys {
        points[key, default: 0] += person.points
        reasons[key, default: []] += person.reasons
      }
    }
  }

  /// Adds its points to the ranking signals.
  package func add(to signals: inout RankingSignals) {
    signals.near.merge(points) { $0 + $1 }
    signals.oneself.formUnion(oneself)
  }

  /// By the e-mail address, else by a name that nobody else has.
  static func keys(name: String, email: String, in catalog: EntityCatalog) -> [EntityKey] {
    if !email.isEmpty {
      let found = catalog.indices(called: email, limit: 1)
      if !found.isEmpty { return people(found, in: catalog).map(\.key) }
    }
    let found = name.isEmpty ? [] : catalog.indices(called: name, limit: 2)
    // Which of two people of one name is meant, nobody knows.
    return found.count == 1 ? people(found, in: catalog).map(\.key) : []
  }

  /// Sources may each have an entity of one handle.
  private static func keys(handle: String, in catalog: EntityCatalog) -> [EntityKey] {
    let wanted = NameFolding.fold(handle)
    return people(catalog.indices(called: handle, limit: 4), in: catalog)
      .filter { $0.handle.map { NameFolding.fold($0) } == wanted }.map(\.key)
  }

  private static func people(_ indices: [Int], in catalog: EntityCatalog) -> [Entity] {
    indices.map { catalog.entity(at: $0) }.filter { $0.kind.rawValue != "bot" }
  }
}

/// Who is mentioned together with those whom a document mentions.
package enum CoMentions {
  /// Points for being mentioned together once; the author of all lines has 100.
  static let points = 20
  /// More does not make anybody nearer.
  static let most = 60

  /// - Parameters:
  ///   - here: who is mentioned in the document.
  ///   - others: for each other document, who is mentioned there.
  /// - Returns: how near those are whom other documents mention together with somebody of `here`; nobody of `here`.
  /// - Complexity: O(all people of all documents).
  package static func points(of here: Set<EntityKey>, _ others: [Set<EntityKey>]) -> [EntityKey: Int] {
    var points: [EntityKey: Int] = [:]
    if here.isEmpty { return points }
    for other in others where !other.isDisjoint(with: here) {
      for key in other where !here.contains(key) {
        points[key] = min(points[key, default: 0] + Self.points, most)
      }
    }
    return points
  }
}

// MARK: - Lines

extension NearLine {
  /// A line of a text with those around it.
  init(_ line: Int, in text: IndexedText) {
    let first = max(0, line - Self.reach)
    let end = min(text.lines.lineCount, line + Self.reach + 1)
    self.init(
      line: line, first: first,
      texts: (first..<max(first, end)).map { number in
        let content = text.content(ofLine: number)
        return text.buffer.bytes(
          in: TextRange(content.start, min(content.end, content.start + Self.longestText)))
      })
  }

  /// Finds the line in the bytes of a file. Linear in the file.
  package init(_ line: Int, in bytes: [UInt8]) {
    let text = IndexedText(bytes)
    self.init(min(line, text.lines.lineCount - 1), in: text)
  }
}
