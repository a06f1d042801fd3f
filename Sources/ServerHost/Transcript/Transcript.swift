import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer

/// A recorded session: all input and output, in order.
package struct Transcript: Sendable {
  enum Content: Sendable {
    case event(ServerEvent)
    /// A message that the server sent.
    case sent(JSONValue)
  }

  struct Entry: Sendable {
    /// The line number in the file, from 1.
    let line: Int
    /// Since the start of the transcript.
    let milliseconds: Int
    let content: Content
    /// The line as read.
    let text: [UInt8]
  }

  let entries: [Entry]
  /// The number of lines that are unknown to this reader or not JSON.
  package let skipped: Int
  /// The number of entities omitted from the recording; if there are any, a replay may legitimately differ.
  package let leftOut: Int

  /// Reads JSON Lines. Empty lines and those that begin with `#` are comments.
  package init(_ bytes: [UInt8]) {
    var entries: [Entry] = []
    var skipped = 0
    var leftOut = 0
    var clock = 0
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      guard let first = line.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { continue }
      guard let value = try? JSONParser.parse(line), let content = Content(value) else {
        skipped += 1
        continue
      }
      // Time never goes back.
      clock = max(clock, value["t"]?.doubleValue.flatMap(Self.milliseconds) ?? 0)
      leftOut += value["loaded"]?["leftOut"]?.intValue ?? 0
      entries.append(Entry(line: index + 1, milliseconds: clock, content: content, text: Array(line)))
    }
    self.init(entries, skipped: skipped, leftOut: leftOut)
  }

  init(_ entries: [Entry], skipped: Int = 0, leftOut: Int = 0) {
    self.entries = entries
    self.skipped = skipped
    self.leftOut = leftOut
  }

  /// The number of messages from either side and other events.
  package var count: Int { entries.count }

  /// Whether it contains everything on which the session depended, as written by `serve --record`. Messages intercepted
  /// between client and server do not.
  var isSelfContained: Bool {
    entries.contains {
      if case .event(.settings) = $0.content { true } else { false }
    }
  }

  /// The entries as read, one per line.
  package var encoded: [UInt8] { entries.flatMap { $0.text + [UInt8(ascii: "\n")] } }

  private static func milliseconds(_ seconds: Double) -> Int? {
    Int(exactly: (seconds * 1000).rounded())
  }
}

extension Transcript.Content {
  init?(_ line: JSONValue) {
    switch line["from"]?.stringValue {
    case "server":
      guard let message = line["message"] else { return nil }
      self = .sent(message)
    case "client":
      if let message = line["message"] {
        self = .event(.message(JSONWriter.bytes(of: message)))
      } else if let bytes = line["raw"]?.transcriptBytes {
        self = .event(.message(bytes))
      } else if let fault = line["fault"].flatMap(FramerError.init(transcript:)) {
        self = .event(.framingFault(fault))
      } else if line["end"] != nil {
        self = .event(.ending(.inputEnded))
      } else if line["closed"] != nil {
        self = .event(.ending(.outputClosed))
      } else if let waiting = line["unread"]?.intValue {
        self = .event(.ending(.outputUnread(waiting: waiting)))
      } else {
        return nil
      }
    case "settings":
      guard let files = line["files"]?.arrayValue else { return nil }
      self = .event(.settings(files.compactMap(SettingsFile.init(transcript:))))
    case "store":
      guard let event = ServerEvent(storeLine: line) else { return nil }
      self = .event(event)
    case "workspace":
      if let value = line["reread"], let number = value["number"]?.intValue {
        let files = (value["files"]?.arrayValue ?? []).compactMap(RereadFile.init(transcript:))
        self = .event(.reread(number: number, files))
        return
      }
      guard let value = line["scanned"], let scan = value["scan"]?.intValue,
        let report = ScanReport(transcript: value)
      else { return nil }
      self = .event(.scanned(scan: scan, report))
    case "clock": self = .event(.clock)
    case "source":
      guard let event = ServerEvent(sourceLine: line) else { return nil }
      self = .event(event)
    default: return nil
    }
  }
}

