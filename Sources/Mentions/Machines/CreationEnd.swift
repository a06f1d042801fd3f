/// How the making of a mention ended.
public enum CreationEnd: String, Hashable, Sendable, CaseIterable {
  /// An entity was accepted.
  case accepted
  /// Cancelled by typing a separator.
  case separator
  /// Cancelled by typing a control character.
  case control
  /// Cancelled otherwise.
  case cancelled
}
