import JSONText

/// The parameters of messages that have none. Whatever a client sends is passed over.
struct NoParams: JSONReadable {
  init(from reader: inout JSONReader) throws(JSONFault) { try reader.skip() }
}
