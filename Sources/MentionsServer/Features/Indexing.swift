import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// How long a request waits for the whole workspace where what an earlier server found would do, in milliseconds: most
/// workspaces have been looked through by then.
private let patience = 250

/// The index of the workspace's mentions: when it is made, and what waits for it.
extension Session {
  /// Waits until the index knows the workspace as it is now. Where there is none it waits for the people in memory alone.
  ///
  /// - Parameters:
  ///   - token: under which the client wants to hear of progress. It is good until the request is answered: the handler
  ///     ends that progress.
  ///   - takesStored: whether what an earlier server found is enough where looking through the workspace takes longer;
  ///     the handler then has the files looked at that it speaks of (``check(_:)``).
  /// - Throws: where the user has cancelled the search.
  func indexed(reportingTo token: ProgressToken?, takesStored: Bool = false) async throws(RPCError) {
    guard isIndexWanted else { return try await peopleAreKnown(in: nil) }
    if let rules = scanRules(), indexing.isCurrent(by: rules, now: now) { return }
    if let token, indexing.progress == nil { beginProgress(.init(token: token, hasBegun: true)) }
    watchWorkspace()
    var need = indexing.beginWaiting()
    defer { indexing.endWaiting() }
    if try await !until(.indexed(need), by: takesStored ? now.advanced(by: patience) : nil) {
      need.takesStored = true
      try await until(.indexed(need))
    }
    if indexing.isCancelled(since: need) {
      throw RPCError(.requestCancelled, "the search through the workspace was cancelled")
    }
  }

  /// Whether the files of some workspace folder are looked at.
  var isIndexWanted: Bool { !settings.roots.isEmpty && settings.all.contains(where: \.index) }

  /// Variant for an answer in progress: at once if no other search has begun since the one with this number.
  func indexed(unlessStill scan: Int) async throws(RPCError) {
    if indexing.scan != scan { try await indexed(reportingTo: nil) }
  }

  /// Waits until what the index says of some files is what they hold: at once, unless it is what an earlier server found.
  ///
  /// - Parameter paths: of files that need not be open; those that are open are known as they are.
  func check(_ paths: @autoclosure () -> [String]) async throws(RPCError) {
    guard let stored = indexing.stored, let rules = scanRules() else { return }
    let paths = paths()
    guard !paths.isEmpty else { return }
    let number = indexing.scan
    let files = try await reread(
      WorkspaceScan(
        number: number, rules: rules, encoding: client.positionEncoding, only: paths, usesCache: false,
        stored: stored))
    try await indexed(unlessStill: number)
    if indexing.scan == number { indexing.correct(files.map(\.mentions)) }
  }

  /// Has files read again.
  func reread(_ scan: WorkspaceScan) async throws(RPCError) -> [RereadFile] {
    let number = indexing.nextReread()
    perform(.reread(scan, number: number))
    try await until(.reread(number))
    return indexing.reread.removeValue(forKey: number) ?? []
  }

  func filesReread(_ number: Int, _ files: [RereadFile]) {
    if loop.isAwaited(.reread(number)) { indexing.reread[number] = files }
  }

  /// Begins the scan that requests wait for, as soon as everybody is known who can be meant. Runs after each event.
  func advanceIndex() {
    if indexing.settingsHaveChanged { dropUnwantedIndex() }
    guard indexing.isAwaited else { return endProgress() }
    guard let rules = scanRules() else { return }
    if indexing.state == .scanning {
      // The request that has brought a token may have been answered before others.
      guard indexing.isScanningOtherwise(than: rules) else { return showProgress() }
      perform(.cancelScan(indexing.scan))
      indexing.cancel()
    }
    showProgress()
    let (number, only) = indexing.begin(by: rules)
    perform(
      .scanWorkspace(
        WorkspaceScan(
          number: number, rules: rules, encoding: client.positionEncoding, only: only,
          usesCache: settings.all.allSatisfy(\.cache))))
  }

  /// A scan has found something, or has ended.
  func workspaceScanned(_ number: Int, _ report: ScanReport) {
    guard indexing.take(report, of: number, now: now) else { return }
    guard let summary = report.summary else {
      // Who makes do with it is answered in its time.
      if report.stored == nil { reportProgress(report) }
      return
    }
    log(
      .info,
      """
      the index has \(indexing.index.count) mentions in \(indexing.index.fileCount) of \(summary.files) files
      """)
    for problem in summary.problems { log(.warning, "\(personal: problem)") }
    tellLimits(summary)
  }

