import Entities
import EntitySources
import JSONText
import LanguageProtocol
public import Mentions
import TextModel

/// All mutable state of one connection: its life cycle, the open documents and the outgoing messages. Not `Sendable`,
/// because it is owned by its driver.
///
/// Each feature keeps its state in one property of the session. The type of the property is declared in the feature's
/// file in `Features`, and most members of the type are visible only there. The feature's handlers follow in the same
/// file, as extensions of the session. People, settings, the store and the index are separate values, which do not
/// refer to the session.
///
/// `handle(_:now:)` is a synchronous function. It neither reads nor writes anything outside of the session: all effects
/// are in its result.
public final class Session {
  /// Options of the host, given once at the start.
  public struct Options: Sendable {
    /// The version reported in `serverInfo`.
    public var version: String
    /// Environment variables, which determine the user's settings file.
    public var environment: [String: String]
    /// Functions that create the plug-ins of each opened document, given its LSP language identifier. The plug-ins are
    /// registered in this order. If several decide about mentions, only the first of them is registered.
    public var plugins: [@Sendable (_ languageID: String) -> any Plugin]

    public init(
      version: String, environment: [String: String] = [:],
      plugins: [@Sendable (_ languageID: String) -> any Plugin] = []
    ) {
      self.version = version
      self.environment = environment
      self.plugins = plugins
    }
  }

  enum Lifecycle {
    /// Only `initialize` and `exit` are accepted.
    case created
    /// `initialize` is waiting for the settings files.
    case initializing
    case running
    /// Only `exit` is accepted.
    case shutDown
    case exited
  }

  let options: Options
  var lifecycle = Lifecycle.created
  private(set) var now = Instant(milliseconds: 0)

  // The client
  var client = ClientFeatures()
  var requests = OpenRequests()
  var messages = MessageLog()
  /// Whether the client has requested a trace of the messages that the server receives.
  var isTraced = false

  // Features
  /// Completion lists sent recently.
  var offered = OfferedLists()
  var emptyLists = EmptyLists()
  var progress = SearchProgress()
  var tokens = TokenState()
  var definitions = DefinitionState()
  var registrations = Registrations()
  /// The programs of plug-ins.
  var plugins = PluginPrograms()

  // Settings, people and the store
  var settings = SettingsStack()
  /// Whether the settings files have been read, which `initialize` waits for.
  var hasReadSettings = false
  var sources = SourceRegistry()
  var people = PeopleState()
  var searches = SearchState()
  var learning = LearningState()
  var kept = KeptMentions()
  /// The index of the mentions in the workspace's files, and its scans.
  var indexing = IndexState()

  // Documents
  private(set) var documents: [DocumentURI: OpenDocument] = [:]
  private var lastDocument = 0
  /// Documents edited since they were last read for mentions.
  var unread: Set<DocumentURI> = []

  let loop = Loop()

  /// Creates the state of a connection that waits for the client's `initialize`.
  public init(options: Options) { self.options = options }

  var positions: PositionTranslation { PositionTranslation(encoding: client.positionEncoding) }

  // MARK: - Events

  /// Handles one event and returns all its results, in order.
  package func handle(_ event: ServerEvent, now: Instant) -> [Outgoing] {
    self.now = max(self.now, now)
    var outgoing: [Outgoing] = []
    dispatch(event)
    finishWork(&outgoing)
    // A handler may meet the condition that another one waits for.
    while !loop.waits.isEmpty, endWaits() { finishWork(&outgoing) }
    for followUp in Routes.followUps where followUp.isDue(self) {
      followUp.run(self)
      finishWork(&outgoing)
    }
    if !loop.waits.isEmpty, let next = loop.deadlines.next { outgoing.append(.perform(.wake(at: next))) }
    return outgoing
  }

