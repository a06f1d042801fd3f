import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer
import ServerHost

/// The world of one session: its clock is turned by hand, its sources answer as told, and all that passes is written
/// down as a transcript.
final class SimulatedHost {
  private enum Passed {
    case event(ServerEvent)
    case sent([UInt8])
  }

  private struct Due {
    let at: Int64
    let event: ServerEvent
  }

  private let session = Session(options: .init(version: "1", environment: ["HOME": "/home/ada"]))
  private(set) var clock: Int64 = 0
  private var wakeAt: Int64?
  private var due: [Due] = []
  private var inbox: [RPCMessage] = []
  private(set) var exitStatus: Int32?
  /// All that passed. Written only when it is wanted: most sessions are clean.
  private var passed: [(at: Int64, what: Passed)] = []
  /// What the session reported of itself as impossible.
  private(set) var bugs: [String] = []
  /// What a source that answers by itself says to a query, and how many milliseconds later.
  var provider: (ProviderQuery) -> [(delay: Int, ProviderEvent)] = { _ in [] }
  /// What is kept of documents; the next server finds it.
  var store = VirtualStore()
  /// Whether a source was read since this was last looked at: text may have been read back.
  var hasRead = false
  /// Milliseconds that reading a source takes.
  var loadingTime = 0

  func send(_ message: RPCMessage) { handle(.message(JSONWriter.bytes(of: message))) }

  /// The server has to end.
  func end(_ reason: EndReason) { handle(.ending(reason)) }

  /// Whether the client reads what is there for it.
  var isRead = true

  func receive() -> RPCMessage? { isRead && !inbox.isEmpty ? inbox.removeFirst() : nil }

  /// So many milliseconds pass; whatever is due happens in its order.
  func advance(_ milliseconds: Int) {
    let end = clock + Int64(milliseconds)
    while exitStatus == nil {
      let nextDue = due.indices.min { (due[$0].at, $0) < (due[$1].at, $1) }
      let dueAt = nextDue.map { due[$0].at } ?? .max
      let wake = wakeAt ?? .max
      guard min(dueAt, wake) <= end else { break }
      clock = max(clock, min(dueAt, wake))
      if let nextDue, dueAt <= wake {
        handle(due.remove(at: nextDue).event)
      } else {
        wakeAt = nil
        handle(.clock)
      }
    }
    clock = max(clock, end)
  }

  func text(of uri: DocumentURI) -> [UInt8]? { session.documentText(uri) }
  func violations(_ uri: DocumentURI) -> [String] { session.annotationViolations(uri) }

  private func handle(_ event: ServerEvent) {
    passed.append((clock, .event(event)))
    if case .loaded = event { hasRead = true }
    for step in session.handle(event, now: Instant(milliseconds: clock)) {
      switch step {
      case .send(let framed):
        passed.append((clock, .sent(framed)))
        receive(framed)
      case .perform(let effect): perform(effect)
      }
    }
  }

  /// JSON Lines in the contract's format.
  var transcript: [UInt8] {
    passed.flatMap { at, what -> [UInt8] in
      let line: TranscriptLine? =
        switch what {
        case .event(let event): TranscriptLine(event)
        case .sent(let framed): TranscriptLine(sent: framed)
        }
      return line.map { $0.encoded(seconds: Double(at) / 1000) + [0x0A] } ?? []
    }
  }

  private func receive(_ framed: [UInt8]) {
    inbox += RPCMessage.all(in: framed)
  }

  private func perform(_ effect: ServerEffect) {
    switch effect {
    case .merge(let catalogs, let names, let mergeID, _):
      later(0, .merged(names: names, mergeID: mergeID, CatalogMerge.merge(catalogs)))
    case .readSettings(let paths):
      handle(.settings(paths.map { SettingsFile(path: $0, contents: .missing) }))
    case .readStore(let path): handle(store.read(path))
    case .searchStore(let folder, let prefixes): handle(store.search(folder, below: prefixes))
    case .locate(_, _, _, let number): later(loadingTime, .located(number: number, []))
    case .writeStore(let writing): for event in store.write(writing) { later(0, event) }
    case .load(let specification, let load, _):
      let loaded = specification.heldInTheServer?.load() ?? LoadedSource(catalog: .empty)
      later(loadingTime, .loaded(source: specification.name, load: load, loaded))
    case .askProvider(let specification, let start, let query):
      for (delay, event) in provider(query) {
        later(delay, .provider(source: specification.name, start: start, event))
      }
    case .wake(let instant): wakeAt = min(wakeAt ?? instant.milliseconds, instant.milliseconds)
    case .log(_, let line):
      let text = line.text(showingText: true)
      if text.hasPrefix(Bug.mark) { bugs.append(text) }
    case .exit(let status): exitStatus = status
    case .checkFiles: handle(.filesChanged([]))
    case .askWhoIsNear, .cancelProviderQuery, .stopProvider, .startPlugin, .tellPlugin, .stopPlugin,
      .watchParent,
      .scanWorkspace, .reread,
      .cancelScan:
      break
    }
  }

  private func later(_ delay: Int, _ event: ServerEvent) {
    due.append(Due(at: clock + Int64(delay), event: event))
  }
}
