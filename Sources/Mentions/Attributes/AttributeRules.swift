import TextModel

/// What edits do to one attribute that they hit.
///
///     policy                 typed behind   changed inside                      all of it deleted
///     grow / keep            takes it       holds what is there now             goes
///     grow / strip           takes it       goes                                goes
///     keep / keep            does not       holds what is there now             goes
///     keep / strip           does not       goes                                goes
///
/// Text typed in front of an attribute never takes it. Text that replaces something inside an attribute and something
/// behind it takes it if the attribute grows.
enum AttributeRules {
  /// Where it is afterwards; nil: nowhere.
  ///
  /// - Parameters:
  ///   - range: where it was in the old text.
  ///   - hits: the real changes that remove a byte of it, insert strictly inside or, if it grows, right behind it;
  ///     sorted, disjoint, never empty.
  ///   - shift: how far the edits before the first of `hits` have moved it.
  static func range(
    of range: TextRange, _ policy: AttributePolicy, hits: ArraySlice<NetEdit>, shift: Int
  ) -> TextRange? {
    var start = range.start + shift
    var count = range.count
    for hit in hits {
      let isBehind = hit.oldRange.start >= range.end
      if !isBehind, policy.whenChanged == .strip { return nil }
      let reachesBefore = hit.oldRange.start < range.start
      let reachesBehind = hit.oldRange.end > range.end
      if reachesBefore, reachesBehind { return nil }
      count -= max(
        0, min(range.end.utf8, hit.oldRange.end.utf8) - max(range.start.utf8, hit.oldRange.start.utf8))
      if reachesBefore {
        start = hit.newRange.end
      } else if !reachesBehind || policy.whenTypedAt == .grow {
        count += hit.inserted.count
      }
    }
    return count > 0 ? TextRange(start, start + count) : nil
  }
}
