/// Contiguous elements of one type, in an array or a mapped file: the tables of a catalog.
///
/// A mapped file may be damaged, so any number in it may be an invalid index. An index out of range therefore yields
/// ``ColumnElement/zero`` instead of a crash.
@safe struct Column<Element: ColumnElement>: @unchecked Sendable {
  // The elements neither move nor change while their owner lives.
  private let elements: UnsafeBufferPointer<Element>
  private let owner: any AnyObject & Sendable

  /// Takes over an array. O(1).
  init(_ array: [Element]) {
    let owner = ArrayOwner(array)
    self.owner = owner
    unsafe elements = owner.elements
  }

  /// Refers to elements in a mapped file, without a copy.
  ///
  /// - Parameters:
  ///   - elements: must neither change nor move while `owner` lives.
  ///   - owner: keeps `elements` mapped until it is deallocated.
  init(unsafeMapped elements: UnsafeBufferPointer<Element>, owner: any AnyObject & Sendable) {
    unsafe self.elements = elements
    self.owner = owner
  }

  /// All elements, for fast access in loops. Unlike with the subscript of the column, an index out of range traps.
  var span: Span<Element> {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let span = unsafe Span(_unsafeElements: elements)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The memory of the elements, which have no padding.
  var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let bytes = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(elements))
      return unsafe _overrideLifetime(bytes, borrowing: self)
    }
  }
}

extension Column: RandomAccessCollection {
  var startIndex: Int { 0 }
  @inline(__always)
  var endIndex: Int { unsafe elements.count }
  @inline(__always)
  var count: Int { unsafe elements.count }

  /// The element at an index; zero if out of range. O(1).
  @inline(__always)
  subscript(place: Int) -> Element {
    UInt(bitPattern: place) < UInt(bitPattern: count) ? unsafe elements[place] : .zero
  }

  /// The elements of a range, clamped to the column.
  subscript(range: Range<Int>) -> Slice<Column> {
    Slice(base: self, bounds: range.clamped(to: 0..<count))
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    unsafe try body(elements)
  }
}

/// An element of a column: a number or a structure of numbers.
protocol ColumnElement: BitwiseCopyable, Sendable {
  /// The element whose bits are all zero.
  static var zero: Self { get }
}

extension UInt8: ColumnElement {}
extension UInt16: ColumnElement {}
extension UInt32: ColumnElement {}
extension UInt64: ColumnElement {}

/// Owns the array of a column.
@safe private final class ArrayOwner<Element: ColumnElement>: @unchecked Sendable {
  let elements: UnsafeBufferPointer<Element>
  private let array: ContiguousArray<Element>

  init(_ array: [Element]) {
    let array = ContiguousArray(array)
    self.array = array
    // The array is never mutated, so its elements do not move.
    unsafe elements = array.withUnsafeBufferPointer { unsafe $0 }
  }
}

extension Checksum {
  mutating func add(_ column: Column<some ColumnElement>) { add(column.bytes) }
}

// MARK: - Bytes

/// An append-only byte buffer with slack at the end, so that it can be read and written eight bytes at a time.
struct ByteArena: Sendable {
  /// The bytes written so far, followed by unspecified bytes.
  private(set) var bytes: [UInt8] = []
  /// The number of bytes written.
  private(set) var count = 0

  private static let slack = 8
  private static let step = 1 << 12

  /// - Parameter capacity: the expected number of bytes; they take up no memory before they are written.
  init(capacity: Int = 0) {
    if capacity > 0 { bytes.reserveCapacity(capacity + Self.slack + Self.step) }
  }

  /// Writes at most `most` bytes: `body` receives all bytes and the start offset, and returns the end offset. `body`
  /// may overwrite up to eight bytes after the end.
  @inline(__always)
  mutating func write(atMost most: Int, _ body: (inout MutableSpan<UInt8>, Int) -> Int) {
    let needed = count + most + Self.slack
    if needed > bytes.count { grow(needed) }
    let start = count
    let end: Int
    do {
      var span = bytes.mutableSpan
      end = body(&span, start)
    }
    count = end
  }

  /// Ensures that there is slack after the written bytes.
  mutating func keepRoom() {
    if count + Self.slack > bytes.count { bytes += [UInt8](repeating: 0, count: Self.slack) }
  }

  @inline(never)
  private mutating func grow(_ needed: Int) {
    bytes += [UInt8](repeating: 0, count: max(needed - bytes.count, Self.step))
  }

  /// Appends the bytes that `body` appends to an array of the bytes written so far.
  mutating func append<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
    bytes.removeLast(bytes.count - count)
    defer { count = bytes.count }
    return body(&bytes)
  }

  /// Discards the bytes after an offset.
  mutating func cut(to offset: Int) { count = offset }
}

// MARK: - Hash tables

/// A hash table of numbered items, which uses open addressing and stores only hashes and numbers. The caller compares
/// the items, so hash collisions are harmless.
struct KeyTable: Sendable {
  /// The slots, each with the hash in its upper half and the number plus one in its lower half; 0 is a free slot. The
  /// number of slots is a power of two; at most three quarters of them are used.
  private var slots: [UInt64] = []
  private var used = 0

