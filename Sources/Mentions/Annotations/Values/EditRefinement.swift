import TextModel

/// Finds the real changes inside an edit whose range is too wide (the behaviour, section 11).
enum EditRefinement {
  /// Sorted, disjoint; empty if nothing changes.
  static func parts(of edit: NetEdit) -> [NetEdit] {
    var steps = 0
    return parts(of: edit, steps: &steps)
  }

  /// The real changes inside several edits: sorted, disjoint. Only where `matters` says that something is hit are they
  /// looked for.
  static func parts(of edits: [NetEdit], steps: inout Int, where matters: (TextRange) -> Bool) -> [NetEdit] {
    var parts: [NetEdit] = []
    for edit in edits {
      if edit.removed.isEmpty || edit.inserted.isEmpty || !matters(edit.oldRange) {
        parts.append(edit)
      } else {
        parts += self.parts(of: edit, steps: &steps)
      }
    }
    return parts
  }

  /// `steps` grows by what the difference has cost.
  static func parts(of edit: NetEdit, steps: inout Int) -> [NetEdit] {
    var shift = 0
    return TextDifference.hunks(old: edit.removed, new: edit.inserted, steps: &steps).map { hunk in
      let old = hunk.range.start.utf8..<hunk.range.end.utf8
      let newStart = old.lowerBound + shift
      shift += hunk.replacement.count - hunk.range.count
      return edit.part(removed: old, inserted: newStart..<newStart + hunk.replacement.count)
    }
  }
}
