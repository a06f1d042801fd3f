import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// Answers of the last minute from sources that answer each query. When the user extends the key, the matching entities
/// of these answers are shown until the source has answered for the longer key. Without them, a source slower than
/// typing would appear empty.
struct AnswerMemory {
  /// Everything that an answer depends on apart from the key.
  private struct Subject: Hashable {
    let source: String
    let kind: SearchKind
    let controlCharacter: String?
    let languageID: String
    /// Nil if the answer is the same for each document.
    let document: DocumentURI?

    init(_ sent: SourceRegistry.SentQuery, _ specification: SourceSpecification) {
      source = specification.key
      kind = sent.query.kind
      controlCharacter = sent.query.controlCharacter
      languageID = sent.languageID
      document = specification.answersPerDocument ? sent.document : nil
    }
  }

  private struct Answer {
    let subject: Subject
    let asked: SourceRegistry.SentQuery
    var entities: [Entity]
    var isComplete: Bool
    var at: Instant
  }

  /// The time in milliseconds for which an answer is remembered.
  private static let lifetime = 60_000
  private static let mostAnswers = 64
  private static let mostEntities = 20_000

  /// The answers in the order of their first batches, oldest first.
  private var answers: [Answer] = []

  mutating func removeAll() { answers = [] }

  /// Adds a batch; the batches of one query form one answer.
  mutating func add(
    _ entities: [Entity], to sent: SourceRegistry.SentQuery, from source: SourceSpecification,
    isComplete: Bool,
    now: Instant
  ) {
    let subject = Subject(sent, source)
    answers.removeAll { $0.at.advanced(by: Self.lifetime) <= now }
    if let index = answers.firstIndex(where: { $0.subject.source == source.key && $0.asked == sent }) {
      answers[index].entities += entities
      answers[index].isComplete = isComplete
      answers[index].at = now
    } else {
      if isComplete { answers.removeAll { $0.subject == subject && $0.asked.query.key == sent.query.key } }
      answers.append(
        Answer(subject: subject, asked: sent, entities: entities, isComplete: isComplete, at: now))
    }
    var count = answers.reduce(0) { $0 + $1.entities.count }
    while answers.count > Self.mostAnswers || count > Self.mostEntities && answers.count > 1 {
      count -= answers.removeFirst().entities.count
    }
  }

  /// Entities of a source that match the key of a query, best first.
  ///
  /// Entities missing from a complete answer to a shorter key do not exist and are not shown.
  ///
  /// - Parameter others: further candidates, used unless one of the answers is complete.
  func standIns(
    for sent: SourceRegistry.SentQuery, from source: SourceSpecification, under policy: MentionsPolicy,
    others: [Entity], now: Instant
  ) -> [ChooserEntry] {
    let subject = Subject(sent, source)
    let query = sent.query
    let fitting = answers.filter {
      $0.subject == subject && $0.at.advanced(by: Self.lifetime) > now
        && query.key.utf8.starts(with: $0.asked.query.key.utf8)
    }.sorted { $0.asked.query.key.utf8.count > $1.asked.query.key.utf8.count }
    var candidates = fitting.prefix { !$0.isComplete }.map(\.entities)
    candidates.append(fitting.first(where: \.isComplete)?.entities ?? others)
    let matcher = EntityMatcher(query.key, scope: query.scope(under: policy))
    var known: Set<EntityKey> = []
    var found: [(tier: MatchTier, entry: ChooserEntry)] = []
    for entity in candidates.joined() where known.insert(entity.key).inserted {
      guard let match = matcher.match(entity) else { continue }
      let entry = ChooserEntry(entity: entity, ranges: match.ranges, in: match.field, tier: match.tier)
      found.append((match.tier, entry))
    }
    // Keeps the source's order within a tier.
    let order = found.indices.sorted { (found[$0].tier, $0) < (found[$1].tier, $1) }
    return order.prefix(policy.limit).map { found[$0].entry }
  }
}

extension SourceSpecification {
  /// Whether the source's answers may differ between documents.
  fileprivate var answersPerDocument: Bool {
    if case .client = kind { true } else { perDocument }
  }
}
