public import JSONText

/// What `textDocument/semanticTokens/full/delta` answers: the edits, or all tokens where the earlier are forgotten.
public enum SemanticTokensDeltaResult: Hashable, Sendable {
  case tokens(SemanticTokens)
  case delta(SemanticTokensDelta)
}

extension SemanticTokensDeltaResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var resultId: String?
    var data: [Int]?
    var edits: [SemanticTokensEdit]?
    while let name = try reader.nextName() {
      switch name {
      case "resultId": resultId = try reader.read()
      case "data": data = try reader.read()
      case "edits": edits = try reader.read()
      default: break
      }
    }
    if let edits {
      self = .delta(SemanticTokensDelta(resultId: resultId, edits: edits))
    } else {
      self = .tokens(
        SemanticTokens(resultId: resultId, data: try reader.require(data, "data", of: object)))
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .tokens(let tokens): tokens.write(to: &writer)
    case .delta(let delta): delta.write(to: &writer)
    }
  }
}
