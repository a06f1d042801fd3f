package import Entities

extension Entity {
  /// Whether both are one and the same: by `uniqueID` where both have one, else by source and id.
  package func isSameEntity(as other: Entity) -> Bool {
    if let mine = uniqueID, let theirs = other.uniqueID { return mine.utf8.elementsEqual(theirs.utf8) }
    return id.utf8.elementsEqual(other.id.utf8) && source.utf8.elementsEqual(other.source.utf8)
  }
}