  /// - Parameter capacity: the number of items that can be added without rehashing.
  init(capacity: Int = 0) {
    if capacity == 0 { return }
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  @inline(__always)
  func first(hash: UInt32, where isIt: (Int) -> Bool) -> Int? {
    if slots.isEmpty { return nil }
    let mask = slots.count - 1
    var at = Int(hash) & mask
    while slots[at] != 0 {
      if UInt32(truncatingIfNeeded: slots[at] >> 32) == hash {
        let number = Int(UInt32(truncatingIfNeeded: slots[at]) - 1)
        if isIt(number) { return number }
      }
      at = (at + 1) & mask
    }
    return nil
  }

  /// The number in the slot where the search for a hash begins; nil if the slot is free or has a different hash.
  @inline(__always)
  func guess(hash: UInt32) -> UInt32? {
    if slots.isEmpty { return nil }
    let slot = slots[Int(hash) & (slots.count - 1)]
    return slot != 0 && UInt32(truncatingIfNeeded: slot >> 32) == hash
      ? UInt32(truncatingIfNeeded: slot) - 1 : nil
  }

  /// Adds a number. The caller has checked that its item is not in the table.
  mutating func insert(_ number: Int, hash: UInt32) {
    if (used + 1) * 4 > slots.count * 3 {
      let old = slots
      slots = Array(repeating: 0, count: max(16, old.count * 2))
      for slot in old where slot != 0 { place(slot) }
    }
    place(UInt64(hash) << 32 | UInt64(number + 1))
    used += 1
  }

  private mutating func place(_ slot: UInt64) {
    let mask = slots.count - 1
    var at = Int(slot >> 32) & mask
    while slots[at] != 0 { at = (at + 1) & mask }
    slots[at] = slot
  }

  /// Hashes bytes, eight at a time, by multiplying them and folding the product.
  static func hash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt32 {
    var state = seed &+ 0x9E37_79B9_7F4A_7C15
    var at = 0
    while at < bytes.count {
      let product = (state ^ RecordFacts.chunk(bytes, at)).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      state = product.high ^ product.low &+ UInt64(bytes.count)
      at += 8
    }
    state = (state ^ state >> 32) &* 0xD6E8_FEB8_6659_FD93
    return UInt32(truncatingIfNeeded: state >> 32)
  }
}

/// A ``KeyTable`` for a number of items that is known beforehand. It does not store hashes, so it takes up half the
/// space.
struct IndexTable: Sendable {
  /// The slots, each of which contains the number plus one; 0 is a free slot. The number of slots is a power of two.
  let slots: Column<UInt32>

  func first(hash: UInt32, where isIt: (Int) -> Bool) -> Int? { Self.first(hash, in: slots.span, isIt) }

  fileprivate static func first(_ hash: UInt32, in slots: Span<UInt32>, _ isIt: (Int) -> Bool) -> Int? {
    let mask = slots.count - 1
    var at = Int(hash) & mask
    // At most one step per slot, because a table from a damaged file may have no free slot.
    for _ in 0..<slots.count {
      let slot = slots[at]
      if slot == 0 { return nil }
      let number = Int(slot - 1)
      if isIt(number) { return number }
      at = (at + 1) & mask
    }
    return nil
  }
}

/// Builds an ``IndexTable``.
struct IndexTableBuilder: Sendable {
  private var slots: [UInt32] = []

  init(capacity: Int = 0) {
    if capacity == 0 { return }
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  consuming func finish() -> IndexTable { IndexTable(slots: Column(slots)) }

  /// Adds consecutive numbers from `first` on. The total must not exceed the capacity.
  mutating func insert(_ first: Int, hashes: [UInt32]) {
    let mask = slots.count - 1
    var start = 0
    var places: [Int] = []
    while start < hashes.count {
      let end = min(start + 64, hashes.count)
      // A separate pass to find the first slots, so that the cache misses of many slots overlap.
      places.removeAll(keepingCapacity: true)
      for at in start..<end {
        let place = Int(hashes[at]) & mask
        places.append(slots[place] == 0 ? place : (place + 1) & mask)
      }
      for (offset, place) in places.enumerated() { insert(first + start + offset, at: place) }
      start = end
    }
  }

  /// Adds one number. The total must not exceed the capacity.
  mutating func insert(_ number: Int, hash: UInt32) { insert(number, at: Int(hash) & (slots.count - 1)) }

  private mutating func insert(_ number: Int, at place: Int) {
    let mask = slots.count - 1
    var at = place
    while slots[at] != 0 { at = (at + 1) & mask }
    slots[at] = UInt32(number) + 1
  }

  /// See ``IndexTable/first(hash:where:)``.
  func first(hash: UInt32, where isIt: (Int) -> Bool) -> Int? {
    IndexTable.first(hash, in: slots.span, isIt)
  }
}
