import Entities
import JSONText

/// Makes the bytes of a ``StoredIndex``.
package struct StoredIndexBuilder {
  /// What is known of one file.
  package enum File: Sendable {
    /// What an older index has, by its place there.
    case stored(Int)
    /// What was read in it, how the file was then (0: that cannot be told), and whether nobody can be mentioned in it,
    /// whoever is known.
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
  /// The new places of the older index's entities.
  private var renumbered: [Int32?]

  /// O(files + mentions).
  ///
  /// - Parameters:
  ///   - rules: ``ScanRules/fingerprint``.
  ///   - people: ``ScanRules/peopleFingerprint``.
  ///   - files: sorted by the bytes of their paths, each once.
  ///   - old: whose files are among them.
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
    case .stored(let place):
      guard let old else { return }
      let found = old.mentions(ofFile: place)
      for var mention in found {
        guard let number = number(ofStored: Int(mention.entity), in: old) else { continue }
        mention.entity = number
        mentions.append(mention)
      }
      end(old.path(ofFile: place), mark: old.mark(ofFile: place), isBarren: old.isBarren(place))
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

  private mutating func number(ofStored place: Int, in old: StoredIndex) -> Int32? {
    guard renumbered.indices.contains(place) else { return nil }
    if let known = renumbered[place] { return known }
    guard let entity = old.entity(place) else { return nil }
    let number = number(of: entity)
    renumbered[place] = number
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
    var places = [Int32](repeating: 0, count: order.count)
    for (place, number) in order.enumerated() { places[number] = Int32(place) }
    for at in mentions.indices { mentions[at].entity = places[Int(mentions[at].entity)] }
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

  /// For each entity the files that mention it, and where they end.
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
