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
  /// The names of triggers' sources of whose people not all are known, in the order of the settings: those that answer
  /// by themselves, were not read whole, or are not there though somebody has set them up.
  package private(set) var partial: [String] = []

  /// Reads all sources that fit into memory. Blocks.
  package init(_ settings: ServerSettings) {
    sources = SourceInspection.tryAll(
      settings.sources.filter(\.isInMemory), asking: ProviderQuery(number: 1, key: "", isInvoked: false))
    var merged: [[String]: Choice] = [:]
    for (index, trigger) in settings.policy.triggers.enumerated() {
      choices[index] = choice(of: trigger.sources, settings, &merged)
      for name in Self.partial(of: trigger.sources, settings, sources) where !partial.contains(name) {
        partial.append(name)
      }
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
    let partial = Self.partial(of: names, settings, sources)
    let key = wanted.map(\.name) + partial
    if let known = merged[key] { return known }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs, on: ThreadExecutor())
    // Nobody else can be meant where all sources have been read whole, and one of them says who there is.
    let isListed = read.contains { $0.specification.listsEverybody && $0.count > 0 }
    let choice = Choice(catalog, isComplete: isListed && partial.isEmpty)
    merged[key] = choice
    return choice
  }

  private static func partial(
    of names: [String], _ settings: ServerSettings, _ sources: [SourceInspection]
  ) -> [String] {
    let whole = Set(sources.lazy.filter(\.isWhole).map(\.name))
    return settings.sources(named: names).map(\.name).filter { !whole.contains($0) }
      + settings.absentSources(named: names)
  }

  /// The entities of a trigger (its place in the policy), of mentions without one for nil; nil where there are none.
  package func known(_ trigger: Int?) -> MentionScanner.Known? {
    choices[trigger].map { MentionScanner.Known($0.catalog, isComplete: $0.isComplete, index: $0.index) }
  }

  /// Whether it can be told of any trigger that nobody goes by a name.
  package var tellsUnknown: Bool { choices.contains { $0.key != nil && $0.value.isComplete } }
}
