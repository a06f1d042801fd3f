public import Entities

/// Decides for the mentions machinery, which asks it at once. A document has at most one; it is no second plug-in of
/// control flow.
///
/// All requirements have a standard implementation that allows everything.
public protocol MentionsDelegate: Sendable {
  /// Whether entities are offered for what is typed. False ends the making of the mention, before a source is asked.
  mutating func allowsOffer(for query: Query, now: Instant) -> Bool

  /// Whether an offer that the user took becomes a mention. False leaves its text without one.
  mutating func allowsAcceptance(of entity: Entity, now: Instant) -> Bool

  /// Whether an edit may make plain text of a mention, or remove it. False has the host take the edit back.
  mutating func allowsDeletion(of mention: Annotation, now: Instant) -> Bool
}

extension MentionsDelegate {
  public mutating func allowsOffer(for query: Query, now: Instant) -> Bool { true }

  public mutating func allowsAcceptance(of entity: Entity, now: Instant) -> Bool { true }

  public mutating func allowsDeletion(of mention: Annotation, now: Instant) -> Bool { true }
}
