import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// Reading sources, and what follows when one was read.
extension Session {
  /// Reads every source that has not been read.
  func loadSources() {
    for entry in sources.entries {
      if case .unread = entry.state { load(entry.key) }
    }
  }

  func load(_ key: String) {
    if let effect = sources.beginLoad(key) { perform(effect) }
  }

  func sourceLoaded(_ name: String, load: Int, _ loaded: LoadedSource) {
    guard sources.finishLoad(name, load: load, loaded) else { return }
    log(.info, "source \(name): \(loaded.catalog.count) entities, \(loaded.problems.count) problems")
    if !loaded.isPreliminary { report(loaded, of: name) }
    // A first look remembers how the files are now.
    if !client.watchesFiles, !loaded.watchedPaths.isEmpty { perform(.checkFiles(loaded.watchedPaths)) }
    lookAtRepositories()
    searchAgain { $0.contains(name) }
    fieldIndexes.removeAll()
    peopleRevision += 1
    readBackAll()
    if !loaded.isPreliminary { noteNewHistory(of: name) }
  }

  /// A long merge is ready: whoever waits for it hears of it.
  func sourcesMerged(_ names: [String], mergeID: Int, _ catalog: EntityCatalog) {
    guard sources.finishMerge(names, mergeID: mergeID, catalog) else { return }
    searchAgain { Set($0).isSuperset(of: names) }
    peopleRevision += 1
    readBackAll()
  }
}
