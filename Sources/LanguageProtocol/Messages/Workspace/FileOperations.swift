/// `workspace/didRenameFiles`.
package struct RenameFilesParams: Structure {
  package var files: [FileRename]

  package init(files: [FileRename]) { self.files = files }
  package static let members = Members(Self.init, required("files", \.files))
}

/// LSP: FileRename.
package struct FileRename: Structure {
  package var oldUri: DocumentURI
  package var newUri: DocumentURI

  package init(oldUri: DocumentURI, newUri: DocumentURI) { (self.oldUri, self.newUri) = (oldUri, newUri) }
  package static let members = Members(Self.init, required("oldUri", \.oldUri), required("newUri", \.newUri))
}

/// LSP: FileOperationOptions.
package struct FileOperationOptions: Structure {
  package var didRename: FileOperationRegistrationOptions?

  package init(didRename: FileOperationRegistrationOptions? = nil) { self.didRename = didRename }
  package static let members = Members(Self.init, optional("didRename", \.didRename))
}

/// Which file operations the server wants to hear of (LSP: FileOperationRegistrationOptions).
package struct FileOperationRegistrationOptions: Structure {
  package var filters: [FileOperationFilter]

  package init(filters: [FileOperationFilter]) { self.filters = filters }
  package static let members = Members(Self.init, required("filters", \.filters))
}

/// LSP: FileOperationFilter.
package struct FileOperationFilter: Structure {
  package var scheme: String?
  package var pattern: FileOperationPattern

  package init(scheme: String? = nil, pattern: FileOperationPattern) {
    (self.scheme, self.pattern) = (scheme, pattern)
  }

  package static let members = Members(
    Self.init, optional("scheme", \.scheme), required("pattern", \.pattern))
}

/// LSP: FileOperationPattern.
package struct FileOperationPattern: Structure {
  package var glob: String
  /// `file` or `folder`; nil = both.
  package var matches: String?

  package init(glob: String, matches: String? = nil) { (self.glob, self.matches) = (glob, matches) }
  package static let members = Members(Self.init, required("glob", \.glob), optional("matches", \.matches))
}
