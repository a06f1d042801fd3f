import Entities
import MentionsServer
import Synchronization
import SystemCalls

/// The process that the server lives in, for programs that embed it.
public enum HostProcess {
  /// Ends the process.
  package static func exit(_ status: Int32) -> Never { Platform.endProcess(status) }

  /// All environment variables.
  public static func environment() -> [String: String] { Platform.environment() }

  /// Path of this program's file; nil if the system does not provide it.
  package static var executablePath: String? { Platform.executablePath() }

  /// Milliseconds on the monotone clock.
  package static func milliseconds() -> Int { Platform.milliseconds() }

  /// Makes writing to a closed pipe, or to a file beyond the process's limit, an error like any other instead of the
  /// process's end.
  package static func ignoreWriteSignals() { Platform.ignoreWriteSignals() }

  /// Gives large blocks of memory back to the system as soon as they are freed, where it has to be asked for that. To be
  /// called at the process's start.
  package static func returnFreedMemory() { Platform.returnFreedBlocks() }

  /// A file's bytes, or why there are none.
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

  /// Runs something on a thread of its own.
  package static func startThread(_ body: @escaping @Sendable () -> Void) {
    if !Platform.startThread(body) { body() }
  }

  /// Whether a person types standard input.
  package static var isInputTerminal: Bool { Platform.isTerminal(0) }

  /// Columns of the terminal at standard output; nil if it is none or its size is unknown.
  package static var outputWidth: Int? { Platform.terminalWidth(1) }

  /// Whether a person looks at standard output.
  package static var isOutputTerminal: Bool { Platform.isTerminal(1) }

  /// Writes to standard output; false where that failed, or nobody reads it any more.
  @discardableResult
  package static func write(_ text: String) -> Bool { write(bytes: Array(text.utf8)) }

  /// Writes bytes as they are to standard output; false where that failed, or nobody reads it any more.
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

  /// Reason why standard output is incomplete, in words; nil: it is complete, or its reader closed it.
  package static var outputFault: String? { firstFault.withLock { $0 } }

  /// Writes to standard error, without what would act on a terminal. Line feeds stay.
  package static func complain(_ text: String) {
    try? Platform.writeAll(2, Array(ShownText.lines(text).utf8))
  }

  /// Delivers `SIGTERM`, `SIGINT` and `SIGHUP` to a ``RunLoop`` instead of ending the process. For a program that is a
  /// server and nothing else, once. Nil when there are no descriptors left.
  public static func catchEndingSignals() -> Int32? { try? Platform.catchEndingSignals() }

  /// Takes standard input and output for the protocol; descriptor 1 becomes standard error, so that
  /// a stray `print` anywhere cannot harm a client.
  public static func takeOverStandardStreams() -> (input: Int32, output: Int32) {
    Platform.ignoreWriteSignals()
    return (0, Platform.takeOver(1))
  }
}

/// A file that could not be read, in words.
package struct UnreadableFile: Error, CustomStringConvertible {
  let path: String
  let reason: String
  package var description: String { "cannot read \(path): \(reason)" }
}

extension SettingsFile {
  /// Reads a file from the disk, and looks up where it is. Blocks.
  package init(reading path: String) {
    self.init(path: path, contents: .read(path), realPaths: RealPaths(of: path, lookUp: Platform.realPath))
  }
}

extension SettingsFile.Contents {
  /// Reads a file, one byte more than `limit` at most, which reveals a file that is too long. Blocks.
  static func read(_ path: String, limit: Int = SettingsFile.maximumSize) -> Self {
    do throws(SystemError) {
      return .bytes(try Platform.readOrdinaryFile(path, limit: limit))
    } catch {
      return error.isMissing ? .missing : .unreadable(error.message)
    }
  }
}

/// Writes log lines to standard error and, if requested, to a file. Never to standard output, and without waiting for
/// a reader: lines for which there is no room are counted and dropped.
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

  package func write(_ level: LogLevel, _ line: LogLine) {
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
  /// As it was given.
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
