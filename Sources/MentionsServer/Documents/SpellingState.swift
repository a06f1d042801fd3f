/// What the ranges without spell checking depend on, beside the edits of the text.
struct SpellingState: Hashable {
  /// The store's membership revision.
  var membership = 0
  /// UTF-8 code units of what is being typed; 0: nothing.
  var creation = 0
}
