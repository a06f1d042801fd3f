import MentionsServer
import SystemCalls
import TextModel

/// What was found in workspaces, beside the cache of catalogs: a file for each workspace, only for this user, written
/// beside the old one and renamed.
struct IndexCache {
  /// The folder.
  let path: String
  let limit: StoreLimit

  init(_ path: String, limit: StoreLimit = .catalogs) { (self.path, self.limit) = (path, limit) }

  /// The name of the file for a workspace, and for the units in which columns are counted.
  static func name(of scan: WorkspaceScan) -> String {
    StoreFile.hash(of: ([scan.encoding.rawValue] + scan.rules.roots).joined(separator: "\u{0}"))
      + KeptFileName.indexEnding
  }

  /// What was found by the same rules, whoever was known. A file that is damaged is removed.
  ///
  /// - Parameter rules: ``ScanRules/fingerprint``.
  func read(_ name: String, rules: String) -> StoredIndex? {
    guard let folder = try? GuardedFolder(path), case .bytes(let bytes) = folder.read(name) else {
      return nil
    }
    guard let index = StoredIndex(bytes) else {
      try? folder.remove(name)
      return nil
    }
    guard index.rulesFingerprint == rules else { return nil }
    folder.touch(name)
    return index
  }

  /// Puts the bytes of a ``StoredIndex`` in the place of what was kept. What would take more than ``GuardedFolder/longest`` bytes is
  /// not kept.
  ///
  /// - Returns: why it could not be written, in words.
  func write(_ bytes: [UInt8], _ name: String) -> String? {
    do throws(GuardedFolder.AccessError) {
      guard let folder = try GuardedFolder(path, makes: true) else { return nil }
      do throws(SystemError) {
        guard bytes.count <= GuardedFolder.longest else {
          try folder.remove(name)
          return nil
        }
        try folder.write(name, bytes, mode: 0o600)
      } catch {
        return "\(path): \(error.message)"
      }
      folder.tidy(to: limit, keeping: name)
      return nil
    } catch {
      return error.reason
    }
  }
}
