extension MentionsPolicy {
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
      if query.invoked { return implicit.sources }
      let startsLowercase = query.key.unicodeScalars.first?.properties.isLowercase ?? false
      guard implicit.minimumLength > 0, query.key.count >= implicit.minimumLength,
        implicit.anyCase || !startsLowercase
      else { return [] }
      return implicit.sources
    }
  }
}
