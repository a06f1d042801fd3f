import JSONText

/// Writes whole frames: header and message in one pass and one array.
package enum RPCEncoder {
  package static func request(
    id: RPCID, method: Method, params: (some JSONWritable)?
  ) -> [UInt8] {
    frame { writer in
      writer.member("id", id)
      writer.member("method", method.rawValue)
      writer.member("params", ifPresent: params)
    }
  }

  package static func notification(method: Method, params: (some JSONWritable)?) -> [UInt8] {
    frame { writer in
      writer.member("method", method.rawValue)
      writer.member("params", ifPresent: params)
    }
  }

  /// The response to a request. A result of nil is written as `null`.
  package static func response(id: RPCID, result: (some JSONWritable)?) -> [UInt8] {
    frame { writer in
      writer.member("id", id)
      writer.member("result", result)
    }
  }

  /// The response with the result `null`.
  package static func response(id: RPCID) -> [UInt8] {
    response(id: id, result: JSONValue?.none)
  }

  package static func error(id: RPCID, _ error: RPCError) -> [UInt8] {
    frame { writer in
      writer.member("id", id)
      writer.member("error", error)
    }
  }

  /// A frame with a given message of any kind.
  package static func frame(_ message: RPCMessage) -> [UInt8] {
    var writer = JSONWriter(appendingTo: gap)
    writer.write(message)
    return framed(writer)
  }

  // MARK: Steps

  @inline(__always)
  private static func frame(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(appendingTo: gap)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      members(&writer)
    }
    return framed(writer)
  }

  /// Space reserved for the longest header. The header contains the length of the message, which is known only after
  /// the message has been written.
  private static let gap = [UInt8](repeating: 0x20, count: header(length: .max).count)

  private static func framed(_ writer: consuming JSONWriter) -> [UInt8] {
    var bytes = writer.finished()
    bytes.replaceSubrange(0..<gap.count, with: header(length: bytes.count - gap.count))
    return bytes
  }

  private static func header(length: Int) -> [UInt8] {
    Array("Content-Length: \(length)\r\n\r\n".utf8)
  }
}
