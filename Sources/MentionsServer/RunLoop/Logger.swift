import Synchronization

/// Writes log lines to standard error and, if asked, to a file. Never to standard output.
public final class Logger: Sendable {
  private let level: LogLevel
  private let showsText: Bool
  private let file: Int32?

  /// - Parameters:
  ///   - level: lines of a lesser level are dropped.
  ///   - showsText: do not redact people's text and names.
  ///   - path: a file that is emptied and written besides standard error.
  /// Throws if that file cannot be made.
  public init(level: LogLevel, showsText: Bool = false, path: String? = nil) throws(OutputFileFault) {
    self.level = level
    self.showsText = showsText
    if let path {
      guard let descriptor = Platform.createFile(path) else { throw OutputFileFault(path: path) }
      file = descriptor
    } else {
      file = nil
    }
  }

  deinit { if let file { Platform.close(file) } }

  public func write(_ level: LogLevel, _ line: LogLine) {
    guard level <= self.level else { return }
    let text = Array("mentions-lsp: \(level.name): \(line.text(showingText: showsText))\n".utf8)
    Platform.writeAll(2, text)
    if let file { Platform.writeAll(file, text) }
  }
}

/// A log or transcript that cannot be written.
public struct OutputFileFault: Error, CustomStringConvertible {
  public let path: String
  public var description: String { "cannot write to \(path): \(Platform.lastError())" }
}
