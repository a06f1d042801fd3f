import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// All that decides what is a mention in the files of a workspace: the settings of its folders, who is known, and where
/// mentions are kept. A value that threads can share.
package struct ScanRules: Sendable {
  /// The workspace folders' paths.
  package let roots: [String]
  /// Those whose files are looked at, by the setting `index`.
  package let indexed: [String]
  /// Whether files are looked at that are in no Git repository.
  package let walks: Bool
  private let settings: SettingsStack
  private let environment: [String: String]
  /// The program's: another one may find something else.
  private let version: String
  /// What lists of sources in memory hold together, by the sources' keys.
  private let catalogs: [[String]: EntityCatalog]
  /// The keys of each trigger's sources that are in memory, by the place of the folder in ``SettingsStack/all``.
  private let folders: [[Int?: [String]]]

  /// Nil while somebody is not known yet: `catalog` says so for one of the lists of sources.
  init?(
    _ settings: SettingsStack, roots: [String], walks: Bool = true, environment: [String: String],
    version: String, catalog: ([String]) -> EntityCatalog?
  ) {
    (self.settings, self.roots, self.environment) = (settings, roots, environment)
    (self.walks, self.version) = (walks, version)
    indexed = zip(roots, settings.all).filter(\.1.index).map(\.0)
    var catalogs: [[String]: EntityCatalog] = [:]
    var folders: [[Int?: [String]]] = []
    for folder in settings.all {
      var choices: [Int?: [String]] = [:]
      for (trigger, names) in folder.sourceLists {
        let keys = folder.sources(named: names).filter(\.isInMemory).map(\.key)
        choices[trigger] = keys
        guard !keys.isEmpty, catalogs[keys] == nil else { continue }
        guard let known = catalog(keys) else { return nil }
        catalogs[keys] = known
      }
      folders.append(choices)
    }
    (self.catalogs, self.folders) = (catalogs, folders)
  }

  /// Whether both find the same mentions in the same files. O(settings).
  func isSame(as other: ScanRules) -> Bool {
    roots == other.roots && walks == other.walks && environment == other.environment
      && settings.all == other.settings.all && catalogs.count == other.catalogs.count
      && catalogs.allSatisfy { keys, catalog in other.catalogs[keys] === catalog }
  }

  /// The same for the same rules in any run, as far as that can be told, whoever is known: for what is kept of a scan.
  package var fingerprint: String {
    let words = [version, "\(walks)"] + roots + values(ofSources: false)
    return StorePlace.hash(of: words.joined(separator: "\u{0}"))
  }

  /// The settings that say where people come from, or all others.
  private func values(ofSources isSources: Bool) -> [String] {
    settings.all.flatMap { folder in
      folder.values.filter { ($0.keyPath == "sources" || $0.keyPath.hasPrefix("sources.")) == isSources }.map
      {
        "\($0.keyPath) \(String(decoding: JSONWriter.bytes(of: $0.value), as: UTF8.self))"
      }
    }
  }

  /// The same for the same people in any run. O(entities) for catalogs that do not come from the cache.
  package var peopleFingerprint: String {
    var words = values(ofSources: true)
    for folder in folders {
      words += folder.sorted { ($0.key ?? -1) < ($1.key ?? -1) }.map {
        "\($0.key ?? -1) \($0.value)"
      }
    }
    for (keys, catalog) in catalogs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      words += keys + [String(catalog.identity, radix: 16)]
    }
    return StorePlace.hash(of: words.joined(separator: "\u{0}"))
  }

  /// How one file is read.
  package struct File {
    package let policy: MentionsPolicy
    fileprivate let folder: Int
  }

  /// - Parameter path: absolute.
  package func file(_ path: String) -> File {
    let uri = DocumentURI(filePath: path)
    return File(policy: settings.policy(for: uri), folder: settings.place(of: uri))
  }

  /// Whether a file in one of ``indexed`` is looked at: a workspace folder in it may have other settings.
  package func isIndexed(_ path: String) -> Bool {
    indexed.count == roots.count || settings[DocumentURI(filePath: path)].index
  }

  /// The folders in which mentions may be kept that the text does not tell.
  package var keptFolders: [String] {
    StorePlace.folders(Set(settings.all.map(\.annotationStore)), roots: roots, environment: environment)
  }

  /// Where such mentions of a file would be kept.
  package func kept(_ path: String) -> StorePlace {
    let uri = DocumentURI(filePath: path)
    return StorePlace(
      of: uri, in: settings[uri].annotationStore, roots: roots, environment: environment)
  }

  /// Finds the entities of a catalog by one of their fields.
  package typealias Indexing = (EntityFieldIndex.Field, EntityCatalog) -> EntityFieldIndex

  /// Whom a trigger means in a file; nil where nobody is known. That somebody is unknown is nothing for an index.
  package func known(
    _ trigger: Int?, in file: File, index: @escaping Indexing
  ) -> MentionScanner.Known? {
    guard folders.indices.contains(file.folder), let sources = folders[file.folder][trigger],
      let catalog = catalogs[sources], catalog.count > 0
    else { return nil }
    return MentionScanner.Known(catalog, isComplete: false) { index($0, catalog) }
  }
}

extension ServerSettings {
  /// The names of sources whose people a text can mean, by trigger; nil: without one.
  var sourceLists: [(trigger: Int?, names: [String])] {
    policy.triggers.enumerated().map { ($0.offset, $0.element.sources) }
      // Who is left out unasked may have been mentioned all the same.
      + [(nil, [SettingsReferences.all])]
  }
}
