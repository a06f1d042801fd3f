public import JSONText

/// `textDocument/documentSymbol`.
public struct DocumentSymbolParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier

  public init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}

extension DocumentSymbolParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
    }
  }
}

/// A row of a document's outline (LSP: DocumentSymbol).
public struct DocumentSymbol: Hashable, Sendable {
  public var name: String
  public var detail: String?
  public var kind: SymbolKind
  public var range: Range
  /// Inside `range`.
  public var selectionRange: Range
  public var children: [DocumentSymbol]?

  public init(
    name: String, detail: String? = nil, kind: SymbolKind, range: Range, selectionRange: Range,
    children: [DocumentSymbol]? = nil
  ) {
    self.name = name
    self.detail = detail
    self.kind = kind
    self.range = range
    self.selectionRange = selectionRange
    self.children = children
  }
}

extension DocumentSymbol: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var name: String?
    var detail: String?
    var kind: SymbolKind?
    var range: Range?
    var selectionRange: Range?
    var children: [DocumentSymbol]?
    while let member = try reader.nextName() {
      switch member {
      case "name": name = try reader.read(String.self)
      case "detail": detail = try reader.read()
      case "kind": kind = try reader.read(SymbolKind.self)
      case "range": range = try reader.read(Range.self)
      case "selectionRange": selectionRange = try reader.read(Range.self)
      case "children": children = try reader.read()
      default: break
      }
    }
    self.name = try reader.require(name, "name", of: object)
    self.detail = detail
    self.kind = try reader.require(kind, "kind", of: object)
    self.range = try reader.require(range, "range", of: object)
    self.selectionRange = try reader.require(selectionRange, "selectionRange", of: object)
    self.children = children
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", name)
      $0.member("detail", ifPresent: detail)
      $0.member("kind", kind)
      $0.member("range", range)
      $0.member("selectionRange", selectionRange)
      $0.member("children", ifPresent: children)
    }
  }
}

/// The same for clients without a tree (LSP: SymbolInformation).
public struct SymbolInformation: Hashable, Sendable {
  public var name: String
  public var kind: SymbolKind
  public var location: Location
  public var containerName: String?

  public init(name: String, kind: SymbolKind, location: Location, containerName: String? = nil) {
    self.name = name
    self.kind = kind
    self.location = location
    self.containerName = containerName
  }
}

extension SymbolInformation: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var name: String?
    var kind: SymbolKind?
    var location: Location?
    var containerName: String?
    while let member = try reader.nextName() {
      switch member {
      case "name": name = try reader.read(String.self)
      case "kind": kind = try reader.read(SymbolKind.self)
      case "location": location = try reader.read(Location.self)
      case "containerName": containerName = try reader.read()
      default: break
      }
    }
    self.name = try reader.require(name, "name", of: object)
    self.kind = try reader.require(kind, "kind", of: object)
    self.location = try reader.require(location, "location", of: object)
    self.containerName = containerName
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", name)
      $0.member("kind", kind)
      $0.member("location", location)
      $0.member("containerName", ifPresent: containerName)
    }
  }
}

/// LSP: SymbolKind, as far as it fits what we show.
public struct SymbolKind: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let file = Self(rawValue: 1)
  public static let module = Self(rawValue: 2)
  public static let namespace = Self(rawValue: 3)
  public static let package = Self(rawValue: 4)
  public static let `class` = Self(rawValue: 5)
  public static let property = Self(rawValue: 7)
  public static let field = Self(rawValue: 8)
  public static let interface = Self(rawValue: 11)
  public static let variable = Self(rawValue: 13)
  public static let constant = Self(rawValue: 14)
  public static let string = Self(rawValue: 15)
  public static let object = Self(rawValue: 19)
  public static let key = Self(rawValue: 20)
  public static let event = Self(rawValue: 24)
  public static let typeParameter = Self(rawValue: 26)
}
