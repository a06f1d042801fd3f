import Synchronization
import SystemCalls

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
      file = try OutputFileFault.opening(path)
    } else {
      file = nil
    }
  }

  deinit { if let file { Platform.closeDescriptor(file) } }

  public func write(_ level: LogLevel, _ line: LogLine) {
    guard level <= self.level else { return }
    let text = Array("mentions-lsp: \(level.name): \(line.text(showingText: showsText))\n".utf8)
    try? Platform.writeAll(2, text)
    if let file { try? Platform.writeAll(file, text) }
  }
}

/// A log or transcript that cannot be written.
public struct OutputFileFault: Error, CustomStringConvertible {
  public let path: String
  public let reason: String
  public var description: String { "cannot write to \(path): \(reason)" }

  /// Makes a file, or empties it. Returns its descriptor.
  static func opening(_ path: String) throws(OutputFileFault) -> Int32 {
    do throws(SystemError) {
      return try Platform.createFile(path)
    } catch {
      throw OutputFileFault(path: path, reason: error.message)
    }
  }
}
