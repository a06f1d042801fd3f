import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer
import ScriptedEditing

/// A server in the same process, its clock turned by hand: nothing depends on how fast the machine is, and twice the
/// same script goes the same way.
package final class SessionTransport: EditorTransport {
  /// What a source that answers by itself is asked, and how it is answered.
  package typealias Provider = (ProviderQuery) -> [ProviderEvent]

  private let session: Session
  private var clock: Int64 = 0
  private var wakeAt: Int64?
  private var inbox: [RPCMessage] = []
  private var exitStatus: Int32?
  private var changes = FileChanges()
  /// What threads would post.
  private var later: [ServerEvent] = []
  /// Contents of the settings' files, by path; others are missing.
  package var files: [String: String]
  /// Sources that are read from outside, by name; the built-in ones are read anyway.
  package var sources: [String: LoadedSource]
  /// Sources that answer by themselves, by name. The others never answer.
  package var providers: [String: Provider]
  /// What is kept of documents.
  package var store: VirtualStore
  /// What the server wrote into its log.
  package private(set) var log: [String] = []

  package init(
    files: [String: String] = [:], sources: [String: LoadedSource] = [:], providers: [String: Provider] = [:],
    store: VirtualStore = VirtualStore(), environment: [String: String] = ["HOME": "/home/ada"]
  ) {
    session = Session(options: .init(version: "1", environment: environment))
    self.files = files
    self.sources = sources
    self.providers = providers
    self.store = store
  }

  /// What the session has gone through since its start, counted.
  package var steps: Int { session.steps }

  package func send(_ message: RPCMessage) throws(EditorError) {
    handle(.message(JSONWriter.bytes(of: message)))
  }

  package func receive(waiting: Bool) throws(EditorError) -> RPCMessage? {
    while inbox.isEmpty, waiting, exitStatus == nil, let due = wakeAt { turn(to: due) }
    return inbox.isEmpty ? nil : inbox.removeFirst()
  }

  package func pause(milliseconds: Int) {
    let end = clock + Int64(milliseconds)
    while let due = wakeAt, due <= end, exitStatus == nil { turn(to: due) }
    clock = max(clock, end)
  }

  package func finish() throws(EditorError) -> Int {
    guard let exitStatus else { throw EditorError("the server goes on after exit") }
    return Int(exitStatus)
  }

  /// Something happens outside.
  package func handle(_ event: ServerEvent) {
    step(event)
    while !later.isEmpty { step(later.removeFirst()) }
  }

  private func step(_ event: ServerEvent) {
    for step in session.handle(event, now: Instant(milliseconds: clock)) {
      switch step {
      case .send(let framed): receive(framed)
      case .perform(let effect): perform(effect)
      }
    }
  }

  private func turn(to instant: Int64) {
    wakeAt = nil
    clock = max(clock, instant)
    handle(.clock)
  }

  private func receive(_ framed: [UInt8]) {
    inbox += RPCMessage.all(in: framed)
  }

  private func perform(_ effect: ServerEffect) {
    switch effect {
    case .merge(let catalogs, let names, let mergeID, _):
      later.append(.merged(names: names, mergeID: mergeID, CatalogMerge.merge(catalogs)))
    case .readSettings(let paths):
      step(
        .settings(
          paths.map { path in
            SettingsFile(path: path, contents: files[path].map { .bytes(Array($0.utf8)) } ?? .missing)
          }))
    case .readStore(let path): step(store.read(path))
    case .searchStore(let folder, let prefixes): step(store.search(folder, below: prefixes))
    case .locate(_, _, _, let number): later.append(.located(number: number, []))
    case .writeStore(let writing): later += store.write(writing)
    case .load(let specification, let load, _):
      let loaded =
        specification.heldInTheServer?.load() ?? sources[specification.key] ?? LoadedSource(catalog: .empty)
      later.append(.loaded(source: specification.key, load: load, loaded))
    case .askProvider(let specification, let start, let query):
      for event in providers[specification.key]?(query) ?? [] {
        later.append(.provider(source: specification.key, start: start, event))
      }
    case .wake(let instant): wakeAt = min(wakeAt ?? instant.milliseconds, instant.milliseconds)
    case .log(let level, let line): log.append("\(level.name): \(line.text(showingText: true))")
    case .exit(let status): exitStatus = status
    case .checkFiles(let paths): step(.filesChanged(changes.among(paths) { files[$0] }))
    case .askWhoIsNear, .cancelProviderQuery, .stopProvider, .startPlugin, .tellPlugin, .stopPlugin,
      .watchParent,
      .scanWorkspace, .reread,
      .cancelScan:
      break
    }
  }
}
