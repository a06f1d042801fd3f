import Entities
import EntitySources
import MentionsServer
import Synchronization
import SystemCalls
import TextModel

/// Scans the files of a workspace for mentions on all processors, using cached results for unchanged files.
final class WorkspaceScanner: Sendable {
  private let cache: IndexCache?
  private let executor: ThreadExecutor
  private let post: @Sendable (ServerEvent) -> Void
  /// The number of the current scan; 0 for none.
  private let current = Atomic(0)
  /// The number of completed scans that are being written to the cache.
  private let unwritten = Atomic(0)

  /// The number of files scanned between two reports.
  private let portionSize: Int

  /// - Parameters:
  ///   - cache: the cache; nil if there is no directory for it.
  ///   - portionSize: the number of files scanned between two reports.
  ///   - post: called on separate threads.
  init(
    cache: IndexCache?, executor: ThreadExecutor = ThreadExecutor(), portionSize: Int = 256,
    post: @escaping @Sendable (ServerEvent) -> Void
  ) {
    (self.cache, self.executor) = (cache, executor)
    (self.portionSize, self.post) = (portionSize, post)
  }

  /// Starts a scan on separate threads, and cancels the current one.
  func start(_ scan: WorkspaceScan) {
    current.store(scan.number, ordering: .relaxed)
    Platform.startThread { [self] in
      run(scan, isCancelled: { self.current.load(ordering: .relaxed) != scan.number }) {
        self.post(.scanned(scan: scan.number, $0))
      }
    }
  }

  /// Reads files again on separate threads, because they will be edited, or may have changed.
  func reread(_ scan: WorkspaceScan, number: Int) {
    Platform.startThread { [self] in post(.reread(number: number, reread(scan))) }
  }

  /// Reads files again on the current thread and on helper threads, all of which have ended when the function returns.
  ///
  /// - Returns: all files in `scan.only`; if there are earlier results in `scan.stored`, only the files that may have
  ///   changed since.
  func reread(_ scan: WorkspaceScan) -> [RereadFile] {
    let paths = scan.only ?? []
    let files = FileScan(scan)
    guard let stored = scan.stored else { return executor.map(paths.count) { files.reread(paths[$0]) } }
    return executor.map((paths.count + portionSize - 1) / portionSize) { part in
      var readers = FileScan.Readers()
      return paths[part * portionSize..<min(paths.count, (part + 1) * portionSize)].compactMap {
        files.recheck($0, stored, &readers)
      }
    }.flatMap(\.self)
  }

  /// Cancels a scan after the current file.
  func cancel(_ number: Int) {
    _ = current.compareExchange(expected: number, desired: 0, ordering: .relaxed)
  }

  /// Cancels the current scan. Completed scans are still written to the cache.
  func stop() { current.store(0, ordering: .relaxed) }

  /// Waits until completed scans are written to the cache, for at most a number of milliseconds.
  func finish(patience milliseconds: Int) {
    let end = Platform.milliseconds() + milliseconds
    var nothing: [Platform.Interest] = []
    while unwritten.load(ordering: .acquiring) > 0, Platform.milliseconds() < end {
      Platform.wait(for: &nothing, milliseconds: 5)
    }
  }

  /// The combined results of the threads so far.
  private struct Results {
    var done = 0
    var unreadable = 0
    /// The number of listed files that do not exist.
    var missing = 0
    /// The entries to store, with their indices in the list of files. Empty once they exceed the limit of an index,
    /// because no later scan would use them.
    private(set) var kept: [(place: Int, file: StoredIndexBuilder.File)] = []
    /// The number of mentions to store.
    private(set) var mentionCount = 0
    /// The files of the older index that are still in the list, by their indices there.
    var known: [Int] = []
    /// Whether the entries to store differ from the cached ones.
    var isNews = false

    mutating func keep(_ file: StoredIndexBuilder.File, at place: Int, mentions: Int) {
      kept.append((place, file))
      mentionCount += mentions
    }

    /// Adds the results of a portion of the files.
    ///
    /// - Parameter limit: the maximum number of mentions to store.
    mutating func add(_ portion: Results, limit: Int) {
      done += portion.done
      unreadable += portion.unreadable
      missing += portion.missing
      mentionCount += portion.mentionCount
      if mentionCount > limit { kept = [] } else { kept += portion.kept }
      known += portion.known
      isNews = isNews || portion.isNews
    }
  }

  /// The result of an earlier scan.
  fileprivate struct Known {
    let index: StoredIndex
    /// Whether the scan knew the same people. If so, all its results are valid; if not, only those of files that cannot
    /// contain mentions.
    let isCurrent: Bool
    /// Whether the index is reported to the session, which then needs only the changes.
    let isTold: Bool

    func holds(_ file: Int) -> Bool { isCurrent || index.isBarren(file) }
    /// Whether the session knows the file as one with mentions.
    func isTold(_ file: Int?) -> Bool { isTold && file.map { index.mentionCount(ofFile: $0) > 0 } ?? false }
  }

