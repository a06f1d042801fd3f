import LanguageProtocol

extension RPCMessage {
  /// The messages in bytes that a server sent, which end with a frame. What is not a frame is a message that cannot be read.
  static func all(in framed: [UInt8]) -> [RPCMessage] {
    var framer = MessageFramer()
    framer.feed(framed)
    var messages: [RPCMessage] = []
    while let next = framer.next() {
      switch next {
      case .message(let body): messages.append(.decode(body))
      case .fault(let fault): messages.append(.invalid(id: .null, RPCError(.parseError, "\(fault)")))
      }
    }
    return messages
  }
}
