/// `workspace/didRenameFiles`.
public struct RenameFilesParams: Structure {
  public var files: [FileRename]

  public init(files: [FileRename]) { self.files = files }
  public static let members = Members(Self.init, required("files", \.files))
}

/// LSP: FileRename.
public struct FileRename: Structure {
  public var oldUri: DocumentURI
  public var newUri: DocumentURI

  public init(oldUri: DocumentURI, newUri: DocumentURI) { (self.oldUri, self.newUri) = (oldUri, newUri) }
  public static let members = Members(Self.init, required("oldUri", \.oldUri), required("newUri", \.newUri))
}

/// LSP: FileOperationOptions.
public struct FileOperationOptions: Structure {
  public var didRename: FileOperationRegistrationOptions?

  public init(didRename: FileOperationRegistrationOptions? = nil) { self.didRename = didRename }
  public static let members = Members(Self.init, optional("didRename", \.didRename))
}

/// Which file operations the server wants to hear of (LSP: FileOperationRegistrationOptions).
public struct FileOperationRegistrationOptions: Structure {
  public var filters: [FileOperationFilter]

  public init(filters: [FileOperationFilter]) { self.filters = filters }
  public static let members = Members(Self.init, required("filters", \.filters))
}

/// LSP: FileOperationFilter.
public struct FileOperationFilter: Structure {
  public var scheme: String?
  public var pattern: FileOperationPattern

  public init(scheme: String? = nil, pattern: FileOperationPattern) {
    (self.scheme, self.pattern) = (scheme, pattern)
  }

  public static let members = Members(
    Self.init, optional("scheme", \.scheme), required("pattern", \.pattern))
}

/// LSP: FileOperationPattern.
public struct FileOperationPattern: Structure {
  public var glob: String
  /// `file` or `folder`; nil = both.
  public var matches: String?

  public init(glob: String, matches: String? = nil) { (self.glob, self.matches) = (glob, matches) }
  public static let members = Members(Self.init, required("glob", \.glob), optional("matches", \.matches))
}
