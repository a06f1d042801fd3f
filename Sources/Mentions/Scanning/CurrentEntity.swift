public import Entities

extension MentionScanner.Known {
  /// Who somebody is now whom a text has mentioned before: the same entity; failing that, the only one who has or has had
  /// that e-mail address, who has that handle or has had it. Nil where nobody can be told.
  public func current(_ old: Entity) -> Entity? {
    if let same = lookup(.id, old.id).first(where: { $0.isSameEntity(as: old) }) { return same }
    let handle = old.handle ?? ""
    let email = old.email ?? ""
    return only(email.isEmpty ? [] : lookup(.email, email), besides: old)
      ?? only(email.isEmpty ? [] : aliases(email), besides: old)
      ?? only(handle.isEmpty ? [] : lookup(.handle, handle).filter { $0.handle == handle }, besides: old)
      ?? only(handle.isEmpty ? [] : former(handle), besides: old)
  }

  /// The one entity that is found; nil for several, and for one that its own identity tells from the old one.
  private func only(_ found: [Entity], besides old: Entity) -> Entity? {
    guard let one = found.first, found.allSatisfy({ $0.isSameEntity(as: one) }),
      one.kind == old.kind, one.uniqueID == nil || old.uniqueID == nil || one.uniqueID == old.uniqueID
    else { return nil }
    return one
  }
}
