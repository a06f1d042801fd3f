import TextModel

/// Finds the real changes inside an edit whose range is too wide (the behaviour, section 11).
enum EditRefinement {
  /// Sorted, disjoint; empty if nothing changes.
  static func parts(of edit: NetEdit) -> [NetEdit] {
    var shift = 0
    return TextDifference.hunks(old: edit.removed, new: edit.inserted).map { hunk in
      let old = hunk.range.start.utf8..<hunk.range.end.utf8
      let newStart = old.lowerBound + shift
      shift += hunk.replacement.count - hunk.range.count
      return edit.part(removed: old, inserted: newStart..<newStart + hunk.replacement.count)
    }
  }
}
