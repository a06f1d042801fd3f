import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer

/// Replays a transcript with a new session and compares its messages with the recorded ones.
///
/// Events have their recorded times. If the transcript only contains the messages between client and server, settings
/// files count as missing, sources as empty, and time advances automatically.
///
/// After each event, the session's invariants are checked as well.
package struct TranscriptReplay {
  /// A function that returns the violated invariants of a session, one sentence each.
  typealias Inspection = (Session) -> [String]

  /// Maps the recorded ids of the server's requests to those in this run.
  private var numbers: [JSONValue: JSONValue] = [:]
  private let transcript: Transcript
  private let session: Session
  private let isStrict: Bool
  private let inspection: Inspection
  private var next = 0
  /// The number of the line with the last event.
  private var line = 0
  /// Sent messages not yet found in the recording.
  private var sent: [JSONValue] = []
  /// Recorded messages that the session has not sent yet.
  private var recorded: [(line: Int, message: JSONValue)] = []
  /// Catalogs to be merged when the recording contains the result, by the number of the merge.
  private var merges: [Int: [(names: [String], catalogs: [EntityCatalog])]] = [:]
  private var wakeAt: Instant?
  private var isOver = false
  private var difference: TranscriptDifference?
  /// The user's text events; nil if these are not requested. While they are collected, no messages are compared.
  private var textEvents: [TextEvent]?

  /// A `mentions/textEvent` and the time when it was sent.
  package struct TextEvent {
    /// The time since the start of the transcript.
    package let milliseconds: Int
    package let params: MentionsTextEventParams
  }

  /// The user's actions: the `mentions/textEvent` notifications that a host would have received in this session, had
  /// it requested them. A transcript without an `initialize` request is replayed with the protocol's defaults.
  package static func textEvents(in transcript: Transcript, version: String) -> [TextEvent] {
    var replay = TranscriptReplay(transcript, version: version) { _ in [] }
    replay.textEvents = []
    if !transcript.initializes {
      replay.feed(.message(JSONWriter.bytes(of: Transcript.defaultInitialize)), at: 0)
      replay.feed(.message(JSONWriter.bytes(of: Transcript.initialized)), at: 0)
    }
    _ = replay.run()
    return replay.textEvents ?? []
  }

  /// The first difference; nil if the session sent the recorded messages and its invariants held.
  package static func firstDifference(in transcript: Transcript, version: String) -> TranscriptDifference? {
    firstDifference(in: transcript, version: version, inspection: \.brokenInvariants)
  }

  static func firstDifference(
    in transcript: Transcript, version: String, inspection: @escaping Inspection
  ) -> TranscriptDifference? {
    var replay = TranscriptReplay(transcript, version: version, inspection)
    return replay.run()
  }

  private init(_ transcript: Transcript, version: String, _ inspection: @escaping Inspection) {
    self.transcript = transcript
    self.inspection = inspection
    isStrict = transcript.isSelfContained
    session = Session(options: .init(version: version, environment: transcript.environment))
  }

  private mutating func run() -> TranscriptDifference? {
    while difference == nil, next < transcript.entries.count {
      let entry = transcript.entries[next]
      next += 1
      switch entry.content {
      case .event(let event):
        if isStrict, textEvents == nil { settleBefore(entry) }
        if difference != nil { break }
        keepTime(until: entry.milliseconds)
        line = entry.line
        feed(event, at: entry.milliseconds)
      case .sent(let message):
        recorded.append((entry.line, message))
        compare()
      }
    }
    if textEvents != nil { return nil }
    if difference == nil, let first = recorded.first {
      difference = TranscriptDifference(line: first.line, kind: .missing(first.message))
    }
    if difference == nil, let first = sent.first {
      difference = TranscriptDifference(line: line, kind: .extra(first))
    }
    return difference
  }

  /// Checks, for a recording written by the server, that all results of an event were sent before the next event.
  private mutating func settleBefore(_ entry: Transcript.Entry) {
    if let first = recorded.first {
      difference = TranscriptDifference(line: first.line, kind: .missing(first.message))
    } else if let first = sent.first {
      difference = TranscriptDifference(line: line, kind: .extra(first))
    }
  }

  private mutating func compare() {
    if textEvents != nil { return pairRequests() }
    while difference == nil, let (line, message) = recorded.first, let actual = sent.first {
      recorded.removeFirst()
      sent.removeFirst()
      if let number = message["id"], message["method"] != nil, let own = actual["id"], actual["method"] != nil
      {
        numbers[number] = own
      }
      var expected = message
      if message["method"] != nil, case .object(var object) = message, let number = object["id"] {
        object["id"] = numbers[number] ?? number
        expected = .object(object)
      }
      if let (path, here, there) = expected.firstDifference(from: actual) {
        difference = TranscriptDifference(
          line: line, kind: .content(path: path, recorded: here, sent: there, message: message))
      }
    }
  }

  /// Pairs sent and recorded requests of each method in order, so that the client's responses can be mapped although
  /// nothing is compared.
  private mutating func pairRequests() {
    sent.removeAll { $0["method"] == nil || $0["id"] == nil }
    recorded.removeAll { $0.message["method"] == nil || $0.message["id"] == nil }
    while let place = recorded.indices.first(where: { index in
      sent.contains { $0["method"] == recorded[index].message["method"] }
    }) {
      let request = recorded.remove(at: place).message
      guard let own = sent.firstIndex(where: { $0["method"] == request["method"] }),
        let number = request["id"], let ownNumber = sent.remove(at: own)["id"]
      else { continue }
      numbers[number] = ownNumber
    }
  }

  // MARK: The session's world

  private mutating func feed(_ event: ServerEvent, at milliseconds: Int) {
    guard !isOver else { return }
    for step in session.handle(replayed(event), now: Instant(milliseconds: Int64(milliseconds))) {
      switch step {
      case .send(let framed):
        let body = TranscriptLine.body(of: framed)
        if textEvents != nil, case .notification(.mentionsTextEvent, let params) = RPCMessage.decode(body) {
          if let params = try? params.read(MentionsTextEventParams.self) {
            textEvents?.append(TextEvent(milliseconds: milliseconds, params: params))
          }
        } else {
          sent.append((try? JSONParser.parse(body)) ?? .string(String(decoding: body, as: UTF8.self)))
          compare()
        }
      case .perform(let effect): perform(effect, at: milliseconds)
      }
    }
    if difference == nil, let broken = inspection(session).first {
      difference = TranscriptDifference(line: line, kind: .broken(broken))
    }
  }

  private mutating func perform(_ effect: ServerEffect, at milliseconds: Int) {
    switch effect {
    case .readSettings(let paths):
      let missing = paths.map { SettingsFile(path: $0, contents: .missing) }
      answerAtOnce(.settings(missing), at: milliseconds) { if case .settings = $0 { true } else { false } }
    case .checkFiles:
      // A recording contains this event only if files have changed.
      guard isStrict, next < transcript.entries.count,
        case .event(let event) = transcript.entries[next].content,
        case .filesChanged = event
      else { return feed(.filesChanged([]), at: milliseconds) }
      let entry = transcript.entries[next]
      next += 1
      feed(event, at: entry.milliseconds)
    case .readStore(let path):
      answerAtOnce(.storeRead(path: path, .missing), at: milliseconds) {
        if case .storeRead = $0 { true } else { false }
      }
    case .searchStore(let folder, _):
      answerAtOnce(.storeFound(folder: folder, documents: []), at: milliseconds) {
        if case .storeFound = $0 { true } else { false }
      }
    case .mark(let path):
      answerAtOnce(.marked(path: path, isNew: false), at: milliseconds) {
        if case .marked = $0 { true } else { false }
      }
    case .writeStore(let writing):
      if isStrict { return }
      let paths = [writing.path] + [writing.oldPath].compactMap(\.self)
      for path in paths {
        feed(.storeWritten(path: path, fault: nil), at: milliseconds)
      }
    case .load(let specification, let load, _):
      if !isStrict {
        feed(.loaded(source: specification.key, load: load, LoadedSource(catalog: .empty)), at: milliseconds)
      }
    case .merge(let catalogs, let names, let mergeID, _):
      if isStrict {
        merges[mergeID, default: []].append((names, catalogs))
      } else {
        feed(.merged(names: names, mergeID: mergeID, CatalogMerge.merge(catalogs)), at: milliseconds)
      }
    case .locate(_, _, _, let number): if !isStrict { feed(.located(number: number, []), at: milliseconds) }
    case .wake(let instant): wakeAt = min(wakeAt ?? instant, instant)
    case .exit: isOver = true
    case .log(_, let line):
      let text = line.text(showingText: true)
      if difference == nil, text.hasPrefix(Bug.mark) {
        difference = TranscriptDifference(line: self.line, kind: .broken(text))
      }
    case .scanWorkspace(let scan):
      if !isStrict {
        feed(.scanned(scan: scan.number, ScanReport(summary: ScanSummary(files: 0))), at: milliseconds)
      }
    case .reread(_, let number): if !isStrict { feed(.reread(number: number, []), at: milliseconds) }
    case .askWhoIsNear, .keepChoices, .startProvider, .askProvider, .cancelProviderQuery, .stopProvider,
      .startPlugin, .tellPlugin,
      .stopPlugin,
      .watchParent, .cancelScan:
      break
    }
  }

  /// Answers an effect immediately, before the next event: with the recorded answer or, for a transcript that contains
  /// only messages, with `nothing`.
  private mutating func answerAtOnce(
    _ nothing: ServerEvent, at milliseconds: Int, isAnswer: (ServerEvent) -> Bool
  ) {
    guard isStrict else { return feed(nothing, at: milliseconds) }
    guard next < transcript.entries.count, case .event(let event) = transcript.entries[next].content,
      isAnswer(event)
    else { return }
    let entry = transcript.entries[next]
    next += 1
    feed(event, at: entry.milliseconds)
  }

  /// Sends the clock events that are due. A recording written by the server contains these events itself, so they are
  /// then sent only if no messages are compared.
  private mutating func keepTime(until milliseconds: Int) {
    guard !isStrict || textEvents != nil else { return }
    while let due = wakeAt, due.milliseconds <= Int64(milliseconds) {
      wakeAt = nil
      feed(.clock, at: Int(due.milliseconds))
    }
  }

  /// The event, completed with data that the transcript does not contain.
  private mutating func replayed(_ event: ServerEvent) -> ServerEvent {
    guard case .merged(let names, let mergeID, _) = event else {
      return renumbered(textEvents == nil ? event : event.askingForTextEvents)
    }
    let wanted = merges[mergeID]?.first { $0.names == names }?.catalogs ?? []
    return .merged(names: names, mergeID: mergeID, CatalogMerge.merge(wanted))
  }

  /// The event; the id of a client's response is replaced by the corresponding id of this run.
  private func renumbered(_ event: ServerEvent) -> ServerEvent {
    guard case .message(let body) = event, let message = try? JSONParser.parse(body),
      message["method"] == nil, let number = message["id"], let own = numbers[number], own != number,
      case .object(var object) = message
    else { return event }
    object["id"] = own
    return .message(JSONWriter.bytes(of: JSONValue.object(object)))
  }
}