  private func dispatch(_ event: ServerEvent) {
    switch event {
    case .message(let body): receive(body)
    case .framingFault(let fault): framingFailed(fault)
    case .clock: handleClock()
    case .settings(let files): settingsRead(files)
    case .loaded(let source, let load, let loaded): sourceLoaded(source, load: load, loaded)
    case .merged(let names, let mergeID, let catalog): sourcesMerged(names, mergeID: mergeID, catalog)
    case .provider(let source, let start, let event): providerSaid(event, source: source, start: start)
    case .plugin(let key, let start, let event): pluginSaid(event, plugin: key, start: start)
    case .near(let number, let people): foundNear(people, number: number)
    case .filesChanged(let paths): filesChanged(paths)
    case .storeRead(let path, let contents): storeRead(path, contents)
    case .storeFound(let folder, let documents): storeFound(documents, in: folder)
    case .marked(let path, let isNew): emptyListMarked(path, isNew: isNew)
    case .choicesKept(let choices, let changes, let seconds):
      choicesKept(choices, changes: changes, seconds: seconds)
    case .storeWritten(let path, let fault): storeWritten(path, fault)
    case .located(let number, let places): located(number, places)
    case .scanned(let scan, let report): workspaceScanned(scan, report)
    case .reread(let number, let files): filesReread(number, files)
    case .ending(let reason): end(reason)
    }
  }

  private func handleClock() {
    tickDocuments()
    if client.wantsTextEvents || !plugins.entries.isEmpty { tickTextEvents() }
    tickFindings()
    start { $0.tickSources() }
  }

  // MARK: - Messages

  /// Handles the body of one frame.
  private func receive(_ body: [UInt8]) {
    switch RPCMessage.decode(body) {
    case .request(let id, let method, let params): startRequest(id, method, params)
    case .notification(let method, let params): takeNotification(method, params)
    case .response(let id, let result): takeResponse(id, result)
    case .invalid(let id, let error): send(RPCEncoder.error(id: id, error))
    }
  }

  private func framingFailed(_ fault: FramerError) {
    log(.error, "the input is invalid: \(fault)")
    send(RPCEncoder.error(id: .null, RPCError(.parseError, "\(fault)")))
    if fault.isFatal { exit(status: 1) }
  }

  /// Logs a received message, if the client has enabled a trace.
  private func traceReceived(_ method: Method, _ id: RPCID?) {
    guard isTraced, case .running = lifecycle else { return }
    let message = id.map { "received request '\(method) - (\($0))'" } ?? "received notification '\(method)'"
    notify(.logTrace, LogTraceParams(message: message))
  }

  private func startRequest(_ id: RPCID, _ method: Method, _ params: RPCPayload) {
    guard requests.open(id) else {
      send(RPCEncoder.error(id: id, RPCError(.invalidRequest, "request id \(id) is in use")))
      return
    }
    switch (lifecycle, method) {
    case (.running, .initialize):
      return answer(id, RPCError(.invalidRequest, "the session is already initialized"))
    case (.created, .initialize), (.running, _): break
    case (.created, _), (.initializing, _):
      let refusal = "\(method) was sent before initialize was answered"
      return answer(id, RPCError(.serverNotInitialized, refusal))
    case (.shutDown, _), (.exited, _):
      let refusal = "\(method) was sent after shutdown"
      return answer(id, RPCError(.invalidRequest, refusal))
    }
    traceReceived(method, id)
    guard let route = Routes.table[method], route.kind == .request else {
      return answer(id, RPCError(.methodNotFound, "unknown request \(method)"))
    }
    if !unread.isEmpty, !Routes.whileTyping.contains(method) { readEdits() }
    do {
      try route.run(self, params, id)
    } catch {
      answer(id, error)
    }
  }

  private func takeNotification(_ method: Method, _ params: RPCPayload) {
    switch (lifecycle, method) {
    case (.running, _), (_, .exit): break
    // A waiting request may be cancelled in every phase, for example while `initialize` waits.
    case (_, .cancelRequest), (_, .setTrace): break
    case (.created, _), (.initializing, _), (.shutDown, _), (.exited, _): return
    }
    traceReceived(method, nil)
    guard let route = Routes.table[method], route.kind == .notification else {
      // Unknown notifications with the prefix `$/` may be ignored, according to LSP.
      if !method.isOptional { log(.info, "unknown notification \(method)") }
      return
    }
    do {
      try route.run(self, params, nil)
    } catch {
      log(.error, "\(error.message)")
    }
  }

  private func takeResponse(_ id: RPCID, _ result: Result<RPCPayload, RPCError>) {
    guard requests.take(result, of: id, isAwaited: loop.isAwaited(.answered(id))) else {
      return log(
        .warning, "unexpected response to request \(id), which was never sent or is no longer awaited")
    }
  }

  // MARK: - Documents

  /// The keys of the open documents, sorted, so that operations on all of them are performed in a fixed order.
  var openKeys: [DocumentURI] { documents.keys.sorted { $0.key < $1.key } }

  func open(_ document: OpenDocument, as key: DocumentURI) { documents[key] = document }

