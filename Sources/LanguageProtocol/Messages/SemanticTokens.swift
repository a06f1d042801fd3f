public import JSONText

/// `textDocument/semanticTokens/full`.
public struct SemanticTokensParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var workDoneToken: ProgressToken?

  public init(textDocument: TextDocumentIdentifier, workDoneToken: ProgressToken? = nil) {
    self.textDocument = textDocument
    self.workDoneToken = workDoneToken
  }
}

extension SemanticTokensParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var workDoneToken: ProgressToken?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "workDoneToken": workDoneToken = try reader.read()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.workDoneToken = workDoneToken
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("workDoneToken", ifPresent: workDoneToken)
    }
  }
}

/// `textDocument/semanticTokens/full/delta`.
public struct SemanticTokensDeltaParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var previousResultId: String

  public init(textDocument: TextDocumentIdentifier, previousResultId: String) {
    self.textDocument = textDocument
    self.previousResultId = previousResultId
  }
}

extension SemanticTokensDeltaParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var previousResultId: String?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "previousResultId": previousResultId = try reader.read(String.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.previousResultId = try reader.require(previousResultId, "previousResultId", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("previousResultId", previousResultId)
    }
  }
}

/// `textDocument/semanticTokens/range`.
public struct SemanticTokensRangeParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var range: Range

  public init(textDocument: TextDocumentIdentifier, range: Range) {
    self.textDocument = textDocument
    self.range = range
  }
}

extension SemanticTokensRangeParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var range: Range?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "range": range = try reader.read(Range.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.range = try reader.require(range, "range", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("range", range)
    }
  }
}

/// Tokens, five numbers each (LSP: SemanticTokens).
public struct SemanticTokens: Hashable, Sendable {
  public var resultId: String?
  /// Line from the token before, start from the token before if on one line, length, type, modifiers.
  public var data: [Int]

  public init(resultId: String? = nil, data: [Int]) {
    self.resultId = resultId
    self.data = data
  }
}

extension SemanticTokens: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var resultId: String?
    var data: [Int]?
    while let member = try reader.nextName() {
      switch member {
      case "resultId": resultId = try reader.read()
      case "data": data = try reader.read([Int].self)
      default: break
      }
    }
    self.resultId = resultId
    self.data = try reader.require(data, "data", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("resultId", ifPresent: resultId)
      $0.member("data") { $0.array(integers: data) }
    }
  }
}

/// What changed since the tokens before (LSP: SemanticTokensDelta).
public struct SemanticTokensDelta: Hashable, Sendable {
  public var resultId: String?
  public var edits: [SemanticTokensEdit]

  public init(resultId: String? = nil, edits: [SemanticTokensEdit]) {
    self.resultId = resultId
    self.edits = edits
  }
}

extension SemanticTokensDelta: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var resultId: String?
    var edits: [SemanticTokensEdit]?
    while let member = try reader.nextName() {
      switch member {
      case "resultId": resultId = try reader.read()
      case "edits": edits = try reader.read([SemanticTokensEdit].self)
      default: break
      }
    }
    self.resultId = resultId
    self.edits = try reader.require(edits, "edits", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("resultId", ifPresent: resultId)
      $0.member("edits", edits)
    }
  }
}

/// A replacement in the array of numbers (LSP: SemanticTokensEdit).
public struct SemanticTokensEdit: Hashable, Sendable {
  public var start: Int
  public var deleteCount: Int
  public var data: [Int]?

  public init(start: Int, deleteCount: Int, data: [Int]? = nil) {
    self.start = start
    self.deleteCount = deleteCount
    self.data = data
  }
}

extension SemanticTokensEdit: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var start: Int?
    var deleteCount: Int?
    var data: [Int]?
    while let member = try reader.nextName() {
      switch member {
      case "start": start = try reader.read(Int.self)
      case "deleteCount": deleteCount = try reader.read(Int.self)
      case "data": data = try reader.read()
      default: break
      }
    }
    self.start = try reader.require(start, "start", of: object)
    self.deleteCount = try reader.require(deleteCount, "deleteCount", of: object)
    self.data = data
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("start", start)
      $0.member("deleteCount", deleteCount)
      $0.member("data", ifPresent: data)
    }
  }
}

/// What the numbers for type and modifiers mean (LSP: SemanticTokensLegend).
public struct SemanticTokensLegend: Hashable, Sendable {
  public var tokenTypes: [String]
  public var tokenModifiers: [String]

  public init(tokenTypes: [String], tokenModifiers: [String]) {
    self.tokenTypes = tokenTypes
    self.tokenModifiers = tokenModifiers
  }
}

extension SemanticTokensLegend: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var tokenTypes: [String]?
    var tokenModifiers: [String]?
    while let member = try reader.nextName() {
      switch member {
      case "tokenTypes": tokenTypes = try reader.read([String].self)
      case "tokenModifiers": tokenModifiers = try reader.read([String].self)
      default: break
      }
    }
    self.tokenTypes = try reader.require(tokenTypes, "tokenTypes", of: object)
    self.tokenModifiers = try reader.require(tokenModifiers, "tokenModifiers", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("tokenTypes", tokenTypes)
      $0.member("tokenModifiers", tokenModifiers)
    }
  }
}
