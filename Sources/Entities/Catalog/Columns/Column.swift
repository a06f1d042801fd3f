/// Elements of one kind one behind the other, in an array or in a mapped file: what the tables of a catalog are made of.
///
/// A mapped file may be damaged, and then any number in it may point anywhere. So a place outside of a column holds
/// ``ColumnElement/zero`` instead of ending the program.
@safe struct Column<Element: ColumnElement>: @unchecked Sendable {
  // Neither an array nor a mapping moves or changes while its owner lives.
  private let elements: UnsafeBufferPointer<Element>
  private let owner: any AnyObject & Sendable

  /// Takes over an array. O(1).
  init(_ array: [Element]) {
    let owner = ArrayOwner(array)
    self.owner = owner
    unsafe elements = owner.elements
  }

  /// Shares elements that lie in a mapped file.
  ///
  /// - Parameters:
  ///   - elements: stay as they are and where they are while `owner` lives.
  ///   - owner: unmaps them when it goes.
  init(unsafeMapped elements: UnsafeBufferPointer<Element>, owner: any AnyObject & Sendable) {
    unsafe self.elements = elements
    self.owner = owner
  }

  /// All elements, for loops: a place outside of a span ends the program.
  var span: Span<Element> {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let span = unsafe Span(_unsafeElements: elements)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The memory of the elements, none of which has gaps.
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

  /// The element at a place; zero outside. O(1).
  @inline(__always)
  subscript(place: Int) -> Element {
    UInt(bitPattern: place) < UInt(bitPattern: count) ? unsafe elements[place] : .zero
  }

  /// The elements of a range, cut to those that there are.
  subscript(range: Range<Int>) -> Slice<Column> {
    Slice(base: self, bounds: range.clamped(to: 0..<count))
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    unsafe try body(elements)
  }
}

/// What a column may hold: numbers, and structures of numbers.
protocol ColumnElement: BitwiseCopyable, Sendable {
  /// All bits zero.
  static var zero: Self { get }
}

extension UInt8: ColumnElement {}
extension UInt16: ColumnElement {}
extension UInt32: ColumnElement {}
extension UInt64: ColumnElement {}

/// Keeps the array of a column.
@safe private final class ArrayOwner<Element: ColumnElement>: @unchecked Sendable {
  let elements: UnsafeBufferPointer<Element>
  private let array: ContiguousArray<Element>

  init(_ array: [Element]) {
    let array = ContiguousArray(array)
    self.array = array
    // Nobody else changes the array, so its elements stay where they are.
    unsafe elements = array.withUnsafeBufferPointer { unsafe $0 }
  }
}
