import JSONText

/// The members round a message's payload, as they come by, in whatever order.
struct RPCEnvelope {
  private var id: RPCID?
  private var method: Method?
  private var params = RPCPayload.absent
  private var result: RPCPayload?
  private var error: RPCError?
  private var fault: String?

  /// Reads the object. Wrong types are remembered, not thrown: what is thrown is wrong syntax.
  mutating func read(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let name = try reader.nextName() {
      switch name {
      case "jsonrpc": try readVersion(from: &reader)
      case "id": try readID(from: &reader)
      case "method":
        if try reader.peekKind() == .string {
          method = Method(rawValue: try reader.readString())
        } else {
          note("method: \(reader.mismatch(.string).reason)")
        }
      case "params":
        let kind = try reader.peekKind()
        if kind != .object && kind != .array && kind != .null {
          note("params: \(reader.mismatch("an object or an array").reason)")
        }
        params = try payload(from: &reader)
      case "result": result = try payload(from: &reader)
      case "error": try readError(from: &reader)
      default: break
      }
    }
  }

  private func payload(from reader: inout JSONReader) throws(JSONError) -> RPCPayload {
    let json = try reader.readRaw()
    return RPCPayload(json: json, longString: reader.longString)
  }

  var message: RPCMessage {
    if let fault { return invalid(fault) }
    switch (method, id) {
    case (let method?, let id?): return .request(id: id, method: method, params: params)
    case (let method?, nil): return .notification(method: method, params: params)
    case (nil, nil) where error == nil && result == nil: return invalid("a message needs a method or an id")
    case (nil, let id):
      if let error { return .response(id: id ?? .null, .failure(error)) }
      guard let id else { return invalid("a response needs an id") }
      // A client that answers with neither has nothing to say: Lua has no null to put into a table.
      return .response(id: id, .success(result ?? .absent))
    }
  }

  private func invalid(_ message: String) -> RPCMessage {
    .invalid(id: id ?? .null, RPCError(.invalidRequest, message))
  }

  private mutating func note(_ fault: String) {
    if self.fault == nil { self.fault = fault }
  }

  private mutating func readVersion(from reader: inout JSONReader) throws(JSONError) {
    guard try reader.peekKind() == .string, try reader.readString() == "2.0" else {
      return note("jsonrpc: expected \"2.0\"")
    }
  }

  private mutating func readID(from reader: inout JSONReader) throws(JSONError) {
    switch try reader.peekKind() {
    case .number, .string, .null: id = try reader.read(RPCID.self)
    default: note("id: \(reader.mismatch("a number or a string").reason)")
    }
  }

  private mutating func readError(from reader: inout JSONReader) throws(JSONError) {
    let raw = try reader.readRaw()
    if raw.elementsEqual("null".utf8) { return }
    do {
      error = try RPCError(json: raw)
    } catch {
      self.error = RPCError(.unknownErrorCode, "an error without form: \(error.message)")
    }
  }
}
