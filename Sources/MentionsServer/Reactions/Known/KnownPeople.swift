import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// Whom the sources in memory hold.
extension Session {
  /// What these sources hold together as far as they have been read and merged.
  func mergedCatalog(of names: [String]) -> EntityCatalog {
    let (catalog, effect) = sources.catalog(of: names)
    if let effect { perform(effect) }
    return catalog
  }

  /// What these sources hold together; nil while one of them is being read, or they are being merged.
  func completeCatalog(of keys: [String]) -> EntityCatalog? {
    guard keys.allSatisfy({ sources[$0]?.state.isIncomplete == false }) else { return nil }
    let catalog = mergedCatalog(of: keys)
    return sources.isMerging(keys) ? nil : catalog
  }

  /// Everybody whom the sources in memory of these names hold, and whether nobody else can be meant; nil as long as they
  /// are being read, and where there is nobody.
  func catalog(
    behind names: [String], of settings: ServerSettings
  ) -> (catalog: EntityCatalog, isComplete: Bool)? {
    let selected = sources.selected(by: names, in: settings)
    let keys = selected.filter(\.isInMemory).map(\.key)
    guard !keys.isEmpty, let catalog = completeCatalog(of: keys), catalog.count > 0 else { return nil }
    let isListed = selected.contains { $0.specification.listsEverybody && $0.state.catalog?.count ?? 0 > 0 }
    let isComplete = selected.allSatisfy(\.isWhole) && settings.absentSources(named: names).isEmpty
    return (catalog, isListed && isComplete)
  }
}
