import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/didOpen`, `didChange`, `didSave`, `didClose`.
extension Session {
  func didOpen(_ params: DidOpenTextDocumentParams) {
    let item = params.textDocument
    let key = item.uri
    let readsSettings = adoptRoot(of: item.uri)
    // A client that opens a document twice has lost its state; only the new text is valid.
    if documents[key] != nil { close(key) }
    let mentions = MentionsDocument(
      text: item.text, languageID: item.languageId,
      policy: policy(for: item.uri))
    let document = OpenDocument(
      uri: item.uri, languageID: item.languageId, number: nextDocumentNumber(), version: item.version,
      mentions: mentions)
    if client.wantsTextEvents { document.textEvents.begin() }
    open(document, as: key)
    document.diagnostics.areWanted = settings[key].diagnostics.findsAny
    unread.insert(key)
    scheduleFindings(in: key)
    keepOpened(key)
    setUpNearness(of: key)
    readChoices()
    // If settings are about to be read, plug-ins and providers are started after that, with the right settings.
    if !readsSettings {
      setUpPlugins()
      startProviders(of: key)
    }
    for make in options.plugins {
      update(key) {
        do throws(PluginError) {
          return try $0.register(make(item.languageId), now: now).report
        } catch {
          log(.warning, "a plug-in was not registered for \(key): \(error.description)")
          return DocumentReport()
        }
      }
    }
  }

  func didChange(_ params: DidChangeTextDocumentParams) {
    let key = params.textDocument.uri
    let positions = positions
    kept.noteChange(of: key)
    let changed = withDocument(key) { document in
      document.changed = now
      let before = document.version
      document.mentions.beginChanges()
      for change in params.contentChanges {
        if let range = change.range {
          let replaced = positions.range(range, in: document.mentions.text)
          document.mentions.splice(TextReplacement(range: replaced, replacement: change.text))
        } else {
          document.mentions.replaceAll(with: change.text)
        }
      }
      document.version = params.textDocument.version
      return (document, before, report: document.mentions.finishChanges(now: now))
    }
    guard let (document, before, report) = changed else {
      return log(.warning, "didChange for a document that is not open")
    }
    unread.insert(key)
    if document.diagnostics.areWanted { scheduleFindings(afterEditOf: document) }
    let change = document.textEvents.isReading ? report.change : nil
    if let change {
      beginPluginChange(change, after: before, in: key) { take(report, of: document, key) }
    } else {
      take(report, of: document, key)
    }
    if document.nearness != nil { noteWhoIsNear(key) }
    if let change { readTextEvents(change, report, in: key) }
  }

  func didSave(_ params: DidSaveTextDocumentParams) {
    keepSaved(params.textDocument.uri)
    noteFiles([params.textDocument.uri])
    documents[params.textDocument.uri]?.nearness?.noteHistory()
    // The saved file may be a settings or people file, since these are often edited in the same editor.
    if !client.watchesFiles { perform(.checkFiles(settings.paths + sources.watched.map(\.path))) }
    lookAtRepositories()
  }

  func didClose(_ params: DidCloseTextDocumentParams) {
    let key = params.textDocument.uri
    guard documents[key] != nil else { return log(.warning, "didClose for a document that is not open") }
    close(key)
  }

  private func close(_ key: DocumentURI) {
    finishTextEvents(in: key)
    closePlugins(in: key)
    indexClosing(key)
    keepClosing(key)
    if let queryID = documents[key]?.chooser.queryID { retract(queryID, in: key) }
    withdrawDiagnostics(of: key)
    cleanUpPlugins(of: key)
    forget(key)
  }

  /// Cleans up the plug-ins of a document that is being closed; their further requests are ignored.
  func cleanUpPlugins(of key: DocumentURI) {
    _ = documents[key]?.mentions.unregisterAllPlugins(now: now)
  }
}

// MARK: - The workspace

/// `workspace/did…`: changes of settings, folders and files.
extension Session {
  /// For clients that answer `workspace/configuration`, this only announces that there are changes to request.
  func didChangeConfiguration(_ params: DidChangeConfigurationParams) {
    if client.answersConfiguration {
      askForConfiguration()
    } else {
      settings.configuration = params.settings
      applySettings()
    }
  }

  func didChangeWorkspaceFolders(_ params: DidChangeWorkspaceFoldersParams) {
    let removed = Set(params.event.removed.compactMap(\.uri.filePath).map(FolderPath.plain))
    var roots = settings.roots
    roots.removeAll { removed.contains($0) }
    var known = Set(roots)
    for folder in params.event.added.compactMap(\.uri.filePath).map(FolderPath.plain)
    where known.insert(folder).inserted {
      roots.append(folder)
    }
    rootsChanged(to: roots)
  }

  func didChangeWatchedFiles(_ params: DidChangeWatchedFilesParams) {
    noteFiles(params.changes.map(\.uri))
    filesChanged(params.changes.compactMap(\.uri.filePath))
  }

  /// Some clients send this before they close the document under its old name and open it under the new one, others
  /// afterwards.
  func didRenameFiles(_ params: RenameFilesParams) {
    keepRenamed(params.files)
    noteFiles(params.files.flatMap { [$0.oldUri, $0.newUri] })
  }

  /// Uses the folder of a document as the workspace folder, if the client has opened a single file without one.
  ///
  /// - Returns: whether the folder is used, so that settings are about to be read.
  private func adoptRoot(of document: DocumentURI) -> Bool {
    guard settings.roots.isEmpty, let path = document.filePath, let slash = path.lastIndex(of: "/") else {
      return false
    }
    rootsChanged(to: [slash == path.startIndex ? "/" : String(path[..<slash])], isAdopted: true)
    return true
  }

  private func rootsChanged(to roots: [String], isAdopted: Bool = false) {
    settings.locate(roots: roots, isAdopted: isAdopted, environment: options.environment)
    perform(.readSettings(settings.paths))
  }
}

// MARK: - Settings

/// Reading settings, and applying changes.
extension Session {
  /// The policy for a document with this client. If the client does not support versioned edits by the server, a partly
  /// deleted mention becomes plain text, regardless of the settings: trimming or deleting it would require such an
  /// edit.
  func policy(for document: DocumentURI) -> MentionsPolicy {
    var policy = settings.policy(for: document)
    if !client.takesServerEdits { policy.deletion = .plain }
    return policy
  }

  func settingsRead(_ files: [SettingsFile]) {
    settings.take(files)
    guard hasReadSettings else {
      // `initialize` waits for this, and applies the settings itself.
      hasReadSettings = true
      return
    }
    applySettings()
    searches.looks += 1
  }

  /// Resolves the layers again and applies the differences without a restart.
  private func applySettings() {
    let (hints, lenses) = (settings.inlayHints, settings.codeLenses)
    people.noteChange()
    settings.resolve()
    reportSettingsProblems()
    announceTriggers()
    if tokens.styleNames.setSettings(settings.styles) { refreshTokens() }
    if settings.inlayHints != hints { refreshInlayHints() }
    if settings.codeLenses != lenses { refreshCodeLenses() }
    client.wantsNotifications = settings.current.notifications
    for gone in sources.configure(settings.all) where !gone.isInMemory {
      perform(.stopProvider(source: gone.key))
      searches.forgetAnswers()
    }
    loadSources()
    updateLearning()
    indexing.settingsHaveChanged = true
    applyPlugins()
    moveKept()
    rescheduleFindings()
    for key in openKeys {
      setUpNearness(of: key)
      guard let document = documents[key] else { continue }
      let policy = policy(for: document.uri)
      if policy != document.mentions.policy {
        update(key) { $0.setPolicy(policy, now: now) }
        readAnew(key)
      }
      startProviders(of: key)
    }
  }

  /// Reports settings problems: as diagnostics in the files, and with a message for each problem that was not shown
  /// before.
  func reportSettingsProblems() {
    messages.keep(settings.problems.map(\.description), about: .settings)
    for problem in settings.problems {
      tellUser(
        problem.severity == .error ? .error : .warning, problem.description, about: .settings)
    }
    for (uri, diagnostics) in settings.changedDiagnostics(positions.encoding) {
      notify(.publishDiagnostics, PublishDiagnosticsParams(uri: uri, diagnostics: diagnostics))
    }
  }

  // MARK: Files

  /// Handles the result of a check of files, or the client's report of changes. An empty list only records that the
  /// check has ended.
  func filesChanged(_ paths: [String]) {
    guard !paths.isEmpty else {
      searches.looks += 1
      return
    }
    let changed = Set(paths)
    for source in Set(sources.watched.filter { changed.contains($0.path) }.map(\.source)).sorted() {
      load(source)
    }
    // The content of settings files arrives with a separate event.
    if settings.paths.contains(where: changed.contains) { return perform(.readSettings(settings.paths)) }
    searches.looks += 1
  }

  func askForConfiguration() {
    guard client.answersConfiguration else { return }
    let request = ask(.configuration, ConfigurationParams(items: [ConfigurationItem(section: "mentions")]))
    start { session async throws(RPCError) in
      let answer = try await session.answer(to: request)
      guard let values = try? answer.get().read([JSONValue].self), let value = values.first else { return }
      session.settings.configuration = value
      session.applySettings()
    }
  }
}

// MARK: - Reading mentions

/// Annotates the mentions found in the text: when a document is opened, when sources have been loaded, when text is
/// pasted or a mention is typed in full, and before a request is answered.
extension Session {
  /// The maximum size in bytes of a document that is read for mentions.
  private static let longestRead = 32 << 20

  /// Reads a whole document for mentions again. Reading is postponed while the document's stored mentions are being
  /// loaded, because they are restored first.
  func readAnew(_ key: DocumentURI) {
    withDocument(key) { $0.mentions.forgetReading() }
    unread.insert(key)
    readEdits(in: key)
  }

  /// Reads all documents again after a change of sources or formats.
  func readAllAnew() {
    for key in openKeys { readAnew(key) }
    rescheduleFindings()
    refreshNames()
  }

  /// Reads the text that was edited since it was last read, in all documents, so that all requests agree on the
  /// mentions. Text in which a mention is being created is read once the creation ends, and text that depends on a
  /// source once the source is loaded.
  func readEdits() {
    for key in unread.sorted(by: { $0.key < $1.key }) { readEdits(in: key) }
  }

  private func readEdits(in key: DocumentURI) {
    guard let document = documents[key] else {
      unread.remove(key)
      return
    }
    guard kept[key]?.status != .reading else { return }
    guard document.mentions.text.buffer.count <= Self.longestRead else {
      unread.remove(key)
      return log(.info, "\(key) is too long to be searched for mentions")
    }
    let known = known(for: document)
    update(key) { $0.read(known: known) }
    if !document.mentions.isUnread { unread.remove(key) }
  }

  /// Handles text that was inserted in one piece.
  func pasted(_ pasted: PastedText, in key: DocumentURI) {
    recognise(pasted, in: key)
    read(touching: pasted.range, in: key)
  }

  /// Reads text in which a mention was pasted or typed in full. If a source is still being loaded, the whole document
  /// is read afterwards.
  func read(touching range: TextRange, in key: DocumentURI) {
    guard let document = documents[key], range.count <= Self.longestRead else { return }
    let known = known(for: document)
    update(key) { $0.read(touching: range, known: known) }
  }

  // MARK: Copies

  /// Annotates pasted text that copies a range of an open document, or text that was removed from another open
  /// document; otherwise annotates lines that equal other lines of the same document.
  private func recognise(_ pasted: PastedText, in key: DocumentURI) {
    guard let text = documents[key]?.mentions.text, documents.values.contains(where: \.mayBeCopied),
      !(client.gathersTyping && text.buffer.mayBeTyped(pasted.range))
    else { return }
    for range in documents[key]?.mentions.pieces(of: pasted) ?? [] {
      let found = copies(of: text.buffer.bytes(in: range), pasted, in: key)
      if found.isEmpty { continue }
      return update(key) { $0.annotate(copyOf: found, at: range.start) }
    }
    update(key) { $0.annotateLines(of: pasted) }
  }

  private func copies(
    of wanted: [UInt8], _ pasted: PastedText, in key: DocumentURI
  ) -> [AnnotatedText] {
    var search = CopySearch(for: wanted)
    var cut: [AnnotatedText] = []
    for (other, document) in documents where document.mayBeCopied {
      let mentions = document.mentions
      search.search(mentions.annotations, in: mentions.text, excluding: other == key ? pasted : nil)
      if other != key, let text = mentions.annotations.removed.remembered(wanted) { cut.append(text) }
    }
    return search.isExhausted ? [] : search.found + cut
  }
}

extension OpenDocument {
  fileprivate var mayBeCopied: Bool { !mentions.annotations.isEmpty || !mentions.annotations.removed.isEmpty }
}

extension TextBuffer {
  /// Whether a text has no line breaks and is so short that the user may have typed it while the client was collecting
  /// keystrokes.
  fileprivate func mayBeTyped(_ range: TextRange) -> Bool {
    let keys = 8
    var offset = range.start
    for _ in 0..<keys {
      guard let next = graphemeEnd(after: offset), next <= range.end else { return true }
      if self[offset] == 10 || self[offset] == 13 { return false }
      offset = next
    }
    return false
  }
}
