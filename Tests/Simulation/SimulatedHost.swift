import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer
import ScriptedEditing
import ServerHost

/// The world of one session: its clock is turned by hand, its sources answer as told, and all that passes is written
/// down as a transcript.
package final class SimulatedHost {
  private enum Passed {
    case event(ServerEvent)
    case sent([UInt8])
  }

  private struct Due {
    let at: Int64
    let event: ServerEvent
  }

  private let session = Session(options: .init(version: "1", environment: ["HOME": "/home/ada"]))
  package private(set) var clock: Int64 = 0
  private var wakeAt: Int64?
  private var due: [Due] = []
  private var inbox: [RPCMessage] = []
  private(set) var exitStatus: Int32?
  /// All that passed. Written only when it is wanted: most sessions are clean.
  private var passed: [(at: Int64, what: Passed)] = []
  /// What the session reported of itself as impossible.
  private(set) var bugs: [String] = []
  /// What a source that answers by itself says to a query, and how many milliseconds later.
  package var provider: (ProviderQuery) -> [(delay: Int, ProviderEvent)] = { _ in [] }
  /// What is kept of documents; the next server finds it.
  var store = VirtualStore()
  /// Whether a source was read since this was last looked at: text may have been read back.
  var hasRead = false
  /// Whether a source is being read.
  var isLoading: Bool {
    due.contains {
      switch $0.event {
      case .loaded, .merged: true
      default: false
      }
    }
  }
  /// Milliseconds that reading a source takes.
  var loadingTime = 0

  package init() {}

  package func send(_ message: RPCMessage) { handle(.message(JSONWriter.bytes(of: message))) }

  /// The server has to end.
  func end(_ reason: EndReason) { handle(.ending(reason)) }

  /// Whether the client reads what is there for it.
  var isRead = true

  package func receive() -> RPCMessage? { isRead && !inbox.isEmpty ? inbox.removeFirst() : nil }

  /// So many milliseconds pass; whatever is due happens in its order.
  package func advance(_ milliseconds: Int) {
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
    case .mark(let path): handle(.marked(path: path, isNew: false))
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
    case .askWhoIsNear, .keepChoices, .startProvider, .cancelProviderQuery, .stopProvider, .startPlugin,
      .tellPlugin, .stopPlugin,
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
    guard let exitStatus else { throw EditorError("the server is still running after `exit`") }
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
    case .mark(let path): step(.marked(path: path, isNew: false))
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
    case .askWhoIsNear, .keepChoices, .startProvider, .cancelProviderQuery, .stopProvider, .startPlugin,
      .tellPlugin, .stopPlugin,
      .watchParent,
      .scanWorkspace, .reread,
      .cancelScan:
      break
    }
  }
}

/// The store's files without a disk: what one server wrote another one finds, also at the same time.
package final class VirtualStore {
  /// Contents by path.
  package var files: [String: [UInt8]] = [:]
  /// Why a file cannot be read, by path.
  package var unreadable: [String: String] = [:]
  /// Files that cannot be written, by path.
  package var readOnly: Set<String> = []
  /// Why nothing can be written; nil: it can.
  package var refusal: String?
  private var unwritten: [String: StoredDocument.Update.Base] = [:]
  /// The paths written or removed, in order.
  package private(set) var writings: [String] = []

  package init() {}

  /// Where the user's state directory keeps a document's mentions.
  package static func path(of document: String, home: String = "/home/ada") -> String {
    "\(home)/.local/state/mentions-lsp/\(StoredDocument.fileName(of: DocumentURI(document).key))"
  }

  /// Where a workspace folder keeps those of a document inside it.
  package static func path(of file: String, inWorkspace folder: String) -> String {
    "\(folder)/.mentions.annotations/\(StoredDocument.fileName(of: file))"
  }

  /// What a document's file says, as text; nil where there is none.
  package func text(of document: String) -> String? {
    files[Self.path(of: document)].map { String(decoding: $0, as: UTF8.self) }
  }

  package func read(_ path: String) -> ServerEvent { .storeRead(path: path, contents(of: path)) }

  private func contents(of path: String) -> SettingsFile.Contents {
    if let why = unreadable[path] { return .unreadable(why) }
    return files[path].map { .bytes($0) } ?? .missing
  }

  package func search(_ folder: String, below prefixes: [String]) -> ServerEvent {
    let names = files.filter { $0.key.hasPrefix(folder + "/") && unreadable[$0.key] == nil }
      .compactMap { StoredDocument.name(inHead: Array($0.value.prefix(StoredDocument.headSize))) }
    return .storeFound(
      folder: folder, documents: names.filter { prefixes.contains(where: $0.hasPrefix) }.sorted())
  }

  package func write(_ writing: StoredDocument.Update) -> [ServerEvent] {
    var unwritten = unwritten
    defer { self.unwritten = unwritten }
    return StoredDocument.Update.perform([writing], unwritten: &unwritten) {
      $0.map { replace($0.path, $0.outcome) }
    }
    .map { .storeWritten(path: $0.path, fault: $0.fault) }
  }

  private func replace(
    _ path: String, _ outcome: (SettingsFile.Contents) -> StoredDocument.Outcome
  ) -> String? {
    if let refusal { return refusal }
    if readOnly.contains(path) { return "\(path) is read-only" }
    switch outcome(contents(of: path)) {
    case .unchanged: return nil
    case .refused(let why): return why
    case .write(let bytes): files[path] = bytes
    case .remove: files[path] = nil
    }
    writings.append(path)
    return nil
  }
}

/// Which files differ from how they were when last looked at, for hosts whose files are only imagined.
package struct FileChanges {
  private var known: [String: AnyHashable?] = [:]

  package init() {}

  /// The first look only remembers.
  package mutating func among(_ paths: [String], contents: (String) -> (some Hashable)?) -> [String] {
    paths.filter { path in
      let now = contents(path).map { AnyHashable($0) }
      guard let before = known.updateValue(now, forKey: path) else { return false }
      return before != now
    }
  }
}

extension RPCMessage {
  /// The messages in bytes that a server sent, which end with a frame. What is not a frame is a message that cannot be read.
  static func all(in framed: [UInt8]) -> [RPCMessage] {
    var framer = MessageFramer()
    framer.feed(framed)
    var messages: [RPCMessage] = []
    while let next = framer.next() {
      switch next {
      case .message(let body): messages.append(.decode(body))
      case .fault(let fault): messages.append(.invalid(id: .null, RPCError(.parseError, "\(fault)")))
      }
    }
    return messages
  }
}
