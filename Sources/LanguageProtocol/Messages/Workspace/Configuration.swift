import JSONText

/// `workspace/didChangeConfiguration`.
package struct DidChangeConfigurationParams: Structure {
  package var settings: JSONValue

  package init(settings: JSONValue = .null) { self.settings = settings }
  package static let members = Members(Self.init, optional("settings", \.settings, default: .null))
}

/// `workspace/configuration`, server to client; answered by an array of one value for each item.
package struct ConfigurationParams: Structure {
  package var items: [ConfigurationItem]

  package init(items: [ConfigurationItem]) { self.items = items }
  package static let members = Members(Self.init, required("items", \.items))
}

/// LSP: ConfigurationItem.
package struct ConfigurationItem: Structure {
  package var section: String?

  package init(section: String? = nil) { self.section = section }
  package static let members = Members(Self.init, optional("section", \.section))
}
