public import JSONText

/// `workspace/didChangeConfiguration`.
public struct DidChangeConfigurationParams: Hashable, Sendable {
  public var settings: JSONValue

  public init(settings: JSONValue = .null) {
    self.settings = settings
  }
}

extension DidChangeConfigurationParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var settings: JSONValue = .null
    while let member = try reader.nextName() {
      switch member {
      case "settings": settings = try reader.read(JSONValue?.self) ?? .null
      default: break
      }
    }
    self.settings = settings
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("settings", settings)
    }
  }
}

/// `workspace/configuration`, server to client; answered by an array of one value for each item.
public struct ConfigurationParams: Hashable, Sendable {
  public var items: [ConfigurationItem]

  public init(items: [ConfigurationItem]) {
    self.items = items
  }
}

extension ConfigurationParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var items: [ConfigurationItem]?
    while let member = try reader.nextName() {
      switch member {
      case "items": items = try reader.read([ConfigurationItem].self)
      default: break
      }
    }
    self.items = try reader.require(items, "items", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("items", items)
    }
  }
}

/// LSP: ConfigurationItem.
public struct ConfigurationItem: Hashable, Sendable {
  public var scopeUri: DocumentURI?
  public var section: String?

  public init(scopeUri: DocumentURI? = nil, section: String? = nil) {
    self.scopeUri = scopeUri
    self.section = section
  }
}

extension ConfigurationItem: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var scopeUri: DocumentURI?
    var section: String?
    while let member = try reader.nextName() {
      switch member {
      case "scopeUri": scopeUri = try reader.read()
      case "section": section = try reader.read()
      default: break
      }
    }
    self.scopeUri = scopeUri
    self.section = section
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("scopeUri", ifPresent: scopeUri)
      $0.member("section", ifPresent: section)
    }
  }
}
