import JSONText
import SystemCalls

/// Reads bytes piece by piece from a file or from memory, through a sliding window.
///
/// The bytes in `buffer[start..<end]` have been read but not consumed. The buffer is doubled only when it is full of
/// such bytes.
struct ByteReader: ~Copyable {
  private(set) var buffer: [UInt8]
  var start = 0
  private(set) var end: Int
  private(set) var fault: SystemError?
  private var descriptor: Int32
  /// The file offset of the window's end, for a reader that shares its descriptor; nil if the descriptor itself tracks
  /// the position.
  private var offset: Int?
  /// The size of the file when it was opened, in bytes; 0 for memory.
  let fileSize: Int

  /// - Parameter piece: the number of bytes to read at once.
  init(
    path: String, reach: FileReach = .anywhere, piece: Int = ReadingLimits.standard.piece
  ) throws(SystemError) {
    try self.init(descriptor: reach.openFile(path), piece: piece)
  }

  /// Reads from a descriptor, and closes it when the reader is deallocated.
  init(descriptor: Int32, piece: Int = ReadingLimits.standard.piece) {
    self.descriptor = descriptor
    fileSize = (try? Platform.facts(of: descriptor).stamp.size) ?? 0
    buffer = Array(repeating: 0, count: piece)
    end = 0
  }

  /// Reads an open file from an offset on. Does not close the descriptor, which others may read from at the same time.
  init(sharing descriptor: Int32, from offset: Int, piece: Int = ReadingLimits.standard.piece) {
    self.descriptor = descriptor
    self.offset = offset
    fileSize = 0
    buffer = Array(repeating: 0, count: piece)
    end = 0
  }

  init(bytes: [UInt8]) {
    descriptor = -1
    fileSize = 0
    buffer = bytes
    end = bytes.count
  }

  deinit { if offset == nil { Platform.closeDescriptor(descriptor) } }

  /// The file offset of `buffer[start]`, for a reader that shares its descriptor.
  var place: Int { origin + start }

  /// The file offset of `buffer[0]`, for a reader that shares its descriptor; otherwise 0.
  var origin: Int { (offset ?? end) - end }

  /// Skips the rest of a line, including its end; returns false if the window ends first.
  mutating func skipLine() -> Bool {
    let lineEnd = Platform.firstIndex(of: 0x0A, in: buffer, start..<end)
    start = lineEnd.map { $0 + 1 } ?? end
    return lineEnd != nil
  }

  /// The first line in the window without its LF; it is not consumed. Reads more bytes until the line is complete or
  /// longer than `longest` bytes.
  mutating func firstLine(longest: Int) -> ArraySlice<UInt8> {
    var line = buffer[start..<end].prefix { $0 != 0x0A }
    while line.endIndex == end, line.count <= longest, fill() {
      line = buffer[start..<end].prefix { $0 != 0x0A }
    }
    return line
  }

  /// Whether all bytes of a range of the window are ASCII.
  ///
  /// - Complexity: O(n) in the range.
  fileprivate func isASCII(_ range: Range<Int>) -> Bool {
    let bytes = buffer.span
    var union: UInt64 = 0
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      union |= ByteWord.load(bytes, at)
      at += 8
    }
    while at < range.upperBound {
      union |= UInt64(bytes[at])
      at += 1
    }
    return union & ByteWord.high == 0
  }

  /// Reads more bytes into the window. Returns false at the end of the input, or after an error, which is in `fault`.
  mutating func fill() -> Bool {
    guard descriptor >= 0 else { return false }
    if start > 0 {
      let kept = end - start
      for index in 0..<kept { buffer[index] = buffer[start + index] }
      start = 0
      end = kept
    }
    if end == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    switch Platform.receive(descriptor, into: &buffer, from: end, at: offset) {
    case .bytes(let count):
      end += count
      offset = offset.map { $0 + count }
      return true
    case .failed(let fault): self.fault = fault
    case .end, .wouldBlock: break
    }
    return false
  }

  /// Skips a byte order mark of UTF-8. If the mark is one of UTF-16 instead, returns the name of this encoding.
  mutating func skipByteOrderMark() -> String? {
    while end - start < 3, fill() {}
    let head = buffer[start..<min(end, start + 3)]
    if head.elementsEqual([0xEF, 0xBB, 0xBF]) {
      start += 3
    } else if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      return "UTF-16"
    }
    return nil
  }
}

