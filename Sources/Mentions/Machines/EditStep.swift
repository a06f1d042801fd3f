/// What an edit means, said in the words of the machines. One edit may be several steps.
public enum EditStep: Hashable, Sendable {
  /// The cursor had moved before the edit: what preceded it there.
  case cursorMoved(PrecedingText)
  case typed(TypedGrapheme)
  /// Nothing is being created, and text went.
  case deleted(DeletionFacts)
  /// Too much to be typed, or with a line end: what precedes its end.
  case pasted(PrecedingText)
  /// Graphemes at the key's end went: the key up to the cursor now.
  case keyShrunk(to: String)
  /// Part of the key was replaced: the key up to the cursor now.
  case keyReplaced(by: String)
  /// The rest of the word behind the cursor went, and nothing else: an offer's own additional edit.
  case tailDeleted
  /// The control character went, or more than the key.
  case startDeleted
  /// Several places changed at once: what precedes the last.
  case several(PrecedingText)
}
