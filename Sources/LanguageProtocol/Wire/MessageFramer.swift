import JSONText

/// Splits the byte stream of a connection into messages (LSP, base protocol: header part).
///
/// Feed it the bytes read, in pieces of any size, then take all complete messages:
///
/// ```swift
/// framer.feed(chunk)
/// while let output = framer.next() { … }
/// ```
///
/// Headers may be in any order and case, may end in a lone line feed, and may have unknown names. Each invalid header
/// line is reported. If a section has no valid length, this is reported, everything up to the next `Content-Length:` is
/// skipped, and reading continues.
///
/// - Complexity: linear in the bytes fed. Each byte is copied to a buffer and from there to its message. If all
///   messages are taken after each piece, no byte is moved inside the buffer.
package struct MessageFramer {
  package struct Limits: Hashable, Sendable {
    /// The maximum size of a message in bytes. No document is that large: an editor that announces more is out of sync.
    package var messageBytes = 512 << 20
    /// The maximum size of a header section in bytes.
    package var headerBytes = 8 << 10

    package init() {}
  }

  private enum State {
    /// Reading header lines.
    case header
    /// Reading the rest of a body.
    case body(remaining: Int)
    /// Searching for the next `Content-Length:`.
    case lost
    /// After a fatal error; there is no more output.
    case dead
  }

  private let limits: Limits
  private var state = State.header
  /// The bytes fed; those before `cursor` have been processed.
  private var pending: [UInt8] = []
  private var cursor = 0
  /// The header line being read, without its line end; in the state `lost`, the most recent bytes.
  private var line: [UInt8] = []
  private var section = HeaderSection()
  private var sectionBytes = 0
  private var body: [UInt8] = []
  private var reports: [FramerError] = []

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Adds bytes read from the stream.
  package mutating func feed(_ bytes: some Collection<UInt8>) {
    if cursor == pending.count {
      pending.removeAll(keepingCapacity: pending.capacity <= 1 << 20)
      cursor = 0
    } else if cursor > pending.count / 2 {
      pending.removeSubrange(..<cursor)
      cursor = 0
    }
    pending.append(contentsOf: bytes)
  }

  /// The next message or error; nil until more bytes are fed.
  package mutating func next() -> FramerOutput? {
    while true {
      if !reports.isEmpty { return .fault(reports.removeFirst()) }
      switch state {
      case .dead: return nil
      case .header:
        // An invalid line is reported at once, not at the end of the section.
        if !readHeader(), reports.isEmpty { return nil }
      case .lost: guard findHeader() else { return nil }
      case .body(let remaining):
        guard let message = readBody(remaining) else { return nil }
        return .message(message)
      }
    }
  }

  /// The error to report if the stream ends now; nil unless a header section or a message is incomplete.
  package var faultAtEnd: FramerError? {
    switch state {
    case .body(let remaining): .truncatedMessage(missing: remaining)
    case .header: sectionBytes > 0 ? .truncatedHeader : nil
    case .lost, .dead: nil
    }
  }

  // MARK: Header

  /// Reads header bytes up to the end of the section. Returns false if more bytes are needed.
  private mutating func readHeader() -> Bool {
    while cursor < pending.count {
      let byte = pending[cursor]
      cursor += 1
      sectionBytes += 1
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        if sectionBytes > limits.headerBytes {
          die(.headerTooLong(limit: limits.headerBytes))
          return true
        }
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if !line.isEmpty {
        if let fault = section.add(line) { reports.append(fault) }
        line.removeAll(keepingCapacity: true)
      } else if section.isEmpty {
        // Empty lines between messages are harmless.
        sectionBytes = 0
      } else {
        endHeader()
        return true
      }
    }
    return false
  }

  private mutating func endHeader() {
    switch section.length {
    case .success(let length) where length > limits.messageBytes:
      die(.messageTooLong(length: String(length), limit: limits.messageBytes))
    case .success(let length):
      state = .body(remaining: length)
      body.reserveCapacity(min(length, 1 << 20))
    case .failure(.messageTooLong(let length, _)):
      die(.messageTooLong(length: length, limit: limits.messageBytes))
    case .failure(let fault):
      reports.append(fault)
      state = .lost
    }
    section = HeaderSection()
    sectionBytes = 0
  }

  private mutating func die(_ fault: FramerError) {
    reports.append(fault)
    state = .dead
    pending = []
    cursor = 0
    line = []
  }

  // MARK: Body

  /// Consumes available bytes of the body. Returns the message if it is complete.
  private mutating func readBody(_ remaining: Int) -> [UInt8]? {
    let taken = min(remaining, pending.count - cursor)
    body.append(contentsOf: pending[cursor..<cursor + taken])
    cursor += taken
    guard taken == remaining else {
      state = .body(remaining: remaining - taken)
      return nil
    }
    state = .header
    let message = body
    body = []
    return message
  }

  // MARK: Recovery

  /// Skips bytes up to the next `Content-Length:`. Returns false if more bytes are needed.
  private mutating func findHeader() -> Bool {
    while cursor < pending.count {
      let byte = pending[cursor]
      cursor += 1
      line.append(byte)
      if line.count > HeaderSection.lengthName.count { line.removeFirst() }
      if byte == UInt8(ascii: ":"), HeaderSection.isLengthName(line) {
        state = .header
        sectionBytes = line.count
        return true
      }
    }
    return false
  }
}

