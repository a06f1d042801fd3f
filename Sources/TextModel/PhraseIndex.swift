/// A set of byte strings (phrases), all of which can be found in a text by a single search.
///
/// A text is read once, regardless of the number of phrases: at each position the first bytes determine whether a
/// phrase can begin there, and a hash for each possible length identifies it. So the cost is the length of the text
/// plus the number of positions where the first bytes match those of a phrase.
package struct PhraseIndex: Sendable {
  private var phrases: [[UInt8]] = []
  /// Maps the hash of a phrase to the number of the phrase. If several phrases have the same hash, this is the latest
  /// number, and `others` maps each number to the previous one with the same hash, or to -1.
  private var numbers: [UInt64: Int] = [:]
  private var others: [Int] = []
  /// Maps the first bytes of phrases (at most ``headLength``) to the lengths of these phrases, in ascending order.
  private var lengths: [UInt64: [Int]] = [:]
  /// The distinct numbers of first bytes that the keys of `lengths` contain, in ascending order: the lengths of
  /// phrases, limited to ``headLength``.
  private var headWidths: [Int] = []
  /// One bit for each of 65,536 hashes of first bytes, set if a phrase has such first bytes. Rules out most positions.
  private var filter = [UInt64](repeating: 0, count: 1024)
  /// The length of the shortest phrase.
  package private(set) var shortest = Int.max

  private static let headLength = 4

  package init() {}

  /// The number of different phrases.
  package var count: Int { phrases.count }

  package func phrase(_ number: Int) -> [UInt8] { phrases[number] }

  /// Adds a phrase, which must not be empty, and returns its number; equal phrases have the same number.
  @discardableResult
  package mutating func add(_ phrase: [UInt8]) -> Int {
    if let known = number(of: phrase.span) { return known }
    let number = phrases.count
    phrases.append(phrase)
    let hash = ByteScan.hash(phrase.span)
    others.append(numbers[hash] ?? -1)
    numbers[hash] = number
    let width = min(phrase.count, Self.headLength)
    if !headWidths.contains(width) { headWidths = (headWidths + [width]).sorted() }
    let head = Self.head(phrase.span, 0, width)
    let bit = Self.bit(head)
    filter[bit / 64] |= 1 << UInt64(bit % 64)
    if lengths[head]?.contains(phrase.count) != true {
      lengths[head, default: []].append(phrase.count)
      lengths[head]?.sort()
    }
    shortest = min(shortest, phrase.count)
    return number
  }

  /// The number of the phrase that equals these bytes; nil if there is none.
  package func number(of bytes: Span<UInt8>) -> Int? {
    guard var number = numbers[ByteScan.hash(bytes)] else { return nil }
    while number >= 0 {
      let phrase = phrases[number]
      if phrase.count == bytes.count, ByteScan.commonPrefix(phrase.span, bytes) == bytes.count {
        return number
      }
      number = others[number]
    }
    return nil
  }

  /// Calls `body` for every occurrence of a phrase in `range`, in ascending order of position and then of length. Stops
  /// when `body` returns false. Adds the number of positions and of hash lookups to `steps`.
  package func search(
    _ bytes: [UInt8], in range: Range<Int>, steps: inout Int, _ body: (_ start: Int, _ number: Int) -> Bool
  ) {
    guard range.count >= shortest else { return }
    let span = bytes.span
    var done = 0
    defer { steps += done }
    for start in range {
      done += 1
      for width in headWidths where start + width <= range.upperBound {
        let head = Self.head(span, start, width)
        let bit = Self.bit(head)
        guard filter[bit / 64] & 1 << UInt64(bit % 64) != 0, let lengths = lengths[head] else { continue }
        for length in lengths where start + length <= range.upperBound {
          done += 1
          guard let number = number(of: span.extracting(start..<start + length)) else { continue }
          if !body(start, number) { return }
        }
      }
    }
  }

  private static func head(_ bytes: Span<UInt8>, _ start: Int, _ width: Int) -> UInt64 {
    var head = UInt64(width)
    for index in start..<start + width { head = head << 8 | UInt64(bytes[index]) }
    return head
  }

  private static func bit(_ head: UInt64) -> Int {
    Int(truncatingIfNeeded: (head &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }
}

/// Hashes of byte strings, for lookups within one run of the program.
package enum ByteHash {
  /// The hash of a byte string. Equal strings have equal hashes, but callers must also compare the bytes.
  package static func of(_ bytes: Span<UInt8>) -> UInt64 { ByteScan.hash(bytes) }
}