extension ServerEvent {
  /// The event; an `initialize` request is changed so that it requests text events.
  fileprivate var askingForTextEvents: ServerEvent {
    guard case .message(let body) = self, case .object(var message)? = try? JSONParser.parse(body),
      message["method"]?.stringValue == Method.initialize.rawValue
    else { return self }
    var params = message["params"]?.objectValue ?? JSONObject()
    var options = params["initializationOptions"]?.objectValue ?? JSONObject()
    options["textEvents"] = true
    params["initializationOptions"] = .object(options)
    message["params"] = .object(params)
    return .message(JSONWriter.bytes(of: JSONValue.object(message)))
  }
}

extension Transcript {
  fileprivate static let initialized: JSONValue = ["jsonrpc": "2.0", "method": "initialized"]

  fileprivate static let defaultInitialize: JSONValue = [
    "jsonrpc": "2.0", "id": "start", "method": "initialize",
    "params": ["processId": nil, "rootUri": nil, "capabilities": [:]],
  ]

  fileprivate var initializes: Bool {
    entries.contains {
      guard case .event(.message(let body)) = $0.content,
        case .request(_, .initialize, _) = RPCMessage.decode(body)
      else { return false }
      return true
    }
  }

  /// Environment variables with which the session finds the settings files and the store of the transcript. The name
  /// `mentions-lsp/config.json` identifies the user's own settings file.
  fileprivate var environment: [String: String] {
    var environment: [String: String] = [:]
    for entry in entries {
      switch entry.content {
      case .event(.settings(let files)):
        let user = files.lazy.compactMap { $0.path.without(suffix: "/mentions-lsp/config.json") }.first
        environment["XDG_CONFIG_HOME"] = environment["XDG_CONFIG_HOME"] ?? user
      case .event(.storeRead(let path, _)):
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        let state = folder?.without(suffix: "/mentions-lsp")
        environment["XDG_STATE_HOME"] = environment["XDG_STATE_HOME"] ?? state
      default: break
      }
    }
    return environment
  }
}

