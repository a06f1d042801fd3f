import JSONText

extension Method {
  package static let semanticTokensFull = Method(rawValue: "textDocument/semanticTokens/full")
  package static let semanticTokensFullDelta = Method(rawValue: "textDocument/semanticTokens/full/delta")
  package static let semanticTokensRange = Method(rawValue: "textDocument/semanticTokens/range")
  package static let semanticTokensRefresh = Method(rawValue: "workspace/semanticTokens/refresh")
}

/// LSP: SemanticTokensOptions.
package struct SemanticTokensOptions: Structure {
  package var legend: SemanticTokensLegend
  package var range: Bool?
  package var full: SemanticTokensFullOptions?

  package init(legend: SemanticTokensLegend, range: Bool? = nil, full: SemanticTokensFullOptions? = nil) {
    (self.legend, self.range, self.full) = (legend, range, full)
  }

  package static let members = Members(
    Self.init, required("legend", \.legend), optional("range", \.range), optional("full", \.full))
}

/// LSP: SemanticTokensOptions.full.
package struct SemanticTokensFullOptions: Structure {
  package var delta: Bool?

  package init(delta: Bool? = nil) { self.delta = delta }
  package static let members = Members(Self.init, optional("delta", \.delta))
}

/// The meanings of the numbers that encode token types and modifiers (LSP: SemanticTokensLegend).
package struct SemanticTokensLegend: Structure {
  package var tokenTypes: [String]
  package var tokenModifiers: [String]

  package init(tokenTypes: [String], tokenModifiers: [String]) {
    (self.tokenTypes, self.tokenModifiers) = (tokenTypes, tokenModifiers)
  }

  package static let members = Members(
    Self.init, required("tokenTypes", \.tokenTypes), required("tokenModifiers", \.tokenModifiers))
}

/// `textDocument/semanticTokens/full`.
package typealias SemanticTokensParams = TextDocumentParams

/// Tokens, encoded as five numbers each (LSP: SemanticTokens).
package struct SemanticTokens: Structure {
  package var resultId: String?
  /// For each token its line relative to the previous token, its start (relative to the start of the previous token if
  /// both are on one line), its length, its type and its modifiers.
  package var data: [Int]

  package init(resultId: String? = nil, data: [Int]) { (self.resultId, self.data) = (resultId, data) }
  package static let members = Members(Self.init, optional("resultId", \.resultId), required("data", \.data))
}

/// `textDocument/semanticTokens/range`.
package typealias SemanticTokensRangeParams = TextDocumentRangeParams

/// `textDocument/semanticTokens/full/delta`.
package struct SemanticTokensDeltaParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var previousResultId: String

  package init(textDocument: TextDocumentIdentifier, previousResultId: String) {
    (self.textDocument, self.previousResultId) = (textDocument, previousResultId)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("previousResultId", \.previousResultId))
}

// Implemented directly for speed: read after each keystroke.
extension SemanticTokensDeltaParams {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (textDocument, previousResultId) = try reader.read("textDocument", "previousResultId")
  }
}

/// The result of `textDocument/semanticTokens/full/delta`: edits, or all tokens if the server no longer knows the
/// previous ones.
package enum SemanticTokensDeltaResult: Hashable, Sendable {
  case tokens(SemanticTokens)
  case delta(SemanticTokensDelta)
}

extension SemanticTokensDeltaResult: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
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

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .tokens(let tokens): tokens.write(to: &writer)
    case .delta(let delta): delta.write(to: &writer)
    }
  }
}

/// The changes since the previous tokens (LSP: SemanticTokensDelta).
package struct SemanticTokensDelta: Structure {
  package var resultId: String?
  package var edits: [SemanticTokensEdit]

  package init(resultId: String? = nil, edits: [SemanticTokensEdit]) {
    (self.resultId, self.edits) = (resultId, edits)
  }

  package static let members = Members(
    Self.init, optional("resultId", \.resultId), required("edits", \.edits))
}

/// A replacement in the `data` array of the previous tokens (LSP: SemanticTokensEdit).
package struct SemanticTokensEdit: Structure {
  package var start: Int
  package var deleteCount: Int
  package var data: [Int]?

  package init(start: Int, deleteCount: Int, data: [Int]? = nil) {
    (self.start, self.deleteCount, self.data) = (start, deleteCount, data)
  }

  package static let members = Members(
    Self.init, required("start", \.start), required("deleteCount", \.deleteCount), optional("data", \.data))
}
