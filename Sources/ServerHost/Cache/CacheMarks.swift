import MentionsServer
import SystemCalls

/// A file that tells which catalogs a process has open, locked as long as the process lives.
///
/// A mapped file that is damaged in a way that nobody foresaw might end each server that opens it. So what was open when
/// a server ended by a fault is removed, and what was open at two ends in a row that were not orderly. Clients kill
/// servers: one such end proves nothing.
struct CacheMarks {
  private static let ending = ".open"

  private let folder: GuardedFolder
  private let name: String
  private let descriptor: Int32

  /// Nil where none can be made. At a fault of this process it is told.
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

  /// A catalog is opened.
  func add(_ catalog: String) { try? Platform.writeAll(descriptor, Array("+\(catalog)\n".utf8)) }

  /// A catalog is not used after all.
  func remove(_ catalog: String) { try? Platform.writeAll(descriptor, Array("-\(catalog)\n".utf8)) }

  /// An orderly end: nothing speaks against what was open, neither now nor from an end before.
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

  /// Removes catalogs that may be the reason why servers ended.
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
    // A first end that was not orderly is remembered, as long as what was open then is there.
    for mark in marks
    where !mark.open.isDisjoint(with: suspects) || mark.open.allSatisfy({ folder.facts(of: $0) == nil }) {
      try? folder.remove(mark.name)
    }
  }

  /// So many ends that were not orderly, and told of no fault, make a catalog suspect.
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
