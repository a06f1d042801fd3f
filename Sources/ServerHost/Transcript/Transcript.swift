import Entities
import EntitySources
import JSONText
import LanguageProtocol
import MentionsServer

/// A recorded session: what came in and what went out, in order.
package struct Transcript: Sendable {
  enum Content: Sendable {
    case event(ServerEvent)
    /// A message that the server sent.
    case sent(JSONValue)
  }

  struct Entry: Sendable {
    /// In the file, counted from 1.
    let line: Int
    /// Since the transcript's start.
    let milliseconds: Int
    let content: Content
    /// The line as it was read.
    let text: [UInt8]
  }

  let entries: [Entry]
  /// Lines that say nothing to this reader: unknown, or no JSON.
  package let skipped: Int
  /// Entities that the recording left out; with some missing, a replay may rightly differ.
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

  /// Messages from either side and what else came in.
  package var count: Int { entries.count }

  /// Whether it holds all that the session depended on, as `serve --record` writes it. What only passed
  /// between client and server, as a tap between them sees it, does not.
  var isSelfContained: Bool {
    entries.contains {
      if case .event(.settings) = $0.content { true } else { false }
    }
  }

  /// As it was read, one line each.
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
      self = .located(number: number, places.compactMap(EntityPlace.init(transcript:)))
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
