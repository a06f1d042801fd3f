import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions

/// All mutable state of one connection. Not `Sendable`: whoever drives it owns it.
///
/// ``handle(_:now:)`` is an ordinary synchronous function. It neither reads nor writes anything
/// outside itself: what must happen is in its answer.
public final class Session {
  /// What the host tells once, at the start.
  public struct Options: Sendable {
    /// Told to the client in `serverInfo`.
    public var version: String
    /// Environment variables, for the place of the user's settings file.
    public var environment: [String: String]

    public init(version: String, environment: [String: String] = [:]) {
      self.version = version
      self.environment = environment
    }
  }

  enum Lifecycle {
    /// Nothing but `initialize` and `exit` is understood.
    case created
    /// `initialize` waits for the settings files.
    case initializing(RPCID, InitializeParams)
    case running
    /// Nothing but `exit` is understood.
    case shutDown
    case exited
  }

  let options: Options
  let routes: RouteTable
  var lifecycle = Lifecycle.created
  var client = ClientFeatures()
  var settings = SettingsStack()
  var sources = SourceBook()
  var history = MentionHistory()
  var kept = KeptMentions()
  var fieldIndexes = FieldIndexes()
  var documents: [DocumentURI: OpenDocument] = [:]
  /// Workspace folders as file system paths.
  var roots: [String] = []
  var ledger = RequestLedger()
  var progress = SearchProgress()
  var messages = MessageBoard()
  var trace = TraceValue.off
  var offered = OfferMemory()
  /// Settings files that have diagnostics shown, with those.
  var publishedSettings: [DocumentURI: [Diagnostic]] = [:]
  /// The characters at which the client asks by itself.
  var triggers = AnnouncedTriggers()
  /// Queries that wait until the files have been looked at, with what the host is told of the chooser after that.
  var heldQueries: [DocumentURI: (query: Query, events: [Mentions.ChooserEvent])] = [:]
  private(set) var lastResult = 0
  var now = Instant(milliseconds: 0)
  private var outgoing: [Outgoing] = []

  init(options: Options, routes: RouteTable) {
    self.options = options
    self.routes = routes
  }

  /// Takes one event and returns all that follows from it, in order.
  package func handle(_ event: ServerEvent, now: Instant) -> [Outgoing] {
    self.now = max(self.now, now)
    switch event {
    case .message(let body): receive(body)
    case .framingFault(let fault): receive(fault)
    case .clock: clock()
    case .settings(let files): receive(files)
    case .loaded(let source, let load, let loaded): sourceLoaded(source, load: load, loaded)
    case .merged(let names, let turn, let catalog): sourcesMerged(names, turn: turn, catalog)
    case .provider(let source, let start, let event): providerSaid(event, source: source, start: start)
    case .filesChanged(let paths): filesChanged(paths)
    case .storeRead(let path, let contents): storeRead(path, contents)
    case .storeFound(let folder, let documents): stepKeeping(.found(documents, folder: folder))
    case .storeWritten(let path, let fault): stepKeeping(.written(path: path, fault: fault))
    case .ending(let reason): end(reason)
    }
    settleWaitingCompletions()
    reportSearchProgress()
    keepTimeOfStore()
    defer { outgoing = [] }
    return outgoing
  }

  /// A fresh number for a list of semantic tokens.
  func nextResultID() -> Int {
    lastResult += 1
    return lastResult
  }

  func send(_ message: [UInt8]) { outgoing.append(.send(message)) }
  func perform(_ effect: ServerEffect) { outgoing.append(.perform(effect)) }
  func log(_ level: LogLevel, _ line: LogLine) { perform(.log(level, line)) }

  func exit(status: Int32) {
    stepKeeping(.ending)
    lifecycle = .exited
    perform(.exit(status))
  }

  private func end(_ reason: EndReason) {
    if let (level, line) = reason.complaint { log(level, line) }
    switch lifecycle {
    // Some clients hang up after the answer to `shutdown` instead of saying `exit`.
    case .shutDown: exit(status: 0)
    case .exited: break
    case .created, .initializing, .running: exit(status: 1)
    }
  }

  private func clock() {
    for key in documents.keys.sorted(by: { $0.key < $1.key }) {
      let report = documents[key]?.mentions.tick(now: now)
      if let report { perform(report, in: key) }
    }
    for continuation in ledger.overdue(at: now) {
      continuation(self, .failure(RPCError(.requestFailed, "no answer in time")))
    }
    // The clock strikes once for the earliest of all times.
    if let next = ledger.nextDeadline { perform(.wake(at: next)) }
    tickSources()
  }
}
