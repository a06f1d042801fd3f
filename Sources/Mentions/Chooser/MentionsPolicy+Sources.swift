extension MentionsPolicy {
  /// The names of the sources that a query is put to: those that its trigger names, for an implicit mention those of
  /// ``Implicit/sources``, and all where the user asked for it. None where the key is an ignored word. `*` means all,
  /// a leading `-` leaves out (the behaviour, section 2).
  public func sources(for query: Query) -> [String] {
    if ignores(query) { return [] }
    guard query.kind == .explicit else { return query.isLimited ? implicit.sources : ["*"] }
    return query.trigger.flatMap { triggers.indices.contains($0) ? triggers[$0].sources : nil } ?? []
  }

  /// Whether nobody is offered: the key of a mention that nobody asked for is an ignored word. O(key).
  public func ignores(_ query: Query) -> Bool { query.isLimited && implicit.ignore.contains(query.key) }

  /// The names of the sources that this policy would put a query to, by what it says of control characters, key and
  /// language; none where it would not have begun the mention. `*` means all.
  ///
  /// For hosts with two policies: what one of them began may be more than the other lets a source hear.
  public func sources(hearing query: Query, in languageID: String) -> [String] {
    switch query.kind {
    case .explicit:
      guard let trigger = triggers.first(where: { $0.character == query.controlCharacter }),
        query.invoked || trigger.isOffered(in: languageID),
        trigger.allowSpaces || !query.key.contains(where: \.isWhitespace)
      else { return [] }
      return trigger.sources
    case .implicit:
      if query.invoked { return sources(for: query) }
      let startsLowercase = query.key.unicodeScalars.first?.properties.isLowercase ?? false
      guard implicit.minimumLength > 0, query.key.count >= implicit.minimumLength,
        implicit.anyCase || !startsLowercase
      else { return [] }
      return sources(for: query)
    }
  }
}
