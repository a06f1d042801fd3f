/// What can be done about a mention that an edit has damaged, or about one that is whole.
public enum MentionFix: String, Hashable, Sendable, CaseIterable {
  /// The text that the mention had comes back.
  case restore
  /// What is left becomes the mention's short form.
  case trim
  /// What is left goes.
  case delete
}
