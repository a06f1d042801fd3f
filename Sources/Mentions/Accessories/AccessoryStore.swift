public import TextModel

/// The accessories of one document, in the order in which they were added.
///
/// An edit costs O(n) in the accessories, of which there are ``most`` at most; nothing where there are none.
public struct AccessoryStore: Sendable {
  public private(set) var accessories: [TextAccessory] = []

  /// How many a document may have.
  public static let most = 1000

  public init() {}

  public var isEmpty: Bool { accessories.isEmpty }

  /// O(n).
  public mutating func add(_ accessory: TextAccessory, in text: IndexedText) throws(AccessoryError) {
    guard !accessory.id.isEmpty else { throw .emptyID }
    guard !accessory.label.isEmpty else { throw .emptyLabel }
    guard index(of: accessory.id) == nil else { throw .inUse(accessory.id) }
    guard accessories.count < Self.most else { throw .tooMany(Self.most) }
    var accessory = accessory
    accessory.anchor = try Self.checked(accessory.anchor, label: accessory.label, in: text)
    accessories.append(accessory)
  }

  /// Puts one in another place. O(n).
  public mutating func move(
    _ id: String, to anchor: TextAccessory.Anchor, in text: IndexedText
  ) throws(AccessoryError) {
    guard let index = index(of: id) else { throw .unknown(id) }
    accessories[index].anchor = try Self.checked(anchor, label: accessories[index].label, in: text)
  }

  /// O(n).
  public mutating func remove(_ id: String) throws(AccessoryError) {
    guard let index = index(of: id) else { throw .unknown(id) }
    accessories.remove(at: index)
  }

  private func index(of id: String) -> Int? {
    accessories.firstIndex { $0.id.utf8.elementsEqual(id.utf8) }
  }

  /// A range without text is a position.
  private static func checked(
    _ anchor: TextAccessory.Anchor, label: String, in text: IndexedText
  ) throws(AccessoryError) -> TextAccessory.Anchor {
    switch anchor {
    case .mentions:
      do throws(InsertFormatError) { _ = try InsertFormat(label) } catch { throw .wrongFormat(error) }
      return anchor
    case .position(let offset): return try checked(.range(TextRange(at: offset)), label: label, in: text)
    case .range(let range):
      guard range.start >= .zero, range.start <= range.end, range.end <= text.buffer.end else {
        throw .outOfBounds(range, count: text.buffer.count)
      }
      return range.isEmpty ? .position(range.start) : anchor
    }
  }

  /// Follows the edits of one notification, as ``AttributeStore`` does. Returns what it has cost to compare texts.
  mutating func apply(_ edits: [AppliedEdit]) -> Int {
    var steps = 0
    let parts = EditRefinement.parts(of: NetEdit.joining(edits), steps: &steps) { range in
      accessories.contains { $0.touches(range) }
    }
    guard !parts.isEmpty else { return steps }
    accessories = accessories.compactMap { accessory in
      guard let anchor = AccessoryRules.anchor(of: accessory, after: parts) else { return nil }
      var moved = accessory
      moved.anchor = anchor
      return moved
    }
    return steps
  }

  /// What is wrong with the store; nothing ever should be. O(n).
  package func violations(in text: IndexedText) -> [String] {
    accessories.compactMap { accessory in
      let place: TextRange
      switch accessory.anchor {
      case .mentions: return nil
      case .position(let offset): place = TextRange(at: offset)
      case .range(let range):
        if range.isEmpty { return "accessory \(accessory.id) stands by no text" }
        place = range
      }
      if place.end > text.buffer.end { return "accessory \(accessory.id) is out of bounds" }
      return [place.start, place.end].allSatisfy { text.buffer.scalarStart(at: $0) == $0 }
        ? nil : "accessory \(accessory.id) cuts a scalar"
    }
  }
}

extension TextAccessory {
  fileprivate func touches(_ range: TextRange) -> Bool {
    switch anchor {
    case .mentions: false
    case .position(let offset): range.touches(offset)
    case .range(let own): own.start <= range.end && range.start <= own.end
    }
  }
}
