import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// The number of milliseconds that a request waits for a complete search of the workspace before it uses results stored
/// by an earlier server, if it accepts these. Most workspaces are searched within this time.
private let patience = 250

/// The index of the workspace's mentions: when it is built, and the requests that wait for it.
extension Session {
  /// Waits until the index is up to date or, if the settings disable the index, until the people in memory are known.
  ///
  /// - Parameters:
  ///   - token: the client's token for progress reports. It is valid until the request is answered; the handler ends
  ///     the progress.
  ///   - takesStored: whether results of an earlier server are sufficient if searching the workspace takes longer than
  ///     `patience`. A handler that accepts them checks the files in its answer (``check(_:)``).
  /// - Throws: an error if the user has cancelled the search.
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
      throw RPCError(.requestCancelled, "the search of the workspace was cancelled")
    }
  }

  /// Whether the files of any workspace folder are indexed.
  var isIndexWanted: Bool { !settings.roots.isEmpty && settings.all.contains(where: \.index) }

  /// Waits again until the index is up to date, for a handler whose answer is based on the search with this number.
  /// Returns immediately unless another search has begun since.
  func indexed(unlessStill scan: Int) async throws(RPCError) {
    if indexing.scan != scan { try await indexed(reportingTo: nil) }
  }

  /// Waits until the index entries of some files are up to date: returns immediately unless they come from an earlier
  /// server.
  ///
  /// - Parameter paths: the files to check; open ones need no check.
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

  /// Has the files of `scan` read again, without changing the index, and waits for the result.
  func reread(_ scan: WorkspaceScan) async throws(RPCError) -> [RereadFile] {
    let number = indexing.nextReread()
    perform(.reread(scan, number: number))
    try await until(.reread(number))
    return indexing.reread.removeValue(forKey: number) ?? []
  }

  func filesReread(_ number: Int, _ files: [RereadFile]) {
    if loop.isAwaited(.reread(number)) { indexing.reread[number] = files }
  }

  /// Starts the search that requests are waiting for, as soon as all people are known. Runs after each event.
  func advanceIndex() {
    if indexing.settingsHaveChanged { dropUnwantedIndex() }
    guard indexing.isAwaited else { return endProgress() }
    guard let rules = scanRules() else { return }
    if indexing.state == .scanning {
      // Progress under a request's token ends with that request. If other requests still wait, progress is shown under
      // another token.
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

  /// Handles partial results of a search, or its end.
  func workspaceScanned(_ number: Int, _ report: ScanReport) {
    guard indexing.take(report, of: number, now: now) else { return }
    guard let summary = report.summary else {
      // The stored index does not count as progress: requests that accept it use it once `patience` has passed.
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

  /// Cancels indexing at the user's request.
  func cancelIndexing() {
    dropIndex()
    indexing.cancelWaits()
  }

  /// Drops the index once no settings enable it. Waiting requests are answered from the open documents.
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
        "the workspace has \(summary.files + summary.tooMany) text files; only \(summary.files)"
          + " of them are searched for mentions", fault: "files", about: .index)
    }
    if indexing.index.leftOut > 0 {
      tellUser(
        .warning,
        "the workspace has \(indexing.index.count + indexing.index.leftOut) mentions;"
          + " only \(indexing.index.count) of them are indexed", fault: "mentions", about: .index)
    }
  }

  // MARK: Who is known

  /// The rules for reading mentions; nil while a source is being read.
  func scanRules() -> ScanRules? {
    ScanRules(
      settings, environment: options.environment, version: options.version, catalog: completeCatalog(of:))
  }

  // MARK: Open documents

  /// All mentions in an open document, in its current state.
  func everyMention(in key: DocumentURI) -> [FoundMention] {
    guard let document = documents[key] else { return [] }
    let state = FoundMentions.State(
      annotations: document.mentions.annotations.revision, people: people.revision)
    return document.found.mentions(of: document.mentions, in: state) { known(for: document)(nil) }
  }

  /// The mention in an open document that contains a position or ends there.
  func mention(at position: Position, in key: DocumentURI) -> FoundMention? {
    guard let document = documents[key] else { return nil }
    let offset = positions.offset(of: position, in: document.mentions.text)
    return document.mentions.mention(at: offset, known: known(for: document))
  }

  /// The current description of an entity that an open document has mentioned.
  func current(_ old: Entity, in key: DocumentURI) -> Entity {
    documents[key].map { known(for: $0)(nil).current(old) } ?? old
  }

  // MARK: Changes

  /// Handles the closing of a document: its file may have different content, may be missing, or may not belong to the
  /// workspace.
  func indexClosing(_ key: DocumentURI) {
    if let path = key.filePath { indexing.noteChange(of: path) }
  }

  /// Handles files that were renamed, created or deleted.
  func noteFiles(_ changed: [DocumentURI]) {
    for path in changed.compactMap(\.filePath) { indexing.noteChange(of: path) }
  }
}

// MARK: - Progress

/// Work-done progress of the workspace search.
extension Session {
  /// Shows progress under the server's own token, unless progress is shown already: a request may have passed a token,
  /// which is valid until that request is answered.
  private func showProgress() {
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

  /// Begins progress under a token that the client has sent or accepted.
  private func beginProgress(_ progress: IndexState.Progress) {
    indexing.progress = progress
    notify(
      .progress,
      ProgressParams(
        token: progress.token,
        value: .begin(
          title: "Mentions", cancellable: true, message: "Searching the workspace…", percentage: 0)))
  }

  private func reportProgress(_ report: ScanReport) {
    guard let progress = indexing.progress, progress.hasBegun, report.total > 0 else { return }
    let hundredths = report.done * 100 / report.total
    guard hundredths > progress.told else { return }
    indexing.progress?.told = hundredths
    let message = "\(report.done) of \(report.total) files"
    notify(
      .progress,
      ProgressParams(token: progress.token, value: .report(message: message, percentage: hundredths)))
  }

  /// Ends the progress under a request's token, if it is shown under that token.
  func endProgress(under token: ProgressToken?) {
    if let token, indexing.progress?.token == token { endProgress() }
  }

  private func endProgress() {
    guard let progress = indexing.progress else { return }
    indexing.progress = nil
    if progress.hasBegun { notify(.progress, ProgressParams(token: progress.token, value: .end())) }
  }
}
