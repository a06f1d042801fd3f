public import JSONText

/// `workspace/didChangeWatchedFiles`.
public struct DidChangeWatchedFilesParams: Hashable, Sendable {
  public var changes: [FileEvent]

  public init(changes: [FileEvent]) {
    self.changes = changes
  }
}

extension DidChangeWatchedFilesParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var changes: [FileEvent]?
    while let member = try reader.nextName() {
      switch member {
      case "changes": changes = try reader.read([FileEvent].self)
      default: break
      }
    }
    self.changes = try reader.require(changes, "changes", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("changes", changes)
    }
  }
}

/// One change of a file on disk (LSP: FileEvent).
public struct FileEvent: Hashable, Sendable {
  public var uri: DocumentURI
  public var type: FileChangeType

  public init(uri: DocumentURI, type: FileChangeType) {
    self.uri = uri
    self.type = type
  }
}

extension FileEvent: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    var type: FileChangeType?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      case "type": type = try reader.read(FileChangeType.self)
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
    self.type = try reader.require(type, "type", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
      $0.member("type", type)
    }
  }
}

/// LSP: FileChangeType.
public struct FileChangeType: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let created = Self(rawValue: 1)
  public static let changed = Self(rawValue: 2)
  public static let deleted = Self(rawValue: 3)
}

/// The options with which watching is registered (LSP: DidChangeWatchedFilesRegistrationOptions).
public struct DidChangeWatchedFilesRegistrationOptions: Hashable, Sendable {
  public var watchers: [FileSystemWatcher]

  public init(watchers: [FileSystemWatcher]) {
    self.watchers = watchers
  }
}

extension DidChangeWatchedFilesRegistrationOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var watchers: [FileSystemWatcher]?
    while let member = try reader.nextName() {
      switch member {
      case "watchers": watchers = try reader.read([FileSystemWatcher].self)
      default: break
      }
    }
    self.watchers = try reader.require(watchers, "watchers", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("watchers", watchers)
    }
  }
}

/// LSP: FileSystemWatcher.
public struct FileSystemWatcher: Hashable, Sendable {
  public var globPattern: GlobPattern
  /// The sum of 1 = created, 2 = changed, 4 = deleted; nil = all.
  public var kind: Int?

  public init(globPattern: GlobPattern, kind: Int? = nil) {
    self.globPattern = globPattern
    self.kind = kind
  }
}

extension FileSystemWatcher: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var globPattern: GlobPattern?
    var kind: Int?
    while let member = try reader.nextName() {
      switch member {
      case "globPattern": globPattern = try reader.read(GlobPattern.self)
      case "kind": kind = try reader.read()
      default: break
      }
    }
    self.globPattern = try reader.require(globPattern, "globPattern", of: object)
    self.kind = kind
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("globPattern", globPattern)
      $0.member("kind", ifPresent: kind)
    }
  }
}

/// A pattern under a folder (LSP: RelativePattern).
public struct RelativePattern: Hashable, Sendable {
  /// The folder. LSP allows a whole WorkspaceFolder here; its URI is what counts.
  public var baseUri: DocumentURI
  public var pattern: String

  public init(baseUri: DocumentURI, pattern: String) {
    self.baseUri = baseUri
    self.pattern = pattern
  }
}

extension RelativePattern: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var baseUri: DocumentURI?
    var pattern: String?
    while let member = try reader.nextName() {
      switch member {
      case "baseUri": baseUri = try reader.read(DocumentURI.self)
      case "pattern": pattern = try reader.read(String.self)
      default: break
      }
    }
    self.baseUri = try reader.require(baseUri, "baseUri", of: object)
    self.pattern = try reader.require(pattern, "pattern", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("baseUri", baseUri)
      $0.member("pattern", pattern)
    }
  }
}
