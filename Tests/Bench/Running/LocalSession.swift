import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer
import ServerHost

/// Our server without its process: a session, driven on this thread.
final class LocalSession {
  private let session = Session(options: .init(version: "bench"))
  /// What sources that are to be loaded hold, instead of reading them.
  private let loaded: LoadedSource?
  private var milliseconds: Int64 = 0
  private var lastID = 0

  /// Initializes it. Every source that the options name holds `loaded`, where that is given.
  init(options: JSONValue, loaded: LoadedSource? = nil) {
    self.loaded = loaded
    _ = handle(request(.initialize, Messages.initialize(folder: "/", options: options)))
    _ = handle(Self.bytes(Messages.notification(.initialized, [:])))
  }

  static func bytes(_ message: RPCMessage) -> [UInt8] { JSONWriter.bytes(of: message) }

  func request(_ method: Method, _ params: JSONValue) -> [UInt8] {
    lastID += 1
    return Self.bytes(Messages.request(lastID, method, params))
  }

  /// Hands one message over and performs what follows. Returns the last message that it sends.
  @discardableResult
  func handle(_ message: [UInt8]) -> [UInt8]? {
    milliseconds += 1
    return perform(session.handle(.message(message), now: Instant(milliseconds: milliseconds)))
  }

  /// How long it takes to handle the messages.
  func timed(_ messages: [UInt8]...) -> Duration {
    milliseconds += 1
    let now = Instant(milliseconds: milliseconds)
    let clock = ContinuousClock()
    var outgoing: [Outgoing] = []
    let start = clock.now
    for message in messages { outgoing += session.handle(.message(message), now: now) }
    let duration = start.duration(to: clock.now)
    perform(outgoing)
    return duration
  }

  /// The text that the session holds for a document that is open.
  func text(of uri: DocumentURI) -> [UInt8]? { session.documentText(uri) }

  @discardableResult
  private func perform(_ steps: [Outgoing]) -> [UInt8]? {
    var last: [UInt8]?
    let now = Instant(milliseconds: milliseconds)
    for step in steps {
      switch step {
      case .send(let message): last = message
      case .perform(.readSettings(let paths)):
        let files = paths.map { SettingsFile(path: $0, contents: .missing) }
        last = perform(session.handle(.settings(files), now: now)) ?? last
      case .perform(.load(let specification, let load, _)):
        let event = ServerEvent.loaded(
          source: specification.name, load: load, loaded ?? SourceFactory.load(specification))
        last = perform(session.handle(event, now: now)) ?? last
      case .perform(.readStore(let path)):
        last = perform(session.handle(.storeRead(path: path, .missing), now: now)) ?? last
      case .perform: break
      }
    }
    return last
  }
}
