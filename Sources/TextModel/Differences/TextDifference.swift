/// What edits make one text of another, for clients that do not tell.
///
/// A whole-document client sends the text alone, others one range over everything between the first and the
/// last change. The edits found are always exact: applied from the last to the first they give the new
/// text, byte for byte. They are small in ordinary cases; where texts have little in common the answer gets
/// coarser instead of slower.
public enum TextDifference {
  /// The one edit that makes `new` of the text: everything between the first and the last difference, on
  /// scalar boundaries and never between CR and LF. Nil if nothing differs. Ill-formed UTF-8 in `new` is
  /// repaired first. Linear, at the speed of memory.
  public static func hunk(from old: TextBuffer, to new: [UInt8]) -> TextReplacement? {
    let new = UTF8Form.repaired(new)
    var prefix = old.commonPrefix(with: new.span, at: 0)
    if prefix == old.count, prefix == new.count { return nil }
    while prefix > 0, old.isCut(at: prefix) || ChangeCore.cuts(new.span, prefix) { prefix -= 1 }
    var suffix = old.commonSuffix(
      with: new.span.extracting(prefix..<new.count), in: TextRange(TextOffset(prefix), old.end))
    while suffix > 0, old.isCut(at: old.count - suffix) || ChangeCore.cuts(new.span, new.count - suffix) {
      suffix -= 1
    }
    return TextReplacement(
      range: TextRange(prefix, old.count - suffix), replacement: Array(new[prefix..<new.count - suffix]))
  }

  /// The real edits inside of an edit that covers more than it changes: disjoint, sorted, never touching,
  /// relative to the text before it. See ``hunks(old:new:at:)``.
  public static func hunks(in edit: AppliedEdit) -> [TextReplacement] {
    hunks(old: edit.removed, new: edit.inserted, at: edit.range.start)
  }

  /// Disjoint, sorted edits that make `new` of `old`, found by lines and, inside of changed stretches, by
  /// words, where lines that moved are left whole; each is trimmed to its minimal core, on scalar boundaries and never between CR and LF. Both
  /// must be well-formed UTF-8. `start` is where `old` is in its text.
  ///
  /// Linear for ordinary changes, whatever their number; never worse than linear times a constant.
  public static func hunks(old: [UInt8], new: [UInt8], at start: TextOffset = .zero) -> [TextReplacement] {
    var steps = 0
    return hunks(old: old, new: new, at: start, steps: &steps)
  }

  /// The same; `steps` grows by the tokens compared, for whoever watches how the cost grows.
  package static func hunks(
    old: [UInt8], new: [UInt8], at start: TextOffset = .zero, steps: inout Int
  ) -> [TextReplacement] {
    var search = HunkSearch(old: old, new: new, start: start)
    search.run()
    steps += search.steps
    return search.hunks
  }
}

extension TextBuffer {
  /// Whether a scalar or a CR LF is divided at `index`.
  fileprivate func isCut(at index: Int) -> Bool {
    guard index > 0, index < count else { return false }
    if UTF8Form.isContinuation(byte(at: index)) { return true }
    return byte(at: index) == ASCII.lineFeed && byte(at: index - 1) == ASCII.carriageReturn
  }
}
