import LanguageProtocol
import MentionsServer

/// The annotation store's files without a disk: what one server wrote another one finds.
public struct VirtualStore: Sendable {
  /// Contents by path.
  public var files: [String: [UInt8]] = [:]
  /// Why a file cannot be read, by path.
  public var unreadable: [String: String] = [:]
  /// Why nothing can be written; nil: it can.
  public var refusal: String?
  /// The paths written or removed, in order.
  public private(set) var writings: [String] = []

  public init() {}

  /// Where the user's state directory keeps a document's mentions.
  public static func path(of document: String, home: String = "/home/ada") -> String {
    "\(home)/.local/state/mentions-lsp/\(StorePlace.name(of: DocumentURI(document).key))"
  }

  /// Where a workspace folder keeps those of a document inside it.
  public static func path(of file: String, inWorkspace folder: String) -> String {
    "\(folder)/.mentions.annotations/\(StorePlace.name(of: file))"
  }

  /// What a document's file says, as text; nil where there is none.
  public func text(of document: String) -> String? {
    files[Self.path(of: document)].map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func read(_ path: String) -> ServerEvent {
    if let why = unreadable[path] { return .storeRead(path: path, .unreadable(why)) }
    return .storeRead(path: path, files[path].map { .bytes($0) } ?? .missing)
  }

  func search(_ folder: String, below prefixes: [String]) -> ServerEvent {
    let names = files.filter { $0.key.hasPrefix(folder + "/") && unreadable[$0.key] == nil }
      .compactMap { StoredDocument.name(inHead: Array($0.value.prefix(StoredDocument.headSize))) }
    return .storeFound(
      folder: folder, documents: names.filter { prefixes.contains(where: $0.hasPrefix) }.sorted())
  }

  mutating func write(_ path: String, _ bytes: [UInt8]?) -> ServerEvent {
    writings.append(path)
    if refusal == nil { files[path] = bytes }
    return .storeWritten(path: path, fault: refusal)
  }
}
