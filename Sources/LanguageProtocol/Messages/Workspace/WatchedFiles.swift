import JSONText

/// `workspace/didChangeWatchedFiles`.
public struct DidChangeWatchedFilesParams: Structure {
  public var changes: [FileEvent]

  public static let members = Members(Self.init, required("changes", \.changes))
}

/// One change of a file on disk (LSP: FileEvent).
public struct FileEvent: Structure {
  public var uri: DocumentURI
  public var type: FileChangeType

  public static let members = Members(Self.init, required("uri", \.uri), required("type", \.type))
}

/// LSP: FileChangeType.
public struct FileChangeType: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let created = Self(rawValue: 1)
  public static let changed = Self(rawValue: 2)
  public static let deleted = Self(rawValue: 3)
}

/// The options with which watching is registered (LSP: DidChangeWatchedFilesRegistrationOptions).
public struct DidChangeWatchedFilesRegistrationOptions: Structure {
  public var watchers: [FileSystemWatcher]

  public init(watchers: [FileSystemWatcher]) { self.watchers = watchers }
  public static let members = Members(Self.init, required("watchers", \.watchers))
}

/// LSP: FileSystemWatcher.
public struct FileSystemWatcher: Structure {
  /// Under any workspace folder, or absolute.
  public var globPattern: String
  /// The sum of 1 = created, 2 = changed, 4 = deleted; nil = all.
  public var kind: Int?

  public init(globPattern: String, kind: Int? = nil) {
    (self.globPattern, self.kind) = (globPattern, kind)
  }

  public static let members = Members(
    Self.init, required("globPattern", \.globPattern), optional("kind", \.kind))
}
