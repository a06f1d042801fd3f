import JSONText

extension Method {
  package static let configuration = Method(rawValue: "workspace/configuration")
  package static let didChangeConfiguration = Method(rawValue: "workspace/didChangeConfiguration")
  package static let didChangeWatchedFiles = Method(rawValue: "workspace/didChangeWatchedFiles")
  package static let didChangeWorkspaceFolders = Method(rawValue: "workspace/didChangeWorkspaceFolders")
  package static let didRenameFiles = Method(rawValue: "workspace/didRenameFiles")
  package static let textDocumentContent = Method(rawValue: "workspace/textDocumentContent")
}

/// A root of the workspace (LSP: WorkspaceFolder).
package struct WorkspaceFolder: Structure {
  package var uri: DocumentURI
  package var name: String

  package init(uri: DocumentURI, name: String = "") { (self.uri, self.name) = (uri, name) }
  package static let members = Members(
    Self.init, required("uri", \.uri), optional("name", \.name, default: ""))
}

/// `workspace/didChangeWorkspaceFolders`.
package struct DidChangeWorkspaceFoldersParams: Structure {
  package var event: WorkspaceFoldersChangeEvent

  package static let members = Members(Self.init, required("event", \.event))
}

/// LSP: WorkspaceFoldersChangeEvent.
package struct WorkspaceFoldersChangeEvent: Structure {
  package var added: [WorkspaceFolder]
  package var removed: [WorkspaceFolder]

  package static let members = Members(
    Self.init, optional("added", \.added, default: []), optional("removed", \.removed, default: []))
}

// MARK: - Configuration

/// `workspace/didChangeConfiguration`.
package struct DidChangeConfigurationParams: Structure {
  package var settings: JSONValue

  package static let members = Members(Self.init, optional("settings", \.settings, default: .null))
}

/// `workspace/configuration`, server to client; the result is an array with one value per item.
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

// MARK: - Files

/// `workspace/didChangeWatchedFiles`.
package struct DidChangeWatchedFilesParams: Structure {
  package var changes: [FileEvent]

  package static let members = Members(Self.init, required("changes", \.changes))
}

/// One change of a file on disk (LSP: FileEvent).
package struct FileEvent: Structure {
  package var uri: DocumentURI
  package var type: FileChangeType

  package static let members = Members(Self.init, required("uri", \.uri), required("type", \.type))
}

/// LSP: FileChangeType (1 = created, 2 = changed, 3 = deleted).
package struct FileChangeType: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
}

/// The options for watching files (LSP: DidChangeWatchedFilesRegistrationOptions).
package struct DidChangeWatchedFilesRegistrationOptions: Structure {
  package var watchers: [FileSystemWatcher]

  package init(watchers: [FileSystemWatcher]) { self.watchers = watchers }
  package static let members = Members(Self.init, required("watchers", \.watchers))
}

/// LSP: FileSystemWatcher.
package struct FileSystemWatcher: Structure {
  /// The files to watch, relative to any workspace folder or absolute.
  package var globPattern: String
  /// The changes to report: the sum of 1 (created), 2 (changed) and 4 (deleted); nil means all.
  package var kind: Int?

  package init(globPattern: String, kind: Int? = nil) {
    (self.globPattern, self.kind) = (globPattern, kind)
  }

  package static let members = Members(
    Self.init, required("globPattern", \.globPattern), optional("kind", \.kind))
}

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

/// The file operations of interest to the server (LSP: FileOperationRegistrationOptions).
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
  /// Whether the pattern matches files (`file`) or folders (`folder`); nil means both.
  package var matches: String?

  package init(glob: String, matches: String? = nil) { (self.glob, self.matches) = (glob, matches) }
  package static let members = Members(Self.init, required("glob", \.glob), optional("matches", \.matches))
}

// MARK: - Text documents of the server

/// `workspace/textDocumentContent`: the text of a virtual document of the server (LSP 3.18).
package struct TextDocumentContentParams: Structure {
  package var uri: DocumentURI

  package static let members = Members(Self.init, required("uri", \.uri))
}

/// LSP: TextDocumentContentResult.
package struct TextDocumentContentResult: Structure {
  package var text: String

  package init(text: String) { self.text = text }
  package static let members = Members(Self.init, required("text", \.text))
}

/// LSP: TextDocumentContentOptions.
package struct TextDocumentContentOptions: Structure {
  package var schemes: [String]

  package init(schemes: [String]) { self.schemes = schemes }
  package static let members = Members(Self.init, required("schemes", \.schemes))
}
