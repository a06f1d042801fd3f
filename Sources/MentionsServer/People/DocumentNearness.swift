import Entities
import EntitySources
import Mentions
import TextModel

/// The known people near a document's cursor, and the pending request for them.
struct DocumentNearness {
  /// The part of the document for which a result is valid.
  enum Scope: Hashable {
    /// A range of lines, from 0.
    case lines(Swift.Range<Int>)
    /// The whole document.
    case document

    func contains(_ line: Int) -> Bool {
      switch self {
      case .lines(let lines): lines.contains(line)
      case .document: true
      }
    }
  }

  /// Whether nearby people can be requested; otherwise nearness depends only on people mentioned together.
  let asks: Bool
  /// The pending request; there is only one at a time.
  private(set) var pending: (number: Int, scope: Scope, asked: Instant)?
  private var answer: (people: NearPeople, scope: Scope)?
  /// The time until which the result is used within its scope without another request; nil if it may be outdated.
  private var serves: Instant?
  private var ranking = NearRanking()
  /// The catalog from which ``ranking`` was computed; weak, so as not to keep it alive.
  private weak var ranked: EntityCatalog?
  private var rankedIsHere = false

  /// The number of lines on either side of the cursor for which a result is valid.
  private static let reach = 12
  /// The lifetime in milliseconds of a result for lines. It is limited, because the server is not notified of commits.
  private static let lifetime = 30_000

  init(asks: Bool) { self.asks = asks }

  /// Whether no request is to be sent: a valid result for the cursor's line is known, a request is pending, or nearby
  /// people cannot be requested.
  func covers(_ line: Int, at now: Instant) -> Bool {
    if !asks || pending != nil { return true }
    guard let answer, let serves, now < serves else { return false }
    return answer.scope.contains(line)
  }

  /// Records a request for a line, or for the whole document if nil.
  mutating func ask(_ number: Int, line: Int?, at now: Instant) {
    let scope = line.map { Scope.lines(max(0, $0 - Self.reach)..<$0 + Self.reach + 1) } ?? .document
    pending = (number, scope, now)
  }

  /// Receives a result; returns false if it belongs to another request.
  mutating func take(_ people: NearPeople, number: Int) -> Bool {
    guard let asked = pending, asked.number == number else { return false }
    pending = nil
    answer = (people, asked.scope)
    // The result for a commit message does not expire: the commit does not change while its message is written.
    serves = asked.scope == .document ? Instant(milliseconds: .max) : asked.asked.advanced(by: Self.lifetime)
    ranked = nil
    return true
  }

  /// Records new commits: the known result remains in use until a newer one has arrived.
  mutating func noteHistory() { serves = nil }

  /// The nearness of a catalog's entities at a line. Outside of the result's scope, only the owners of the document
  /// count. The ranking is computed again only if the result or the catalog has changed, or if the line has left or
  /// entered the scope.
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

/// People near a line or document, resolved to the entities of a catalog.
package struct NearRanking: Sendable {
  /// The nearness of each person in points; more points mean nearer.
  package private(set) var points: [EntityKey: Int] = [:]
  /// The reasons for each person's nearness, in words.
  package private(set) var reasons: [EntityKey: [String]] = [:]
  /// The keys of the user, who is ranked last for an empty search key.
  package private(set) var oneself: Set<EntityKey> = []

  package init() {}

  /// Looks up each person in the catalog: an owner by handle, anyone else by e-mail address or, failing that, by a
  /// unique name. Bots are ignored.
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

  /// Adds the points and the user's keys to the ranking signals.
  package func add(to signals: inout RankingSignals) {
    signals.near.merge(points) { $0 + $1 }
    signals.oneself.formUnion(oneself)
  }

  /// The key of the person with this e-mail address or, if nobody has the address, of the only person with this name;
  /// empty if there is no such person.
  static func keys(name: String, email: String, in catalog: EntityCatalog) -> [EntityKey] {
    if !email.isEmpty {
      let found = catalog.indices(called: email, limit: 1)
      if !found.isEmpty { return people(found, in: catalog).map(\.key) }
    }
    let found = name.isEmpty ? [] : catalog.indices(called: name, limit: 2)
    // A name that belongs to several people identifies none of them.
    return found.count == 1 ? people(found, in: catalog).map(\.key) : []
  }

  /// The keys of the people with a handle, ignoring case. Several sources may contain a person with the same handle.
  private static func keys(handle: String, in catalog: EntityCatalog) -> [EntityKey] {
    let wanted = NameFolding.fold(handle)
    return people(catalog.indices(called: handle, limit: 4), in: catalog)
      .filter { $0.handle.map { NameFolding.fold($0) } == wanted }.map(\.key)
  }

  private static func people(_ indices: [Int], in catalog: EntityCatalog) -> [Entity] {
    indices.map { catalog.entity(at: $0) }.filter { $0.kind.rawValue != "bot" }
  }
}

/// People mentioned together with those that a document mentions.
package enum CoMentions {
  /// The points for being mentioned together in one document; for comparison, the author of all lines has 100.
  private static let points = 20
  /// The maximum number of points of a person.
  private static let most = 60

  /// The points of people that other documents mention together with people in `here`. The people in `here` are
  /// excluded.
  ///
  /// - Parameters:
  ///   - here: the people mentioned in the document.
  ///   - others: the people mentioned in each other document.
  /// - Complexity: O(total number of people in all documents).
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
  /// Creates a line of a text, with the lines around it.
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

  /// Creates a line of a file, with the lines around it, from the bytes of the file. Linear in the file.
  package init(_ line: Int, in bytes: [UInt8]) {
    let text = IndexedText(bytes)
    self.init(min(line, text.lines.lineCount - 1), in: text)
  }
}
