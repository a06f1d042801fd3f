import Entities
import MentionsServer
import Synchronization
import SystemCalls

/// Catalogs of large sources in files of the user's cache directory, each under a name that its origin gives it.
///
/// A file is written beside the old one and renamed, never changed: who has it mapped keeps what it mapped.
final class CatalogCache: Sendable {
  private let path: String
  private let limit: StoreLimit
  /// Which files this process has open, for whoever comes after it.
  private let marks = Mutex<CacheMarks?>(nil)
  /// The names of the files that are being written.
  private let unfinished = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - path: of the folder, which is made with the first file.
  ///   - limit: what it may hold.
  init(_ path: String, limit: StoreLimit = .catalogs) {
    self.path = path
    self.limit = limit
  }

  /// A catalog out of the cache.
  struct Entry {
    let stored: StoredCatalog
    let mapping: Platform.Mapping
  }

  /// The name of the file for what has this origin.
  static func name(of origin: String) -> String {
    StoreFile.hash(of: origin) + KeptFileName.catalogEnding
  }

  /// Maps a file. Nil where there is none, or none that can be used: such a one is removed.
  func open(_ name: String) -> Entry? {
    guard let folder = try? GuardedFolder(path), folder.facts(of: name) != nil,
      let marks = mark(name, in: folder)
    else { return nil }
    do throws(SystemError) {
      let descriptor = try folder.open(name)
      defer { Platform.closeDescriptor(descriptor) }
      // Only the user's own.
      guard try Platform.facts(of: descriptor).owner == Platform.user else { return nil }
      let mapping = try Platform.Mapping(descriptor)
      do throws(CatalogFileError) {
        let stored = try unsafe StoredCatalog(unsafeMapped: mapping.bytes, owner: mapping)
        folder.touch(name)
        return Entry(stored: stored, mapping: mapping)
      } catch {
        try folder.remove(name)
      }
    } catch {}
    marks.remove(name)
    return nil
  }

  /// Notes that a file is about to be used. Nil where it must not be: it was in use when servers ended badly.
  private func mark(_ name: String, in folder: GuardedFolder) -> CacheMarks? {
    marks.withLock { marks in
      if marks == nil {
        folder.locked {
          CacheMarks.removeSuspects(from: folder)
          folder.removeLeftOvers()
        }
        marks = CacheMarks(in: folder)
      }
      marks?.add(name)
      return marks
    }
  }

  /// Puts a catalog in the place of what the cache holds for its origin.
  ///
  /// - Returns: why it could not be written, in words.
  func store(_ catalog: EntityCatalog, _ notes: CacheNotes) -> String? {
    do throws(GuardedFolder.AccessError) {
      guard let folder = try GuardedFolder(path, makes: true) else { return nil }
      let name = Self.name(of: notes.origin)
      do throws(SystemError) {
        var own = ""
        defer { unfinished.withLock { names in _ = names.remove(own) } }
        try folder.write(name, mode: 0o600) { file, temporary throws(SystemError) in
          own = temporary
          unfinished.withLock { names in _ = names.insert(temporary) }
          var buffer = FileBuffer(file)
          try catalog.store(notes: notes.bytes) { piece throws(SystemError) in try buffer.write(piece) }
          try buffer.finish()
        }
      } catch {
        return "\(path): \(error.message)"
      }
      folder.tidy(to: limit, keeping: name)
      return nil
    } catch {
      return error.reason
    }
  }

  func remove(_ name: String) {
    guard let folder = try? GuardedFolder(path) else { return }
    try? folder.remove(name)
  }

  /// The server ends as it should. What is not written yet is given up: the next server reads its source again.
  func finish() {
    for name in unfinished.withLock({ $0 }) { remove(name) }
    marks.withLock { marks in
      marks?.finish()
      marks = nil
    }
  }
}
