import Entities
import EntitySources
import Mentions
import MentionsServer

/// Who can be meant in a text, as the sources of some settings say. Threads may share it.
package struct KnownPeople: Sendable {
  /// The sources that were read.
  package let sources: [SourceInspection]

  private struct Choice: Sendable {
    var catalog: EntityCatalog
    var isComplete: Bool
    var indexes: [EntityFieldIndex.Field: EntityFieldIndex]

    init(_ catalog: EntityCatalog, isComplete: Bool) {
      (self.catalog, self.isComplete) = (catalog, isComplete)
      let fields = EntityFieldIndex.Field.allCases
      indexes = Dictionary(uniqueKeysWithValues: fields.map { ($0, EntityFieldIndex($0, of: catalog)) })
    }

    func index(_ field: EntityFieldIndex.Field) -> EntityFieldIndex {
      indexes[field] ?? EntityFieldIndex(field, of: catalog)
    }
  }

  /// By trigger; nil: mentions without one.
  private var choices: [Int?: Choice] = [:]

  /// Reads all sources that fit into memory. Blocks.
  package init(_ settings: ServerSettings) {
    sources = SourceInspection.tryAll(
      settings.sources.filter(\.isInMemory), asking: ProviderQuery(number: 1, key: "", isInvoked: false))
    var merged: [[String]: Choice] = [:]
    for (index, trigger) in settings.policy.triggers.enumerated() {
      choices[index] = choice(of: trigger.sources, settings, &merged)
    }
    choices[Int?.none] = choice(of: ["*"], settings, &merged)
  }

  private func choice(
    of names: [String], _ settings: ServerSettings, _ merged: inout [[String]: Choice]
  ) -> Choice? {
    let wanted = settings.sources(named: names)
    let read = sources.filter { source in wanted.contains { $0.name == source.name } }
    var catalogs: [EntityCatalog] = []
    for source in read {
      if case .read(let catalog) = source.outcome, catalog.count > 0 { catalogs.append(catalog) }
    }
    guard !catalogs.isEmpty else { return nil }
    let key = wanted.map(\.name)
    if let known = merged[key] { return known }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs, on: ThreadExecutor())
    let choice = Choice(catalog, isComplete: Self.isComplete(wanted, read))
    merged[key] = choice
    return choice
  }

  /// Whether nobody else can be meant: all sources have been read without an error, and one of them says who there is.
  private static func isComplete(_ wanted: [SourceSpecification], _ read: [SourceInspection]) -> Bool {
    guard wanted.count == read.count else { return false }
    var isListed = false
    for source in read {
      guard case .read(let catalog) = source.outcome,
        !source.problems.contains(where: { $0.severity == .error })
      else { return false }
      if source.specification.listsEverybody, catalog.count > 0 { isListed = true }
    }
    return isListed
  }

  /// The entities of a trigger (its place in the policy), of mentions without one for nil; nil where there are none.
  package func known(_ trigger: Int?) -> MentionScanner.Known? {
    choices[trigger].map { MentionScanner.Known($0.catalog, isComplete: $0.isComplete, index: $0.index) }
  }

  /// Whether it can be told of any trigger that nobody goes by a name.
  package var tellsUnknown: Bool { choices.contains { $0.key != nil && $0.value.isComplete } }
}
