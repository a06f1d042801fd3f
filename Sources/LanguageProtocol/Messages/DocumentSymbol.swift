import JSONText

/// `textDocument/documentSymbol`.
public struct DocumentSymbolParams: Structure {
  public var textDocument: TextDocumentIdentifier

  public static let members = Members(Self.init, required("textDocument", \.textDocument))
}

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

/// The same for clients without a tree (LSP: SymbolInformation).
public struct SymbolInformation: Structure {
  public var name: String
  public var kind: SymbolKind
  public var location: Location
  public var containerName: String?

  public static let members = Members(
    Self.init, required("name", \.name), required("kind", \.kind), required("location", \.location),
    optional("containerName", \.containerName))
}

/// LSP: SymbolKind, as far as it fits what we show.
public struct SymbolKind: Enumeration {
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
