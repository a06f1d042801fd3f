import LanguageProtocol

/// Where the mentions of one document are kept.
package struct StoreFile: Hashable {
  /// The file's path; nil: kept in memory until the server ends.
  package let path: String?
  /// How the file names the document: its URI, or its path inside the workspace folder, which holds in every
  /// copy of that folder.
  package let document: String
  /// The bounds of the folder that the file is in.
  let limit: StoreLimit?

  /// The folder of a workspace that is shared with it.
  package static let workspaceFolder = ".mentions.annotations"

  /// - Parameters:
  ///   - uri: the document's.
  ///   - store: the setting that holds for it.
  ///   - roots: the workspace folders' paths.
  ///   - environment: for `XDG_STATE_HOME` and `HOME`.
  package init(
    of uri: DocumentURI, in store: StoreLocation, roots: [String], environment: [String: String]
  ) {
    // A document without a file may be another one under the same name tomorrow.
    guard let file = uri.filePath, store != .off else {
      self.init(path: nil, document: uri.key, limit: nil)
      return
    }
    if store == .workspace, let root = Self.root(of: file, among: roots) {
      let inside = String(file.dropFirst(root.count).drop { $0 == "/" })
      self.init(
        path: Self.join(root, "\(Self.workspaceFolder)/\(Self.name(of: inside))"), document: inside,
        limit: nil)
    } else {
      self.init(
        path: Self.stateFolder(environment).map { Self.join($0, Self.name(of: uri.key)) }, document: uri.key,
        limit: .state)
    }
  }

  /// The folders in which mentions may be kept.
  ///
  /// - Parameters:
  ///   - stores: the settings of the workspace folders.
  ///   - roots: the workspace folders' paths.
  ///   - environment: for `XDG_STATE_HOME` and `HOME`.
  package static func folders(
    _ stores: Set<StoreLocation>, roots: [String], environment: [String: String]
  ) -> [String] {
    (stores == [.off] ? [] : [stateFolder(environment)].compactMap(\.self))
      + (stores.contains(.workspace) ? roots.map { join($0, workspaceFolder) } : [])
  }

  private init(path: String?, document: String, limit: StoreLimit?) {
    self.path = path
    self.document = document
    self.limit = limit
  }

  /// By what it is remembered in memory.
  var key: String { path ?? memoryKey }

  /// The document's file where nothing may be written: kept until the server ends.
  var inMemory: StoreFile { StoreFile(path: nil, document: document, limit: nil) }

  /// The key for content that must not, or cannot, be written.
  var memoryKey: String { Self.memory + document }

  private static let memory = "memory:"

  /// The folder that a ``key`` names; nil where it stands for no file.
  static func folder(of key: String) -> String? {
    key.hasPrefix(memory) ? nil : key.lastIndex(of: "/").map { String(key[..<$0]) }
  }

  /// Part of a fault that is the same for all files: a full disk is one fault.
  ///
  /// - Parameters:
  ///   - fault: of writing a file, in words that begin with the file's path or its folder's.
  ///   - path: the file's.
  static func reason(in fault: String, at path: String) -> String {
    for place in [path, folder(of: path) ?? path] where fault.hasPrefix(place + ": ") {
      return String(fault.dropFirst(place.count + 2))
    }
    return fault
  }

  /// The document that a file in `folder` calls by this name; `folder` is nil for what is kept in memory.
  static func document(named name: String, in folder: String?) -> DocumentURI {
    guard let folder, folder.hasSuffix("/" + workspaceFolder) else { return DocumentURI(name) }
    return DocumentURI(filePath: folder.dropLast(workspaceFolder.count) + name)
  }

  /// `$XDG_STATE_HOME/mentions-lsp`, else `~/.local/state/mentions-lsp`; nil without either. The XDG Base
  /// Directory Specification has relative paths ignored.
  static func stateFolder(_ environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return join(state, "mentions-lsp") }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return join(home, ".local/state/mentions-lsp")
  }

  /// Where catalogs of large sources are kept: `$XDG_CACHE_HOME/mentions-lsp`, else `~/.cache/mentions-lsp`
  /// (`~/Library/Caches/mentions-lsp` on macOS); nil without either.
  package static func cacheFolder(_ environment: [String: String]) -> String? {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return join(cache, "mentions-lsp") }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    #if os(macOS)
    return join(home, "Library/Caches/mentions-lsp")
    #else
    return join(home, ".cache/mentions-lsp")
    #endif
  }

  /// The innermost folder that the file is in.
  private static func root(of file: String, among roots: [String]) -> String? {
    roots.filter { file.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }.max { $0.utf8.count < $1.utf8.count }
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// 32 hexadecimal digits and `.json`: the same for the same name, on every machine.
  package static func name(of document: String) -> String { hash(of: document) + ".json" }

  /// 32 hexadecimal digits: the same for the same text, on every machine.
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

/// How much a folder of the store may hold; the files written longest ago go first.
package struct StoreLimit: Hashable, Sendable {
  package var documents: Int
  package var bytes: Int

  package init(documents: Int, bytes: Int) {
    self.documents = documents
    self.bytes = bytes
  }

  /// Limit of the state directory. A workspace's folder has none: its content belongs to its users.
  package static let state = StoreLimit(documents: 2000, bytes: 64 << 20)

  /// Limit of the catalogs of slow sources, and of the histories of repositories.
  package static let catalogs = StoreLimit(documents: 100, bytes: 2 << 30)
}

/// Where the mentions of any document are kept, as things are now.
struct StoreLayout {
  let settings: SettingsStack
  let environment: [String: String]

  subscript(key: DocumentURI) -> StoreFile {
    StoreFile(of: key, in: settings[key].annotationStore, roots: settings.roots, environment: environment)
  }
}
