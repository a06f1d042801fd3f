/// Which text of an entity the key was found in.
public enum MatchField: Hashable, Sendable {
  case name
  case handle
  /// The alias at this place in `Entity/aliases`.
  case alias(Int)
  case email
}

extension Entity {
  /// The text of a field; nil where the entity has none.
  public func text(of field: MatchField) -> String? {
    switch field {
    case .name: name
    case .handle: handle
    case .alias(let at): aliases.indices.contains(at) ? aliases[at] : nil
    case .email: email
    }
  }
}
