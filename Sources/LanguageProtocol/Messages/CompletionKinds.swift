import JSONText

/// The symbol before an item (LSP: CompletionItemKind).
public struct CompletionItemKind: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let text = Self(rawValue: 1)
  public static let method = Self(rawValue: 2)
  public static let function = Self(rawValue: 3)
  public static let constructor = Self(rawValue: 4)
  public static let field = Self(rawValue: 5)
  public static let variable = Self(rawValue: 6)
  public static let `class` = Self(rawValue: 7)
  public static let interface = Self(rawValue: 8)
  public static let module = Self(rawValue: 9)
  public static let property = Self(rawValue: 10)
  public static let unit = Self(rawValue: 11)
  public static let value = Self(rawValue: 12)
  public static let `enum` = Self(rawValue: 13)
  public static let keyword = Self(rawValue: 14)
  public static let snippet = Self(rawValue: 15)
  public static let color = Self(rawValue: 16)
  public static let file = Self(rawValue: 17)
  public static let reference = Self(rawValue: 18)
  public static let folder = Self(rawValue: 19)
  public static let enumMember = Self(rawValue: 20)
  public static let constant = Self(rawValue: 21)
  public static let `struct` = Self(rawValue: 22)
  public static let event = Self(rawValue: 23)
  public static let `operator` = Self(rawValue: 24)
  public static let typeParameter = Self(rawValue: 25)
}

/// LSP: InsertTextFormat.
public struct InsertTextFormat: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let plainText = Self(rawValue: 1)
  public static let snippet = Self(rawValue: 2)
}

/// LSP: InsertTextMode.
public struct InsertTextMode: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let asIs = Self(rawValue: 1)
  public static let adjustIndentation = Self(rawValue: 2)
}
