import JSONText
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
    /// The time since the start of the transcript.
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
      // Time never runs backwards.
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

  /// The number of entries: messages from either side, and other events.
  package var count: Int { entries.count }

  /// Whether the transcript contains everything on which the session depended, as one written by `serve --record` does.
  /// A transcript of messages intercepted between client and server does not.
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
    let origin = line["from"]?.stringValue
    if let message = line["message"], origin == "server" {
      self = .sent(message)
    } else if let message = line["message"], origin == "client" {
      self = .event(.message(JSONWriter.bytes(of: message)))
    } else {
      let event = TranscriptKind.all.lazy.compactMap { kind in
        kind.origin.rawValue == origin ? line[kind.name].flatMap(kind.event) : nil
      }.first
      guard let event else { return nil }
      self = .event(event)
    }
  }
}

/// One line of a transcript: an event or a message. It contains everything that the session depends on, so that a
/// transcript can be replayed without files, programs and clocks.
///
/// Its members are `t`, the time in seconds; `from`, the origin; and one member for the value. A message that is JSON
/// is the value of `message`. The names and contents of all other values are declared in `TranscriptKinds.swift`.
package struct TranscriptLine: Hashable {
  package enum Origin: String { case client, server, settings, source, store, workspace, clock }

  package let origin: Origin
  /// The name of the member in addition to `t` and `from`.
  let name: String
  /// The JSON of that member, on one line.
  package let json: [UInt8]

  /// Creates the line for an event that a replay must receive; nil for events that the replay causes itself.
  package init?(_ event: ServerEvent) {
    if case .message(let body) = event, let line = Self.line(of: body) {
      self.init(.client, "message", line)
      return
    }
    for kind in TranscriptKind.all {
      guard let json = kind.json(event) else { continue }
      self.init(kind.origin, kind.name, json)
      return
    }
    return nil
  }

  /// Creates the line for a framed message of the server.
  package init(sent framed: [UInt8]) {
    let body = Self.body(of: framed)
    if let line = Self.line(of: body) {
      self.init(.server, "message", line)
    } else {
      self.init(.server, "raw", JSONWriter.bytes(of: TranscriptBytes(body)))
    }
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

  private init(_ origin: Origin, _ name: String, _ json: [UInt8]) {
    (self.origin, self.name, self.json) = (origin, name, json)
  }

  /// A message as one line; nil if it is not JSON.
  private static func line(of body: [UInt8]) -> [UInt8]? {
    // Replaces line ends, which JSON allows only between tokens.
    let line = body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    return (try? JSONParser.parse(line)) == nil ? nil : line
  }
}

/// Writes all input and output to a file, one JSON object per line, so that the session can be replayed: `{"t":
/// seconds, "from": "client"|"server"|…, "message": …}`.
public final class TranscriptRecorder {
  private let writer: DescriptorWriter
  private var start: Instant?

  /// The maximum number of queued bytes if the file is a pipe.
  private static let limit = 1 << 24

  /// Creates or empties the file.
  ///
  /// - Throws: if the file cannot be created or written.
  public init(path: String) throws(OutputFileError) {
    writer = DescriptorWriter(try OutputFileError.opening(path), limit: Self.limit, isOwner: true)
  }

  /// Records an event without waiting for the reader of the recording. Any result but `taken` ends the recording,
  /// because a recording with missing lines cannot be replayed.
  func record(_ event: ServerEvent, at now: Instant) -> DescriptorWriter.Outcome {
    guard let line = TranscriptLine(event) else { return .taken }
    return write(line, at: now)
  }

  /// Records a framed message sent to the client.
  func recordSent(_ framed: [UInt8], at now: Instant) -> DescriptorWriter.Outcome {
    write(TranscriptLine(sent: framed), at: now)
  }

  /// Waits until everything is written, or until an instant on the monotonic clock.
  func finish(until end: Int) { writer.finish(until: end) }

  private func write(_ line: TranscriptLine, at now: Instant) -> DescriptorWriter.Outcome {
    let start = start ?? now
    self.start = start
    var bytes = line.encoded(seconds: Double(now.milliseconds - start.milliseconds) / 1000)
    bytes.append(UInt8(ascii: "\n"))
    return writer.write(bytes)
  }
}
