/// What becomes of changes while a scope is the innermost one.
public enum IgnoreScope: Hashable, Sendable {
  /// Nothing is told of them.
  case silent
  /// They are told as the host's own, with the cause ``TextEvent/Cause/server``.
  case ownChanges
}
