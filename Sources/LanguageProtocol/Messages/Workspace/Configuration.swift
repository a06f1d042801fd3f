public import JSONText

/// `workspace/didChangeConfiguration`.
public struct DidChangeConfigurationParams: Structure {
  public var settings: JSONValue

  public init(settings: JSONValue = .null) { self.settings = settings }
  public static let members = Members(Self.init, optional("settings", \.settings, default: .null))
}

/// `workspace/configuration`, server to client; answered by an array of one value for each item.
public struct ConfigurationParams: Structure {
  public var items: [ConfigurationItem]

  public init(items: [ConfigurationItem]) { self.items = items }
  public static let members = Members(Self.init, required("items", \.items))
}

/// LSP: ConfigurationItem.
public struct ConfigurationItem: Structure {
  public var section: String?

  public init(section: String? = nil) { self.section = section }
  public static let members = Members(Self.init, optional("section", \.section))
}
