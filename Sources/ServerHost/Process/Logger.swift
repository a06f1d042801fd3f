import Entities
import MentionsServer
import Synchronization
import SystemCalls

/// Writes log lines to standard error and, if asked, to a file. Never to standard output, and without waiting for
/// whoever reads them: lines for which there is no room are counted and dropped.
public final class Logger: Sendable {
  private let level: LogLevel
  private let showsText: Bool
  private let sinks: [LogSink]

  /// - Parameters:
  ///   - level: lines of a lesser level are dropped.
  ///   - showsText: do not redact people's text and names.
  ///   - path: a file that is emptied and written besides standard error.
  /// Throws if that file cannot be made.
  public init(level: LogLevel, showsText: Bool = false, path: String? = nil) throws(OutputFileError) {
    self.level = level
    self.showsText = showsText
    var sinks = [LogSink(2, isOwner: false)]
    if let path {
      sinks.append(LogSink(try OutputFileError.opening(path), isOwner: true))
    }
    self.sinks = sinks
  }

  public func write(_ level: LogLevel, _ line: LogLine) {
    guard level <= self.level else { return }
    let text = "\(level.name): \(ShownText.line(line.text(showingText: showsText)))"
    for sink in sinks { sink.write(text) }
  }

  /// Waits until all lines are written, until an instant on the monotone clock at most.
  func finish(until end: Int) { for sink in sinks { sink.finish(until: end) } }
}

/// One place that log lines go to.
private final class LogSink: Sendable {
  private let writer: DescriptorWriter
  /// Lines that found no room since the last one that did.
  private let dropped = Mutex(0)

  /// Bytes that may wait to be read.
  private static let limit = 1 << 20

  init(_ descriptor: Int32, isOwner: Bool) {
    writer = DescriptorWriter(descriptor, limit: Self.limit, isOwner: isOwner)
  }

  func write(_ text: String) {
    dropped.withLock { dropped in
      let outcome = writer.write(Self.bytes(Self.remark(dropped) + [text]))
      if case .full = outcome { dropped += 1 } else { dropped = 0 }
    }
  }

  func finish(until end: Int) {
    writer.finish(until: end)
    dropped.withLock { dropped in
      if dropped > 0, writer.write(Self.bytes(Self.remark(dropped))) == .taken { dropped = 0 }
    }
  }

  private static func remark(_ dropped: Int) -> [String] {
    dropped == 0 ? [] : ["warning: \(dropped) lines were not logged, because nobody read those before"]
  }

  private static func bytes(_ lines: [String]) -> [UInt8] {
    lines.flatMap { "mentions-lsp: \($0)\n".utf8 }
  }
}

/// A log or transcript that cannot be written.
public struct OutputFileError: Error, CustomStringConvertible {
  public let path: String
  public let reason: String
  public var description: String { "cannot write to \(path): \(reason)" }

  /// Makes a file, or empties it. Returns its descriptor.
  static func opening(_ path: String) throws(OutputFileError) -> Int32 {
    do throws(SystemError) {
      return try Platform.createFile(path)
    } catch {
      throw OutputFileError(path: path, reason: error.message)
    }
  }
}
