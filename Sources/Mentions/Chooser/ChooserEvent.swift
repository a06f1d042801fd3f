/// What happened to the chooser, for hosts that draw their own (the behaviour, section 10).
public enum ChooserEvent: String, Hashable, Sendable {
  /// It has something to show and is about to appear.
  case willShow
  /// The client has the list (``MentionsDocument/markShown()``).
  case shown
  /// Its entries or its loading state changed while it was there.
  case changed
  case hidden
}
