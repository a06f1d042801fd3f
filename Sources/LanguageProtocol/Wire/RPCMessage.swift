import JSONText

/// One message of JSON-RPC 2.0, its parameters not yet read.
package enum RPCMessage: Hashable, Sendable {
  case request(id: RPCID, method: Method, params: RPCPayload)
  case notification(method: Method, params: RPCPayload)
  /// The answer to a request of ours.
  case response(id: RPCID, Result<RPCPayload, RPCError>)
  /// No message, and what to answer: with the id where there was one, else with `null`.
  case invalid(id: RPCID, RPCError)
}

extension RPCMessage {
  /// Reads the content of one frame.
  ///
  /// The whole is checked: an error in the syntax is found here, wherever it is. A missing `jsonrpc` is tolerated,
  /// another version is not. Unknown members are passed over. A request whose id is `null` counts as a request, for its
  /// sender may wait.
  ///
  /// - Complexity: linear in the bytes.
  package static func decode(_ bytes: [UInt8]) -> RPCMessage { decode(bytes[...]) }

  package static func decode(_ bytes: ArraySlice<UInt8>) -> RPCMessage {
    var reader = JSONReader(bytes)
    var envelope = RPCEnvelope()
    do {
      switch try reader.peekKind() {
      case .object:
        try envelope.read(from: &reader)
        try reader.finish()
        return envelope.message
      case .array:
        try reader.skip()
        try reader.finish()
        return .invalid(id: .null, RPCError(.invalidRequest, "batches are not supported"))
      case let kind:
        try reader.skip()
        try reader.finish()
        return .invalid(id: .null, RPCError(.invalidRequest, "expected an object, found \(kind.phrase)"))
      }
    } catch {
      return .invalid(id: .null, RPCError(.parseError, error.description))
    }
  }
}

extension RPCMessage: JSONWritable {
  /// Writes the message as it goes over the wire.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      switch self {
      case .request(let id, let method, let params):
        writer.member("id", id)
        writer.member("method", method.rawValue)
        if params.json != nil { writer.member("params", params) }
      case .notification(let method, let params):
        writer.member("method", method.rawValue)
        if params.json != nil { writer.member("params", params) }
      case .response(let id, .success(let result)):
        writer.member("id", id)
        writer.member("result", result)
      case .response(let id, .failure(let error)), .invalid(let id, let error):
        writer.member("id", id)
        writer.member("error", error)
      }
    }
  }
}
