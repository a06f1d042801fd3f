public import Entities
public import TextModel

extension InsertFormat {
  /// Whether what this format writes can be found in a text: a field that identifies an entity is right
  /// after literal text or the trigger (`@{handle}`, `{name} <{email}>`; not `{name}`). Of alternatives one is enough
  /// (`@{metadata.nick|handle}`): an entity that lacks the others is found by it.
  public var canBeReadBack: Bool { anchor(trigger: "@") != nil }

  /// Every place in `range` where this format wrote exactly one of the entities that `lookup` knows, in order
  /// and disjoint. Where two could have been meant there is none. O(range) and a look-up per place that looks
  /// like it. What is found lies wholly inside `range`.
  ///
  /// It is enclosed by separators or the text's edges (the behaviour, section 9), and none of `controls`,
  /// the control characters that there are.
  public func readBack(
    in range: TextRange, of text: IndexedText, trigger: String, controls: [String] = [], lookup: Lookup
  ) -> [ReadBackText] {
    guard let anchor = anchor(trigger: trigger) else { return [] }
    var found: [ReadBackText] = []
    var line = text.lines.line(at: range.start)
    var start = range.start
    while start < range.end {
      // Whole lines, about 64 KiB at a time: what a format writes is on one line.
      var end = start
      while end < range.end, end - start < 1 << 16 {
        line += 1
        end = line < text.lines.lineCount ? min(range.end, text.lines.start(ofLine: line)) : range.end
      }
      let reader = FormatReader(
        format: self, anchor: anchor, trigger: trigger, controls: controls.map { Array($0.utf8) },
        bytes: text.buffer.bytes(in: TextRange(start, end)),
        before: text.buffer.scalar(before: start), after: text.buffer.scalar(at: end))
      found += reader.all(lookup).map { $0.shifted(by: start.utf8) }
      start = end
    }
    return found
  }
}
