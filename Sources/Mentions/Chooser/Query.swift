public import Entities

/// A question to the sources. The document's language and address are the host's to add.
public struct Query: Hashable, Sendable {
  /// Rises with every query of a document; answers carry it back.
  public let id: Int
  /// The text searched for. May be empty for an explicit mention.
  public let key: String
  public let kind: SearchKind
  /// Whether the user asked for it (the behaviour, section 1).
  public let invoked: Bool
  /// Index in ``MentionsPolicy/triggers``; nil for implicit mentions.
  public let trigger: Int?
  public let controlCharacter: String?

  /// Whether nobody asked for it: then less is offered of what is matched in memory (the behaviour, section 2).
  public var isLimited: Bool { kind == .implicit && !invoked }

  public init(
    id: Int, key: String, kind: SearchKind, invoked: Bool, trigger: Int?, controlCharacter: String?
  ) {
    self.id = id
    self.key = key
    self.kind = kind
    self.invoked = invoked
    self.trigger = trigger
    self.controlCharacter = controlCharacter
  }

  public func scope(under policy: MentionsPolicy) -> MatchQuery.Scope {
    policy.scope(of: kind, invoked: invoked)
  }
}

extension MentionsPolicy {
  /// Which texts of entities in memory a query searches: what nobody asked for finds names alone (the
  /// behaviour, section 2).
  public func scope(of kind: SearchKind, invoked: Bool) -> MatchQuery.Scope {
    kind == .explicit || invoked ? .everything : .names(sameCase: !implicit.anyCase)
  }
}
