import LanguageProtocol

/// The bytes of a connection.
enum FramerFuzzing {
  struct Outcome: Equatable {
    var outputs: [FramerOutput] = []
    var faultAtEnd: FramerError?

    var messages: [[UInt8]] {
      outputs.compactMap { if case .message(let body) = $0 { body } else { nil } }
    }
    var faults: [FramerError] {
      outputs.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
    }
  }

  private static var limits: MessageFramer.Limits {
    var limits = MessageFramer.Limits()
    limits.messageBytes = 2048
    limits.headerBytes = 128
    return limits
  }

  static func run(_ input: [UInt8]) throws(FuzzError) {
    let whole = read(input, inPiecesOf: max(1, input.count))
    for size in [1, 2, 5, 31] {
      let other = read(input, inPiecesOf: size)
      try require(other == whole, "in pieces of \(size): \(other), at once: \(whole)")
    }
    let taken = whole.messages.reduce(0) { $0 + $1.count }
    try require(taken <= input.count, "\(taken) bytes of messages in \(input.count) bytes")
    for message in whole.messages {
      try require(message.count <= limits.messageBytes, "a message over the limit: \(message.count)")
    }
    if let fatal = whole.outputs.firstIndex(where: isFatal) {
      try require(fatal == whole.outputs.count - 1, "something comes after a fatal fault")
    } else if whole.faultAtEnd == nil {
      let more = read(input + frame(Array("{}".utf8)), inPiecesOf: 7)
      try require(more.messages == whole.messages + [Array("{}".utf8)], "the connection does not go on")
    }
    let again = read(whole.messages.flatMap(frame), inPiecesOf: 3)
    try require(again.messages == whole.messages, "framed again the messages are others")
    try require(again.faults.isEmpty && again.faultAtEnd == nil, "framed again there are faults")
  }

  private static func isFatal(_ output: FramerOutput) -> Bool {
    if case .fault(let fault) = output { fault.isFatal } else { false }
  }

  private static func frame(_ body: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  private static func read(_ input: [UInt8], inPiecesOf size: Int) -> Outcome {
    var framer = MessageFramer(limits: limits)
    var outcome = Outcome()
    for start in stride(from: 0, to: input.count, by: size) {
      framer.feed(input[start..<min(start + size, input.count)])
      while let output = framer.next() { outcome.outputs.append(output) }
    }
    outcome.faultAtEnd = framer.faultAtEnd
    return outcome
  }
}
