public import JSONText

/// Which document (LSP: TextDocumentIdentifier).
public struct TextDocumentIdentifier: Hashable, Sendable {
  public var uri: DocumentURI

  public init(uri: DocumentURI) {
    self.uri = uri
  }
}

extension TextDocumentIdentifier: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
    }
  }
}

/// Which document, at which version (LSP: VersionedTextDocumentIdentifier).
public struct VersionedTextDocumentIdentifier: Hashable, Sendable {
  public var uri: DocumentURI
  public var version: Int

  public init(uri: DocumentURI, version: Int) {
    self.uri = uri
    self.version = version
  }
}

extension VersionedTextDocumentIdentifier: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    var version: Int?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      case "version": version = try reader.read(Int.self)
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
    self.version = try reader.require(version, "version", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
      $0.member("version", version)
    }
  }
}

/// Which document, at which version if that matters (LSP: OptionalVersionedTextDocumentIdentifier).
public struct OptionalVersionedTextDocumentIdentifier: Hashable, Sendable {
  public var uri: DocumentURI
  /// nil: whatever is on disk.
  public var version: Int?

  public init(uri: DocumentURI, version: Int?) {
    self.uri = uri
    self.version = version
  }
}

extension OptionalVersionedTextDocumentIdentifier: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    var version: Int?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      case "version": version = try reader.read()
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
    self.version = version
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
      $0.member("version", version)
    }
  }
}

/// A document that comes over the wire (LSP: TextDocumentItem).
public struct TextDocumentItem: Hashable, Sendable {
  public var uri: DocumentURI
  public var languageId: String
  public var version: Int
  /// The whole text as UTF-8.
  public var text: [UInt8]

  public init(uri: DocumentURI, languageId: String, version: Int, text: [UInt8]) {
    self.uri = uri
    self.languageId = languageId
    self.version = version
    self.text = text
  }
}

extension TextDocumentItem: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    var languageId: String?
    var version: Int?
    var text: [UInt8]?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      case "languageId": languageId = try reader.read(String.self)
      case "version": version = try reader.read(Int.self)
      case "text": text = try reader.readUTF8()
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
    self.languageId = try reader.require(languageId, "languageId", of: object)
    self.version = try reader.require(version, "version", of: object)
    self.text = try reader.require(text, "text", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
      $0.member("languageId", languageId)
      $0.member("version", version)
      $0.member("text") { $0.string(utf8: text) }
    }
  }
}

/// The parameters of requests about a place (LSP: TextDocumentPositionParams).
public struct TextDocumentPositionParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var position: Position
  public var workDoneToken: ProgressToken?

  public init(textDocument: TextDocumentIdentifier, position: Position, workDoneToken: ProgressToken? = nil) {
    self.textDocument = textDocument
    self.position = position
    self.workDoneToken = workDoneToken
  }
}

extension TextDocumentPositionParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var position: Position?
    var workDoneToken: ProgressToken?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "position": position = try reader.read(Position.self)
      case "workDoneToken": workDoneToken = try reader.read()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.position = try reader.require(position, "position", of: object)
    self.workDoneToken = workDoneToken
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("position", position)
      $0.member("workDoneToken", ifPresent: workDoneToken)
    }
  }
}
