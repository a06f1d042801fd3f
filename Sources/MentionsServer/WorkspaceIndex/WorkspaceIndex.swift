import Entities
import LanguageProtocol

/// The mentions in the files of a workspace: for each file, its mentions; for each entity, the files that mention it.
///
/// Replacing a file's mentions takes time proportional to the number of its old and new mentions, regardless of the
/// size of the index. Only files with mentions take memory. The index contains at most ``Limit/mentions`` mentions;
/// further mentions are only counted in ``leftOut``.
///
/// It may be based on a ``StoredIndex``, which is neither decoded nor changed: the workspace index records which
/// entries of the stored index have been replaced or removed.
package struct WorkspaceIndex: Sendable {
  /// The limits of the index.
  package struct Limit: Hashable, Sendable {
    /// The maximum number of files searched.
    package var files: Int
    /// The maximum number of mentions in all files.
    package var mentions: Int

    package init(files: Int, mentions: Int) { (self.files, self.mentions) = (files, mentions) }

    /// The standard limits. An index that reaches them takes about 40 MB of memory.
    package static let standard = Limit(files: 200_000, mentions: 1_000_000)
  }

  /// A mention and the file that contains it.
  package struct Occurrence: Hashable, Sendable {
    package var path: String
    package var mention: IndexedMention
  }

  private struct File {
    var path: String
    var mentions: [IndexedMention]
  }

  private struct Known {
    var entity: Entity
    /// The indices in ``files`` of the files that mention the entity.
    var files: Set<Int32> = []
  }

  private let limit: Limit
  private let stored: StoredIndex?
  /// The indices in ``stored`` of files whose entries have been replaced.
  private var outdated: Set<Int> = []
  /// The number of files with mentions in ``stored``, excluding the ``outdated`` files; ``storedCount`` is the number
  /// of their mentions.
  private var storedFiles = 0
  private var storedCount = 0
  /// The files with mentions. A removed file leaves nil, a gap that a file added later fills.
  private var files: [File?] = []
  private var gaps: [Int32] = []
  private var slots: [String: Int32] = [:]
  private var known: [Known] = []
  private var numbers: [EntityKey: Int32] = [:]
  /// The number of mentions in ``files``.
  private var ownCount = 0
  /// The number of mentions dropped because of the limit, by file.
  private var dropped: [String: Int] = [:]

  package init(limit: Limit = .standard) { (self.limit, stored) = (limit, nil) }

  /// Starts from the result of an earlier scan. O(1).
  package init(_ stored: StoredIndex, limit: Limit = .standard) {
    (self.limit, self.stored) = (limit, stored)
    (storedFiles, storedCount) = (stored.mentioningCount, stored.mentionCount)
  }

  /// The number of mentions.
  package var count: Int { storedCount + ownCount }
  /// The number of files with mentions.
  package var fileCount: Int { storedFiles + slots.count }
  /// The number of mentions dropped because the index is full.
  package var leftOut: Int { dropped.values.reduce(0, +) }

  // MARK: Changing

  /// Replaces the mentions of a file. O(old and new mentions of the file).
  package mutating func replace(_ new: FileMentions) {
    remove(new.path)
    let room = max(0, limit.mentions - count)
    if new.mentions.count > room { dropped[new.path] = new.mentions.count - room }
    guard !new.mentions.isEmpty, room > 0 else { return }
    let slot = gaps.popLast() ?? Int32(files.count)
    let own = new.entities.map { number(of: $0) }
    var mentions = Array(new.mentions.prefix(room))
    for at in mentions.indices {
      let number = own[Int(mentions[at].entity)]
      mentions[at].entity = number
      known[Int(number)].files.insert(slot)
    }
    ownCount += mentions.count
    slots[new.path] = slot
    let file = File(path: new.path, mentions: mentions)
    if Int(slot) < files.count { files[Int(slot)] = file } else { files.append(file) }
  }

  /// Whether a file is known to contain mentions.
  func contains(_ path: String) -> Bool {
    slots[path] != nil || storedFile(path).map { stored?.mentionCount(ofFile: $0) ?? 0 > 0 } ?? false
  }

  /// The index of a file in ``stored`` if its entry is still valid.
  private func storedFile(_ path: String) -> Int? {
    guard let file = stored?.file(path), !outdated.contains(file) else { return nil }
    return file
  }

  private mutating func removeStored(_ file: Int) {
    guard let stored, outdated.insert(file).inserted else { return }
    let mentions = stored.mentionCount(ofFile: file)
    storedCount -= mentions
    if mentions > 0 { storedFiles -= 1 }
  }

  /// Removes a file. O(its mentions).
  package mutating func remove(_ path: String) {
    dropped[path] = nil
    if let file = storedFile(path) { removeStored(file) }
    guard let slot = slots.removeValue(forKey: path), let file = files[Int(slot)] else { return }
    for mention in file.mentions { known[Int(mention.entity)].files.remove(slot) }
    ownCount -= file.mentions.count
    files[Int(slot)] = nil
    gaps.append(slot)
  }

  /// Removes all files in these folders. O(files with mentions × log folders), and sorting the folders.
  package mutating func removeAll(in folders: [String]) {
    let prefixes = folders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    // Omits folders inside other ones. Then only one prefix can contain a path: the last that does not sort after it.
    var outermost: [String] = []
    for prefix in prefixes.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      if let last = outermost.last, prefix.utf8.starts(with: last.utf8) { continue }
      outermost.append(prefix)
    }
    guard !outermost.isEmpty else { return }
    if let stored {
      for folder in outermost {
        var file = stored.firstFile(from: folder)
        while stored.path(ofFile: file, beginsWith: folder) {
          removeStored(file)
          file += 1
        }
      }
    }
    for path in slots.keys {
      var (low, high) = (0, outermost.count)
      while low < high {
        let middle = (low + high) / 2
        if path.utf8.lexicographicallyPrecedes(outermost[middle].utf8) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      if low > 0, path.utf8.starts(with: outermost[low - 1].utf8) { remove(path) }
    }
  }

  private mutating func number(of entity: Entity) -> Int32 {
    let key = entity.key
    if let number = numbers[key] {
      known[Int(number)].entity = entity
      return number
    }
    let number = Int32(known.count)
    numbers[key] = number
    known.append(Known(entity: entity))
    return number
  }

  // MARK: Queries

  /// The mentions of an entity, by path and then in text order. O(mentions in the files that mention it).
  package func mentions(of key: EntityKey, where isWanted: (String) -> Bool = { _ in true }) -> [Occurrence] {
    let found = filesMentioning(key).filter { isWanted($0.path) }
    return found.flatMap { file in file.mentions.lazy.map { Occurrence(path: file.path, mention: $0) } }
  }

  /// The number of mentions of an entity, the number of files that contain them, and the first mention in some of these
  /// files.
  package struct Extent {
    package private(set) var count = 0
    package private(set) var files = 0
    /// The first mention in each file, for the first `most` files by path.
    package private(set) var first: [Occurrence] = []
    private let most: Int

    /// - Parameter most: the maximum number of files whose first mention is recorded.
    package init(first most: Int) { self.most = most }

    fileprivate mutating func add(_ path: String, _ count: Int, _ mention: IndexedMention) {
      self.count += count
      files += 1
      func isBefore(_ other: Occurrence) -> Bool { path.utf8.lexicographicallyPrecedes(other.path.utf8) }
      if first.count == most, first.last.map(isBefore) != true { return }
      first.insert(
        Occurrence(path: path, mention: mention), at: first.firstIndex(where: isBefore) ?? first.count)
      if first.count > most { first.removeLast() }
    }
  }

  /// Adds the mentions of an entity to an extent, without creating an occurrence for each. O(mentions in the files that
  /// mention the entity).
  package func measure(
    _ key: EntityKey, into extent: inout Extent, where isWanted: (String) -> Bool = { _ in true }
  ) {
    if let stored, let number = stored.entity(key) {
      for file in stored.files(mentioning: number) where !outdated.contains(file) {
        let path = stored.path(ofFile: file)
        let (count, first) = stored.mentions(ofFile: file, of: number)
        if let first, isWanted(path) { extent.add(path, count, first) }
      }
    }
    guard let number = numbers[key] else { return }
    for file in known[Int(number)].files.lazy.compactMap({ files[Int($0)] }) where isWanted(file.path) {
      guard let first = file.mentions.first(where: { $0.entity == number }) else { continue }
      extent.add(file.path, file.mentions.count { $0.entity == number }, first)
    }
  }

  /// The paths of the files that mention an entity.
  ///
  /// - Parameter longest: the maximum number of mentions, of any entity, in a file; files with more mentions are
  ///   skipped.
  func paths(mentioning key: EntityKey, atMost longest: Int = .max) -> [String] {
    var paths: [String] = []
    if let stored, let number = stored.entity(key) {
      for file in stored.files(mentioning: number)
      where !outdated.contains(file) && stored.mentionCount(ofFile: file) <= longest {
        paths.append(stored.path(ofFile: file))
      }
    }
    guard let number = numbers[key] else { return paths }
    for file in known[Int(number)].files.sorted().lazy.compactMap({ files[Int($0)] })
    where file.mentions.count <= longest {
      paths.append(file.path)
    }
    return paths
  }

  /// Returns, for each examined file that mentions at least one of the given people, the keys of all people mentioned
  /// in it.
  ///
  /// - Parameters:
  ///   - most: the maximum number of files examined for each of the given people.
  ///   - longest: the maximum number of mentions in a file; files with more, such as a list of all people, are skipped.
  /// - Complexity: O(files that mention one of the people), and reading the mentions in the examined files.
  func company(
    of keys: Set<EntityKey>, files most: Int, mentions longest: Int, where isWanted: (String) -> Bool
  ) -> [Set<EntityKey>] {
    var seen: Set<String> = []
    for key in keys {
      var count = 0
      for path in paths(mentioning: key, atMost: longest) where count < most && isWanted(path) {
        seen.insert(path)
        count += 1
      }
    }
    return seen.map { path in Set(mentions(in: path)?.entities.map(\.key) ?? []) }
  }

  /// The files that mention an entity, sorted by path, each with the mentions of this entity only.
  private func filesMentioning(_ key: EntityKey) -> [File] {
    var found: [File] = []
    if let stored, let number = stored.entity(key) {
      for file in stored.files(mentioning: number) where !outdated.contains(file) {
        found.append(
          File(
            path: stored.path(ofFile: file),
            mentions: stored.mentions(ofFile: file).filter { $0.entity == number }))
      }
    }
    guard let number = numbers[key], !known[Int(number)].files.isEmpty else { return found }
    for slot in known[Int(number)].files {
      guard let file = files[Int(slot)] else { continue }
      found.append(File(path: file.path, mentions: file.mentions.filter { $0.entity == number }))
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The mentions in a file; nil if it has none.
  package func mentions(in path: String) -> FileMentions? {
    guard let slot = slots[path], let file = files[Int(slot)] else {
      return storedFile(path).flatMap { stored?.mentions(inFile: $0) }.flatMap {
        $0.mentions.isEmpty ? nil : $0
      }
    }
    var own: [Int32: Int32] = [:]
    var result = FileMentions(path: path)
    for var mention in file.mentions {
      if let at = own[mention.entity] {
        mention.entity = at
      } else {
        let at = Int32(result.entities.count)
        own[mention.entity] = at
        result.entities.append(known[Int(mention.entity)].entity)
        mention.entity = at
      }
      result.mentions.append(mention)
    }
    return result
  }
}

// MARK: - Mentions in files

/// One mention in a file, whether or not the file is open. The record is small enough to keep a million of them in
/// memory. It includes the position as reported to clients, so that the file need not be read again.
package struct IndexedMention: Hashable, Sendable {
  /// The index of the entity in ``FileMentions/entities`` or, for a mention in a workspace index or a stored index, in
  /// that index's own list of entities.
  package var entity: Int32
  /// The UTF-8 offset in the text without its byte order mark; ``count`` is in UTF-8 code units.
  package var start: Int32
  package var count: Int32
  /// Lines are counted from 0; columns are in the units for which the index was built.
  package var line: Int32
  package var column: Int32
  package var endLine: Int32
  package var endColumn: Int32

  package init(
    entity: Int32, start: Int32, count: Int32, line: Int32, column: Int32, endLine: Int32, endColumn: Int32
  ) {
    (self.entity, self.start, self.count) = (entity, start, count)
    (self.line, self.column, self.endLine, self.endColumn) = (line, column, endLine, endColumn)
  }

  /// The range in the units for which the index was built.
  var range: LanguageProtocol.Range {
    LanguageProtocol.Range(
      start: Position(line: Int(line), character: Int(column)),
      end: Position(line: Int(endLine), character: Int(endColumn)))
  }
}

/// The mentions in one file.
package struct FileMentions: Hashable, Sendable {
  /// The absolute path.
  package var path: String
  /// The entities, without duplicates.
  package var entities: [Entity]
  /// The mentions in order, disjoint.
  package var mentions: [IndexedMention]

  package init(path: String, entities: [Entity] = [], mentions: [IndexedMention] = []) {
    (self.path, self.entities, self.mentions) = (path, entities, mentions)
  }
}
