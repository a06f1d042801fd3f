import JSONText

/// The parameters or the result of a message: bytes that are JSON, to be read once it is clear as what.
package struct RPCPayload: Hashable, Sendable {
  /// Checked JSON that shares the storage of the message; nil where the member was absent.
  package let json: ArraySlice<UInt8>?
  /// A document's text, as a rule, which need not be scanned again.
  private let longString: LongString?

  /// - Parameters:
  ///   - json: One JSON value; nil for none.
  ///   - longString: What the reader tells that has read `json`, or the message that it is a part of.
  package init(json: ArraySlice<UInt8>?, longString: LongString? = nil) {
    self.json = json
    self.longString = longString
  }

  package init(_ value: some JSONWritable) { self.init(json: JSONWriter.bytes(of: value)[...]) }

  package static func == (a: Self, b: Self) -> Bool { a.json == b.json }
  package func hash(into hasher: inout Hasher) { hasher.combine(json) }

  package static let absent = RPCPayload(json: nil)

  /// Whether it is absent or `null`: clients send both where there is nothing to say.
  package var isNull: Bool { json.map { $0.elementsEqual("null".utf8) } ?? true }

  /// Reads the payload. What is absent reads as `null`.
  package func read<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
    var reader = JSONReader(json ?? Self.null, known: longString)
    let value = try Value(from: &reader)
    try reader.finish()
    return value
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