extension String {
  /// The text before the suffix; nil if the suffix is missing or nothing precedes it.
  fileprivate func without(suffix: String) -> String? {
    utf8.count > suffix.utf8.count && hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}

/// The first difference between a replayed session and its recording.
package struct TranscriptDifference: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable {
    /// The recording contains a message that the server did not send.
    case missing(JSONValue)
    /// The server sent a message that the recording does not contain.
    case extra(JSONValue)
    /// The next message in the recording and the next message sent have different contents.
    case content(path: String, recorded: JSONValue?, sent: JSONValue?, message: JSONValue)
    /// The session is in an invalid state, regardless of its messages.
    case broken(String)
  }

  /// The line of the recording, from 1; for an extra message or an invalid state, the preceding line.
  package let line: Int
  let kind: Kind

  /// Identifies a difference even if other lines are removed.
  var signature: String {
    switch kind {
    case .missing(let message): "\(line) missing \(message.title)"
    case .extra(let message): "extra \(message.title)"
    case .content(let path, let recorded, let sent, let message):
      "\(line) \(message.title) \(path) \(recorded?.description ?? "") \(sent?.description ?? "")"
    // Numbers are ignored, because positions change when text is omitted.
    case .broken(let what): "broken \(what.filter { !$0.isNumber })"
    }
  }

