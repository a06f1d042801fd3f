import JSONText
import Mentions
import MentionsServer

/// Writes what comes in and goes out to a file, one JSON object a line, so that the session can be
/// played again: `{"t": seconds, "from": "client"|"server"|…, "message": …}`.
public final class TranscriptRecorder {
  private let writer: DescriptorWriter
  private var start: Instant?

  /// Bytes that may wait where the file is a pipe that somebody reads.
  private static let limit = 1 << 24

  /// Empties the file, or throws if it cannot be written.
  public init(path: String) throws(OutputFileError) {
    writer = DescriptorWriter(try OutputFileError.opening(path), limit: Self.limit, isOwner: true)
  }

  /// Never waits for whoever reads the recording. Anything but `taken` is its end: what lacks a line cannot be replayed.
  func record(_ event: ServerEvent, at now: Instant) -> DescriptorWriter.Outcome {
    guard let line = TranscriptLine(event) else { return .taken }
    return write(line, at: now)
  }

  /// A framed message on its way to the client.
  func recordSent(_ framed: [UInt8], at now: Instant) -> DescriptorWriter.Outcome {
    write(TranscriptLine(sent: framed), at: now)
  }

  /// Waits until all is written, until an instant on the monotone clock at most.
  func finish(until end: Int) { writer.finish(until: end) }

  private func write(_ line: TranscriptLine, at now: Instant) -> DescriptorWriter.Outcome {
    let start = start ?? now
    self.start = start
    var bytes = line.encoded(seconds: Double(now.milliseconds - start.milliseconds) / 1000)
    bytes.append(UInt8(ascii: "\n"))
    return writer.write(bytes)
  }
}
