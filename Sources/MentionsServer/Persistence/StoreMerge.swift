import Entities
import Mentions

/// Merges the states that two servers store for one document.
///
/// Each server knows a file as it last read or wrote it, the *base*. If the file has changed since, another server has
/// written it, and the changes of that server must not be undone: mentions that the other server added are added here
/// as well, and mentions that it removed are removed here as well.
///
/// ```
///            base ── ours    what this server has made of it
///              └──── theirs  what is in the file by now
/// ```
///
/// A mention that is missing from `theirs` counts as removed only if that state has the same text as the base. In a
/// different text, the mention may be missing because the words around it were deleted, which does not matter for a
/// text that still contains them.
///
/// States of texts that only the other server knows are retained, up to ``mostStates``, because
/// either text may be opened next.
struct StoreMerge {
  typealias Record = AnnotationArchive.Record

  private let base: [DocumentArchive]
  private let theirs: [DocumentArchive]

  /// The maximum number of states of a document: enough for two servers with two states each.
  static let mostStates = 4

  /// - Parameters:
  ///   - base: the file as this server knows it; nil if there was none.
  ///   - theirs: the current file.
  init(base: StoredDocument?, theirs: StoredDocument) {
    self.base = base?.states ?? []
    self.theirs = theirs.states
  }

  /// The merged content of the file.
  ///
  /// - Parameter ours: the document's states in this server, the current one first; empty if there are no mentions.
  /// - Complexity: O(records), and a sort of the lists that change.
  func merged(with ours: [DocumentArchive]) -> [DocumentArchive] {
    var states = ours
    for list in [\DocumentArchive.mentions, \DocumentArchive.declined] {
      let removed = removals(from: list)
      let added = additions(to: list, beside: ours.first)
      for index in states.indices {
        let text = states[index].text
        states[index][keyPath: list].remove(removed, from: text)
        states[index][keyPath: list].add(added, isSameText: text != nil && text == theirs.first?.text)
      }
    }
    // If this server has no mentions left, a text that both servers know retains only the other server's additions.
    if states.isEmpty, let latest = theirs.first, isKnown(latest) {
      states = [
        DocumentArchive(
          mentions: AnnotationArchive(records: additions(to: \.mentions)),
          declined: AnnotationArchive(records: additions(to: \.declined)), text: latest.text)
      ]
    }
    let present = states.map(\.text)
    states += theirs.filter { !isKnown($0) && ($0.text == nil || !present.contains($0.text)) }
    return Array(
      states.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }.map(\.element).prefix(
        Self.mostStates))
  }

  /// Whether the base has a state of the same text or, if the text is unknown, an equal state.
  private func isKnown(_ state: DocumentArchive) -> Bool {
    base.contains { $0.text == state.text && ($0.text != nil || $0 == state) }
  }

  /// Records that the other server has removed without changing the text.
  private func removals(
    from list: WritableKeyPath<DocumentArchive, AnnotationArchive>
  ) -> [(record: Record, text: TextFingerprint)] {
    theirs.flatMap { state -> [(record: Record, text: TextFingerprint)] in
      guard let text = state.text, let known = base.first(where: { $0.text == text }),
        // Older versions wrote several states of one text, of which the first is current.
        theirs.first(where: { $0.text == text }) == state
      else { return [] }
      let (before, now) = (known[keyPath: list].records, state[keyPath: list].records)
      // A merged record may duplicate one at the actual offset. A server that opens the text drops the duplicate.
      var sides: Set<RecordPairing.Key> = []
      for record in now { for side in RecordPairing.sides { sides.insert(RecordPairing.Key(record, side)) } }
      return RecordPairing(before, now, by: RecordPairing.ofOneText).left.map { before[$0] }.filter {
        record in
        !record.isMerged
          || !RecordPairing.sides.contains { sides.contains(RecordPairing.Key(record, $0)) }
      }.map { ($0, text) }
    }
  }

  /// Records in the other server's latest state that are neither in the base's state of that text nor in this server's
  /// latest state.
  private func additions(
    to list: WritableKeyPath<DocumentArchive, AnnotationArchive>, beside ours: DocumentArchive? = nil
  ) -> [Record] {
    guard let latest = theirs.first else { return [] }
    let same = latest.text == nil ? nil : base.first { $0.text == latest.text }
    var known = (same ?? base.first)?[keyPath: list].records ?? []
    var records = latest[keyPath: list].records
    // In a new text, edits next to a mention change its surroundings. Records without equal surroundings are paired by
    // text and entity alone. For example: base is `Ask Ada.`, theirs `Ask Ada or Ada?`, and each `Ada` is a mention.
    // Neither has its old surroundings, so one counts as known and the other as added.
    let levels: [RecordPairing.Level] =
      same == nil ? [.context, .meaning] : RecordPairing.ofOneText
    // Both servers have the same new text, so records at equal offsets are the same. For example: base is
    // `Ada, Ada?`, and both texts are now `Ada, Bob, Ada?`. Ours mentions the first Ada only, theirs both.
    // Then `known` is the second Ada of base, and `records` is the second Ada of theirs.
    if same == nil, let ours, ours.text != nil, ours.text == latest.text {
      let here = ours[keyPath: list].records
      known = RecordPairing(known, here, by: levels).left.map { known[$0] }
      records = RecordPairing(here, records, by: [.offset]).right.map { records[$0] }
      // A record of theirs that has the neighbours of a known record on both sides is a mention that ours has removed.
      // All other records are additions: the text of the known record was deleted.
      return RecordPairing(known, records, by: [.context, .neighbours]).right.map { records[$0] }
    }
    return RecordPairing(known, records, by: levels).right.map { records[$0] }
  }
}