  /// The client's user does not want to wait.
  func cancelIndexing() {
    dropIndex()
    indexing.cancelWaits()
  }

  /// Forgets what is in the files once the settings want it known of none. Who waits for it is answered out of the open
  /// documents.
  private func dropUnwantedIndex() {
    indexing.settingsHaveChanged = false
    if indexing.isUsed, !isIndexWanted { dropIndex() }
  }

  private func dropIndex() {
    if indexing.state == .scanning { perform(.cancelScan(indexing.scan)) }
    indexing.cancel()
    endProgress()
  }

  private func tellLimits(_ summary: ScanSummary) {
    if summary.tooMany > 0 {
      tellUser(
        .warning,
        "the workspace has \(summary.files + summary.tooMany) text files; mentions are looked for in"
          + " \(summary.files) of them", fault: "files", about: .index)
    }
    if indexing.index.leftOut > 0 {
      tellUser(
        .warning,
        "the workspace has \(indexing.index.count + indexing.index.leftOut) mentions;"
          + " \(indexing.index.count) of them are known", fault: "mentions", about: .index)
    }
  }

  // MARK: Who is known

  /// The rules for reading mentions; nil while a source is being read.
  func scanRules() -> ScanRules? {
    ScanRules(
      settings, environment: options.environment, version: options.version, catalog: completeCatalog(of:))
  }

  // MARK: Open documents

  /// Every mention in an open document, as it is now.
  func everyMention(in key: DocumentURI) -> [FoundMention] {
    guard let document = documents[key] else { return [] }
    let state = FoundMentions.State(
      annotations: document.mentions.annotations.revision, people: people.revision)
    return document.found.mentions(of: document.mentions, in: state) { known(for: document)(nil) }
  }

  /// The mention that is at a position in an open document or ends there.
  func mention(at position: Position, in key: DocumentURI) -> FoundMention? {
    guard let document = documents[key] else { return nil }
    let offset = positions.offset(of: position, in: document.mentions.text)
    return document.mentions.mention(at: offset, known: known(for: document))
  }

  /// Who somebody is now whom an open document has mentioned before.
  func current(_ old: Entity, in key: DocumentURI) -> Entity {
    documents[key].map { known(for: $0)(nil).current(old) } ?? old
  }

  // MARK: Changes

  /// A document is closed: its file may have another text, be gone, or be none of the workspace.
  func indexClosing(_ key: DocumentURI) {
    if let path = key.filePath { indexing.noteChange(of: path) }
  }

  /// Files have been renamed, made or removed.
  func noteFiles(_ changed: [DocumentURI]) {
    for path in changed.compactMap(\.filePath) { indexing.noteChange(of: path) }
  }
}

// MARK: - Progress

/// Progress of the workspace search, for the client.
extension Session {
  /// Progress under a token of our own, unless there is some: a request may have brought a token, which is good until that
  /// request is answered.
  func showProgress() {
    guard client.showsProgress, indexing.progress == nil else { return }
    let token = indexing.nextToken()
    indexing.progress = .init(token: token, hasBegun: false)
    let request = ask(.workDoneProgressCreate, WorkDoneProgressCreateParams(token: token))
    start { session async throws(RPCError) in
      guard case .success = try await session.answer(to: request), session.indexing.progress?.token == token
      else { return }
      session.beginProgress(.init(token: token, hasBegun: true))
    }
  }

  /// Progress under a token that the client knows.
  func beginProgress(_ progress: WorkspaceMentions.Progress) {
    indexing.progress = progress
    notify(
      .progress,
      ProgressParams(
        token: progress.token,
        value: .begin(
          title: "Mentions", cancellable: true, message: "Searching the workspace…", percentage: 0)))
  }

  func reportProgress(_ report: ScanReport) {
    guard let progress = indexing.progress, progress.hasBegun, report.total > 0 else { return }
    let hundredths = report.done * 100 / report.total
    guard hundredths > progress.told else { return }
    indexing.progress?.told = hundredths
    let message = "\(report.done) of \(report.total) files"
    notify(
      .progress,
      ProgressParams(token: progress.token, value: .report(message: message, percentage: hundredths)))
  }

  /// Ends the progress under a request's token, where it is that which is shown.
  func endProgress(under token: ProgressToken?) {
    if let token, indexing.progress?.token == token { endProgress() }
  }

  func endProgress() {
    guard let progress = indexing.progress else { return }
    indexing.progress = nil
    if progress.hasBegun { notify(.progress, ProgressParams(token: progress.token, value: .end())) }
  }
}
