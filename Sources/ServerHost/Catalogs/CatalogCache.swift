import Entities
import EntitySources
import JSONText
import LanguageProtocol
import MentionsServer
import Synchronization
import SystemCalls

/// A cache of the catalogs of large sources, in files in the user's cache directory. The name of a file is derived from
/// the origin of its catalog (``CacheNotes/origin``).
///
/// A file is never changed in place: its replacement is written under a temporary name and then renamed, so that
/// existing mappings keep the old content.
final class CatalogCache: Sendable {
  private let path: String
  private let limit: FolderLimit
  /// Records which files this process has open, so that later processes can remove files that may have caused a crash.
  private let marks = Mutex<CacheMarks?>(nil)
  /// The names of files that are being written.
  private let unfinished = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - path: the path of the folder, which is created with the first file.
  ///   - limit: the limit of the folder's content.
  init(_ path: String, limit: FolderLimit = .catalogs) {
    self.path = path
    self.limit = limit
  }

  /// A catalog from the cache.
  struct Entry {
    let stored: StoredCatalog
    let mapping: Platform.Mapping
  }

  /// The reason why a catalog could not be written.
  struct Fault {
    /// The reason in words.
    let reason: String
    let isFullDisk: Bool
  }

  /// The name of the file for an origin.
  static func name(of origin: String) -> String {
    UserFolders.hash(of: origin) + KeptFileName.catalogEnding
  }

  /// Maps the file with this name into memory; returns nil if the file does not exist or is not usable. A damaged file
  /// is removed.
  func open(_ name: String) -> Entry? {
    guard let folder = try? GuardedFolder(path), folder.facts(of: name) != nil,
      let marks = mark(name, in: folder)
    else { return nil }
    do throws(SystemError) {
      let descriptor = try folder.open(name)
      defer { Platform.closeDescriptor(descriptor) }
      // Ignores files of other users.
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

  /// Records that a file is about to be used; returns nil if that is impossible. The first call also removes files that
  /// may have caused servers to crash, and temporary files that crashed servers left.
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

  /// Replaces the cached catalog of an origin.
  ///
  /// - Returns: the reason why it could not be written; nil on success.
  func store(_ catalog: EntityCatalog, _ notes: CacheNotes) -> Fault? {
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
          try catalog.store(notes: JSONWriter.bytes(of: notes)) { piece throws(SystemError) in
            try buffer.write(piece)
          }
          try buffer.finish()
        }
      } catch {
        return Fault(reason: "\(path): \(error.message)", isFullDisk: error.isFullDisk)
      }
      folder.tidy(GuardedFolder.Pruning(limit: limit, latest: name))
      return nil
    } catch {
      return Fault(reason: error.reason, isFullDisk: error.isFullDisk)
    }
  }

  /// Runs `body` while holding a lock, so that only one server does this for the same file at a time. Runs it without
  /// the lock if another server holds the lock for too long.
  ///
  /// - Parameters:
  ///   - name: the name of a catalog's file.
  ///   - milliseconds: the maximum time to wait for another server.
  ///   - body: receives whether the lock was available without waiting for another server.
  func alone<Value>(_ name: String, within milliseconds: Int, _ body: (_ isFirst: Bool) -> Value) -> Value {
    guard let folder = try? GuardedFolder(path, makes: true) else { return body(true) }
    let lock = KeptFileName.lock(for: name)
    guard let file = (try? folder.create(lock)) ?? (try? folder.open(lock)) else { return body(true) }
    defer { Platform.closeDescriptor(file) }
    let end = Platform.milliseconds() + milliseconds
    var isFirst = true
    while Platform.lock(file) == .taken, Platform.milliseconds() < end {
      isFirst = false
      var none: [Platform.Interest] = []
      Platform.wait(for: &none, milliseconds: 50)
    }
    return body(isFirst)
  }

  /// Provides access to the file, next to an origin's catalog, in which the source can store data between loads.
  func memory(of origin: String) -> SourceMemory {
    let name = UserFolders.hash(of: origin) + KeptFileName.historyEnding
    return SourceMemory {
      guard let folder = try? GuardedFolder(self.path), case .bytes(let bytes) = folder.read(name) else {
        return nil
      }
      folder.touch(name)
      return bytes
    } write: { bytes in
      // A failed write only makes the next load slower, so it is not reported.
      guard bytes.count <= GuardedFolder.longest, let folder = try? GuardedFolder(self.path, makes: true),
        (try? folder.write(name, bytes, mode: 0o600)) != nil
      else { return }
      folder.tidy(GuardedFolder.Pruning(limit: self.limit, latest: name))
    }
  }

  func remove(_ name: String) {
    guard let folder = try? GuardedFolder(path) else { return }
    try? folder.remove(name)
  }

  /// Closes the cache, as part of a normal exit. Incomplete files are removed; the next server loads their sources
  /// again.
  func finish() {
    for name in unfinished.withLock({ $0 }) { remove(name) }
    marks.withLock { marks in
      marks?.finish()
      marks = nil
    }
  }
}

