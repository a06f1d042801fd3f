import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// A search through the files of a workspace for who is mentioned, to be done off the loop.
package struct WorkspaceScan: Sendable {
  /// A session numbers its scans; what belongs to an older one is not listened to.
  package var number: Int
  package var rules: ScanRules
  /// In which units columns are counted.
  package var encoding: PositionEncoding
  package var limit: WorkspaceIndex.Limit
  /// Files and folders, absolute, that alone have changed; nil: everything is looked at.
  package var only: [String]?
  /// Paths of ``only`` whose text is not read: it is the client's, or mentions none of the entities in question. Only
  /// their identity and whether they can be written is determined.
  package var unread: Set<String>
  /// Whether what is found is kept as a file for the next start.
  package var usesCache: Bool
  /// Earlier results for the files of ``only``: unchanged files are not reported.
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
  /// The result of an earlier scan with the same rules, before any file is read. Files that have not changed since
  /// are not reported.
  package var stored: StoredIndex?
  /// Each stands for all that was known of the file.
  package var files: [FileMentions]
  /// Files and folders that are not there any more.
  package var gone: [String]
  /// How many files have been looked at so far, and how many there are.
  package var done: Int
  package var total: Int
  /// Reported once, at the end.
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

/// How a scan went.
package struct ScanSummary: Hashable, Sendable {
  /// Files that are in the index, whether they mention somebody or not.
  package var files: Int
  /// Files that are not looked at because there are too many.
  package var tooMany: Int
  /// Files that could not be read.
  package var unreadable: Int
  /// Problems for the log.
  package var problems: [String]

  package init(files: Int, tooMany: Int = 0, unreadable: Int = 0, problems: [String] = []) {
    (self.files, self.tooMany, self.unreadable) = (files, tooMany, unreadable)
    self.problems = problems
  }
}

// MARK: - Files that are read again

/// A file that was read again: before it is to be edited, or because it is not what ``WorkspaceScan/stored`` says.
package struct RereadFile: Hashable, Sendable {
  /// As it is now.
  package var mentions: FileMentions
  /// The text of each of these mentions, of a file that is to be edited.
  package var texts: [[UInt8]]
  /// The indices in these of mentions in their short form.
  package var trimmed: Set<Int>
  /// Why it cannot be edited, as a sentence's end; nil where it can be.
  package var fault: String?
  /// Whether it is of a kind that is read and never edited.
  package var isForReading = false
  /// The path with all symbolic links followed: several names may lead to one file.
  package var realPath: String

  /// One whose real path is its path where nothing else is said.
  package init(
    mentions: FileMentions, texts: [[UInt8]] = [], trimmed: Set<Int> = [], fault: String? = nil,
    realPath: String? = nil
  ) {
    (self.mentions, self.texts, self.trimmed, self.fault) = (mentions, texts, trimmed, fault)
    self.realPath = realPath ?? mentions.path
  }

  /// The mentions found in its text.
  package init(
    path: String, realPath: String? = nil, _ found: [FoundMention], in text: IndexedText,
    _ encoding: PositionEncoding
  ) {
    // It keeps those up to a limit.
    let mentions = FileMentions(path: path, found, in: text, encoding)
    let kept = found.prefix(mentions.mentions.count)
    self.init(
      mentions: mentions, texts: kept.map { text.buffer.bytes(in: $0.range) },
      trimmed: Set(kept.indices.filter { kept[$0].isTrimmed }), realPath: realPath)
  }
}

// MARK: - Rules

/// All that decides what is a mention in the files of a workspace: the settings of its folders, who is known, and where
/// mentions are kept. A value that threads can share.
package struct ScanRules: Sendable {
  /// The workspace folders' paths.
  package var roots: [String] { settings.roots }
  /// Folders whose files are scanned, by the setting `index`.
  package let indexed: [String]
  /// Whether files are looked at that are in no Git repository.
  package var walks: Bool { !settings.isRootAdopted }
  private let settings: SettingsStack
  private let environment: [String: String]
  /// The program's: another one may find something else.
  private let version: String
  /// Merged content of lists of in-memory sources, by the sources' keys.
  private let catalogs: [[String]: EntityCatalog]
  /// The keys of each trigger's sources that are in memory, by the index of the folder in ``SettingsStack/all``.
  private let folders: [[Int?: [String]]]

  /// Nil while somebody is not known yet: `catalog` says so for one of the lists of sources.
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

  /// Whether both find the same mentions in the same files. O(settings).
  func isSame(as other: ScanRules) -> Bool {
    roots == other.roots && walks == other.walks && environment == other.environment
      && settings.all == other.settings.all && catalogs.count == other.catalogs.count
      && catalogs.allSatisfy { keys, catalog in other.catalogs[keys] === catalog }
  }

  /// Equal for the same rules in any run, regardless of the known entities: identifies stored scans.
  package var fingerprint: String {
    let words = [version, "\(walks)"] + roots + settings.all.map(\.textBesideSources)
    return StoreFile.hash(of: words.joined(separator: "\u{0}"))
  }

  /// Equal for the same entities in any run. O(entities) for catalogs that do not come from the cache.
  package var peopleFingerprint: String {
    var words: [String] = []
    for folder in folders {
      words += folder.sorted { ($0.key ?? -1) < ($1.key ?? -1) }.map { "\($0.key ?? -1) \($0.value)" }
    }
    for (keys, catalog) in catalogs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      words += keys + [String(catalog.identity, radix: 16)]
    }
    return StoreFile.hash(of: words.joined(separator: "\u{0}"))
  }

  /// How one file is read.
  package struct File {
    package let policy: MentionsPolicy
    fileprivate let folder: Int
  }

  /// - Parameter path: absolute.
  package func file(_ path: String) -> File {
    let uri = DocumentURI(filePath: path)
    return File(policy: settings.policy(for: uri), folder: settings.folderIndex(of: uri))
  }

  /// Whether a file in one of ``indexed`` is looked at: a workspace folder in it may have other settings.
  package func isIndexed(_ path: String) -> Bool {
    indexed.count == roots.count || settings[DocumentURI(filePath: path)].index
  }

  /// Folders with stored mentions that cannot be read back from the text.
  package var keptFolders: [String] {
    StoreFile.folders(Set(settings.all.map(\.annotationStore)), roots: roots, environment: environment)
  }

  /// Where such mentions of a file would be kept.
  package func kept(_ path: String) -> StoreFile {
    let uri = DocumentURI(filePath: path)
    return StoreFile(
      of: uri, in: settings[uri].annotationStore, roots: roots, environment: environment)
  }

  /// Finds the entities of a catalog by one of their fields.
  package typealias Indexing = (EntityFieldIndex.Field, EntityCatalog) -> EntityFieldIndex

  /// Whom a trigger means in a file; nil where nobody is known. That somebody is unknown is nothing for an index.
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
  /// The names of sources whose people a text can mean, by trigger; nil: without one.
  var sourceLists: [(trigger: Int?, names: [String])] {
    policy.triggers.enumerated().map { ($0.offset, $0.element.sources) }
      // Who is left out unasked may have been mentioned all the same.
      + [(nil, [SettingsReferences.all])]
  }
}
