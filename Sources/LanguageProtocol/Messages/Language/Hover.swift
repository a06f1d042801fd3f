import JSONText

/// What `textDocument/hover` answers (LSP: Hover).
public struct Hover: Structure {
  public var contents: MarkupContent
  public var range: Range?

  public init(contents: MarkupContent, range: Range? = nil) {
    (self.contents, self.range) = (contents, range)
  }

  public static let members = Members(
    Self.init, required("contents", \.contents), optional("range", \.range))
}

/// What `textDocument/documentHighlight` answers, one of (LSP: DocumentHighlight).
public struct DocumentHighlight: Structure {
  public var range: Range
  public var kind: DocumentHighlightKind?

  public init(range: Range, kind: DocumentHighlightKind? = nil) { (self.range, self.kind) = (range, kind) }
  public static let members = Members(Self.init, required("range", \.range), optional("kind", \.kind))
}

/// LSP: DocumentHighlightKind.
public struct DocumentHighlightKind: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let text = Self(rawValue: 1)
  public static let read = Self(rawValue: 2)
  public static let write = Self(rawValue: 3)
}
