import Entities
import MentionsServer
import Synchronization
import SystemCalls

/// The current process, for programs that embed the server.
public enum HostProcess {
  package static func exit(_ status: Int32) -> Never { Platform.endProcess(status) }

  /// All environment variables.
  public static func environment() -> [String: String] { Platform.environment() }

  /// The path of the executable; nil if the system does not provide it.
  package static var executablePath: String? { Platform.executablePath() }

  /// The time in milliseconds on the monotonic clock.
  package static func milliseconds() -> Int { Platform.milliseconds() }

  /// Makes a write to a closed pipe, or beyond the process's limit for the size of files, fail with an error instead of
  /// ending the process.
  package static func ignoreWriteSignals() { Platform.ignoreWriteSignals() }

  /// Makes the allocator return large blocks of memory to the system as soon as they are freed, on systems where it
  /// must be configured for that. Must be called at the start of the process.
  package static func returnFreedMemory() { Platform.returnFreedBlocks() }

  /// Reads the bytes of a file, at most one more than `limit`.
  package static func readFile(_ path: String, limit: Int = 1 << 30) throws(UnreadableFile) -> [UInt8] {
    do throws(SystemError) {
      return try Platform.readFile(path, limit: limit)
    } catch {
      throw UnreadableFile(path: path, reason: error.isMissing ? "there is no such file" : error.message)
    }
  }

  /// The bytes of standard input, up to its end. Blocks.
  package static func readStandardInput(limit: Int = 1 << 30) throws(UnreadableFile) -> [UInt8] {
    do throws(SystemError) {
      return try Platform.readAll(0, limit: limit)
    } catch {
      throw UnreadableFile(path: "standard input", reason: error.message)
    }
  }

  /// Runs a function on a separate thread, or on the current one if no thread can be created.
  package static func startThread(_ body: @escaping @Sendable () -> Void) {
    if !Platform.startThread(body) { body() }
  }

  /// Whether standard input is a terminal.
  package static var isInputTerminal: Bool { Platform.isTerminal(0) }

  /// The number of columns of the terminal at standard output; nil if it is not a terminal or the width is unknown.
  package static var outputWidth: Int? { Platform.terminalWidth(1) }

  /// Whether standard output is a terminal.
  package static var isOutputTerminal: Bool { Platform.isTerminal(1) }

  /// Writes to standard output; returns false if that failed, or if the reader has closed it.
  @discardableResult
  package static func write(_ text: String) -> Bool { write(bytes: Array(text.utf8)) }

  /// Writes bytes unchanged to standard output; returns false if that failed, or if the reader has closed it.
  @discardableResult
  package static func write(bytes: [UInt8]) -> Bool {
    do throws(SystemError) {
      try Platform.writeAll(1, bytes)
      return true
    } catch {
      if !error.isBrokenPipe { firstFault.withLock { $0 = $0 ?? error.message } }
      return false
    }
  }

  private static let firstFault = Mutex<String?>(nil)

  /// The reason why standard output is incomplete, in words; nil if it is complete, or if its reader has closed it.
  package static var outputFault: String? { firstFault.withLock { $0 } }

  /// Writes to standard error, without control characters except line feeds.
  package static func complain(_ text: String) {
    try? Platform.writeAll(2, Array(ShownText.lines(text).utf8))
  }

  /// Delivers `SIGTERM`, `SIGINT` and `SIGHUP` to a ``RunLoop`` instead of ending the process. For programs that do
  /// nothing but run the server; must not be called more than once.
  ///
  /// - Returns: the descriptor for ``RunLoop/init(session:input:output:signals:logger:recorder:)``; nil if no
  ///   descriptors are left.
  public static func catchEndingSignals() -> Int32? { try? Platform.catchEndingSignals() }

  /// Takes over standard input and output for the protocol; descriptor 1 is redirected to standard error, so that a
  /// stray `print` cannot disturb the client.
  ///
  /// - Returns: the descriptors for ``RunLoop/init(session:input:output:signals:logger:recorder:)``.
  public static func takeOverStandardStreams() -> (input: Int32, output: Int32) {
    Platform.ignoreWriteSignals()
    return (0, Platform.takeOver(1))
  }
}

/// An error for a file that could not be read, in words.
package struct UnreadableFile: Error, CustomStringConvertible {
  let path: String
  let reason: String
  package var description: String { "cannot read \(path): \(reason)" }
}

extension SettingsFile {
  /// Reads a file from disk, and determines its real path. Blocks.
  package init(reading path: String) {
    self.init(path: path, contents: .read(path), realPaths: RealPaths(of: path, lookUp: Platform.realPath))
  }
}

extension SettingsFile.Contents {
  /// Reads a file, at most one byte more than `limit`, which is enough to detect a file that is too long. Blocks.
  fileprivate static func read(_ path: String, limit: Int = SettingsFile.maximumSize) -> Self {
    do throws(SystemError) {
      return .bytes(try Platform.readOrdinaryFile(path, limit: limit))
    } catch {
      return error.isMissing ? .missing : .unreadable(error.message)
    }
  }
}

/// Writes log lines to standard error and, if requested, to a file. Never writes to standard output, and never waits
/// for a reader: lines for which there is no room are counted and dropped.
public final class Logger: Sendable {
  private let level: LogLevel
  private let showsText: Bool
  private let sinks: [LogSink]

  /// Creates a logger.
  ///
  /// - Parameters:
  ///   - level: the least severe level that is logged.
  ///   - showsText: whether to log text and names of people.
  ///   - path: a file to write in addition to standard error; its previous content is removed. Nil for none.
  /// - Throws: if the file cannot be created.
  public init(level: LogLevel, showsText: Bool = false, path: String? = nil) throws(OutputFileError) {
    self.level = level
    self.showsText = showsText
    var sinks = [LogSink(2, isOwner: false)]
    if let path {
      sinks.append(LogSink(try OutputFileError.opening(path), isOwner: true))
    }
    self.sinks = sinks
  }

  package func write(_ level: LogLevel, _ line: LogLine) {
    guard level <= self.level else { return }
    let text = "\(level.name): \(ShownText.line(line.text(showingText: showsText)))"
    for sink in sinks { sink.write(text) }
  }

  /// Waits until all lines are written, or until an instant on the monotonic clock.
  func finish(until end: Int) { for sink in sinks { sink.finish(until: end) } }
}

/// A destination of log lines.
private final class LogSink: Sendable {
  private let writer: DescriptorWriter
  /// The number of lines dropped since the last one written.
  private let dropped = Mutex(0)

  /// The number of bytes that may wait to be read.
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
    dropped == 0
      ? [] : ["warning: \(dropped) lines were not logged, because standard error was not read fast enough"]
  }

  private static func bytes(_ lines: [String]) -> [UInt8] {
    lines.flatMap { "mentions-lsp: \($0)\n".utf8 }
  }
}

/// An error for a log or transcript that cannot be written.
public struct OutputFileError: Error, CustomStringConvertible {
  /// The path of the file, as it was given.
  public let path: String
  /// The system's reason, in words.
  public let reason: String
  public var description: String { "cannot write to \(path): \(reason)" }

  /// Creates or empties a file. Returns its descriptor.
  static func opening(_ path: String) throws(OutputFileError) -> Int32 {
    do throws(SystemError) {
      return try Platform.createFile(path)
    } catch {
      throw OutputFileError(path: path, reason: error.message)
    }
  }
}