/// The output of a ``MessageFramer``.
package enum FramerOutput: Hashable, Sendable {
  /// The content of one message: bytes that should be JSON.
  case message([UInt8])
  case fault(FramerError)
}

/// An error in the framing of a stream.
package enum FramerError: Error, Hashable, Sendable {
  /// A line that is not a header. The other lines of the section are still used.
  case garbage(String)
  /// A header section without `Content-Length`.
  case missingLength
  /// A `Content-Length` that is not a number, or a negative one.
  case badLength(String)
  /// Two different `Content-Length`s in one section.
  case contradictoryLengths
  /// A `Content-Length` over the limit. Fatal.
  case messageTooLong(length: String, limit: Int)
  /// A header section longer than the limit. Fatal.
  case headerTooLong(limit: Int)
  /// The stream ended inside a message.
  case truncatedMessage(missing: Int)
  /// The stream ended inside a header section.
  case truncatedHeader

  /// Whether the stream cannot be read any further.
  package var isFatal: Bool {
    switch self {
    case .messageTooLong, .headerTooLong, .truncatedMessage, .truncatedHeader: true
    case .garbage, .missingLength, .badLength, .contradictoryLengths: false
    }
  }
}

extension FramerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .garbage(let line): "expected a header, found '\(line)'"
    case .missingLength: "the header section has no Content-Length"
    case .badLength(let value): "Content-Length must be a number of bytes, found '\(value)'"
    case .contradictoryLengths: "two different Content-Length headers in one section"
    case .messageTooLong(let length, let limit):
      "Content-Length is \(length) bytes, but the limit is \(limit)"
    case .headerTooLong(let limit): "the header section is longer than \(limit) bytes"
    case .truncatedMessage(let missing): "the stream ended \(missing) bytes before the end of a message"
    case .truncatedHeader: "the stream ended inside a header section"
    }
  }
}

/// The headers of one message as they are read.
private struct HeaderSection {
  /// The name with its colon, in lower case.
  static let lengthName = Array("content-length:".utf8)

  private(set) var isEmpty = true
  private var found: Result<Int, FramerError>?

  /// The announced length of the message.
  var length: Result<Int, FramerError> { found ?? .failure(.missingLength) }

  /// Adds a header line. Returns an error if the line is malformed; the other headers remain valid. An
  /// invalid length is reported by ``length`` instead.
  mutating func add(_ line: [UInt8]) -> FramerError? {
    isEmpty = false
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return .garbage(Self.excerpt(line[...])) }
    let name = line[...colon]
    let value = Self.trimmed(line[(colon + 1)...])
    if Self.isLengthName(name) {
      add(length: value)
      // Text before the name is the rest of a message that was longer than announced.
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

  /// Whether the bytes end with `Content-Length:`, in upper or lower case.
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

  /// Whether a byte may occur in a header name (RFC 9110, section 5.6.2).
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

  /// The beginning of the input, for an error message.
  private static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(60), as: UTF8.self)
    return bytes.count > 60 ? text + "…" : text
  }
}
