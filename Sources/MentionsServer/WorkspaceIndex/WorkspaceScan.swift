import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// A search of the workspace's files for mentions, to be performed outside of the event loop.
package struct WorkspaceScan: Sendable {
  /// The scan's number; results of an older scan are ignored.
  package var number: Int
  package var rules: ScanRules
  /// The units in which columns are counted.
  package var encoding: PositionEncoding
  package var limit: WorkspaceIndex.Limit
  /// The absolute paths of the files and folders to read, because they have changed; nil for all.
  package var only: [String]?
  /// Files in ``only`` whose text is not read, because they are open in the client or mention none of the entities in
  /// question. The scan determines only their real paths, and whether they can be written.
  package var unread: Set<String>
  /// Whether the results are stored in a file for the next start.
  package var usesCache: Bool
  /// Earlier results for the files in ``only``. Files that have not changed since are not reported.
  package var stored: StoredIndex?

  package init(
    number: Int, rules: ScanRules, encoding: PositionEncoding, limit: WorkspaceIndex.Limit = .standard,
    only: [String]? = nil, unread: Set<String> = [], usesCache: Bool = true, stored: StoredIndex? = nil
  ) {
    (self.number, self.rules, self.encoding) = (number, rules, encoding)
    (self.limit, self.only, self.unread, self.usesCache) = (limit, only, unread, usesCache)
    self.stored = stored
  }
}

/// The results of a scan since its last report.
package struct ScanReport: Sendable {
  /// The result of an earlier scan with the same rules, reported before any file is read. Files that have not changed
  /// since are not reported.
  package var stored: StoredIndex?
  /// The mentions of each file that was read; they replace everything known about the file.
  package var files: [FileMentions]
  /// Files and folders whose known mentions are removed: files that no longer exist or are no longer scanned, and
  /// changed folders, whose remaining files are reported in ``files``.
  package var gone: [String]
  /// The number of files scanned so far, and the total.
  package var done: Int
  package var total: Int
  /// The summary of the whole scan, in its last report; nil in the others.
  package var summary: ScanSummary?

  package init(
    stored: StoredIndex? = nil, files: [FileMentions] = [], gone: [String] = [], done: Int = 0,
    total: Int = 0, summary: ScanSummary? = nil
  ) {
    self.stored = stored
    (self.files, self.gone, self.done, self.total) = (files, gone, done, total)
    self.summary = summary
  }
}

/// A summary of a scan.
package struct ScanSummary: Hashable, Sendable {
  /// The number of files in the index, with or without mentions.
  package var files: Int
  /// The number of files skipped because of the limit.
  package var tooMany: Int
  /// The number of files that could not be read.
  package var unreadable: Int
  /// Problems for the log.
  package var problems: [String]

  package init(files: Int, tooMany: Int = 0, unreadable: Int = 0, problems: [String] = []) {
    (self.files, self.tooMany, self.unreadable) = (files, tooMany, unreadable)
    self.problems = problems
  }
}

// MARK: - Files that are read again

/// A file that was read again, because it will be edited, or because it differs from ``WorkspaceScan/stored``.
package struct RereadFile: Hashable, Sendable {
  /// The current mentions.
  package var mentions: FileMentions
  /// The text of each of these mentions, for a file that will be edited.
  package var texts: [[UInt8]]
  /// The indices of the mentions whose text is trimmed.
  package var trimmed: Set<Int>
  /// The reason why the file cannot be edited, as the end of a sentence; nil if it can be edited.
  package var fault: String?
  /// Whether the file is of a kind that is never edited.
  package var isForReading = false
  /// The path with all symbolic links resolved, since a file may have several names.
  package var realPath: String

  /// Creates a result; its ``realPath`` is by default the path in `mentions`.
  package init(
    mentions: FileMentions, texts: [[UInt8]] = [], trimmed: Set<Int> = [], fault: String? = nil,
    realPath: String? = nil
  ) {
    (self.mentions, self.texts, self.trimmed, self.fault) = (mentions, texts, trimmed, fault)
    self.realPath = realPath ?? mentions.path
  }

  /// Creates the result for a file in whose text these mentions were found.
  package init(
    path: String, realPath: String? = nil, _ found: [FoundMention], in text: IndexedText,
    _ encoding: PositionEncoding
  ) {
    // `FileMentions` omits mentions beyond two gigabytes.
    let mentions = FileMentions(path: path, found, in: text, encoding)
    let kept = found.prefix(mentions.mentions.count)
    self.init(
      mentions: mentions, texts: kept.map { text.buffer.bytes(in: $0.range) },
      trimmed: Set(kept.indices.filter { kept[$0].isTrimmed }), realPath: realPath)
  }
}

// MARK: - Rules