/// A file that lists the catalogs that a process has open, locked while the process runs.
///
/// A mapped file with unexpected damage might crash each server that opens it. So catalogs that were open when a server
/// crashed are removed, as are those that were open at two consecutive abnormal exits, in which a server did not remove
/// its list. A single abnormal exit is no evidence, since clients also kill servers.
private struct CacheMarks {
  private static let ending = ".open"

  private let folder: GuardedFolder
  private let name: String
  private let descriptor: Int32

  /// Creates and locks the file; nil if that fails. From then on, a crash of this process is recorded in the file.
  init?(in folder: GuardedFolder) {
    let name = String(UInt64.random(in: .min ... .max), radix: 16) + Self.ending
    guard let descriptor = try? folder.create(name) else { return nil }
    guard Platform.lock(descriptor) == .locked else {
      Platform.closeDescriptor(descriptor)
      try? folder.remove(name)
      return nil
    }
    self.folder = folder
    self.name = name
    self.descriptor = descriptor
    Platform.noteFaults(in: descriptor)
  }

  /// Records that a catalog was opened.
  func add(_ catalog: String) { try? Platform.writeAll(descriptor, Array("+\(catalog)\n".utf8)) }

  /// Records that a catalog is not used.
  func remove(_ catalog: String) { try? Platform.writeAll(descriptor, Array("-\(catalog)\n".utf8)) }

  /// Records a normal exit by removing the file. The catalogs that were open until now are no longer suspect: marks of
  /// earlier abnormal exits that list no other catalogs are removed as well.
  func finish() {
    let own = Self.contents(of: name, in: folder).open
    for other in folder.names() where other.hasSuffix(Self.ending) && other != name {
      guard folder.isAbandoned(other) == true else { continue }
      let contents = Self.contents(of: other, in: folder)
      if !contents.hasFault, contents.open.isSubset(of: own) { try? folder.remove(other) }
    }
    try? folder.remove(name)
    Platform.forgetFaults()
    Platform.closeDescriptor(descriptor)
  }

  /// Removes catalogs that may have caused servers to crash.
  static func removeSuspects(from folder: GuardedFolder) {
    var marks: [(name: String, open: Set<String>)] = []
    var ends: [String: Int] = [:]
    for name in folder.names() where name.hasSuffix(ending) && folder.isAbandoned(name) == true {
      let (open, hasFault) = contents(of: name, in: folder)
      marks.append((name, open))
      for catalog in open { ends[catalog, default: 0] += hasFault ? enoughEnds : 1 }
    }
    let suspects = Set(ends.filter { $0.value >= enoughEnds }.keys)
    for catalog in suspects { try? folder.remove(catalog) }
    // The mark of a first abnormal exit is kept as long as any catalog that was open at that exit exists.
    for mark in marks
    where !mark.open.isDisjoint(with: suspects) || mark.open.allSatisfy({ folder.facts(of: $0) == nil }) {
      try? folder.remove(mark.name)
    }
  }

  /// The number of abnormal exits without a reported crash after which a catalog is suspect.
  private static let enoughEnds = 2

  private static func contents(
    of name: String, in folder: GuardedFolder
  ) -> (open: Set<String>, hasFault: Bool) {
    guard case .bytes(let bytes) = folder.read(name) else { return ([], false) }
    var open: Set<String> = []
    var hasFault = false
    for line in bytes.split(separator: UInt8(ascii: "\n")).map({ String(decoding: $0, as: UTF8.self) }) {
      if line == Platform.faultLine { hasFault = true }
      let catalog = String(line.dropFirst())
      guard KeptFileName.isCatalog(catalog) else { continue }
      if line.hasPrefix("+") { open.insert(catalog) } else { open.remove(catalog) }
    }
    return (open, hasFault)
  }
}

/// Metadata in a catalog's file: its inputs and their stamps.
struct CacheNotes: Structure {
  /// The state of a file from which a source was read.
  struct Input: Structure {
    let path: String
    /// Whether the file had changed so shortly before it was read that a further change may leave its stamp unchanged.
    let isRecent: Bool
    /// The checksum of its bytes; nil if it could not be read.
    let contents: UInt64?
    /// The stamp of the file; nil if there was no file.
    let stamp: FileStamp?

