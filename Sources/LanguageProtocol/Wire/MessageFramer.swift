/// Cuts the byte stream of a connection into messages (LSP, base protocol: header part).
///
/// Feed it whatever was read, in pieces of any size, then take what is complete:
///
/// ```swift
/// framer.feed(chunk)
/// while let output = framer.next() { … }
/// ```
///
/// Headers may come in any order and case, with lone line feeds, with unknown names among them. A header section
/// that is wrong is reported once; where no length can be made out, everything up to the next `Content-Length:` is
/// passed over, and the connection goes on.
///
/// - Complexity: linear in the bytes fed. A message that lies whole in a piece is copied once; of one that comes in
///   many pieces each byte is copied twice at most, and what follows it is never moved.
package struct MessageFramer {
  package struct Limits: Hashable, Sendable {
    /// The longest message that is taken, in bytes: nobody types a document longer than this, and an editor that
    /// announces more has lost its way.
    package var messageBytes = 512 << 20
    /// The longest header section, in bytes.
    package var headerBytes = 8 << 10

    package init() {}
  }

  private enum State {
    /// Reading header lines.
    case header
    /// Reading so many more bytes of a body.
    case body(remaining: Int)
    /// Looking for the next `Content-Length:`.
    case lost
    /// After a fatal fault nothing comes any more.
    case dead
  }

  private let limits: Limits
  private var state = State.header
  /// What was fed and not yet looked at.
  private var pending: [UInt8] = []
  private var cursor = 0
  /// The header line being read, without its end.
  private var line: [UInt8] = []
  private var section = HeaderSection()
  private var sectionBytes = 0
  private var body: [UInt8] = []
  private var reports: [FramerError] = []

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Adds bytes that were read from the stream.
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

  /// The next message or fault; nil until more is fed.
  package mutating func next() -> FramerOutput? {
    while true {
      if !reports.isEmpty { return .fault(reports.removeFirst()) }
      switch state {
      case .dead: return nil
      case .header:
        // A line that is wrong is told at once, not when the section ends.
        if !readHeader(), reports.isEmpty { return nil }
      case .lost: guard findHeader() else { return nil }
      case .body(let remaining):
        guard let message = readBody(remaining) else { return nil }
        return .message(message)
      }
    }
  }

  /// What is wrong with a stream that ends here: nil between messages.
  package var faultAtEnd: FramerError? {
    switch state {
    case .body(let remaining): .truncatedMessage(missing: remaining)
    case .header: sectionBytes > 0 ? .truncatedHeader : nil
    case .lost, .dead: nil
    }
  }

  // MARK: Header

  /// Reads header bytes up to the end of the section. False where the bytes ran out.
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
        // Empty lines between messages harm nobody.
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

  /// Takes the bytes that are there. The message, if that was all of it.
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

  /// Passes over bytes up to the next `Content-Length:`. False where the bytes ran out.
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

/// What a ``MessageFramer`` makes of the stream.
package enum FramerOutput: Hashable, Sendable {
  /// The content of one message: bytes that should be JSON.
  case message([UInt8])
  case fault(FramerError)
}
