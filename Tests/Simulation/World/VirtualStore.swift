import LanguageProtocol
import MentionsServer

/// The annotation store's files without a disk: what one server wrote another one finds, also at the same time.
package final class VirtualStore {
  /// Contents by path.
  package var files: [String: [UInt8]] = [:]
  /// Why a file cannot be read, by path.
  package var unreadable: [String: String] = [:]
  /// Files that cannot be written, by path.
  package var readOnly: Set<String> = []
  /// Why nothing can be written; nil: it can.
  package var refusal: String?
  private var performed = StoreUpdater()
  /// The paths written or removed, in order.
  package private(set) var writings: [String] = []

  package init() {}

  /// Where the user's state directory keeps a document's mentions.
  package static func path(of document: String, home: String = "/home/ada") -> String {
    "\(home)/.local/state/mentions-lsp/\(StoreFile.name(of: DocumentURI(document).key))"
  }

  /// Where a workspace folder keeps those of a document inside it.
  package static func path(of file: String, inWorkspace folder: String) -> String {
    "\(folder)/.mentions.annotations/\(StoreFile.name(of: file))"
  }

  /// What a document's file says, as text; nil where there is none.
  package func text(of document: String) -> String? {
    files[Self.path(of: document)].map { String(decoding: $0, as: UTF8.self) }
  }

  package func read(_ path: String) -> ServerEvent { .storeRead(path: path, contents(of: path)) }

  private func contents(of path: String) -> SettingsFile.Contents {
    if let why = unreadable[path] { return .unreadable(why) }
    return files[path].map { .bytes($0) } ?? .missing
  }

  package func search(_ folder: String, below prefixes: [String]) -> ServerEvent {
    let names = files.filter { $0.key.hasPrefix(folder + "/") && unreadable[$0.key] == nil }
      .compactMap { StoredDocument.name(inHead: Array($0.value.prefix(StoredDocument.headSize))) }
    return .storeFound(
      folder: folder, documents: names.filter { prefixes.contains(where: $0.hasPrefix) }.sorted())
  }

  package func write(_ writing: StoreUpdate) -> [ServerEvent] {
    performed.perform(writing) { replace($0, $1) }.map { .storeWritten(path: $0.path, fault: $0.fault) }
  }

  private func replace(
    _ path: String, _ outcome: (SettingsFile.Contents) -> StoreOutcome
  ) -> String? {
    if let refusal { return refusal }
    if readOnly.contains(path) { return "\(path) is read-only" }
    switch outcome(contents(of: path)) {
    case .unchanged: return nil
    case .refused(let why): return why
    case .write(let bytes): files[path] = bytes
    case .remove: files[path] = nil
    }
    writings.append(path)
    return nil
  }
}
