public import JSONText

/// A root of the workspace (LSP: WorkspaceFolder).
public struct WorkspaceFolder: Hashable, Sendable {
  public var uri: DocumentURI
  public var name: String

  public init(uri: DocumentURI, name: String = "") {
    self.uri = uri
    self.name = name
  }
}

extension WorkspaceFolder: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    var name: String = ""
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      case "name": name = try reader.read(String?.self) ?? ""
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
    self.name = name
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
      $0.member("name", name)
    }
  }
}

/// `workspace/didChangeWorkspaceFolders`.
public struct DidChangeWorkspaceFoldersParams: Hashable, Sendable {
  public var event: WorkspaceFoldersChangeEvent

  public init(event: WorkspaceFoldersChangeEvent) {
    self.event = event
  }
}

extension DidChangeWorkspaceFoldersParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var event: WorkspaceFoldersChangeEvent?
    while let member = try reader.nextName() {
      switch member {
      case "event": event = try reader.read(WorkspaceFoldersChangeEvent.self)
      default: break
      }
    }
    self.event = try reader.require(event, "event", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("event", event)
    }
  }
}

/// LSP: WorkspaceFoldersChangeEvent.
public struct WorkspaceFoldersChangeEvent: Hashable, Sendable {
  public var added: [WorkspaceFolder]
  public var removed: [WorkspaceFolder]

  public init(added: [WorkspaceFolder] = [], removed: [WorkspaceFolder] = []) {
    self.added = added
    self.removed = removed
  }
}

extension WorkspaceFoldersChangeEvent: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var added: [WorkspaceFolder] = []
    var removed: [WorkspaceFolder] = []
    while let member = try reader.nextName() {
      switch member {
      case "added": added = try reader.read([WorkspaceFolder]?.self) ?? []
      case "removed": removed = try reader.read([WorkspaceFolder]?.self) ?? []
      default: break
      }
    }
    self.added = added
    self.removed = removed
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("added", added)
      $0.member("removed", removed)
    }
  }
}
