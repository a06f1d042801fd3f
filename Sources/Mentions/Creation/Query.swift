public import Entities

/// A query to the sources. The host adds the document's language and URI.
public struct Query: Hashable, Sendable {
  /// The number of the query, which increases with each query of a document; answers contain it.
  public let id: Int
  /// The search key. May be empty for an explicit mention.
  public let key: String
  public let kind: SearchKind
  /// Whether the user requested completion explicitly (<doc:Behaviour>, section 1).
  public let invoked: Bool
  /// Index in ``MentionsPolicy/triggers``; nil for implicit mentions.
  public let trigger: Int?
  /// The trigger, such as `@`; nil for implicit mentions.
  public let controlCharacter: String?

  /// Whether this is an implicit mention that the user did not request explicitly, for which fewer of the entities in
  /// memory are offered (<doc:Behaviour>, section 2).
  package var isLimited: Bool { kind == .implicit && !invoked }

  init(
    id: Int, key: String, kind: SearchKind, invoked: Bool, trigger: Int?, controlCharacter: String?
  ) {
    self.id = id
    self.key = key
    self.kind = kind
    self.invoked = invoked
    self.trigger = trigger
    self.controlCharacter = controlCharacter
  }

  /// Returns the texts of entities in memory that the query searches: only names for an implicit mention that
  /// was not requested explicitly.
  public func scope(under policy: MentionsPolicy) -> MatchQuery.Scope {
    policy.scope(of: kind, invoked: invoked)
  }
}

extension MentionsPolicy {
  /// The texts of entities in memory that a query searches: only names for an implicit mention that was not requested
  /// explicitly (<doc:Behaviour>, section 2).
  fileprivate func scope(of kind: SearchKind, invoked: Bool) -> MatchQuery.Scope {
    kind == .explicit || invoked ? .everything : .names(sameCase: !implicit.anyCase)
  }

  /// The names of the sources to query: for an explicit mention those of the trigger; for an implicit one those of
  /// ``Implicit/sources``, or all if the user requested completion explicitly. None if the key of an implicit mention
  /// is an ignored word, or if the key of a reference does not begin with a letter or a digit. `*` means all, and a
  /// leading `-` excludes a source (<doc:Behaviour>, section 2).
  ///
  /// - Parameters:
  ///   - query: the key, and how the mention was started.
  ///   - isInTrailer: whether the cursor is in a trailer of a commit message. A name is expected there, so no word is
  ///     ignored, and people from Git are included.
  /// - Returns: names as in the settings, in their order; empty if no source is queried.
  /// - Complexity: O(key).
  public func sources(for query: Query, isInTrailer: Bool = false) -> [String] {
    // Nothing is offered for a reference until its key begins with a letter or a digit.
    if isReference(query), !(query.key.first.map { $0.isLetter || $0.isNumber } ?? false) { return [] }
    if ignores(query), !isInTrailer { return [] }
    guard query.kind == .explicit else {
      return query.isLimited ? implicitSources(isInTrailer: isInTrailer) : ["*"]
    }
    return query.trigger.flatMap { triggers.indices.contains($0) ? triggers[$0].sources : nil } ?? []
  }

  /// The names of the sources of an implicit mention that was not requested explicitly.
  package func implicitSources(isInTrailer: Bool) -> [String] {
    guard isInTrailer, implicit.sources.contains("-git") else { return implicit.sources }
    return implicit.sources == ["-git"] ? ["*"] : implicit.sources.filter { $0 != "-git" }
  }

  /// The lists of sources that may be queried in documents of a language: one for each trigger offered in the language,
  /// and one for implicit mentions if they are enabled.
  package func sourceLists(in languageID: String) -> [[String]] {
    triggers.filter { $0.isOffered(in: languageID) }.map(\.sources)
      + (implicit.minimumLength > 0 ? [implicit.sources] : [])
  }

  /// Whether a query is for items that are referred to by number, such as the issues of a forge.
  package func isReference(_ query: Query) -> Bool {
    guard let trigger = query.trigger, triggers.indices.contains(trigger) else { return false }
    return triggers[trigger].isReference
  }

  /// Whether nothing is offered because the key of an implicit mention is an ignored word. O(key).
  package func ignores(_ query: Query) -> Bool { query.isLimited && implicit.ignore.contains(query.key) }

  /// The names of the sources to which this policy would send a query, given the query's trigger and key, and the
  /// language of the document; empty if the policy would not have started the mention. `*` means all.
  ///
  /// For hosts with two policies: a query started under one of them is not necessarily permitted by the other.
  package func sources(hearing query: Query, in languageID: String) -> [String] {
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
