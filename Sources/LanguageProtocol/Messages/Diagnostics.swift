public import JSONText

/// A finding in a document (LSP: Diagnostic).
public struct Diagnostic: Hashable, Sendable {
  public var range: Range
  public var severity: DiagnosticSeverity?
  /// A number or a string.
  public var code: JSONValue?
  public var codeDescription: CodeDescription?
  public var source: String?
  public var message: String
  public var tags: [DiagnosticTag]?
  public var relatedInformation: [DiagnosticRelatedInformation]?
  /// What a code action for it gets back.
  public var data: JSONValue?

  public init(
    range: Range, severity: DiagnosticSeverity? = nil, code: JSONValue? = nil,
    codeDescription: CodeDescription? = nil, source: String? = nil, message: String,
    tags: [DiagnosticTag]? = nil, relatedInformation: [DiagnosticRelatedInformation]? = nil,
    data: JSONValue? = nil
  ) {
    self.range = range
    self.severity = severity
    self.code = code
    self.codeDescription = codeDescription
    self.source = source
    self.message = message
    self.tags = tags
    self.relatedInformation = relatedInformation
    self.data = data
  }
}

extension Diagnostic: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var severity: DiagnosticSeverity?
    var code: JSONValue?
    var codeDescription: CodeDescription?
    var source: String?
    var message: String?
    var tags: [DiagnosticTag]?
    var relatedInformation: [DiagnosticRelatedInformation]?
    var data: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "range": range = try reader.read(Range.self)
      case "severity": severity = try reader.read()
      case "code": code = try reader.read(JSONValue?.self)
      case "codeDescription": codeDescription = try reader.read()
      case "source": source = try reader.read()
      case "message": message = try reader.read(String.self)
      case "tags": tags = try reader.read()
      case "relatedInformation": relatedInformation = try reader.read()
      case "data": data = try reader.read(JSONValue?.self)
      default: break
      }
    }
    self.range = try reader.require(range, "range", of: object)
    self.severity = severity
    self.code = code
    self.codeDescription = codeDescription
    self.source = source
    self.message = try reader.require(message, "message", of: object)
    self.tags = tags
    self.relatedInformation = relatedInformation
    self.data = data
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", range)
      $0.member("severity", ifPresent: severity)
      $0.member("code", ifPresent: code)
      $0.member("codeDescription", ifPresent: codeDescription)
      $0.member("source", ifPresent: source)
      $0.member("message", message)
      $0.member("tags", ifPresent: tags)
      $0.member("relatedInformation", ifPresent: relatedInformation)
      $0.member("data", ifPresent: data)
    }
  }
}

/// LSP: CodeDescription.
public struct CodeDescription: Hashable, Sendable {
  public var href: String

  public init(href: String) {
    self.href = href
  }
}

extension CodeDescription: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var href: String?
    while let member = try reader.nextName() {
      switch member {
      case "href": href = try reader.read(String.self)
      default: break
      }
    }
    self.href = try reader.require(href, "href", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("href", href)
    }
  }
}

/// LSP: DiagnosticRelatedInformation.
public struct DiagnosticRelatedInformation: Hashable, Sendable {
  public var location: Location
  public var message: String

  public init(location: Location, message: String) {
    self.location = location
    self.message = message
  }
}

extension DiagnosticRelatedInformation: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var location: Location?
    var message: String?
    while let member = try reader.nextName() {
      switch member {
      case "location": location = try reader.read(Location.self)
      case "message": message = try reader.read(String.self)
      default: break
      }
    }
    self.location = try reader.require(location, "location", of: object)
    self.message = try reader.require(message, "message", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("location", location)
      $0.member("message", message)
    }
  }
}

/// LSP: DiagnosticSeverity.
public struct DiagnosticSeverity: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let error = Self(rawValue: 1)
  public static let warning = Self(rawValue: 2)
  public static let information = Self(rawValue: 3)
  public static let hint = Self(rawValue: 4)
}

/// LSP: DiagnosticTag.
public struct DiagnosticTag: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let unnecessary = Self(rawValue: 1)
  public static let deprecated = Self(rawValue: 2)
}

/// `textDocument/publishDiagnostics`.
public struct PublishDiagnosticsParams: Hashable, Sendable {
  public var uri: DocumentURI
  public var version: Int?
  public var diagnostics: [Diagnostic]

  public init(uri: DocumentURI, version: Int? = nil, diagnostics: [Diagnostic]) {
    self.uri = uri
    self.version = version
    self.diagnostics = diagnostics
  }
}

extension PublishDiagnosticsParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    var version: Int?
    var diagnostics: [Diagnostic]?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      case "version": version = try reader.read()
      case "diagnostics": diagnostics = try reader.read([Diagnostic].self)
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
    self.version = version
    self.diagnostics = try reader.require(diagnostics, "diagnostics", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
      $0.member("version", ifPresent: version)
      $0.member("diagnostics", diagnostics)
    }
  }
}

/// `textDocument/diagnostic`.
public struct DocumentDiagnosticParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var identifier: String?
  public var previousResultId: String?

  public init(
    textDocument: TextDocumentIdentifier, identifier: String? = nil, previousResultId: String? = nil
  ) {
    self.textDocument = textDocument
    self.identifier = identifier
    self.previousResultId = previousResultId
  }
}

extension DocumentDiagnosticParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var identifier: String?
    var previousResultId: String?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "identifier": identifier = try reader.read()
      case "previousResultId": previousResultId = try reader.read()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.identifier = identifier
    self.previousResultId = previousResultId
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("identifier", ifPresent: identifier)
      $0.member("previousResultId", ifPresent: previousResultId)
    }
  }
}
