import JSONText

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

/// LSP: FileChangeType.
package struct FileChangeType: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let created = Self(rawValue: 1)
  package static let changed = Self(rawValue: 2)
  package static let deleted = Self(rawValue: 3)
}

/// The options with which watching is registered (LSP: DidChangeWatchedFilesRegistrationOptions).
package struct DidChangeWatchedFilesRegistrationOptions: Structure {
  package var watchers: [FileSystemWatcher]

  package init(watchers: [FileSystemWatcher]) { self.watchers = watchers }
  package static let members = Members(Self.init, required("watchers", \.watchers))
}

/// LSP: FileSystemWatcher.
package struct FileSystemWatcher: Structure {
  /// Under any workspace folder, or absolute.
  package var globPattern: String
  /// The sum of 1 = created, 2 = changed, 4 = deleted; nil = all.
  package var kind: Int?

  package init(globPattern: String, kind: Int? = nil) {
    (self.globPattern, self.kind) = (globPattern, kind)
  }

  package static let members = Members(
    Self.init, required("globPattern", \.globPattern), optional("kind", \.kind))
}
