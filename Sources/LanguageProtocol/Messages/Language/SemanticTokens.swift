public import JSONText

/// `textDocument/semanticTokens/full`.
public typealias SemanticTokensParams = TextDocumentParams

/// `textDocument/semanticTokens/full/delta`.
public struct SemanticTokensDeltaParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var previousResultId: String

  public init(textDocument: TextDocumentIdentifier, previousResultId: String) {
    (self.textDocument, self.previousResultId) = (textDocument, previousResultId)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("previousResultId", \.previousResultId))
}

/// `textDocument/semanticTokens/range`.
public typealias SemanticTokensRangeParams = TextDocumentRangeParams

/// Tokens, five numbers each (LSP: SemanticTokens).
public struct SemanticTokens: Structure {
  public var resultId: String?
  /// Line from the token before, start from the token before if on one line, length, type, modifiers.
  public var data: [Int]

  public init(resultId: String? = nil, data: [Int]) { (self.resultId, self.data) = (resultId, data) }
  public static let members = Members(Self.init, optional("resultId", \.resultId), required("data", \.data))
}

/// What changed since the tokens before (LSP: SemanticTokensDelta).
public struct SemanticTokensDelta: Structure {
  public var resultId: String?
  public var edits: [SemanticTokensEdit]

  public init(resultId: String? = nil, edits: [SemanticTokensEdit]) {
    (self.resultId, self.edits) = (resultId, edits)
  }

  public static let members = Members(
    Self.init, optional("resultId", \.resultId), required("edits", \.edits))
}

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

/// A replacement in the array of numbers (LSP: SemanticTokensEdit).
public struct SemanticTokensEdit: Structure {
  public var start: Int
  public var deleteCount: Int
  public var data: [Int]?

  public init(start: Int, deleteCount: Int, data: [Int]? = nil) {
    (self.start, self.deleteCount, self.data) = (start, deleteCount, data)
  }

  public static let members = Members(
    Self.init, required("start", \.start), required("deleteCount", \.deleteCount), optional("data", \.data))
}

/// What the numbers for type and modifiers mean (LSP: SemanticTokensLegend).
public struct SemanticTokensLegend: Structure {
  public var tokenTypes: [String]
  public var tokenModifiers: [String]

  public init(tokenTypes: [String], tokenModifiers: [String]) {
    (self.tokenTypes, self.tokenModifiers) = (tokenTypes, tokenModifiers)
  }

  public static let members = Members(
    Self.init, required("tokenTypes", \.tokenTypes), required("tokenModifiers", \.tokenModifiers))
}