/// Everything that determines the mentions in the files of a workspace: the settings of its folders, the known people,
/// and the location of stored mentions. Can be shared by threads.
package struct ScanRules: Sendable {
  /// The paths of the workspace folders.
  package var roots: [String] { settings.roots }
  /// Folders whose files are scanned, according to the setting `index`.
  package let indexed: [String]
  /// Whether files outside of Git repositories are scanned.
  package var walks: Bool { !settings.isRootAdopted }
  private let settings: SettingsStack
  private let environment: [String: String]
  /// The program's version, because different versions may find different mentions.
  private let version: String
  /// The merged catalog for each list of in-memory sources. The list consists of the sources' keys.
  private let catalogs: [[String]: EntityCatalog]
  /// For each folder in ``SettingsStack/all``, the keys of the sources in memory that each trigger uses; the key nil is
  /// for mentions without a trigger.
  private let folders: [[Int?: [String]]]

  /// Creates rules; nil if `catalog` returns nil for a list of sources, because their people are still being loaded.
  init?(
    _ settings: SettingsStack, environment: [String: String], version: String,
    catalog: ([String]) -> EntityCatalog?
  ) {
    (self.settings, self.environment, self.version) = (settings, environment, version)
    indexed = zip(settings.roots, settings.all).filter(\.1.index).map(\.0)
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

  /// Whether these rules and the others find the same mentions in the same files. O(settings).
  func isSame(as other: ScanRules) -> Bool {
    roots == other.roots && walks == other.walks && environment == other.environment
      && settings.all == other.settings.all && catalogs.count == other.catalogs.count
      && catalogs.allSatisfy { keys, catalog in other.catalogs[keys] === catalog }
  }

  /// A hash that identifies stored scans: equal for the same rules in any run, regardless of the known entities.
  package var fingerprint: String {
    let words = [version, "\(walks)"] + roots + settings.all.map(\.textBesideSources)
    return UserFolders.hash(of: words.joined(separator: "\u{0}"))
  }

  /// A hash that is equal for the same entities in any run. O(entities) for catalogs that do not come from the cache.
  package var peopleFingerprint: String {
    var words: [String] = []
    for folder in folders {
      words += folder.sorted { ($0.key ?? -1) < ($1.key ?? -1) }.map { "\($0.key ?? -1) \($0.value)" }
    }
    for (keys, catalog) in catalogs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      words += keys + [String(catalog.identity, radix: 16)]
    }
    return UserFolders.hash(of: words.joined(separator: "\u{0}"))
  }

  /// Identifies the rules for one file. Files with equal values have the same policy.
  package struct File: Hashable, Sendable {
    fileprivate let traits: FileTraits
    /// The index of the file's workspace folder.
    package let folder: Int
  }

  /// The rules for a file.
  ///
  /// - Parameter path: an absolute path.
  package func file(_ path: String) -> File {
    let (traits, folder) = settings.traits(ofFile: path)
    return File(traits: traits, folder: folder)
  }

  /// The policy of the files with these rules.
  package func policy(of file: File) -> MentionsPolicy { settings.all[file.folder].policy(of: file.traits) }

  /// Whether a file in one of the folders in ``indexed`` is scanned. In a nested workspace folder, the setting `index`
  /// may be off.
  package func isIndexed(_ path: String) -> Bool {
    indexed.count == roots.count || settings[file: path].index
  }

  /// The folders of the store, which holds mentions that cannot be read from the text of a document alone.
  package var keptFolders: [String] {
    StoredDocument.folders(Set(settings.all.map(\.annotationStore)), roots: roots, environment: environment)
  }

  /// The location in the store for the mentions of a document, given the path of its file.
  package func kept(_ path: String) -> StoredDocument.Place {
    StoredDocument.Place(
      ofFile: path, in: settings[file: path].annotationStore, roots: roots, environment: environment)
  }

  /// A function that creates an index of the entities of a catalog by one of their fields.
  package typealias Indexing = (EntityFieldIndex.Field, EntityCatalog) -> EntityFieldIndex

  /// The entities that a trigger can mention in a file; nil if there are none. They count as incomplete, so that no
  /// mention is reported as unknown: an index does not contain unknown mentions.
  package func known(
    _ trigger: Int?, in file: File, index: @escaping Indexing
  ) -> MentionReader.Known? {
    guard folders.indices.contains(file.folder), let sources = folders[file.folder][trigger],
      let catalog = catalogs[sources], catalog.count > 0
    else { return nil }
    return MentionReader.Known(catalog, isComplete: false) { index($0, catalog) }
  }
}

extension ServerSettings {
  /// The names of sources whose people a text can mention, by trigger; nil for mentions without one.
  fileprivate var sourceLists: [(trigger: Int?, names: [String])] {
    policy.triggers.enumerated().map { ($0.offset, $0.element.sources) }
      // Includes sources that are not offered without a trigger: their people may be mentioned all the same.
      + [(nil, [SourceList.all])]
  }
}
