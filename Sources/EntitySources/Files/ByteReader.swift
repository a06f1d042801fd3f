import JSONText
import SystemCalls

/// Bytes that arrive in pieces, from a file or from memory, seen through a window that slides.
///
/// What lies in `buffer[start..<end]` has been read and not consumed. Memory is twice what the caller leaves there at
/// most.
struct ByteReader: ~Copyable {
  private(set) var buffer: [UInt8]
  var start = 0
  private(set) var end: Int
  private(set) var fault: SystemError?
  private var descriptor: Int32
  /// Offset in the file of the window's end, if it is kept by this reader and not by the descriptor.
  private var offset: Int?
  /// Size of the file when it was opened, in bytes; 0 if it is none.
  let fileSize: Int

  /// - Parameter piece: the bytes that are read at once.
  init(
    path: String, reach: FileReach = .anywhere, piece: Int = ReadingLimits.standard.piece
  ) throws(SystemError) {
    try self.init(descriptor: reach.openFile(path), piece: piece)
  }

  /// Closes the descriptor when it is done.
  init(descriptor: Int32, piece: Int = ReadingLimits.standard.piece) {
    self.descriptor = descriptor
    fileSize = (try? Platform.facts(of: descriptor).stamp.size) ?? 0
    buffer = Array(repeating: 0, count: piece)
    end = 0
  }

  /// Reads an open file from an offset on. The descriptor is not closed, and others may read from it meanwhile.
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

  /// Offset in the file of `buffer[start]`, for a reader that shares its descriptor.
  var place: Int { origin + start }

  /// Offset in the file of the window's first byte.
  var origin: Int { (offset ?? end) - end }

  /// Passes over what is left of a line, its end included; false where the window ends before.
  mutating func skipLine() -> Bool {
    let lineEnd = Platform.firstIndex(of: 0x0A, in: buffer, start..<end)
    start = lineEnd.map { $0 + 1 } ?? end
    return lineEnd != nil
  }

  /// The first line in the window without its LF, as far as it is not longer than `longest`; brings it in as needed.
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
  func isASCII(_ range: Range<Int>) -> Bool {
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

  /// Brings more bytes into the window; false at the end.
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

  /// Passes over a byte order mark. Says which encoding it is if it is none that can be read here.
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

/// Lines of a `ByteReader`: ended by LF, CR LF, or the end. Those longer than ``ReadingLimits/record`` are left out.
struct LineReader: ~Copyable {
  struct Line {
    /// Range in the reader's buffer, without the line end.
    var range: Range<Int>
    /// Counted from 1.
    var number: Int
    var isASCII: Bool
  }

  var bytes: ByteReader
  /// The number of the last line that was read.
  private(set) var number = 0
  /// Lines that begin at or after this offset of the file are not read.
  private let bound: Int

  init(_ bytes: consuming ByteReader, before bound: Int = .max) {
    self.bytes = bytes
    self.bound = bound
  }

  /// Whether a line may follow that is to be read.
  var isWithinBound: Bool { bytes.place < bound }

  /// The first offset in the window that is beyond the bound; its end where there is none.
  var windowBound: Int {
    bound - bytes.place < bytes.end - bytes.start ? bytes.start + bound - bytes.place : bytes.end
  }

  /// Passes over lines that somebody else has read, up to where the next one begins.
  mutating func pass(_ lines: Int, to start: Int) {
    number += lines
    bytes.start = start
  }

  /// The next line. Its range holds until the next call.
  /// - Parameter collector: hears of lines that are left out.
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
        // Not where it was: asking for more has moved the window.
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
