import JSONText
import LanguageProtocol
import Mentions

/// `initialize`, `initialized`, `shutdown`, `exit`, and the `$/` notifications.
extension Session {
  /// Answered once the settings files are there: they say which characters trigger completion.
  func initialize(_ params: InitializeParams, _ id: RPCID) {
    lifecycle = .initializing(id, params)
    roots = Self.roots(of: params)
    settings.initializationOptions = params.initializationOptions
    settings.locate(roots: roots, environment: options.environment)
    if let process = params.processId { perform(.watchParent(Int32(clamping: process))) }
    if let trace = params.trace { self.trace = trace }
    perform(.readSettings(settings.paths))
  }

  func initialized(_ params: NoParams) {
    registerWatchers()
    registerConfigurationChanges()
    askForConfiguration()
    reportSettingsProblems()
    loadSources()
  }

  func shutdown(_ params: NoParams) -> JSONValue {
    for id in completions.takeAll() { answer(id, CompletionList.nothing) }
    cancelIndexing()
    for entry in sources.entries where !entry.isInMemory { perform(.stopProvider(source: entry.key)) }
    endPlugins()
    stepKeeping(.ending)
    lifecycle = .shutDown
    return .null
  }

  func exitNotification(_ params: NoParams) {
    if case .shutDown = lifecycle { exit(status: 0) } else { exit(status: 1) }
  }

  func exit(status: Int32) {
    stepKeeping(.ending)
    endPlugins()
    for key in openKeys { cleanUpPlugins(of: key) }
    lifecycle = .exited
    perform(.exit(status))
  }

  /// The server has to end.
  func end(_ reason: EndReason) {
    if let (level, line) = reason.complaint { log(level, line) }
    switch lifecycle {
    // Some clients hang up after the answer to `shutdown` instead of saying `exit`.
    case .shutDown: exit(status: 0)
    case .exited: break
    case .created, .initializing, .running: exit(status: 1)
    }
  }

  /// Requests that are not open are none of our business.
  func cancelRequest(_ params: CancelParams) {
    guard requests.isOpen(params.id) else { return }
    answer(params.id, RPCError(.requestCancelled, "cancelled by the client"))
  }

  func setTrace(_ params: SetTraceParams) { trace = params.value }

  func cancelProgress(_ params: WorkDoneProgressCancelParams) {
    if indexing.progress?.token == params.token { return cancelIndexing() }
    guard let shown = progress.shown, shown.token == params.token else { return }
    update(shown.document) { $0.cancel(now: now) }
  }

  private static func roots(of params: InitializeParams) -> [String] {
    let folders = params.workspaceFolders ?? []
    let paths = folders.isEmpty ? [params.rootUri?.filePath ?? params.rootPath] : folders.map(\.uri.filePath)
    return paths.compactMap(\.self).map(FolderPath.plain)
  }
}

/// The parameters of messages that have none. Whatever a client sends is passed over.
struct NoParams: JSONReadable {
  init(from reader: inout JSONReader) throws(JSONError) { try reader.skip() }
}
