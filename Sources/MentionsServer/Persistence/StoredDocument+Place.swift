import LanguageProtocol

extension StoredDocument {
  /// The place where the mentions of one document are stored.
  package struct Place: Hashable {
    /// The path of the file; nil if they are kept in memory until the server ends.
    package let path: String?
    /// The document's name in the file: its URI, or its path inside the workspace folder, which is the same in each copy
    /// of that folder.
    package let document: String

    init(path: String?, document: String) { (self.path, self.document) = (path, document) }

    /// - Parameters:
    ///   - uri: the URI of the document.
    ///   - store: the setting that applies to it.
    ///   - roots: the paths of the workspace folders.
    ///   - environment: for `XDG_STATE_HOME` and `HOME`.
    package init(
      of uri: DocumentURI, in store: StoreLocation, roots: [String], environment: [String: String]
    ) {
      self.init(of: uri, inFile: uri.filePath, in: store, roots: roots, environment: environment)
    }

    /// The place of the document of a file, by its absolute path.
    package init(
      ofFile path: String, in store: StoreLocation, roots: [String], environment: [String: String]
    ) {
      self.init(
        of: DocumentURI(filePath: path), inFile: path, in: store, roots: roots, environment: environment)
    }

    private init(
      of uri: DocumentURI, inFile file: String?, in store: StoreLocation, roots: [String],
      environment: [String: String]
    ) {
      // A document without a file may later be a different one with the same name.
      guard let file, store != .off else {
        self.init(path: nil, document: uri.key)
        return
      }
      if store == .workspace, let root = Self.root(of: file, among: roots) {
        let inside = String(file.dropFirst(root.count).drop { $0 == "/" })
        let folder = UserFolders.join(root, StoredDocument.workspaceFolder)
        self.init(path: "\(folder)/\(StoredDocument.fileName(of: inside))", document: inside)
      } else {
        let folder = UserFolders.state(environment)
        self.init(
          path: folder.map { "\($0)/\(StoredDocument.fileName(of: uri.key))" }, document: uri.key)
      }
    }

    /// The innermost workspace folder that contains the file.
    private static func root(of file: String, among roots: [String]) -> String? {
      roots.filter { file.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
        .max { $0.utf8.count < $1.utf8.count }
    }

    /// Identifies its content in memory.
    var key: String { path ?? "memory:\(document)" }

    /// The folder that contains the file; nil in memory.
    var folder: String? { path.flatMap(StoredDocument.folder(of:)) }

    /// The place of the same document for content that must not, or cannot, be written.
    var inMemory: Place { Place(path: nil, document: document) }
  }

  /// The folder of a workspace that contains its shared mentions.
  package static let workspaceFolder = ".mentions.annotations"

  /// The name of a document's file: 32 hexadecimal digits and `.json`, the same on every machine.
  package static func fileName(of document: String) -> String { UserFolders.hash(of: document) + ".json" }

  static func folder(of path: String) -> String? { path.lastIndex(of: "/").map { String(path[..<$0]) } }

  /// The folders in which mentions may be stored.
  ///
  /// - Parameters:
  ///   - stores: the settings of the workspace folders.
  ///   - roots: the paths of the workspace folders.
  ///   - environment: for `XDG_STATE_HOME` and `HOME`.
  package static func folders(
    _ stores: Set<StoreLocation>, roots: [String], environment: [String: String]
  ) -> [String] {
    (stores == [.off] ? [] : [UserFolders.state(environment)].compactMap(\.self))
      + (stores.contains(.workspace) ? roots.map { UserFolders.join($0, workspaceFolder) } : [])
  }

  /// The document with this name in a file of `folder`, which is nil for content in memory.
  static func document(named name: String, in folder: String?) -> DocumentURI {
    guard let folder, folder.hasSuffix("/" + workspaceFolder) else { return DocumentURI(name) }
    return DocumentURI(filePath: folder.dropLast(workspaceFolder.count) + name)
  }
}

/// The program's folders for one user, and the names of files in them.
package enum UserFolders {
  /// `$XDG_STATE_HOME/mentions-lsp`, else `~/.local/state/mentions-lsp`; nil without either. Relative paths are
  /// ignored, as the XDG Base Directory Specification requires.
  package static func state(_ environment: [String: String]) -> String? {
    folder("XDG_STATE_HOME", else: ".local/state", environment)
  }

  /// The folder for the catalogs of large sources: `$XDG_CACHE_HOME/mentions-lsp`, else `~/.cache/mentions-lsp`
  /// (`~/Library/Caches/mentions-lsp` on macOS); nil without either.
  package static func cache(_ environment: [String: String]) -> String? {
    #if os(macOS)
    folder("XDG_CACHE_HOME", else: "Library/Caches", environment)
    #else
    folder("XDG_CACHE_HOME", else: ".cache", environment)
    #endif
  }

  private static func folder(
    _ variable: String, else standard: String, _ environment: [String: String]
  ) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return join(folder, "mentions-lsp") }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return join(home, "\(standard)/mentions-lsp")
  }

  fileprivate static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// A hash of 32 hexadecimal digits, the same on every machine.
  package static func hash(of text: String) -> String {
    hexadecimal(hash(text, seed: 0)) + hexadecimal(hash(text, seed: 0x9e37_79b9_7f4a_7c15))
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ text: String, seed: UInt64) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