  func nextDocumentNumber() -> Int {
    lastDocument += 1
    return lastDocument
  }

  /// The key of the open document with this number. O(open documents).
  func key(ofDocument number: Int) -> DocumentURI? {
    documents.first { $0.value.number == number }?.key
  }

  func forget(_ key: DocumentURI) {
    documents[key] = nil
    searches.forget(key)
  }

  /// Calls `body` with an open document and returns its result; nil if the document is not open.
  @discardableResult
  func withDocument<Result>(_ key: DocumentURI, _ body: (OpenDocument) -> Result) -> Result? {
    guard let document = documents[key] else { return nil }
    return body(document)
  }

  /// Performs an operation on a document, and queues the resulting effects.
  func update(_ key: DocumentURI, _ body: (inout MentionsDocument) -> DocumentReport) {
    withDocument(key) { document in
      let report = body(&document.mentions)
      document.noteAnswers()
      take(report, of: document, key)
    }
  }

  /// Queues the effects of a document.
  func take(_ report: DocumentReport, of document: OpenDocument, _ key: DocumentURI) {
    for effect in report.effects { loop.append(.effect(effect, in: key)) }
    kept.note(revision: document.mentions.keptRevision, of: key, now: now)
  }

  /// Passes the current time to every open document, which performs the work that is due.
  private func tickDocuments() {
    for key in openKeys {
      guard let document = documents[key] else { continue }
      take(document.mentions.tick(now: now), of: document, key)
    }
  }

  func openDocument(_ identifier: TextDocumentIdentifier) throws(RPCError) -> OpenDocument {
    guard let document = documents[identifier.uri] else {
      throw RPCError(.invalidParams, "textDocument.uri: \(identifier.uri) is not open")
    }
    return document
  }

  /// Returns an open document. Throws an error if the document is not open, or has another version than the one to
  /// which the client refers.
  func currentDocument(
    _ identifier: OptionalVersionedTextDocumentIdentifier
  ) throws(RPCError) -> OpenDocument {
    let document = try openDocument(TextDocumentIdentifier(uri: identifier.uri))
    if let version = identifier.version, version != document.version {
      throw RPCError(
        .contentModified, "the document is at version \(document.version), not at \(version)")
    }
    return document
  }

  // MARK: - Effects of documents

  private func carryOut(_ effect: MentionsEffect, in key: DocumentURI) {
    switch effect {
    case .ask(let query): search(query, in: key)
    case .askAgain(let query, let failed): search(query, again: failed, in: key)
    case .retract(let queryID): retract(queryID, in: key)
    case .wake(let instant): perform(.wake(at: instant))
    case .change(let edits): editByPolicy(edits, in: key)
    case .changeByPlugin(let edits): applyEdits(edits, in: key, label: "Edit by a plug-in")
    case .damageChanged(let byEdit): reportDamage(in: key, byEdit: byEdit)
    case .annotationsChangedWithoutEdit:
      refreshTokens()
      refreshAccessories(of: key)
      scheduleFindings(in: key)
    case .pasted(let text): pasted(text, in: key)
    case .becamePlainText(let rules, let cameBack): logLost(rules, cameBack: cameBack, in: key)
    case .forgotten(let mentions): tellForgotten(mentions, in: key)
    case .typedOut(let range): read(touching: range, in: key)
    case .didAccept(let annotation): noteAccepted(annotation.entity, in: key)
    case .stateChanged(let phase):
      // A mention that is being created is not reported until the creation ends.
      if case .creating = phase {} else { scheduleFindings(in: key) }
    case .chooser(let event): chooserChanged(event, in: key)
    case .didCreate, .didTrim, .didDelete, .didDeleteAdded, .didSelect: break
    }
    if client.wantsNotifications { notifyHost(of: effect, in: key) }
    if !plugins.entries.isEmpty { informPlugins(of: effect, in: key) }
  }

  /// Logs mentions that became plain text or were deleted, by rule.
  private func logLost(_ rules: [PlainTextRule: Int], cameBack: Int, in key: DocumentURI) {
    for (rule, count) in rules.sorted(by: { $0.key < $1.key }) {
      let mentions = count == 1 ? "1 mention" : "\(count) mentions"
      log(.info, "\(mentions) became plain text in \(key): \(rule.reason)")
    }
    if cameBack > 0 { log(.info, "\(cameBack) mentions were restored with the inserted text") }
  }