  /// Scans on the current thread and on helper threads, all of which have ended when the function returns.
  func run(
    _ scan: WorkspaceScan, isCancelled: @escaping @Sendable () -> Bool = { false },
    _ tell: @escaping @Sendable (ScanReport) -> Void
  ) {
    let cache = scan.usesCache && scan.only == nil ? self.cache : nil
    let name = IndexCache.name(of: scan)
    let rules = cache == nil ? "" : scan.rules.fingerprint
    let people = cache == nil ? "" : scan.rules.peopleFingerprint
    let known = cache?.read(name, rules: rules).map { index in
      let isCurrent = index.peopleFingerprint == people
      return Known(
        index: index, isCurrent: isCurrent, isTold: isCurrent && index.mentionCount <= scan.limit.mentions)
    }
    if let known, known.isTold, !isCancelled() { tell(ScanReport(stored: known.index)) }
    let listing = Listing(scan, isCancelled: isCancelled)
    guard !isCancelled() else { return }
    let files = FileScan(scan)
    let results = Mutex(Results())
    let total = listing.paths.count
    tell(ScanReport(gone: listing.gone, done: 0, total: total))
    _ = executor.map((total + portionSize - 1) / portionSize) { part in
      if isCancelled() { return }
      let places = part * portionSize..<min(total, (part + 1) * portionSize)
      var portion = Results(done: places.count)
      var found: [FileMentions] = []
      var readers = FileScan.Readers()
      var last = -1
      for place in places {
        if isCancelled() { return }
        let path = listing.paths[place]
        let old = known?.index.file(path, after: last)
        if let old {
          last = old
          portion.known.append(old)
        }
        let mark = old.flatMap { known?.holds($0) == true ? known?.index.mark(ofFile: $0) : nil }
        let isTold = known?.isTold(old) ?? false
        switch files.outcome(of: path, known: mark, &readers) {
        case .unchanged:
          guard let known, let old else { continue }
          let mentions = known.index.mentionCount(ofFile: old)
          if !known.isTold, mentions > 0 { found.append(known.index.mentions(inFile: old)) }
          portion.keep(.stored(old), at: place, mentions: mentions)
        case .read(let file, let mark, let isBarren):
          // A file without mentions is reported too if it may have had some before.
          if scan.only != nil || isTold || !file.mentions.isEmpty { found.append(file) }
          if cache != nil {
            portion.keep(
              .read(file, mark: mark, isBarren: isBarren), at: place, mentions: file.mentions.count)
          }
          portion.isNews = true
        case .missing:
          portion.missing += 1
          if scan.only != nil || isTold { found.append(FileMentions(path: path)) }
        case .unreadable:
          portion.unreadable += 1
          if scan.only != nil || isTold { found.append(FileMentions(path: path)) }
        }
      }
      let done = results.withLock { results in
        results.add(portion, limit: scan.limit.mentions)
        return results.done
      }
      tell(ScanReport(files: found, done: done, total: total))
    }
    guard !isCancelled() else { return }
    let outcome = results.withLock { $0 }
    if let known, known.isTold {
      tell(ScanReport(gone: known.gone(outcome.known), done: total, total: total))
    }
    let isNews = outcome.isNews || outcome.kept.count != known?.index.fileCount || known?.isCurrent != true
    // The write is counted before the end of the scan is reported, because the server may exit after that report.
    let writes = cache != nil && isNews && outcome.mentionCount <= scan.limit.mentions
    if writes { unwritten.add(1, ordering: .relaxed) }
    tell(
      ScanReport(
        done: total, total: total,
        summary: ScanSummary(
          files: listing.all - listing.tooMany - outcome.missing, tooMany: listing.tooMany,
          unreadable: outcome.unreadable, problems: listing.problems)))
    guard writes, let cache else { return }
    let kept = outcome.kept.sorted { $0.place < $1.place }.map(\.file)
    // A failed write only makes the next start slower, so it is not reported.
    _ = cache.write(
      StoredIndexBuilder.bytes(rules: rules, people: people, kept, old: known?.index), name)
    unwritten.subtract(1, ordering: .releasing)
  }
}

extension WorkspaceScanner.Known {
  /// The paths of the files that have mentions in the index but are no longer in the list.
  ///
  /// - Parameter listed: the indices of the files that are in the list.
  fileprivate func gone(_ listed: [Int]) -> [String] {
    var isListed = [Bool](repeating: false, count: index.fileCount)
    for file in listed { isListed[file] = true }
    return isListed.indices.lazy.filter { !isListed[$0] && index.mentionCount(ofFile: $0) > 0 }
      .map { index.path(ofFile: $0) }
  }
}

