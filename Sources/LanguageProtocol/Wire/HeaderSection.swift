/// The headers of one message as they come in.
struct HeaderSection {
  /// The name with its colon, in lower case.
  static let lengthName = Array("content-length:".utf8)

  private(set) var isEmpty = true
  private var found: Result<Int, FramerError>?

  /// The announced length of the message.
  var length: Result<Int, FramerError> { found ?? .failure(.missingLength) }

  /// Takes in a line. Returns what is wrong with it where the rest may still hold.
  mutating func add(_ line: [UInt8]) -> FramerError? {
    isEmpty = false
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return .garbage(Self.excerpt(line[...])) }
    let name = line[...colon]
    let value = Self.trimmed(line[(colon + 1)...])
    if Self.isLengthName(name) {
      add(length: value)
      // Text before the name is the rest of something else: a message longer than it was announced.
      return name.count == Self.lengthName.count ? nil : .garbage(Self.excerpt(name))
    }
    return name.count > 1 && name.dropLast().allSatisfy(Self.isTokenByte)
      ? nil : .garbage(Self.excerpt(line[...]))
  }

  private mutating func add(length value: ArraySlice<UInt8>) {
    let new = Self.number(value)
    switch (found, new) {
    case (nil, _): found = new
    case (.success(let a)?, .success(let b)) where a != b: found = .failure(.contradictoryLengths)
    case (.success?, .failure): found = new
    default: break
    }
  }

  /// Whether the bytes end in `Content-Length:`, in any case.
  static func isLengthName(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    bytes.count >= lengthName.count
      && bytes.suffix(lengthName.count).elementsEqual(lengthName) { byte, expected in
        byte == expected || (byte &- 0x41 < 26 && byte | 0x20 == expected)
      }
  }

  private static func number(_ value: ArraySlice<UInt8>) -> Result<Int, FramerError> {
    guard !value.isEmpty, value.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
      return .failure(.badLength(excerpt(value)))
    }
    var number = 0
    for digit in value {
      let (tens, over) = number.multipliedReportingOverflow(by: 10)
      let (sum, beyond) = tens.addingReportingOverflow(Int(digit &- UInt8(ascii: "0")))
      if over || beyond { return .failure(.messageTooLong(length: excerpt(value), limit: .max)) }
      number = sum
    }
    return .success(number)
  }

  /// RFC 9110, section 5.6.2: what the name of a header may hold.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var rest = bytes.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// The beginning of what was found, for a message.
  private static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(60), as: UTF8.self)
    return bytes.count > 60 ? text + "…" : text
  }
}
