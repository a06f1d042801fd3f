import JSONText

/// The parameters or the result of a message: bytes that are JSON, to be read once it is clear as what.
package struct RPCPayload: Hashable, Sendable {
  /// Checked JSON that shares the storage of the message; nil where the member was absent.
  package let json: ArraySlice<UInt8>?

  package init(json: ArraySlice<UInt8>?) { self.json = json }

  package init(_ value: some JSONWritable) { json = JSONWriter.bytes(of: value)[...] }

  package static let absent = RPCPayload(json: nil)

  /// Whether it is absent or `null`: clients send both where there is nothing to say.
  package var isNull: Bool { json.map { $0.elementsEqual("null".utf8) } ?? true }

  /// Reads the payload. What is absent reads as `null`.
  package func read<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
    try Value(json: json ?? Self.null)
  }

  /// Reads parameters; the error is one to answer the request with, and names the path.
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
