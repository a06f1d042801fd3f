public import JSONText

/// `workspace/didCreateFiles`.
public struct CreateFilesParams: Hashable, Sendable {
  public var files: [FileCreate]

  public init(files: [FileCreate]) {
    self.files = files
  }
}

extension CreateFilesParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var files: [FileCreate]?
    while let member = try reader.nextName() {
      switch member {
      case "files": files = try reader.read([FileCreate].self)
      default: break
      }
    }
    self.files = try reader.require(files, "files", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("files", files)
    }
  }
}

/// LSP: FileCreate.
public struct FileCreate: Hashable, Sendable {
  public var uri: DocumentURI

  public init(uri: DocumentURI) {
    self.uri = uri
  }
}

extension FileCreate: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
    }
  }
}

/// `workspace/didRenameFiles`.
public struct RenameFilesParams: Hashable, Sendable {
  public var files: [FileRename]

  public init(files: [FileRename]) {
    self.files = files
  }
}

extension RenameFilesParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var files: [FileRename]?
    while let member = try reader.nextName() {
      switch member {
      case "files": files = try reader.read([FileRename].self)
      default: break
      }
    }
    self.files = try reader.require(files, "files", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("files", files)
    }
  }
}

/// LSP: FileRename.
public struct FileRename: Hashable, Sendable {
  public var oldUri: DocumentURI
  public var newUri: DocumentURI

  public init(oldUri: DocumentURI, newUri: DocumentURI) {
    self.oldUri = oldUri
    self.newUri = newUri
  }
}

extension FileRename: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var oldUri: DocumentURI?
    var newUri: DocumentURI?
    while let member = try reader.nextName() {
      switch member {
      case "oldUri": oldUri = try reader.read(DocumentURI.self)
      case "newUri": newUri = try reader.read(DocumentURI.self)
      default: break
      }
    }
    self.oldUri = try reader.require(oldUri, "oldUri", of: object)
    self.newUri = try reader.require(newUri, "newUri", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("oldUri", oldUri)
      $0.member("newUri", newUri)
    }
  }
}

/// `workspace/didDeleteFiles`.
public struct DeleteFilesParams: Hashable, Sendable {
  public var files: [FileDelete]

  public init(files: [FileDelete]) {
    self.files = files
  }
}

extension DeleteFilesParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var files: [FileDelete]?
    while let member = try reader.nextName() {
      switch member {
      case "files": files = try reader.read([FileDelete].self)
      default: break
      }
    }
    self.files = try reader.require(files, "files", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("files", files)
    }
  }
}

/// LSP: FileDelete.
public struct FileDelete: Hashable, Sendable {
  public var uri: DocumentURI

  public init(uri: DocumentURI) {
    self.uri = uri
  }
}

extension FileDelete: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
    }
  }
}

/// Which file operations the server wants to hear of (LSP: FileOperationRegistrationOptions).
public struct FileOperationRegistrationOptions: Hashable, Sendable {
  public var filters: [FileOperationFilter]

  public init(filters: [FileOperationFilter]) {
    self.filters = filters
  }
}

extension FileOperationRegistrationOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var filters: [FileOperationFilter]?
    while let member = try reader.nextName() {
      switch member {
      case "filters": filters = try reader.read([FileOperationFilter].self)
      default: break
      }
    }
    self.filters = try reader.require(filters, "filters", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("filters", filters)
    }
  }
}

/// LSP: FileOperationFilter.
public struct FileOperationFilter: Hashable, Sendable {
  public var scheme: String?
  public var pattern: FileOperationPattern

  public init(scheme: String? = nil, pattern: FileOperationPattern) {
    self.scheme = scheme
    self.pattern = pattern
  }
}

extension FileOperationFilter: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var scheme: String?
    var pattern: FileOperationPattern?
    while let member = try reader.nextName() {
      switch member {
      case "scheme": scheme = try reader.read()
      case "pattern": pattern = try reader.read(FileOperationPattern.self)
      default: break
      }
    }
    self.scheme = scheme
    self.pattern = try reader.require(pattern, "pattern", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("scheme", ifPresent: scheme)
      $0.member("pattern", pattern)
    }
  }
}

/// LSP: FileOperationPattern.
public struct FileOperationPattern: Hashable, Sendable {
  public var glob: String
  /// `file` or `folder`; nil = both.
  public var matches: String?

  public init(glob: String, matches: String? = nil) {
    self.glob = glob
    self.matches = matches
  }
}

extension FileOperationPattern: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var glob: String?
    var matches: String?
    while let member = try reader.nextName() {
      switch member {
      case "glob": glob = try reader.read(String.self)
      case "matches": matches = try reader.read()
      default: break
      }
    }
    self.glob = try reader.require(glob, "glob", of: object)
    self.matches = matches
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("glob", glob)
      $0.member("matches", ifPresent: matches)
    }
  }
}
