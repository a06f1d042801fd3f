import JSONText
import Mentions
import SystemCalls

/// Writes what comes in and goes out to a file, one JSON object a line, so that the session can be
/// played again: `{"t": seconds, "from": "client"|"server"|…, "message": …}`.
public final class TranscriptRecorder {
  private let file: Int32
  private var start: Instant?

  /// Empties the file, or throws if it cannot be written.
  public init(path: String) throws(OutputFileFault) {
    file = try OutputFileFault.opening(path)
  }

  deinit { Platform.closeDescriptor(file) }

  func record(_ event: ServerEvent, at now: Instant) {
    guard let line = TranscriptLine(event) else { return }
    write(line, at: now)
  }

  /// A framed message on its way to the client.
  func recordSent(_ framed: [UInt8], at now: Instant) {
    write(TranscriptLine(sent: framed), at: now)
  }

  private func write(_ line: TranscriptLine, at now: Instant) {
    let start = start ?? now
    self.start = start
    var bytes = line.encoded(seconds: Double(now.milliseconds - start.milliseconds) / 1000)
    bytes.append(UInt8(ascii: "\n"))
    try? Platform.writeAll(file, bytes)
  }
}
