/// The text right before a place.
public enum PrecedingText: Hashable, Sendable, CaseIterable {
  /// The document starts here.
  case start
  case separator
  case normal
  /// A letter of a script written without spaces.
  case unspaced
  case control

  /// Whether a word may begin here.
  public var isSeparator: Bool { self == .start || self == .separator }
  /// Whether a control character typed here begins a mention.
  public var admitsControl: Bool { isSeparator || self == .unspaced }
}
