/// The bytes of a document: always valid UTF-8, in chunks, with a gap where the last edit was.
///
/// An edit costs its own size, the way that the gap has to move inside of one chunk and the number of chunks since the
/// last edit, whatever the size of the document; a short text is one chunk. A copy shares its storage until one of
/// the two is edited, which then copies the chunk and the list of the others: keep one owner for text that is typed
/// into. Ranges and offsets that lie outside are clamped, so no argument makes a reader trap, except the subscript's.
public struct TextBuffer: Sendable {
  /// Chunks begin and end on scalar boundaries; only the current one may be empty.
  var chunks: ChunkList<GapBuffer, Int>
  /// UTF-8 code units that a chunk has at most. A text is cut into chunks of half of it.
  let chunkSize: Int

  /// 128 KiB: the gap moves through one in 10 µs, and 100 MB are 1,600.
  public static let standardChunkSize = 128 << 10

  public init() { self.init(wellFormed: []) }

  /// Ill-formed UTF-8 is repaired with U+FFFD. Linear.
  public init(_ bytes: [UInt8]) { self.init(wellFormed: UTF8Form.repaired(bytes)) }
  public init(_ string: String) { self.init(wellFormed: Array(string.utf8)) }

  /// With chunks of another size, of at least 16 bytes, for tests: their edges are everywhere then.
  package init(_ bytes: [UInt8], chunkSize: Int) {
    self.init(wellFormed: UTF8Form.repaired(bytes), chunkSize: chunkSize)
  }

  private init(wellFormed bytes: [UInt8], chunkSize: Int = Self.standardChunkSize) {
    self.chunkSize = chunkSize
    let parts =
      bytes.count <= chunkSize ? [bytes.indices] : Self.parts(of: bytes, ofAtMost: chunkSize / 2)
    chunks = ChunkList(current: GapBuffer(bytes[parts[0]]), start: 0, end: bytes.count)
    chunks.behind = parts.dropFirst().reversed().map { part in
      ChunkList.Placed(start: bytes.count - part.lowerBound, chunk: GapBuffer(bytes[part]))
    }
  }

  /// UTF-8 code units.
  public var count: Int { chunks.end }
  public var isEmpty: Bool { count == 0 }
  public var end: TextOffset { TextOffset(count) }
  public var range: TextRange { TextRange(.zero, end) }

  /// The byte at an offset, which must lie inside the text. O(1) in the chunk of the last edit, else the logarithm of
  /// the number of chunks.
  public subscript(offset: TextOffset) -> UInt8 { byte(at: offset.utf8) }

  func byte(at index: Int) -> UInt8 {
    let place = index - chunks.currentStart
    if place >= 0, place < chunks.current.count { return chunks.current.byte(at: place) }
    return distantByte(at: index)
  }

  @inline(never)
  private func distantByte(at index: Int) -> UInt8 {
    if index < chunks.currentStart, let found = chunks.lastBefore(where: { $0 <= index }) {
      return chunks.before[found].chunk.byte(at: index - chunks.before[found].start)
    }
    guard index < count, let found = chunks.lastBehind(where: { $0 <= index }) else {
      preconditionFailure("an offset outside of the text")
    }
    return chunks.behind[found].chunk.byte(at: index - chunks.start(behind: found))
  }

  /// For tests: how many chunks there are, and how many bytes they take with their gaps.
  var chunkCount: Int { chunks.before.count + 1 + chunks.behind.count }
  var storedBytes: Int {
    (chunks.before + chunks.behind).reduce(chunks.current.capacity) { $0 + $1.chunk.capacity }
  }

  /// The nearest offset inside the text.
  public func clamp(_ offset: TextOffset) -> TextOffset { min(max(offset, .zero), end) }
  public func clamp(_ range: TextRange) -> TextRange { TextRange(clamp(range.start), clamp(range.end)) }

  /// A copy of the bytes. Linear in the range.
  public func bytes(in range: TextRange) -> [UInt8] {
    let range = clamp(range)
    if let bytes = undivided(range) { return Array(bytes) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    forEachChunk(in: range) { chunk, from, to in
      chunk.append(from, to, to: &bytes)
      return true
    }
    return bytes
  }

  /// The text of a range. Linear in the range; an edge inside a scalar shows as U+FFFD.
  public func string(in range: TextRange) -> String {
    let range = clamp(range)
    if let bytes = undivided(range) { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes(in: range), as: UTF8.self)
  }

  /// The bytes of a range that lies in the current chunk, on one side of the gap, without a copy.
  private func undivided(_ range: TextRange) -> ArraySlice<UInt8>? {
    let (from, to) = (range.start.utf8 - chunks.currentStart, range.end.utf8 - chunks.currentStart)
    return from >= 0 && to <= chunks.current.count ? chunks.current.undivided(from, to) : nil
  }

  /// Whether these very bytes are at `offset`. Linear in `bytes`.
  public func holds(_ bytes: [UInt8], at offset: TextOffset) -> Bool {
    guard offset >= .zero, offset <= end, bytes.count <= end - offset else { return false }
    return commonPrefix(with: bytes.span, at: offset.utf8) == bytes.count
  }
}
