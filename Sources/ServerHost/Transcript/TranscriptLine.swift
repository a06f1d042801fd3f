import Entities
import EntitySources
import JSONText
import LanguageProtocol
import MentionsServer

/// One line of a transcript: what came in or went out. Whatever the session depends on is in it, so
/// that a transcript replays without files, programs and clocks.
///
/// Its members besides `t` and `from`, by origin:
///
/// | from | members |
/// |---|---|
/// | client | `message`; or `raw`, what is not JSON; or `fault`, bytes that are not frame; or `end` or `closed`, the end of what it writes or reads; or `unread`, how many bytes it has not read |
/// | server | `message` |
/// | settings | `files`: each `path`, and `text`, `bytes` or `unreadable` |
/// | source | `loaded`, `merged`, `provider`, `plugin`, `located`, `near`, `changed`, `parentDied` or `signal`, its name |
/// | store | `read`: `path`, and `text`, `bytes` or `unreadable`; `found`: `folder` and `documents`; `written`: `path`, and `fault` if it failed |
/// | workspace | `scanned`: what was found in files, of the scan with the number `scan`; `reread`: the `files` that are to be edited |
/// | clock | `tick` |
package struct TranscriptLine: Hashable {
  package enum Origin: String { case client, server, settings, source, store, workspace, clock }

  package let origin: Origin
  /// The member besides `t` and `from`.
  let name: String
  /// Its JSON, on one line.
  package let json: [UInt8]

  /// An event that a replay must see again; nil for those that it brings about by itself.
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

  /// A framed message of ours.
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
