import LanguageProtocol
import Mentions

/// The index of a workspace's mentions, and its state. The index is built at the first request that needs it. Later
/// changes are recorded, and the changed files are read at the next request.
///
///     unused ──a request──▶ scanning ──report with a summary──▶ ready ──a request, and something has changed──▶ scanning
///                              └────────── cancelled ──────────▶ unused
///
/// During the first scan, results of an earlier server may be available. A request for which these are sufficient waits
/// only a short time for the scan. After that, it is answered from these results, once the files in the response have
/// been checked.
///
/// A value without side effects: the session performs the scans.
struct IndexState {
  enum State { case unused, scanning, ready }

  /// Progress shown to the client.
  struct Progress {
    let token: ProgressToken
    /// Whether the client has accepted the progress token.
    var hasBegun: Bool
    /// The last reported progress, in percent.
    var told = 0
  }

  /// The maximum number of changed files and folders that are recorded individually; after more changes, everything is
  /// scanned again.
  private static var mostChanges: Int { 1000 }

  private(set) var state = State.unused
  private(set) var index = WorkspaceIndex()
  private(set) var summary = ScanSummary(files: 0)
  /// The rules with which the index was built; nil if every file must be read.
  private var rules: ScanRules?
  /// Files and folders that have changed since the last scan began.
  private var changed: Set<String> = []
  /// Whether any file, or the set of files to search, may have changed.
  private var isAllChanged = false
  /// The number of changes recorded so far.
  private var changes = 0
  /// The value of ``changes`` when the last scan began.
  private var covered = 0
  /// The number of the last scan.
  private(set) var scan = 0
  /// The number of scans that have ended.
  private var ended = 0
  /// The number of waiting requests.
  private(set) var waiting = 0
  /// The number of times that the waits of all requests were cancelled.
  private var cancellations = 0
  var progress: Progress?
  /// Files that were read again, by the number from ``nextReread()``, until the handler that asked for them takes them.
  var reread: [Int: [RereadFile]] = [:]
  private var lastReread = 0
  private var lastToken = 0
  /// Whether the client reports changes to any file of the workspace.
  var isWatched = false
  /// Whether settings that may disable the index have changed.
  var settingsHaveChanged = false
  /// The time at which the last scan ended.
  private var scanned = Instant(milliseconds: 0)
  /// The index of an earlier server, until the first scan has ended.
  private(set) var stored: StoredIndex?
  /// Whether a scan has ever ended.
  private var hasScanned = false

  /// Whether the index is or has been needed by a request. Only then is it kept up to date.
  var isUsed: Bool { state != .unused || isAwaited }
  var isAwaited: Bool { waiting > 0 }

  // MARK: Changes

  /// Records that a file or folder was changed, created or removed.
  mutating func noteChange(of path: String) {
    guard state != .unused else { return }
    changes += 1
    if changed.count == Self.mostChanges || Self.listings.contains(where: path.hasSuffix) {
      isAllChanged = true
    }
    if !isAllChanged { changed.insert(path) }
  }

  /// Names of files that determine which files are searched.
  private static var listings: [String] { ["/.gitignore", "/.git/info/exclude"] }

  /// The number of milliseconds for which the results of a scan are valid if the client does not report changes to
  /// files.
  private static var trust: Int { 2000 }

  /// Whether nothing has changed since the index was built with these rules.
  func isCurrent(by rules: ScanRules, now: Instant) -> Bool {
    state == .ready && changed.isEmpty && !isAllChanged && self.rules?.isSame(as: rules) == true
      && (isWatched || now < scanned.advanced(by: Self.trust))
  }

  /// Whether results of an earlier server are available, and no change was reported to this server.
  private var hasStored: Bool { stored != nil && changed.isEmpty && !isAllChanged }

  // MARK: Scans

  /// Whether a scan with other rules is in progress.
  func isScanningOtherwise(than rules: ScanRules) -> Bool {
    state == .scanning && self.rules?.isSame(as: rules) != true
  }

  /// Begins a scan. Returns its number, and the files and folders to scan; nil for all.
  mutating func begin(by rules: ScanRules) -> (number: Int, only: [String]?) {
    let isPartial = state == .ready && isWatched && !isAllChanged && self.rules?.isSame(as: rules) == true
    if !isPartial { index = WorkspaceIndex() }
    let only = isPartial ? changed.sorted() : nil
    self.rules = rules
    stored = nil
    (changed, isAllChanged) = ([], false)
    covered = changes
    state = .scanning
    scan += 1
    return (scan, only)
  }

  /// Receives the results of a scan. Returns false, and ignores them, if the scan is not the current one.
  mutating func take(_ report: ScanReport, of number: Int, now: Instant) -> Bool {
    guard state == .scanning, number == scan else { return false }
    if let stored = report.stored {
      index = WorkspaceIndex(stored)
      if !hasScanned { self.stored = stored }
    }
    // A path that is not an indexed file may have been a folder, whose files are removed.
    index.removeAll(in: report.gone.filter { !index.contains($0) })
    for path in report.gone { index.remove(path) }
    for file in report.files { index.replace(file) }
    if let summary = report.summary {
      state = .ready
      ended += 1
      hasScanned = true
      stored = nil
      self.summary = summary
      scanned = now
    }
    return true
  }

  /// Cancels the scan and drops the index.
  mutating func cancel() {
    state = .unused
    index = WorkspaceIndex()
    rules = nil
    stored = nil
    (changed, isAllChanged) = ([], false)
    scan += 1
  }

  /// Replaces the entries of files that were read again to check the results of an earlier server.
  mutating func correct(_ files: [FileMentions]) {
    if state != .unused { for file in files { index.replace(file) } }
  }

  // MARK: Requests

  /// Begins the wait of a request.
  ///
  /// - Returns: the state of the index that the request needs, to be checked with ``meets(_:)``.
  mutating func beginWaiting() -> IndexNeed {
    waiting += 1
    return IndexNeed(changes: changes, ended: ended, cancellations: cancellations)
  }

  mutating func endWaiting() { waiting -= 1 }

  /// Ends all waits with an error.
  mutating func cancelWaits() { cancellations += 1 }

  func isCancelled(since need: IndexNeed) -> Bool { cancellations > need.cancellations }

  /// Whether a waiting request can continue: a scan that includes the needed changes has ended, results of an earlier
  /// server are available and sufficient, or the wait was cancelled.
  func meets(_ need: IndexNeed) -> Bool {
    if isCancelled(since: need) { return true }
    if need.takesStored, hasStored { return true }
    return state == .ready && ended > need.ended && covered >= need.changes
  }

  mutating func nextToken() -> ProgressToken {
    lastToken += 1
    return .string("mentions-index-\(lastToken)")
  }

  /// A new number for a request to read files.
  mutating func nextReread() -> Int {
    lastReread += 1
    return lastReread
  }
}

/// The state of the index that a request needs.
struct IndexNeed: Hashable {
  /// The number of changes recorded when the request arrived.
  fileprivate let changes: Int
  /// The number of scans that had ended when the request arrived.
  fileprivate let ended: Int
  fileprivate let cancellations: Int
  /// Whether results of an earlier server are sufficient.
  var takesStored = false
}
