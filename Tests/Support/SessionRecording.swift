// The static runtime has no testing library: there, only what the fuzzer needs of this module is built.
#if canImport(Testing)
import Mentions
import MentionsServer
import ServerHost
import SystemCalls
import Testing

/// Transcripts of the sessions that scripts play, for `mentions-lsp replay` and for tests that validate every message:
/// with `MENTIONS_SESSIONS=FOLDER` in the environment each played script leaves one there, in both directions.
///
/// A script answers an effect of the server as soon as it is performed. A host does so later, except for settings and
/// stored mentions, and a replay expects the order of a host: first everything that an event has led to, then the next
/// event. So answers that a host gives later are written after the event that caused them.
struct SessionRecording {
  /// An event that is being handled.
  private struct OpenEvent {
    var lines: [Line] = []
    /// Events that it caused, and what they led to.
    var later: [Line] = []
    let isAnsweredAtOnce: Bool
  }

  private typealias Line = (line: TranscriptLine, now: Int64)

  private var open: [OpenEvent] = []
  /// One list for each session.
  private var sessions: [[Line]] = [[]]

  /// The folder of the transcripts; nil: nothing is recorded.
  static let folder = HostProcess.environment()["MENTIONS_SESSIONS"]

  mutating func begin(_ event: ServerEvent, now: Int64) {
    guard Self.folder != nil else { return }
    let line = TranscriptLine(event).map { ($0, now) }
    open.append(OpenEvent(lines: [line].compactMap(\.self), isAnsweredAtOnce: event.isAnswerAtOnce))
  }

  mutating func send(_ framed: [UInt8], now: Int64) {
    guard !open.isEmpty else { return }
    open[open.count - 1].lines.append((TranscriptLine(sent: framed), now))
  }

  mutating func end() {
    guard let last = open.popLast() else { return }
    if open.isEmpty {
      sessions[sessions.count - 1] += last.lines + last.later
    } else if last.isAnsweredAtOnce {
      open[open.count - 1].lines += last.lines
      open[open.count - 1].later += last.later
    } else {
      open[open.count - 1].later += last.lines + last.later
    }
  }

  /// Another server starts.
  mutating func restart() { sessions.append([]) }

  /// Writes the sessions of a script at a place in the sources. Equal sessions of one place are one file.
  func write(_ place: SourceLocation) {
    guard let folder = Self.folder else { return }
    for lines in sessions where !lines.isEmpty {
      let bytes = lines.flatMap { $0.line.encoded(seconds: Double($0.now) / 1000) + [UInt8(ascii: "\n")] }
      // FNV-1a: the same name in every run.
      let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      let path =
        "\(folder)/\(place.fileName.dropLast(6))-\(place.line)-\(String(hash, radix: 16)).jsonl"
      do throws(SystemError) {
        let descriptor = try Platform.createFile(path)
        defer { Platform.closeDescriptor(descriptor) }
        try Platform.writeAll(descriptor, bytes)
      } catch {
        Issue.record("\(path): \(error)")
      }
    }
  }
}

extension ServerEvent {
  /// Whether a host gives it in the midst of the event that asked for it.
  fileprivate var isAnswerAtOnce: Bool {
    switch self {
    case .settings, .storeRead, .storeFound, .marked, .filesChanged: true
    default: false
    }
  }
}
#endif