/// Reads the lines of a `ByteReader`, ended by LF, CR LF or the end of the file. Lines longer than
/// ``ReadingLimits/record`` are skipped.
struct LineReader: ~Copyable {
  struct Line {
    /// The range in the reader's buffer, without the line end.
    var range: Range<Int>
    /// The line number, counted from 1.
    var number: Int
    var isASCII: Bool
  }

  var bytes: ByteReader
  /// The number of the last line read.
  private(set) var number = 0
  /// Lines that begin at or after this file offset are not read.
  private let bound: Int

  init(_ bytes: consuming ByteReader, before bound: Int = .max) {
    self.bytes = bytes
    self.bound = bound
  }

  /// Whether another line may follow within the bound.
  private var isWithinBound: Bool { bytes.place < bound }

  /// The offset of the bound in the window, or the end of the window if the bound comes later.
  var windowBound: Int {
    bound - bytes.place < bytes.end - bytes.start ? bytes.start + bound - bytes.place : bytes.end
  }

  /// Skips lines that the caller has read directly from the buffer.
  ///
  /// - Parameters:
  ///   - lines: the number of skipped lines.
  ///   - start: the index in the buffer at which the next line begins.
  mutating func pass(_ lines: Int, to start: Int) {
    number += lines
    bytes.start = start
  }

  /// The next line. Its range is valid until the next call.
  /// - Parameter collector: is notified of skipped lines.
  mutating func next(_ collector: inout RecordCollector) -> Line? {
    if collector.search?.isOver == true { return nil }
    defer { collector.search?.origin = bytes.origin }
    let longest = collector.limits.record
    var scanned = 0
    while isWithinBound {
      let (from, end) = (bytes.start, bytes.end)
      if let lineEnd = Platform.firstIndex(of: 0x0A, in: bytes.buffer, from + scanned..<end) {
        bytes.start = lineEnd + 1
        if lineEnd - from <= longest {
          let hasReturn = lineEnd > from && bytes.buffer[lineEnd - 1] == 0x0D
          return line(from..<(hasReturn ? lineEnd - 1 : lineEnd))
        }
        number += 1
        collector.addTooLong("line", line: number)
        scanned = 0
        continue
      }
      scanned = end - from
      if scanned > longest {
        number += 1
        collector.addTooLong("line", line: number)
        while !bytes.skipLine(), bytes.fill() {}
        scanned = 0
      } else if !bytes.fill() {
        guard scanned > 0 else { return nil }
        // `fill` has moved the window, so the earlier range is invalid.
        let range = bytes.start..<bytes.end
        bytes.start = bytes.end
        return line(range)
      }
    }
    return nil
  }

  private mutating func line(_ range: Range<Int>) -> Line {
    number += 1
    return Line(range: range, number: number, isASCII: bytes.isASCII(range))
  }
}

// MARK: - Files that may be read

/// The files that a source may read.
package enum FileReach: Hashable, Sendable {
  case anywhere
  /// Only files whose paths, with symbolic links resolved, are inside this folder. Used for paths from the settings of
  /// an untrusted workspace.
  case inside(folder: String)

  /// Opens a regular file for reading. Pipes and devices are refused without waiting.
  func openFile(_ path: String) throws(SystemError) -> Int32 {
    switch self {
    case .anywhere: try Platform.openFile(path)
    case .inside(let folder): try Platform.openFile(path, within: folder)
    }
  }

  func openFolder(_ path: String) throws(SystemError) -> Platform.Folder {
    switch self {
    case .anywhere: try Platform.Folder(path)
    case .inside(let folder): try Platform.openFolder(path, within: folder)
    }
  }

  /// The reason why a file cannot be read, in words.
  func explanation(of error: SystemError) -> String {
    if error == .outside, case .inside(let folder) = self {
      return "not read: it is outside \(folder), which is not in trustedFolders in your own settings"
    }
    if error.isMissing { return "the file does not exist" }
    if error.isFolder { return "is a directory, expected a file" }
    if error == .notOrdinary { return "is not a regular file" }
    return "the file cannot be read: \(error.message)"
  }
}

/// Limits on the bytes held in memory at once. Longer records are skipped, each with a message that includes its line
/// number.
struct ReadingLimits: Hashable, Sendable {
  /// The maximum size of a line, a table's row, an element of a JSON array, a vCard, or a note's front matter.
  var record = 1 << 20
  /// The maximum size of a file that is read as a whole.
  var wholeFile = 64 << 20
  /// The number of bytes to read at once.
  var piece = 1 << 18

  static let standard = ReadingLimits()

  /// A size such as `1 MiB` or `4 KiB`, for messages.
  static func text(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
  }
}