extension WorkspaceScanner {
  /// The files to scan.
  private struct Listing {
    var paths: [String] = []
    /// The number of files, including those beyond the limit.
    var all = 0
    var tooMany = 0
    /// The changed paths that are not files to scan: folders, and files that no longer exist or are no longer listed.
    var gone: [String] = []
    var problems: [String] = []

    init(_ scan: WorkspaceScan, isCancelled: () -> Bool) {
      var seen: Set<String> = []
      for root in scan.rules.indexed where !isCancelled() {
        let listed = ListedFiles(root, walks: scan.rules.walks, isCancelled: isCancelled)
        problems += listed.problems
        let folder = root.hasSuffix("/") ? root : root + "/"
        for path in listed.paths.lazy.map({ folder + $0 }) where scan.rules.isIndexed(path) {
          // A workspace folder may be inside another one.
          guard scan.rules.roots.count == 1 || seen.insert(path).inserted else { continue }
          all += 1
          if paths.count < scan.limit.files { paths.append(path) } else { tooMany += 1 }
        }
      }
      // Sorts the paths as ``StoredIndex`` does. The files of a single folder are sorted already.
      if scan.rules.roots.count > 1 { paths.sort { Platform.precedes($0, $1) } }
      guard let only = scan.only else { return }
      let changed = ChangedPaths(only)
      paths = paths.filter { changed.contains($0) }
      let there = Set(paths)
      gone = only.filter { !there.contains($0) }
    }
  }
}

/// Files and folders that have changed.
private struct ChangedPaths {
  private let paths: Set<String>

  init(_ paths: [String]) { self.paths = Set(paths) }

  /// Whether a path has changed, or is inside a folder that has changed. O(components of the path).
  func contains(_ path: String) -> Bool {
    if paths.contains(path) { return true }
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
      rest = rest[..<slash]
      if paths.contains(String(rest)) { return true }
    }
    return false
  }
}

/// The state of a file when it was read, and of the file with its stored mentions, as one number.
enum FileMark {
  /// A mark that differs from that of every file. It is stored for a file whose further changes might not be detected.
  static let none: UInt64 = 0

  /// The number of seconds within which a second change of a file may leave its stamp unchanged.
  private static let recent = CacheNotes.recent

  /// The mark of a file and of the file with its stored mentions.
  ///
  /// - Parameter kept: nil if no mentions of the file are stored.
  static func of(_ file: FileStamp, kept: FileStamp?) -> UInt64 {
    var numbers = file.numbers
    if let kept { numbers += kept.numbers }
    let checksum = unsafe Checksum.of(numbers.span.bytes)
    return checksum == none ? 1 : checksum
  }

  /// A mark with which every later change is detected, or ``none``.
  static func lasting(_ file: FileStamp, kept: FileStamp?) -> UInt64 {
    let now = Platform.secondsSince1970()
    let isRecent = file.seconds > now - recent || kept.map { $0.seconds > now - recent } ?? false
    return isRecent ? none : of(file, kept: kept)
  }
}

/// Stored results of workspace scans, in the folder of the catalog cache: one file for each workspace and position
/// encoding, readable only by the user and replaced atomically.
struct IndexCache {
  /// The path of the folder.
  let path: String
  let limit: FolderLimit

  init(_ path: String, limit: FolderLimit = .catalogs) { (self.path, self.limit) = (path, limit) }

  /// The name of the file for a workspace and a position encoding.
  fileprivate static func name(of scan: WorkspaceScan) -> String {
    UserFolders.hash(of: ([scan.encoding.rawValue] + scan.rules.roots).joined(separator: "\u{0}"))
      + KeptFileName.indexEnding
  }

  /// The stored result if it was produced with these rules, even if the known entities have changed since; otherwise
  /// nil. A damaged file is removed.
  ///
  /// - Parameter rules: ``ScanRules/fingerprint``.
  fileprivate func read(_ name: String, rules: String) -> StoredIndex? {
    guard let folder = try? GuardedFolder(path), case .bytes(let bytes) = folder.read(name) else {
      return nil
    }
    guard let index = StoredIndex(bytes) else {
      try? folder.remove(name)
      return nil
    }
    guard index.rulesFingerprint == rules else { return nil }
    folder.touch(name)
    return index
  }

  /// Replaces the stored bytes of a ``StoredIndex``. Nothing is stored if they exceed ``GuardedFolder/longest``.
  ///
  /// - Returns: the reason why the bytes could not be written, in words; nil on success.
  fileprivate func write(_ bytes: [UInt8], _ name: String) -> String? {
    do throws(GuardedFolder.AccessError) {
      guard let folder = try GuardedFolder(path, makes: true) else { return nil }
      do throws(SystemError) {
        guard bytes.count <= GuardedFolder.longest else {
          try folder.remove(name)
          return nil
        }
        try folder.write(name, bytes, mode: 0o600)
      } catch {
        return "\(path): \(error.message)"
      }
      folder.tidy(GuardedFolder.Pruning(limit: limit, latest: name))
      return nil
    } catch {
      return error.reason
    }
  }
}
