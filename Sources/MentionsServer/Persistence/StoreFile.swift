import LanguageProtocol

/// The file in which the mentions of one document are stored.
package struct StoreFile: Hashable {
  /// The file's path; nil if they are kept in memory until the server ends.
  package let path: String?
  /// The document's name in the file: its URI, or its path inside the workspace folder, which is the same in each copy
  /// of that folder.
  package let document: String
  /// The limits of the folder that contains the file.
  let limit: StoreLimit?

  /// The folder of a workspace that contains its shared mentions.
  package static let workspaceFolder = ".mentions.annotations"

  /// - Parameters:
  ///   - uri: the URI of the document.
  ///   - store: the setting that applies to it.
  ///   - roots: the paths of the workspace folders.
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

  /// The folders in which mentions may be stored.
  ///
  /// - Parameters:
  ///   - stores: the settings of the workspace folders.
  ///   - roots: the paths of the workspace folders.
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

  /// The key of its content in memory.
  var key: String { path ?? memoryKey }

  /// The document's entry in memory, for content that must not be written.
  var inMemory: StoreFile { StoreFile(path: nil, document: document, limit: nil) }

  /// The key for content that must not, or cannot, be written.
  var memoryKey: String { Self.memory + document }

  private static let memory = "memory:"

  /// The folder of a ``key``; nil if the key is not a file.
  static func folder(of key: String) -> String? {
    key.hasPrefix(memory) ? nil : key.lastIndex(of: "/").map { String(key[..<$0]) }
  }

  /// The part of a fault that is the same for all files, so that a full disk is reported once.
  ///
  /// - Parameters:
  ///   - fault: an error message that begins with the path of the file or its folder.
  ///   - path: the path of the file.
  static func reason(in fault: String, at path: String) -> String {
    for place in [path, folder(of: path) ?? path] where fault.hasPrefix(place + ": ") {
      return String(fault.dropFirst(place.count + 2))
    }
    return fault
  }

  /// The document with this name in a file of `folder`, which is nil for content in memory.
  static func document(named name: String, in folder: String?) -> DocumentURI {
    guard let folder, folder.hasSuffix("/" + workspaceFolder) else { return DocumentURI(name) }
    return DocumentURI(filePath: folder.dropLast(workspaceFolder.count) + name)
  }

  /// `$XDG_STATE_HOME/mentions-lsp`, else `~/.local/state/mentions-lsp`; nil without either. Relative paths are
  /// ignored, as the XDG Base Directory Specification requires.
  static func stateFolder(_ environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return join(state, "mentions-lsp") }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return join(home, ".local/state/mentions-lsp")
  }

  /// The folder for the catalogs of large sources: `$XDG_CACHE_HOME/mentions-lsp`, else `~/.cache/mentions-lsp`
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

  /// The innermost workspace folder that contains the file.
  private static func root(of file: String, among roots: [String]) -> String? {
    roots.filter { file.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }.max { $0.utf8.count < $1.utf8.count }
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The name of a document's file: 32 hexadecimal digits and `.json`, the same on every machine.
  package static func name(of document: String) -> String { hash(of: document) + ".json" }

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

/// The limit of a folder of the store; the files written longest ago are removed first.
package struct StoreLimit: Hashable, Sendable {
  package var documents: Int
  package var bytes: Int

  package init(documents: Int, bytes: Int) {
    self.documents = documents
    self.bytes = bytes
  }

  /// The limit of the state directory. A workspace's folder has none, because its users manage the content.
  package static let state = StoreLimit(documents: 2000, bytes: 64 << 20)

  /// The limit of the catalogs of slow sources, and of the histories of repositories.
  package static let catalogs = StoreLimit(documents: 100, bytes: 2 << 30)
}

/// Determines the file of each document with the current settings.
struct StoreLayout {
  let settings: SettingsStack
  let environment: [String: String]

  subscript(key: DocumentURI) -> StoreFile {
    StoreFile(of: key, in: settings[key].annotationStore, roots: settings.roots, environment: environment)
  }
}
