import Mentions

/// One change of the annotation store's files.
public struct StoreWriting: Hashable, Sendable {
  /// What this server knows of the file.
  public enum Base: Hashable, Sendable {
    /// What it read or wrote last; nil: there was no file. What other servers have changed since is kept.
    case known([UInt8]?)
    /// Whatever is there goes: the document of this name is another one now.
    case replaced
  }

  public let path: String
  /// What the file is to hold; nil where there is nothing to keep: it is to go.
  public let bytes: [UInt8]?
  public let base: Base
  public let limit: StoreLimit?
  /// The file of the document's old name. It goes once the new one is safe, and stays where that cannot be.
  public let oldPath: String?

  package init(path: String, bytes: [UInt8]?, base: Base, limit: StoreLimit?, oldPath: String?) {
    self.path = path
    self.bytes = bytes
    self.base = base
    self.limit = limit
    self.oldPath = oldPath
  }

  /// What becomes of a file that is to hold `bytes`, now that it holds this.
  static func outcome(
    of bytes: [UInt8]?, base: Base, over contents: SettingsFile.Contents, at path: String
  ) -> StoreOutcome {
    let wanted: StoreOutcome = bytes.map { .write($0) } ?? .remove
    guard case .bytes(let present) = contents else {
      if contents == .missing { return bytes == nil ? .unchanged : wanted }
      return .refused(StoredDocument.obstacle(in: contents, at: path) ?? path)
    }
    if present == bytes { return .unchanged }
    if base == .known(present) { return wanted }
    if let why = StoredDocument.obstacle(in: contents, at: path) { return .refused(why) }
    guard case .known(let base) = base, let theirs = StoredDocument.read(present) else { return wanted }
    let ours = bytes.flatMap { StoredDocument.read($0) }
    let merge = StoreMerge(base: base.flatMap { StoredDocument.read($0) }, theirs: theirs)
    let merged = StoredDocument(document: theirs.document, states: merge.merged(with: ours?.states ?? []))
    if merged.isEmpty { return .remove }
    let outcome = merged.encoded().bytes
    return outcome == present ? .unchanged : .write(outcome)
  }
}

/// What becomes of a file of the store.
package enum StoreOutcome: Hashable, Sendable {
  case unchanged
  case write([UInt8])
  case remove
  /// It stays as it is, for this reason.
  case refused(String)
}