  /// Informs the user once that so many mentions were removed that some can no longer be restored.
  private func tellForgotten(_ mentions: Int, in key: DocumentURI) {
    log(
      .warning,
      "\(mentions) removed mentions in \(key) can no longer be restored, because too many were removed")
    tellUser(
      .warning,
      "many mentions were removed; undoing or pasting may restore some of them only as plain text",
      about: .memory)
  }

  // MARK: - Outgoing

  private func send(_ message: [UInt8]) { loop.append(.outgoing(.send(message))) }
  func perform(_ effect: ServerEffect) { loop.append(.outgoing(.perform(effect))) }
  func log(_ level: LogLevel, _ line: LogLine) { perform(.log(level, line)) }

  /// Performs the queued work in order. Work that results from one piece is performed before the next piece.
  private func finishWork(_ outgoing: inout [Outgoing]) {
    for one in loop.takeWork() {
      switch one {
      case .outgoing(let one):
        outgoing.append(one)
        continue
      case .effect(let effect, in: let key): carryOut(effect, in: key)
      case .step(let step): loop.run(step)
      case .goOn(let continuation): continuation.resume()
      }
      finishWork(&outgoing)
    }
  }

  /// Responds to a request. Responding twice is a bug.
  func answer(_ id: RPCID, _ result: some JSONWritable) {
    if closeRequest(id) { send(RPCEncoder.response(id: id, result: result)) }
  }

  func answer(_ id: RPCID, _ error: RPCError) {
    if closeRequest(id) { send(RPCEncoder.error(id: id, error)) }
  }

  private func closeRequest(_ id: RPCID) -> Bool {
    if requests.close(id) { return true }
    Bug.report("request \(id) answered twice") { log(.error, "\($0)") }
    return false
  }

  func notify(_ method: Method, _ params: some JSONWritable) {
    send(RPCEncoder.notification(method: method, params: params))
  }

  /// Sends a request to the client.
  ///
  /// - Returns: the request's id, for ``answer(to:within:)``.
  @discardableResult
  func ask(_ method: Method, _ params: (some JSONWritable)?) -> RPCID {
    let id = requests.newRequest()
    send(RPCEncoder.request(id: id, method: method, params: params))
    return id
  }

  /// Waits for the client's response to a request of the server.
  ///
  /// - Parameter time: the timeout in milliseconds; nil for none.
  /// - Returns: the client's response; a failure after a timeout.
  func answer(to id: RPCID, within time: Int? = nil) async throws(RPCError) -> Result<RPCPayload, RPCError> {
    try await until(.answered(id), by: time.map { now.advanced(by: $0) })
    return requests.takeAnswer(to: id)
      ?? .failure(RPCError(.requestFailed, "the client did not answer in time"))
  }

  /// Shows and logs a message, unless a message for the same fault was shown before. `fault` identifies the fault; if
  /// it is nil, `text` does.
  func tellUser(_ type: MessageType, _ text: String, fault: String? = nil, about subject: MessageLog.Subject)
  {
    guard messages.isNews(fault ?? text, about: subject) else { return }
    let text = ShownText.line(text)
    let level: LogLevel = type == .error ? .error : type == .warning ? .warning : .info
    log(level, "\(personal: text)")
    notify(.showMessage, ShowMessageParams(type: type, message: "mentions: \(text)"))
  }

  // MARK: - Inspection

  /// The text of the server's copy of a document; nil if it is not open. Linear in the text.
  package func documentText(_ uri: DocumentURI) -> [UInt8]? {
    guard let buffer = documents[uri]?.mentions.text.buffer else { return nil }
    return buffer.bytes(in: TextRange(.zero, buffer.end))
  }

  /// Violated invariants of the annotations, attributes and accessories of a document, empty unless there is a bug.
  /// Linear.
  package func annotationViolations(_ uri: DocumentURI) -> [String] {
    guard let mentions = documents[uri]?.mentions else { return [] }
    return mentions.annotations.violations(in: mentions.text)
      + mentions.attributes.violations(in: mentions.text)
      + mentions.accessories.violations(in: mentions.text)
  }

  /// Violated invariants of all open documents, each with the document's name.
  package var brokenInvariants: [String] {
    openKeys.flatMap { uri in annotationViolations(uri).map { "\(uri): \($0)" } }
  }

  /// The number of settings, sources and waiting requests visited since the start, for tests of complexity.
  package var steps: Int { settings.steps + sources.steps + loop.steps }
}