extension ServerEvent {
  fileprivate init?(storeLine line: JSONValue) {
    if let file = line["read"].flatMap(SettingsFile.init(transcript:)) {
      self = .storeRead(path: file.path, file.contents)
    } else if let value = line["found"], let folder = value["folder"]?.stringValue {
      self = .storeFound(folder: folder, documents: value["documents"]?.strings ?? [])
    } else if let value = line["marked"], let path = value["path"]?.stringValue {
      self = .marked(path: path, isNew: value["new"]?.boolValue ?? false)
    } else if let value = line["choices"], let seconds = value["seconds"]?.intValue,
      let choices = Choices(json: value)
    {
      self = .choicesKept(choices, changes: value["changes"]?.intValue ?? 0, seconds: seconds)
    } else if let value = line["written"], let path = value["path"]?.stringValue {
      self = .storeWritten(path: path, fault: value["fault"]?.stringValue)
    } else {
      return nil
    }
  }

  fileprivate init?(sourceLine line: JSONValue) {
    if let value = line["loaded"], let source = value["source"]?.stringValue,
      let load = value["load"]?.intValue,
      let loaded = LoadedSource(transcript: value)
    {
      self = .loaded(source: source, load: load, loaded)
    } else if let value = line["provider"], let source = value["source"]?.stringValue,
      let start = value["start"]?.intValue, let event = ProviderEvent(transcript: value, source: source)
    {
      self = .provider(source: source, start: start, event)
    } else if let value = line["plugin"], let name = value["name"]?.stringValue,
      let start = value["start"]?.intValue, let event = PluginEvent(transcript: value)
    {
      self = .plugin(key: name, start: start, event)
    } else if let value = line["merged"], let names = value["names"]?.strings,
      let mergeID = value["turn"]?.intValue
    {
      // What was merged has been read before: the replay knows it.
      self = .merged(names: names, mergeID: mergeID, .empty)
    } else if let value = line["located"], let number = value["number"]?.intValue {
      let places = value["places"]?.arrayValue ?? []
      self = .located(number: number, places.compactMap(EntityDefinition.init(transcript:)))
    } else if let value = line["near"], let number = value["number"]?.intValue {
      self = .near(number: number, NearPeople(transcript: value))
    } else if let paths = line["changed"]?.strings {
      self = .filesChanged(paths)
    } else if line["parentDied"] != nil {
      self = .ending(.parentDied)
    } else if let name = line["signal"]?.stringValue {
      self = .ending(.signal(name))
    } else {
      return nil
    }
  }
}