    static let members = Members(
      {
        Self(path: $0, isRecent: $1, contents: $2?.number, stamp: $3.flatMap { FileStamp($0.map(\.number)) })
      },
      required("path", \.path), required("recent", \.isRecent),
      optional("contents") { $0.contents.map(HexadecimalNumber.init) },
      optional("stamp") { $0.stamp?.numbers.map(HexadecimalNumber.init) })
  }

  /// The full description of the source and its settings, or of the merged catalogs.
  var origin: String
  var problems: [SourceProblem] = []
  var watchedPaths: [String] = []
  /// The files from which the source was read; nil if files do not determine whether the catalog is up to date.
  var inputs: [Input]?
  /// The identities of the merged catalogs.
  var parts: [UInt64] = []
  /// The ``LoadedSource/version``.
  var version: UInt64?

  static let members = Members(
    {
      Self(
        origin: $0, problems: $1, watchedPaths: $2, inputs: $3, parts: ($4 ?? []).map(\.number),
        version: $5?.number)
    },
    required("origin", \.origin), optional("problems", \.problems, default: []),
    optional("watched", \.watchedPaths, default: []), optional("inputs", \.inputs),
    optional("parts") { $0.parts.isEmpty ? nil : $0.parts.map(HexadecimalNumber.init) },
    optional("version") { $0.version.map(HexadecimalNumber.init) })

  /// The number of seconds within which a second change of a file may leave its stamp unchanged.
  static let recent = 2
}

extension CacheNotes {
  /// Whether the catalog was read from the files at `paths`, and these have not changed since, according to their
  /// stamps.
  func isCurrent(_ paths: [String]?) -> Bool {
    guard let inputs, let paths, inputs.map(\.path) == paths else { return false }
    return inputs.allSatisfy { !$0.isRecent && $0.stamp == Platform.stamp($0.path) }
  }
}

extension CacheNotes.Input {
  /// The current state of each file; nil if `paths` is nil. Reads all of the files.
  static func all(_ paths: [String]?) -> [CacheNotes.Input]? {
    let now = Platform.secondsSince1970()
    return paths?.map { path in
      let stamp = Platform.stamp(path)
      let contents = stamp == nil ? nil : checksum(of: path)
      return CacheNotes.Input(
        path: path, isRecent: stamp.map { $0.seconds > now - CacheNotes.recent } ?? false,
        // A file that changed while it was read has no checksum.
        contents: stamp == Platform.stamp(path) ? contents : nil, stamp: stamp)
    }
  }

  /// Whether both files have the same bytes, or both are missing.
  func hasContents(of other: CacheNotes.Input) -> Bool {
    if stamp == nil { return other.stamp == nil }
    return contents != nil && contents == other.contents
  }

  private static func checksum(of path: String) -> UInt64? {
    guard let descriptor = try? Platform.openFile(path) else { return nil }
    defer { Platform.closeDescriptor(descriptor) }
    var checksum = Checksum()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      switch Platform.receive(descriptor, into: &buffer) {
      case .bytes(let count): checksum.add(buffer.span.extracting(first: count))
      case .end: return checksum.value
      case .wouldBlock, .failed: return nil
      }
    }
  }
}

/// A number written in hexadecimal, because not every JSON parser preserves 64-bit integers.
private struct HexadecimalNumber: Hashable, Sendable, JSONReadable, JSONWritable {
  var number: UInt64

  init(_ number: UInt64) { self.number = number }

  init(from reader: inout JSONReader) throws(JSONError) {
    guard let number = UInt64(try reader.readString(), radix: 16) else {
      throw reader.fault("expected hexadecimal digits")
    }
    self.number = number
  }

  func write(to writer: inout JSONWriter) { writer.string(String(number, radix: 16)) }
}

/// Writes pieces of any size to a descriptor in portions of about a megabyte.
private struct FileBuffer {
  private static let portion = 1 << 20

  private let descriptor: Int32
  private var waiting: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    waiting.reserveCapacity(Self.portion)
  }

  mutating func write(_ piece: RawSpan) throws(SystemError) {
    var start = 0
    while start < piece.byteCount {
      let count = min(Self.portion - waiting.count, piece.byteCount - start)
      let part = piece.extracting(start..<start + count)
      unsafe part.withUnsafeBytes { unsafe waiting.append(contentsOf: $0) }
      start += count
      if waiting.count == Self.portion { try finish() }
    }
  }

  /// Writes the remaining bytes.
  mutating func finish() throws(SystemError) {
    try Platform.writeAll(descriptor, waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
