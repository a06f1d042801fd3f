import TextModel

extension TextReplacement {
  /// Turns the text at `start` into something else. What both begin with stays, if it is all of one of them.
  init(turning old: [UInt8], at start: TextOffset, into new: [UInt8]) {
    let end = start + old.count
    if old.starts(with: new) {
      self.init(range: TextRange(start + new.count, end), replacement: [])
    } else if new.starts(with: old) {
      self.init(range: TextRange(at: end), replacement: Array(new[old.count...]))
    } else {
      self.init(range: TextRange(start, end), replacement: new)
    }
  }
}