extension AnnotationArchive {
  /// Removes records that another server has removed.
  ///
  /// - Parameter text: the text of this archive.
  fileprivate mutating func remove(
    _ removed: [(record: Record, text: TextFingerprint)], from text: TextFingerprint?
  ) {
    guard !removed.isEmpty else { return }
    // A merged record is looked for separately, because it may duplicate another removed record.
    let (merged, actual) = (removed.filter(\.record.isMerged), removed.filter { !$0.record.isMerged })
    var gone: Set<Int> = []
    for (wanted, isSameText) in [
      (actual.filter { $0.text == text }, true), (actual.filter { $0.text != text }, false), (merged, false),
    ] {
      let pairing = RecordPairing(
        wanted.map(\.record), records, by: isSameText ? [.offset] : [.context, .onlyMeaning])
      gone.formUnion(Set(records.indices).subtracting(pairing.right))
    }
    records = records.indices.filter { !gone.contains($0) }.map { records[$0] }
  }

  fileprivate mutating func add(_ added: [Record], isSameText: Bool) {
    // Offsets identify records of the same text: two mentions of a person may have equal surroundings.
    var new = RecordPairing(added, records, by: isSameText ? [.offset] : [.context]).left.map { added[$0] }
    if isSameText {
      let actual = AnnotationArchive(records: records.filter { !$0.isMerged })
      new = new.filter { $0.isMerged || actual.isFree($0) }
    } else {
      for index in new.indices { new[index].isMerged = true }
    }
    guard !new.isEmpty else { return }
    records += new
    records = records.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }

  /// Whether a record overlaps none of the existing ones, which are disjoint, in order, and in the same text. O(log
  /// records).
  private func isFree(_ record: Record) -> Bool {
    var low = 0
    var high = records.count
    while low < high {
      let middle = low + (high - low) / 2
      if records[middle].start + records[middle].text.count <= record.start {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == records.count || record.start + record.text.count <= records[low].start
  }
}

/// Pairs the records of two lists that represent the same mention.
private struct RecordPairing {
  typealias Record = AnnotationArchive.Record

  /// Criteria for two records representing the same mention, the most reliable first.
  enum Level: Hashable {
    /// Equal text, entity and offset; for lists that belong to the same text.
    case offset
    /// Equal text, entity and surroundings.
    case context
    /// Equal text and entity, and the same few bytes on both sides of the text.
    case neighbours
    /// Equal text and entity, and the same few bytes before the text.
    case textBefore
    /// Equal text and entity, and the same few bytes after the text.
    case textBehind
    /// Equal text and entity.
    case meaning
    /// Equal text and entity that occur only once in each list.
    case onlyMeaning
  }

  /// The criteria for two lists of one text. A record at another offset was merged from a different text; the other
  /// server has found its mention by the surroundings, at least one side of which is unchanged.
  static let ofOneText: [Level] = [.offset, .context] + sides

  static let sides: [Level] = [.textBefore, .textBehind]

  fileprivate struct Key: Hashable {
    let text: [UInt8]
    let id: String
    let source: String
    var start: Int?
    var context: [[UInt8]] = []

    init(_ record: Record, _ level: Level) {
      text = record.text
      id = record.entity.id
      source = record.entity.source
      if level == .offset { start = record.start }
      let few = AnnotationArchive.leastContext
      switch level {
      case .context: context = [record.before, record.after]
      case .neighbours: context = [Array(record.before.suffix(few)), Array(record.after.prefix(few))]
      case .textBefore: context = [Array(record.before.suffix(few))]
      case .textBehind: context = [Array(record.after.prefix(few))]
      case .offset, .meaning, .onlyMeaning: break
      }
    }
  }

  /// The indices of the records without a partner, in the first list and in the second.
  private(set) var left: [Int]
  private(set) var right: [Int]

  /// O(records).
  init(_ first: [Record], _ second: [Record], by levels: [Level]) {
    left = Array(first.indices)
    right = Array(second.indices)
    for level in levels where !left.isEmpty && !right.isEmpty {
      var candidates: [Key: [Int]] = [:]
      for index in right.reversed() { candidates[Key(second[index], level), default: []].append(index) }
      var counts: [Key: Int] = [:]
      if level == .onlyMeaning { for index in left { counts[Key(first[index], level), default: 0] += 1 } }
      var paired: Set<Int> = []
      left = left.filter { index in
        let key = Key(first[index], level)
        if level == .onlyMeaning, counts[key] != 1 || candidates[key]?.count != 1 { return true }
        guard let partner = candidates[key]?.popLast() else { return true }
        paired.insert(partner)
        return false
      }
      right = right.filter { !paired.contains($0) }
    }
  }
}
