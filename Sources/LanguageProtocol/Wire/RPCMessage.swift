import JSONText

/// A JSON-RPC 2.0 message with unparsed parameters.
package enum RPCMessage: Hashable, Sendable {
  case request(id: RPCID, method: Method, params: RPCPayload)
  case notification(method: Method, params: RPCPayload)
  /// The response to a request that the receiver of this message has sent.
  case response(id: RPCID, Result<RPCPayload, RPCError>)
  /// An invalid message. Contains the error to respond with and the id of the response, which is `null` if the id of
  /// the message is missing or unknown.
  case invalid(id: RPCID, RPCError)
}

extension RPCMessage {
  /// Decodes the content of one frame.
  ///
  /// The whole content is validated, so all syntax errors are found here. A missing `jsonrpc` is accepted; a version
  /// other than `2.0` is not. Unknown members are skipped. A message with a method and the id `null` counts as a
  /// request rather than a notification, because its sender may be waiting.
  ///
  /// - Complexity: linear in the bytes.
  package static func decode(_ bytes: [UInt8]) -> RPCMessage {
    var reader = JSONReader(bytes[...])
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
  /// Writes the message as sent over the wire.
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

/// The members of a message as read so far; they may occur in any order.
private struct RPCEnvelope {
  private var id: RPCID?
  private var method: Method?
  private var params = RPCPayload.absent
  private var result: RPCPayload?
  private var error: RPCError?
  private var fault: String?

  /// Reads the object. Wrong types are recorded; only syntax errors are thrown.
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
      // Some clients omit both result and error if there is no result, because Lua tables cannot contain null.
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
      self.error = RPCError(.unknownErrorCode, "invalid error object: \(error.message)")
    }
  }
}

/// The parameters or the result of a message: JSON to be parsed once its type is known.
package struct RPCPayload: Hashable, Sendable {
  /// Validated JSON that shares the storage of the message; nil if the member was absent.
  package let json: ArraySlice<UInt8>?
  /// A long string in the message, usually the text of a document, which need not be scanned again.
  private let longString: LongString?

  /// - Parameters:
  ///   - json: One JSON value; nil for none.
  ///   - longString: The `longString` of the reader that has read `json` or the whole message.
  package init(json: ArraySlice<UInt8>?, longString: LongString? = nil) {
    self.json = json
    self.longString = longString
  }

  package init(_ value: some JSONWritable) { self.init(json: JSONWriter.bytes(of: value)[...]) }

  package static func == (a: Self, b: Self) -> Bool { a.json == b.json }
  package func hash(into hasher: inout Hasher) { hasher.combine(json) }

  package static let absent = RPCPayload(json: nil)

  /// Whether the payload is absent or `null`; clients use either for an empty value.
  package var isNull: Bool {
    guard let json else { return true }
    return json.elementsEqual("null".utf8)
  }

  /// Reads the payload. An absent payload is read as `null`.
  package func read<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
    var reader = JSONReader(json ?? Self.null)
    reader.known = longString
    let value = try Value(from: &reader)
    try reader.finish()
    return value
  }

  /// Reads parameters. A thrown error is suitable as a response, and includes the path of the faulty value.
  package func params<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(RPCError) -> Value {
    do {
      return try read(type)
    } catch {
      throw RPCError(.invalidParams, error.message)
    }
  }

  /// The payload as a tree.
  package func value() throws(JSONError) -> JSONValue { try read(JSONValue.self) }

  private static let null = Array("null".utf8)[...]
}

extension RPCPayload: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.raw(json ?? Self.null) }
}

/// The id of a request, returned unchanged in its response.
package enum RPCID: Hashable, Sendable {
  case integer(Int)
  case string(String)
  /// A number that is not an `Int` (`1.5`, `1e3`), in its original form.
  case number(String)
  /// The id of responses to unreadable messages.
  case null
}

extension RPCID: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    switch try reader.peekKind() {
    case .string: self = .string(try reader.readString())
    case .number:
      let text = String(decoding: try reader.readRaw(), as: UTF8.self)
      self = Int(text).map { .integer($0) } ?? .number(text)
    case .null:
      _ = try reader.readNull()
      self = .null
    default: throw reader.mismatch("a number or a string")
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .integer(let value): writer.integer(value)
    case .string(let value): writer.string(value)
    case .number(let text): writer.raw(text.utf8)
    case .null: writer.null()
    }
  }
}

extension RPCID: CustomStringConvertible {
  package var description: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}

extension RPCID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
}

/// The name of a request or notification. Clients may send names that are not declared here.
package struct Method: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Whether the receiver may silently ignore a notification with this method (LSP: `$` notifications and requests).
  package var isOptional: Bool { rawValue.utf8.starts(with: "$/".utf8) }
}

extension Method: CustomStringConvertible {
  package var description: String { rawValue }
}

/// The reason why a request failed (LSP: ResponseError).
package struct RPCError: Error, Structure {
  package var code: RPCErrorCode
  package var message: String
  package var data: JSONValue?

  package init(_ code: RPCErrorCode, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  package static let members = Members(
    Self.init, required("code", \.code), optional("message", \.message, default: ""), optional("data", \.data)
  )
}

extension RPCError: CustomStringConvertible {
  package var description: String { "\(message) (\(code.rawValue))" }
}

/// An error code of JSON-RPC or LSP. Other codes are possible, because commands may respond with their own.
package struct RPCErrorCode: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The bytes are not valid JSON.
  package static let parseError = Self(rawValue: -32700)
  /// The JSON is not a valid request, or the request is not allowed in the current state.
  package static let invalidRequest = Self(rawValue: -32600)
  package static let methodNotFound = Self(rawValue: -32601)
  package static let invalidParams = Self(rawValue: -32602)
  package static let internalError = Self(rawValue: -32603)
  /// A request came before `initialize`.
  package static let serverNotInitialized = Self(rawValue: -32002)
  package static let unknownErrorCode = Self(rawValue: -32001)
  /// The request was valid but failed.
  package static let requestFailed = Self(rawValue: -32803)
  /// The document has changed since the request.
  package static let contentModified = Self(rawValue: -32801)
  /// The client cancelled the request.
  package static let requestCancelled = Self(rawValue: -32800)
}