  package var description: String {
    switch kind {
    case .missing(let message):
      "line \(line): the recording has \(message.title), which the server did not send\n  recorded: \(message.excerpt)"
    case .extra(let message):
      "after line \(line): the server sent \(message.title), which the recording does not contain\n"
        + "  sent:     \(message.excerpt)"
    case .content(let path, let recorded, let sent, let message):
      "line \(line): \(message.title) differs at \(path.isEmpty ? "its root" : path)\n"
        + "  recorded: \(recorded?.excerpt ?? "nothing")\n  sent:     \(sent?.excerpt ?? "nothing")"
    case .broken(let what): "after line \(line): an invariant is violated: \(what)"
    }
  }
}

extension JSONValue {
  /// The message in words, such as `textDocument/publishDiagnostics` or `the answer to request 3`.
  fileprivate var title: String {
    if let method = self["method"]?.stringValue { return method }
    return "the answer to request \(self["id"]?.description ?? "?")"
  }

  fileprivate var excerpt: String {
    let text = description
    let limit = 400
    guard text.utf8.count > limit else { return text }
    return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
  }

  /// The JSON Pointer of the first difference between two values, and the value that each has there, if any; nil if the
  /// values are equal. The order of members is ignored.
  fileprivate func firstDifference(
    from other: JSONValue
  ) -> (path: String, here: JSONValue?, there: JSONValue?)? {
    switch (self, other) {
    case (.object(let a), .object(let b)):
      for (name, value) in a.members {
        guard let against = b[name] else { return ("/\(name)", value, nil) }
        if let (path, here, there) = value.firstDifference(from: against) {
          return ("/\(name)\(path)", here, there)
        }
      }
      return b.members.first { a[$0.name] == nil }.map { ("/\($0.name)", nil, $0.value) }
    case (.array(let a), .array(let b)):
      for index in 0..<min(a.count, b.count) {
        if let (path, here, there) = a[index].firstDifference(from: b[index]) {
          return ("/\(index)\(path)", here, there)
        }
      }
      if a.count > b.count { return ("/\(b.count)", a[b.count], nil) }
      return a.count < b.count ? ("/\(a.count)", nil, b[a.count]) : nil
    default:
      if self == other { return nil }
      if let a = doubleValue, let b = other.doubleValue, a == b { return nil }
      return ("", self, other)
    }
  }
}
