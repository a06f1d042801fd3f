import Entities
import JSONText

/// The result of a workspace scan in its file format. It is queried without decoding, so that opening it takes no
/// longer than reading the file.
///
/// | | |
/// |---|---|
/// | 16 bytes | a mark with the format's version |
/// | 8 bytes | the checksum of the rest |
/// | 8 numbers | the size of each part (`Counts`) |
/// | tables | `Table`, in their order |
/// | mentions | seven numbers each, by file and in text order |
/// | texts | fingerprints, entities as JSON, paths |
///
/// Numbers have 32 bits, hashes and the states of files have 64 bits; all are little-endian. Files are sorted by the
/// bytes of their paths, entities by the hashes of their keys. A table of ends contains the end of each item; an item
/// begins at the end of the previous one. The content of an index file is not trusted: references to data outside of
/// the file yield zero or nothing.
package struct StoredIndex: Sendable {
  /// The numbers at the start of the file.
  struct Counts {
    var entities = 0
    var files = 0
    /// The number of files with mentions.
    var mentioning = 0
    var mentions = 0
    /// The number of pairs of an entity and a file that mentions the entity.
    var pairs = 0
    /// The length of ``ScanRules/fingerprint`` in bytes; `people` is the length of ``ScanRules/peopleFingerprint``.
    var rules = 0
    var people = 0
    var texts = 0

    var all: [Int] { [entities, files, mentioning, mentions, pairs, rules, people, texts] }

    static let size = 8 * 4
  }

  enum Table: Int, CaseIterable {
    /// 64 bits for each entity: the hash of its key.
    case hashes
    /// 64 bits for each file: its state when it was read; 0 if unknown.
    case marks
    /// The end of each entity's text.
    case entityEnds
    /// The end of each entity's files in ``pairs``.
    case pairEnds
    /// The indices of the files that mention each entity, in ascending order.
    case pairs
    /// The end of each file's path.
    case pathEnds
    /// The end of each file's mentions, shifted left by one bit; the lowest bit is set if the file cannot contain
    /// mentions.
    case mentionEnds
    case mentions

    func size(_ counts: Counts) -> Int {
      switch self {
      case .hashes: 8 * counts.entities
      case .marks: 8 * counts.files
      case .entityEnds, .pairEnds: 4 * counts.entities
      case .pairs: 4 * counts.pairs
      case .pathEnds, .mentionEnds: 4 * counts.files
      case .mentions: 4 * numbersOfMention * counts.mentions
      }
    }
  }

  fileprivate static let mark = Array("mentions-index 4".utf8)
  /// The size in bytes of the mark and the checksum.
  fileprivate static let head = 24
  private static let numbersOfMention = 7

  package let bytes: [UInt8]
  private let counts: Counts
  /// The start of each table, and of the texts.
  private let starts: [Int]

  /// Opens an index; nil if the bytes are not a valid file. O(bytes), about ten bytes per nanosecond.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.head + Counts.size, bytes.starts(with: Self.mark),
      unsafe Checksum.of(bytes.span.extracting(Self.head...).bytes)
        == Self.load(bytes, Self.mark.count, UInt64.self)
    else { return nil }
    let numbers = (0..<8).map { Int(Self.load(bytes, Self.head + 4 * $0, UInt32.self)) }
    counts = Counts(
      entities: numbers[0], files: numbers[1], mentioning: numbers[2], mentions: numbers[3],
      pairs: numbers[4], rules: numbers[5], people: numbers[6], texts: numbers[7])
    var starts: [Int] = []
    var start = Self.head + Counts.size
    for table in Table.allCases {
      starts.append(start)
      start += table.size(counts)
    }
    starts.append(start)
    guard start + counts.texts == bytes.count else { return nil }
    (self.bytes, self.starts) = (bytes, starts)
  }

  // MARK: Numbers

  /// Reads a number; zero if the offset is out of range.
  @inline(__always)
  private static func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], _ offset: Int, _ type: Number.Type
  ) -> Number {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return 0 }
    return unsafe Number(littleEndian: bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type))
  }

  @inline(__always)
  private func number(_ table: Table, _ at: Int) -> UInt32 {
    Self.load(bytes, starts[table.rawValue] + 4 * at, UInt32.self)
  }

  /// The range of an item according to a table of ends, clamped to the available data.
  private func stretch(_ ends: Table, _ at: Int, from first: Int = 0, of count: Int, shift: UInt32 = 0)
    -> Range<Int>
  {
    let start = min(count, at == 0 ? first : Int(number(ends, at - 1) >> shift))
    return start..<max(start, min(count, Int(number(ends, at) >> shift)))
  }

  private func text(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let start = starts[Table.allCases.count]
    return bytes[start + range.lowerBound..<start + range.upperBound]
  }

  // MARK: Whole index

  /// The fingerprint of the rules by which the files were read, apart from the known entities.
  package var rulesFingerprint: String {
    String(decoding: text(0..<min(counts.rules, counts.texts)), as: UTF8.self)
  }
  /// A fingerprint of the known people.
  package var peopleFingerprint: String {
    let start = min(counts.rules, counts.texts)
    return String(decoding: text(start..<min(start + counts.people, counts.texts)), as: UTF8.self)
  }
  /// The number of files searched.
  package var fileCount: Int { counts.files }
  /// The number of files with mentions.
  package var mentioningCount: Int { counts.mentioning }
  package var mentionCount: Int { counts.mentions }
  fileprivate var entityCount: Int { counts.entities }

  // MARK: Files

  /// The state of a file when it was read; 0 if unknown.
  package func mark(ofFile file: Int) -> UInt64 {
    Self.load(bytes, starts[Table.marks.rawValue] + 8 * file, UInt64.self)
  }

  /// Whether a file cannot contain mentions, regardless of the known entities.
  package func isBarren(_ file: Int) -> Bool { number(.mentionEnds, file) & 1 == 1 }

  package func path(ofFile file: Int) -> String { String(decoding: pathBytes(file), as: UTF8.self) }

  private func pathBytes(_ file: Int) -> ArraySlice<UInt8> {
    let first =
      counts.entities == 0 ? counts.rules + counts.people : Int(number(.entityEnds, counts.entities - 1))
    return text(stretch(.pathEnds, file, from: first, of: counts.texts))
  }

  /// The index of a file, or nil. O(log files).
  package func file(_ path: String) -> Int? {
    let at = firstFile(from: path)
    return at < counts.files && pathBytes(at).elementsEqual(path.utf8) ? at : nil
  }

  /// The index of a file, or nil. O(1) if the file is the next one after `other`, otherwise O(log files).
  package func file(_ path: String, after other: Int) -> Int? {
    let next = other + 1
    return next < counts.files && pathBytes(next).elementsEqual(path.utf8) ? next : file(path)
  }

  /// The index of the first file whose path is not before `path`. O(log files).
  func firstFile(from path: String) -> Int {
    var path = path
    return path.withUTF8 { wanted in
      var (low, high) = (0, counts.files)
      while low < high {
        let middle = (low + high) / 2
        if unsafe pathBytes(middle).lexicographicallyPrecedes(wanted) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
  }

  /// Whether the path of a file begins with a prefix.
  func path(ofFile file: Int, beginsWith prefix: String) -> Bool {
    file < counts.files && pathBytes(file).starts(with: prefix.utf8)
  }

  package func mentionCount(ofFile file: Int) -> Int { mentionStretch(file).count }

  private func mentionStretch(_ file: Int) -> Range<Int> {
    stretch(.mentionEnds, file, of: counts.mentions, shift: 1)
  }

  /// The mentions of a file. Their entity numbers refer to the entities of this index.
  func mentions(ofFile file: Int) -> [IndexedMention] {
    mentionStretch(file).map(mention)
  }

  /// The number of mentions of an entity in a file, and the first one.
  func mentions(ofFile file: Int, of entity: Int) -> (count: Int, first: IndexedMention?) {
    var (count, first) = (0, Int?.none)
    for at in mentionStretch(file) where Int(number(.mentions, at * Self.numbersOfMention)) == entity {
      if first == nil { first = at }
      count += 1
    }
    return (count, first.map(mention))
  }

  private func mention(_ mention: Int) -> IndexedMention {
    let first = mention * Self.numbersOfMention
    func at(_ index: Int) -> Int32 { Int32(bitPattern: number(.mentions, first + index)) }
    return IndexedMention(
      entity: at(0), start: at(1), count: at(2), line: at(3), column: at(4), endLine: at(5), endColumn: at(6))
  }

  /// The mentions of a file together with their entities.
  package func mentions(inFile file: Int) -> FileMentions {
    var result = FileMentions(path: path(ofFile: file))
    var own: [Int32: Int32] = [:]
    for var mention in mentions(ofFile: file) {
      if let index = own[mention.entity] {
        mention.entity = index
      } else {
        guard let entity = entity(Int(mention.entity)) else { continue }
        let index = Int32(result.entities.count)
        own[mention.entity] = index
        result.entities.append(entity)
        mention.entity = index
      }
      result.mentions.append(mention)
    }
    return result
  }

  // MARK: Entities

  fileprivate func entity(_ number: Int) -> Entity? {
    guard number >= 0, number < counts.entities else { return nil }
    let range = stretch(.entityEnds, number, from: counts.rules + counts.people, of: counts.texts)
    guard let value = try? JSONParser.parse(text(range)),
      case .success(let entity) = EntityTranslation.read(value, source: value["source"]?.stringValue ?? "")
    else { return nil }
    return entity
  }

  /// The index of an entity, or nil. O(log entities).
  func entity(_ key: EntityKey) -> Int? {
    let wanted = key.checksum
    func hash(_ at: Int) -> UInt64 { Self.load(bytes, starts[Table.hashes.rawValue] + 8 * at, UInt64.self) }
    var (low, high) = (0, counts.entities)
    while low < high {
      let middle = (low + high) / 2
      if hash(middle) < wanted { low = middle + 1 } else { high = middle }
    }
    while low < counts.entities, hash(low) == wanted {
      if entity(low)?.key == key { return low }
      low += 1
    }
    return nil
  }

  /// The indices of the files that mention an entity, ascending.
  func files(mentioning entity: Int) -> [Int] {
    guard entity >= 0, entity < counts.entities else { return [] }
    return stretch(.pairEnds, entity, of: counts.pairs).lazy.map { Int(number(.pairs, $0)) }
      .filter { $0 < counts.files }
  }
}

// MARK: - Writing

/// Builds the bytes of a ``StoredIndex``.
package struct StoredIndexBuilder {
  /// The data of one file.
  package enum File: Sendable {
    /// The index of a file in the older index, from which the entry of the file is copied.
    case stored(Int)
    /// The content that was read, the state of the file at that time (0 if unknown), and whether the file cannot
    /// contain mentions, regardless of the known entities.
    case read(FileMentions, mark: UInt64, isBarren: Bool)
  }

  private let old: StoredIndex?
  private var paths: [UInt8] = []
  private var pathEnds: [Int] = []
  private var marks: [UInt64] = []
  private var mentionEnds: [UInt32] = []
  private var mentions: [IndexedMention] = []
  private var mentioning = 0
  private var entities: [(hash: UInt64, text: [UInt8])] = []
  private var numbers: [EntityKey: Int32] = [:]
  /// The new index of each entity of the older index; nil until the entity is first used.
  private var renumbered: [Int32?]

  /// Returns the bytes of an index. O(files + mentions), plus the time to sort the entities.
  ///
  /// - Parameters:
  ///   - rules: ``ScanRules/fingerprint``.
  ///   - people: ``ScanRules/peopleFingerprint``.
  ///   - files: sorted by the bytes of their paths, without duplicates.
  ///   - old: the index to which `stored` entries refer.
  package static func bytes(rules: String, people: String, _ files: [File], old: StoredIndex? = nil)
    -> [UInt8]
  {
    var builder = StoredIndexBuilder(old)
    for file in files { builder.add(file) }
    return builder.finish(Array(rules.utf8), Array(people.utf8))
  }

  private init(_ old: StoredIndex?) {
    self.old = old
    renumbered = Array(repeating: nil, count: old?.entityCount ?? 0)
  }

  // MARK: Adding

  private mutating func add(_ file: File) {
    switch file {
    case .stored(let index):
      guard let old else { return }
      let found = old.mentions(ofFile: index)
      for var mention in found {
        guard let number = number(ofStored: Int(mention.entity), in: old) else { continue }
        mention.entity = number
        mentions.append(mention)
      }
      end(old.path(ofFile: index), mark: old.mark(ofFile: index), isBarren: old.isBarren(index))
    case .read(let file, let mark, let isBarren):
      let own = file.entities.map { number(of: $0) }
      for var mention in file.mentions {
        mention.entity = own[Int(mention.entity)]
        mentions.append(mention)
      }
      end(file.path, mark: mark, isBarren: isBarren)
    }
  }

  private mutating func end(_ path: String, mark: UInt64, isBarren: Bool) {
    if mentions.count > Int((mentionEnds.last ?? 0) >> 1) { mentioning += 1 }
    paths += path.utf8
    pathEnds.append(paths.count)
    marks.append(mark)
    mentionEnds.append(UInt32(mentions.count) << 1 | (isBarren ? 1 : 0))
  }

  private mutating func number(ofStored index: Int, in old: StoredIndex) -> Int32? {
    guard renumbered.indices.contains(index) else { return nil }
    if let known = renumbered[index] { return known }
    guard let entity = old.entity(index) else { return nil }
    let number = number(of: entity)
    renumbered[index] = number
    return number
  }

  private mutating func number(of entity: Entity) -> Int32 {
    let key = entity.key
    if let known = numbers[key] { return known }
    let number = Int32(entities.count)
    numbers[key] = number
    entities.append((key.checksum, JSONWriter.bytes(of: EntityTranslation.json(entity))))
    return number
  }

  // MARK: Writing

  private consuming func finish(_ rules: [UInt8], _ people: [UInt8]) -> [UInt8] {
    let order = entities.indices.sorted { entities[$0].hash < entities[$1].hash }
    var ranks = [Int32](repeating: 0, count: order.count)
    for (index, number) in order.enumerated() { ranks[number] = Int32(index) }
    for at in mentions.indices { mentions[at].entity = ranks[Int(mentions[at].entity)] }
    let (pairEnds, pairs) = pairs
    let texts = rules + people
    var writer = Writer()
    var counts = StoredIndex.Counts(
      entities: order.count, files: marks.count, mentioning: mentioning, mentions: mentions.count,
      pairs: pairs.count, rules: rules.count, people: people.count)
    counts.texts = order.reduce(texts.count + paths.count) { $0 + entities[$1].text.count }
    for count in counts.all { writer.number(UInt32(count)) }
    for number in order { writer.number(entities[number].hash) }
    for mark in marks { writer.number(mark) }
    var end = texts.count
    for number in order {
      end += entities[number].text.count
      writer.number(UInt32(end))
    }
    for end in pairEnds { writer.number(end) }
    for file in pairs { writer.number(file) }
    for path in pathEnds { writer.number(UInt32(end + path)) }
    for end in mentionEnds { writer.number(end) }
    for mention in mentions {
      writer.number(mention.entity)
      writer.number(mention.start)
      writer.number(mention.count)
      writer.number(mention.line)
      writer.number(mention.column)
      writer.number(mention.endLine)
      writer.number(mention.endColumn)
    }
    writer.bytes += texts
    for number in order { writer.bytes += entities[number].text }
    writer.bytes += paths
    return writer.finish()
  }

  /// The indices of the files that mention each entity, entity by entity, and the end of each entity's files.
  private var pairs: (ends: [UInt32], files: [UInt32]) {
    var files = [[UInt32]](repeating: [], count: entities.count)
    var at = 0
    for (file, end) in mentionEnds.enumerated() {
      while at < Int(end >> 1) {
        let entity = Int(mentions[at].entity)
        if files[entity].last != UInt32(file) { files[entity].append(UInt32(file)) }
        at += 1
      }
    }
    var ends: [UInt32] = []
    var all: [UInt32] = []
    for one in files {
      all += one
      ends.append(UInt32(all.count))
    }
    return (ends, all)
  }

  private struct Writer {
    var bytes = StoredIndex.mark + [UInt8](repeating: 0, count: 8)

    mutating func number(_ number: some FixedWidthInteger) {
      unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    consuming func finish() -> [UInt8] {
      let checksum = unsafe Checksum.of(bytes.span.extracting(StoredIndex.head...).bytes)
      for at in 0..<8 { bytes[StoredIndex.mark.count + at] = UInt8(truncatingIfNeeded: checksum >> (8 * at)) }
      return bytes
    }
  }
}
