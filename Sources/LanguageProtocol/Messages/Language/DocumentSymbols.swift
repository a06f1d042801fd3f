public import JSONText

/// `textDocument/documentLink`.
public typealias DocumentLinkParams = TextDocumentParams

/// A stretch that leads somewhere (LSP: DocumentLink).
public struct DocumentLink: Structure {
  public var range: Range
  /// Any URI, as it is written.
  public var target: String?
  public var tooltip: String?
  public var data: JSONValue?

  public init(range: Range, target: String? = nil, tooltip: String? = nil, data: JSONValue? = nil) {
    (self.range, self.target, self.tooltip, self.data) = (range, target, tooltip, data)
  }

  public static let members = Members(
    Self.init, required("range", \.range), optional("target", \.target), optional("tooltip", \.tooltip),
    optional("data", \.data))
}

/// `textDocument/documentSymbol`.
public typealias DocumentSymbolParams = TextDocumentParams

/// A row of a document's outline (LSP: DocumentSymbol).
public struct DocumentSymbol: Structure {
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
    (self.name, self.detail, self.kind, self.range) = (name, detail, kind, range)
    (self.selectionRange, self.children) = (selectionRange, children)
  }

  public static let members = Members(
    Self.init, required("name", \.name), optional("detail", \.detail), required("kind", \.kind),
    required("range", \.range), required("selectionRange", \.selectionRange),
    optional("children", \.children))
}

/// LSP: SymbolKind, as far as it fits what we show.
public struct SymbolKind: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let file = Self(rawValue: 1)
  public static let property = Self(rawValue: 7)
  public static let field = Self(rawValue: 8)
  public static let string = Self(rawValue: 15)
  public static let object = Self(rawValue: 19)
  public static let key = Self(rawValue: 20)
  public static let event = Self(rawValue: 24)
}
