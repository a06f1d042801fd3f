/// What is wrong with the frames of a stream.
package enum FramerError: Error, Hashable, Sendable {
  /// A line that is not a header. The section's other lines hold.
  case garbage(String)
  /// A header section without `Content-Length`.
  case missingLength
  /// A `Content-Length` that is not a number, or a negative one.
  case badLength(String)
  /// Two different `Content-Length`s in one section.
  case contradictoryLengths
  /// A `Content-Length` over the limit. Fatal.
  case messageTooLong(length: String, limit: Int)
  /// A header section that does not end. Fatal.
  case headerTooLong(limit: Int)
  /// The stream ended inside a message.
  case truncatedMessage(missing: Int)
  /// The stream ended inside a header section.
  case truncatedHeader

  /// Whether the stream cannot be read on.
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
    case .missingLength: "header section without Content-Length"
    case .badLength(let value): "Content-Length must be a number of bytes, found '\(value)'"
    case .contradictoryLengths: "two different Content-Length headers in one section"
    case .messageTooLong(let length, let limit):
      "a message of \(length) bytes is announced; at most \(limit) are taken"
    case .headerTooLong(let limit): "header section of more than \(limit) bytes"
    case .truncatedMessage(let missing): "the stream ended \(missing) bytes before the end of a message"
    case .truncatedHeader: "the stream ended inside a header"
    }
  }
}
