import Entities
import Mentions
import TextModel

/// A text field in which people are mentioned: `@` and some letters offer them, and a choice writes one.
struct MentionField {
  private(set) var document = MentionsDocument(text: [], languageID: "plaintext", policy: .standard)
  private let people: EntityCatalog

  init(_ people: EntityCatalog) { self.people = people }

  var text: String { document.text.buffer.string(in: document.text.buffer.range) }
  /// The people mentioned, in the order of the text.
  var mentioned: [Entity] { document.annotations.map(\.entity) }
  /// The names to choose from; empty where nobody is offered.
  var offered: [String] { document.offers()?.offers.map(\.entity.name) ?? [] }

  /// Takes what the user has done: disjoint edits of the text as it was.
  mutating func edit(_ edits: [TextReplacement], now: Instant) {
    document.beginChanges()
    // The last one first, so that it does not move the others.
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) { document.splice(edit) }
    answer(document.finishChanges(now: now), now)
  }

  /// Writes the entity at a place of ``offered``. The mention is made when the text changes.
  mutating func choose(_ index: Int, now: Instant) {
    guard let offers = document.offers()?.offers, offers.indices.contains(index),
      let chosen = document.select(offers[index].id)
    else { return }
    edit([chosen.edit] + chosen.additionalEdits, now: now)
  }

  /// Searches for what a report asks.
  private mutating func answer(_ report: DocumentReport, _ now: Instant) {
    for case .ask(let query) in report.effects {
      document.beginQuery(queryID: query.id, sources: ["people"])
      let found = people.search(
        MatchQuery(key: query.key, scope: query.scope(under: document.policy), limit: document.policy.limit))
      let entries = found.matches.map {
        ChooserEntry(
          entity: people.entity(at: $0.index), ranges: $0.ranges, in: $0.field, tier: $0.tier)
      }
      let batch = ResultBatch(
        queryID: query.id, source: "people", entries: entries, isRanked: true, dedupe: true,
        isComplete: true, more: !found.isComplete)
      answer(document.deliver(batch, now: now), now)
    }
  }
}
