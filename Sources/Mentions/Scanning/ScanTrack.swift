public import TextModel

/// What was read in a text and is worth telling, which moves along with edits; and what has to be read again.
public struct ScanTrack: Sendable {
  private struct Slot: PlacedSlot {
    var place: Int
    var length: Int
    var mention: ScannedMention
  }

  private var slots = PlacedSlots<Slot>()
  /// What has not been read as it is now: sorted, disjoint UTF-8 offsets.
  public private(set) var unread: [TextRange]

  /// Stretches nearer to each other than this are read as one, in bytes.
  private static let nearness = 4096
  private static let mostUnread = 16

  /// Nothing has been read yet.
  public init(textCount: Int) {
    slots.textCount = textCount
    unread = [TextRange(0, textCount)]
  }

  public var count: Int { slots.count }

  /// Those that share a byte or an edge with `range`, where they are now. O(log n) and what there is.
  public func mentions(touching range: TextRange) -> [ScannedMention] {
    let low = slots.partition { $0 + $1 < range.start.utf8 }
    let high = slots.partition { start, _ in start <= range.end.utf8 }
    return (low..<max(low, high)).map { index in
      var mention = slots[index].mention
      mention.range = TextRange(slots.start(index), slots.end(index))
      return mention
    }
  }

  public var mentions: [ScannedMention] { mentions(touching: TextRange(0, slots.textCount)) }

  /// Everything has to be read again.
  public mutating func forget() { unread = [TextRange(0, slots.textCount)] }

  /// What is in a stretch has to be read again.
  mutating func forget(_ range: TextRange) { addUnread([range]) }

  /// Follows the edits of one notification: mentions that they touch go. O(log n), the mentions hit, and the distance
  /// from the last edit.
  mutating func follow(_ edits: [AppliedEdit]) {
    let nets = NetEdit.joining(edits)
    guard !nets.isEmpty else { return }
    _ = slots.follow(nets, reachesEnd: { _ in true }) { _, _, _, _ in false }
    unread = unread.map { Self.moved($0, by: nets) }
    addUnread(nets.map(\.newRange))
  }

  private mutating func addUnread(_ more: [TextRange]) {
    let ranges = (unread + more).sorted { $0.start < $1.start }
    unread = Self.joined(ranges, nearness: Self.nearness)
    if unread.count > Self.mostUnread { unread = Self.joined(unread, nearness: .max) }
  }

  private static func moved(_ range: TextRange, by nets: [NetEdit]) -> TextRange {
    var (start, end) = (range.start, range.end)
    for net in nets {
      if net.oldRange.end <= range.start {
        start = start + net.shift
        end = end + net.shift
      } else if net.oldRange.start < range.end {
        start = min(start, net.newStart)
        end = max(end + net.shift, net.newRange.end)
      }
    }
    return TextRange(start, max(start, end))
  }

  private static func joined(_ ranges: [TextRange], nearness: Int) -> [TextRange] {
    var joined: [TextRange] = []
    for range in ranges {
      if let last = joined.last, range.start - last.end <= nearness {
        joined[joined.count - 1] = TextRange(last.start, max(last.end, range.end))
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// A stretch has been read: `mentions`, in order, are in it, and no others.
  mutating func put(_ mentions: [ScannedMention], in range: TextRange) {
    let low = slots.partition { $0 + $1 <= range.start.utf8 }
    let high = slots.partition { start, _ in start < range.end.utf8 }
    slots.moveGap(to: max(low, high))
    for _ in low..<max(low, high) { _ = slots.takeBeforeGap() }
    for mention in mentions {
      slots.putBeforeGap(
        Slot(place: mention.range.start.utf8, length: mention.range.count, mention: mention))
    }
  }

  mutating func noteRead() { unread = [] }
}
