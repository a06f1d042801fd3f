import LanguageProtocol
import Mentions

/// The index of a workspace's mentions and how it is kept up to date. It is made at the first request that needs it;
/// what changes afterwards is noted, and looked at when the next request comes.
///
///     unused ──a request──▶ scanning ──report with a summary──▶ ready ──a request, and something has changed──▶ scanning
///                              └────────── cancelled ──────────▶ unused
///
/// During the first scan what an earlier server found may be known already: requests that can make do with it wait a
/// little for the scan, and are then answered out of that, after a look at the files that the answer is about.
///
/// A value that asks nobody: the session performs what has to be done outside.
struct WorkspaceMentions {
  enum State { case unused, scanning, ready }

  /// Progress as the client sees it.
  struct Progress {
    let token: ProgressToken
    /// Whether the client has agreed to show it.
    var hasBegun: Bool
    /// The last reported progress, in hundredths.
    var told = 0
  }

  /// More files and folders are not noted one by one: everything is looked at then.
  private static var mostChanges: Int { 1000 }

  private(set) var state = State.unused
  private(set) var index = WorkspaceIndex()
  private(set) var summary = ScanSummary(files: 0)
  /// The rules that the index was built by; nil: every file has to be read.
  private var rules: ScanRules?
  /// Files and folders that have changed since the last scan began.
  private var changed: Set<String> = []
  /// Whether any file may have changed since, or which files there are to look at.
  private var isAllChanged = false
  /// Counts the changes.
  private var changes = 0
  /// The value of ``changes`` when the scan began that is under way.
  private var covered = 0
  /// The number of the last scan.
  private(set) var scan = 0
  /// How many scans have ended.
  private var ended = 0
  /// How many requests wait.
  private(set) var waiting = 0
  /// How often the waits of all requests were cancelled.
  private var cancellations = 0
  var progress: Progress?
  /// Files that were read again, by the number of the question, until its handler takes them.
  var reread: [Int: [RereadFile]] = [:]
  private var lastReread = 0
  private var lastToken = 0
  /// Whether the client reports changes to any file of the workspace.
  var isWatched = false
  /// Whether it may not be wanted any more.
  var settingsHaveChanged = false
  /// When the last scan ended.
  private var scanned = Instant(milliseconds: 0)
  /// The index of an earlier server, until the first scan has ended.
  private(set) var stored: StoredIndex?
  /// Whether a scan has ever ended.
  private var hasScanned = false

  /// Whether a request has ever needed it: only then is it kept up to date.
  var isUsed: Bool { state != .unused || isAwaited }
  var isAwaited: Bool { waiting > 0 }

  // MARK: Changes

  /// A file or folder has changed, is new or is gone.
  mutating func noteChange(of path: String) {
    guard state != .unused else { return }
    changes += 1
    if changed.count == Self.mostChanges || Self.listings.contains(where: path.hasSuffix) {
      isAllChanged = true
    }
    if !isAllChanged { changed.insert(path) }
  }

  /// Files that say which files there are to look at.
  private static var listings: [String] { ["/.gitignore", "/.git/info/exclude"] }

  /// How long a result is valid where changes are not reported, in milliseconds.
  private static var trust: Int { 2000 }

  /// Whether nothing has changed since the index was made by these rules.
  func isCurrent(by rules: ScanRules, now: Instant) -> Bool {
    state == .ready && changed.isEmpty && !isAllChanged && self.rules?.isSame(as: rules) == true
      && (isWatched || now < scanned.advanced(by: Self.trust))
  }

  /// Nothing must have changed since this server has begun to listen to changes.
  private var hasStored: Bool { stored != nil && changed.isEmpty && !isAllChanged }

  // MARK: Scans

  /// Whether the scan that is under way finds something else than these rules would.
  func isScanningOtherwise(than rules: ScanRules) -> Bool {
    state == .scanning && self.rules?.isSame(as: rules) != true
  }

  /// Begins a scan. Returns its number, and which files and folders to look at; nil: all.
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

  /// Takes what a scan has found. False where it is not the one under way.
  mutating func take(_ report: ScanReport, of number: Int, now: Instant) -> Bool {
    guard state == .scanning, number == scan else { return false }
    if let stored = report.stored {
      index = WorkspaceIndex(stored)
      if !hasScanned { self.stored = stored }
    }
    // What is no file that was known may have been a folder.
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

  /// Gives the scan up, and what is known with it.
  mutating func cancel() {
    state = .unused
    index = WorkspaceIndex()
    rules = nil
    stored = nil
    (changed, isAllChanged) = ([], false)
    scan += 1
  }

  /// Takes what files hold that were looked at while a scan went on.
  mutating func correct(_ files: [FileMentions]) {
    if state != .unused { for file in files { index.replace(file) } }
  }

  // MARK: Requests

  /// A request begins to wait.
  ///
  /// - Returns: what it needs, which ``meets(_:)`` looks at.
  mutating func beginWaiting() -> IndexNeed {
    waiting += 1
    return IndexNeed(changes: changes, ended: ended, cancellations: cancellations)
  }

  mutating func endWaiting() { waiting -= 1 }

  /// Ends all waits with an error.
  mutating func cancelWaits() { cancellations += 1 }

  func isCancelled(since need: IndexNeed) -> Bool { cancellations > need.cancellations }

  /// Whether a request that waits can go on: a scan has ended that saw what it needs, or what an earlier server found is
  /// known and enough, or its wait was cancelled.
  func meets(_ need: IndexNeed) -> Bool {
    if isCancelled(since: need) { return true }
    if need.takesStored, hasStored { return true }
    return state == .ready && ended > need.ended && covered >= need.changes
  }

  /// A new progress token.
  mutating func nextToken() -> ProgressToken {
    lastToken += 1
    return .string("mentions-index-\(lastToken)")
  }

  /// A new number for a question.
  mutating func nextReread() -> Int {
    lastReread += 1
    return lastReread
  }
}

/// The state of a workspace that a request needs to hear of.
struct IndexNeed: Hashable {
  /// How many changes had been noted when it came.
  fileprivate let changes: Int
  /// How many scans had ended.
  fileprivate let ended: Int
  fileprivate let cancellations: Int
  /// Whether what an earlier server found is enough.
  var takesStored = false
}
