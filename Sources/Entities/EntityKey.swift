/// What tells one entity from all others: its `uniqueID`, else its `id` within its source.
///
/// Two keys are equal when their bytes are; Unicode's canonical equivalence plays no part.
public struct EntityKey: Hashable, Sendable {
  /// The source's name; nil for the key of a `uniqueID`.
  let source: [UInt8]?
  /// The `uniqueID` or the `id`.
  let text: [UInt8]

  /// The key of an entity that has this `uniqueID`.
  public init(uniqueID: String) {
    source = nil
    text = Array(uniqueID.utf8)
  }

  /// The key of an entity without a `uniqueID`.
  public init(source: String, id: String) {
    self.source = Array(source.utf8)
    text = Array(id.utf8)
  }

  /// The same for the same key in every run and on every machine. Different keys may share one.
  package var checksum: UInt64 {
    var checksum = Checksum()
    if let source { checksum.add(source.span) }
    checksum.add(text.span)
    return checksum.value
  }

  public init(_ entity: Entity) {
    if let uniqueID = entity.uniqueID {
      self.init(uniqueID: uniqueID)
    } else {
      self.init(source: entity.source, id: entity.id)
    }
  }
}

extension Entity {
  /// What tells this entity from all others.
  public var key: EntityKey { EntityKey(self) }
}