/// One line of a transcript: an event or a message. It contains everything that the session depends on, so that a
/// transcript replays without files, programs and clocks.
///
/// Its members in addition to `t` and `from`, by origin:
///
/// | from | members |
/// |---|---|
/// | client | `message`; or `raw`, not JSON; or `fault`, bytes that are not a frame; or `end` or `closed`, the end of its output or input; or `unread`, the number of bytes that it has not read |
/// | server | `message` |
/// | settings | `files`: each `path`, and `text`, `bytes` or `unreadable` |
/// | source | `loaded`, `merged`, `provider`, `plugin`, `located`, `near`, `changed`, `parentDied` or `signal` (its name) |
/// | store | `read`: `path`, and `text`, `bytes` or `unreadable`; `found`: `folder` and `documents`; `written`: `path`, and `fault` if it failed |
/// | workspace | `scanned`: mentions found in files by the scan with the number `scan`; `reread`: the `files` to be edited |
/// | clock | `tick` |
package struct TranscriptLine: Hashable {
  package enum Origin: String { case client, server, settings, source, store, workspace, clock }

  package let origin: Origin
  /// The name of the member in addition to `t` and `from`.
  let name: String
  /// The JSON of that member, on one line.
  package let json: [UInt8]

  /// An event that a replay must receive again; nil for those that it causes itself.
  package init?(_ event: ServerEvent) {
    switch event {
    case .message(let body): self.init(.client, message: body)
    case .framingFault(let fault): self.init(.client, "fault", fault.transcript)
    case .clock: self.init(.clock, "tick", true)
    case .settings(let files): self.init(.settings, "files", .array(files.map(\.transcript)))
    case .merged(let names, let mergeID, _):
      self.init(
        .source, "merged", ["names": .array(names.map { .string($0) }), "turn": .integer(mergeID)])
    case .loaded(let source, let load, let loaded):
      self.init(.source, "loaded", loaded.transcript(source: source, load: load))
    case .provider(let source, let start, let event):
      guard let answer = event.transcript(source: source, start: start) else { return nil }
      self.init(.source, "provider", answer)
    case .plugin(let key, let start, let event):
      guard let said = event.transcript(key: key, start: start) else { return nil }
      self.init(.source, "plugin", said)
    case .located(let number, let places):
      self.init(
        .source, "located", ["number": .integer(number), "places": .array(places.map(\.transcript))])
    case .near(let number, let people): self.init(.source, "near", people.transcript(number: number))
    case .filesChanged(let paths):
      if paths.isEmpty { return nil }
      self.init(.source, "changed", .array(paths.map { .string($0) }))
    case .storeRead(let path, let contents):
      self.init(.store, "read", SettingsFile(path: path, contents: contents).transcript)
    case .storeFound(let folder, let documents):
      self.init(
        .store, "found", ["folder": .string(folder), "documents": .array(documents.map { .string($0) })])
    case .marked(let path, let isNew):
      self.init(.store, "marked", ["path": .string(path), "new": .bool(isNew)])
    case .choicesKept(let choices, let changes, let seconds):
      var object = choices.json
      object["changes"] = .integer(changes)
      object["seconds"] = .integer(seconds)
      self.init(.store, "choices", .object(object))
    case .storeWritten(let path, let fault):
      var object: JSONObject = ["path": .string(path)]
      object["fault"] = fault.map { .string($0) }
      self.init(.store, "written", .object(object))
    case .reread(let number, let files):
      self.init(
        .workspace, "reread", ["number": .integer(number), "files": .array(files.map(\.transcript))])
    case .scanned(let scan, let report): self.init(.workspace, "scanned", report.transcript(scan: scan))
    case .ending(.inputEnded): self.init(.client, "end", true)
    case .ending(.parentDied): self.init(.source, "parentDied", true)
    case .ending(.signal(let name)): self.init(.source, "signal", .string(name))
    case .ending(.outputClosed): self.init(.client, "closed", true)
    case .ending(.outputUnread(let waiting)): self.init(.client, "unread", .integer(waiting))
    }
  }

  /// A framed message of the server.
  package init(sent framed: [UInt8]) {
    self.init(.server, message: Self.body(of: framed))
  }

  /// The message in a frame.
  static func body(of framed: [UInt8]) -> [UInt8] {
    framed.firstOccurrence(of: "\r\n\r\n".utf8).map { Array(framed[$0.upperBound...]) } ?? framed
  }

  package func encoded(seconds: Double) -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("t", seconds)
      $0.member("from", origin.rawValue)
      $0.name(name)
      $0.raw(json)
    }
    return writer.bytes
  }

  init(_ origin: Origin, _ name: String, _ value: JSONValue) {
    self.origin = origin
    self.name = name
    json = JSONWriter.bytes(of: value)
  }

  private init(_ origin: Origin, message body: [UInt8]) {
    self.origin = origin
    // A line of its own must not hold a line end; in JSON these occur between tokens only.
    let line = body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    if (try? JSONParser.parse(line)) != nil {
      name = "message"
      json = line
    } else {
      name = "raw"
      json = JSONWriter.bytes(of: JSONValue.transcript(body))
    }
  }
}

/// Writes all input and output to a file, one JSON object per line, so that the session can be replayed: `{"t":
/// seconds, "from": "client"|"server"|…, "message": …}`.
public final class TranscriptRecorder {
  private let writer: DescriptorWriter
  private var start: Instant?

  /// The maximum number of queued bytes if the file is a pipe.
  private static let limit = 1 << 24

  /// Empties the file, or throws if it cannot be written.
  public init(path: String) throws(OutputFileError) {
    writer = DescriptorWriter(try OutputFileError.opening(path), limit: Self.limit, isOwner: true)
  }

  /// Records an event without waiting for the reader of the recording. Any result but `taken` ends the recording,
  /// because it cannot be replayed without all lines.
  func record(_ event: ServerEvent, at now: Instant) -> DescriptorWriter.Outcome {
    guard let line = TranscriptLine(event) else { return .taken }
    return write(line, at: now)
  }

  /// Records a framed message sent to the client.
  func recordSent(_ framed: [UInt8], at now: Instant) -> DescriptorWriter.Outcome {
    write(TranscriptLine(sent: framed), at: now)
  }

  /// Waits until everything is written, at most until an instant on the monotonic clock.
  func finish(until end: Int) { writer.finish(until: end) }

  private func write(_ line: TranscriptLine, at now: Instant) -> DescriptorWriter.Outcome {
    let start = start ?? now
    self.start = start
    var bytes = line.encoded(seconds: Double(now.milliseconds - start.milliseconds) / 1000)
    bytes.append(UInt8(ascii: "\n"))
    return writer.write(bytes)
  }
}
