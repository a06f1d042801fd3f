import TextModel

/// Recognizes automatic corrections by editors, keyboards and systems.
struct CorrectionReader {
  let context: ReadingContext

  /// The events of a replacement that is a correction; nil if it is something else.
  ///
  /// - Parameters:
  ///   - core: the minimal replacement; neither side is empty.
  ///   - sent: the change as the editor sent it; nil if it is not a single reported edit.
  func read(_ core: AppliedEdit, _ sent: AppliedEdit?) -> [TextEvent]? {
    for edit in [sent, core].compactMap({ $0 })
    where !edit.removed.isEmpty && !edit.inserted.isEmpty && edit.size <= 1024 {
      if edit.range.end == context.cursor {
        if let events = atSpace(edit) ?? uponSeparator(edit) { return events }
        if let event = typographic(edit) ?? justTyped(edit) { return [event] }
      } else if let event = behindSeparator(edit) ?? justTyped(edit) {
        return [event]
      }
    }
    return nil
  }

  /// Whether a replacement changes only case or typography, regardless of its location.
  static func isCorrection(_ edit: AppliedEdit) -> Bool {
    differsInCase(edit.removed, edit.inserted) || isTypographic(edit)
  }

  // MARK: Spaces

  /// The events of a change that replaces a space. Either the user typed a second space and the editor turned both into
  /// a full stop and a space, or punctuation replaced the space that the editor had added after a suggested word.
  private func atSpace(_ edit: AppliedEdit) -> [TextEvent]? {
    guard edit.removed == [0x20] else { return nil }
    let start = edit.range.start
    if edit.inserted == [0x2E, 0x20] {
      return [
        TextEvent(.replaced, edit.range, text: [0x2E], before: [0x20], cause: .autocorrect, .likely),
        TextEvent(.inserted, TextRange(at: start + 1), text: [0x20], cause: .typing, .likely),
      ]
    }
    guard edit.inserted.isOneGrapheme, let scalar = Self.scalars(edit.inserted).first,
      !Self.isWordPart(scalar), !scalar.properties.isWhitespace
    else { return nil }
    return [
      TextEvent(.deleted, edit.range, before: edit.removed, cause: .autocorrect, .likely),
      TextEvent(.inserted, TextRange(at: start), text: edit.inserted, cause: .typing, .likely),
    ]
  }

  // MARK: Words

  /// The events of a change that corrects a word and inserts the separator typed after it.
  private func uponSeparator(_ edit: AppliedEdit) -> [TextEvent]? {
    guard context.trail.run?.end == edit.range.end, Self.isWord(edit.removed),
      let count = Self.separator(endingIn: edit.inserted)
    else { return nil }
    let body = Array(edit.inserted.dropLast(count))
    let prefix = context.buffer.bytes(in: TextRange(wordStart(before: edit.range.start), edit.range.start))
    let (old, new) = (prefix + edit.removed, prefix + body)
    guard !body.isEmpty, old != new else { return nil }
    let start = edit.range.start - prefix.count
    let certainty: TextEvent.Certainty =
      Self.differsInCase(old, new) || isSimilar(old, new) ? .likely : .guess
    return [
      TextEvent(
        .replaced, TextRange(start, edit.range.end), text: new, before: old, cause: .autocorrect, certainty),
      TextEvent(
        .inserted, TextRange(at: start + new.count), text: Array(edit.inserted.suffix(count)), cause: .typing,
        .likely),
    ]
  }

  /// The event of a change that corrects a word shortly after the separator following it was typed.
  private func behindSeparator(_ edit: AppliedEdit) -> TextEvent? {
    guard let last = context.trail.last, last.end == context.cursor, edit.range.end <= last.start,
      let time = context.trail.time, context.now - time <= context.policy.correctionTime,
      Self.isWord(edit.removed),
      Self.separator(endingIn: context.buffer.bytes(in: last.shifted(by: edit.shift))) == last.count
    else { return nil }
    let (word, event) = wordEvent(edit, .likely)
    return word.end == last.start ? event : nil
  }

  /// The event of a change that capitalizes a word that was just typed, or corrects a few letters of it.
  private func justTyped(_ edit: AppliedEdit) -> TextEvent? {
    guard context.trail.run?.contains(edit.range) == true, Self.isWord(edit.removed),
      Self.isWord(edit.inserted)
    else { return nil }
    let (word, event) = wordEvent(edit, .guess)
    guard edit.range.end == context.cursor || word.end == context.cursor else { return nil }
    if Self.differsInCase(event.before, event.text) {
      return TextEvent(
        .replaced, event.range, text: event.text, before: event.before, cause: .autocorrect, .likely)
    }
    return isSimilar(event.before, event.text) ? event : nil
  }

  /// The event that describes an edit as the replacement of the whole word, and the word's old range.
  private func wordEvent(
    _ edit: AppliedEdit, _ certainty: TextEvent.Certainty
  ) -> (range: TextRange, event: TextEvent) {
    let end = edit.insertedRange.end
    let prefix = context.buffer.bytes(in: TextRange(wordStart(before: edit.range.start), edit.range.start))
    let suffix = context.buffer.bytes(in: TextRange(end, wordEnd(after: end)))
    let range = TextRange(edit.range.start - prefix.count, edit.range.end + suffix.count)
    let event = TextEvent(
      .replaced, range, text: prefix + edit.inserted + suffix, before: prefix + edit.removed + suffix,
      cause: .autocorrect, certainty)
    return (range, event)
  }

  private func wordStart(before offset: TextOffset) -> TextOffset {
    var start = offset
    while offset - start < context.policy.wordReach, let scalar = context.buffer.scalar(before: start),
      Self.isWordPart(scalar)
    {
      start = start - UTF8.width(scalar)
    }
    return start
  }

  private func wordEnd(after offset: TextOffset) -> TextOffset {
    var end = offset
    while end - offset < context.policy.wordReach, let scalar = context.buffer.scalar(at: end),
      Self.isWordPart(scalar)
    {
      end = end + UTF8.width(scalar)
    }
    return end
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "’", "_": return true
    default: break
    }
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  private static func isWord(_ bytes: [UInt8]) -> Bool { scalars(bytes).allSatisfy(isWordPart) }

  /// The size in bytes of the separator at the end of the text: punctuation, white space, or a line end with
  /// indentation; nil if the text ends in a word.
  private static func separator(endingIn bytes: [UInt8]) -> Int? {
    if let enter = bytes.firstIndex(where: { $0 == 10 || $0 == 13 }) {
      return TypedText.isEnter(Array(bytes[enter...])) ? bytes.count - enter : nil
    }
    guard let last = String(decoding: bytes, as: UTF8.self).last,
      !last.unicodeScalars.contains(where: isWordPart)
    else { return nil }
    return last.utf8.count
  }

  /// Whether two words differ only in a few consecutive letters, as after a typing error.
  private func isSimilar(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    let (a, b) = (Self.scalars(old), Self.scalars(new))
    guard min(a.count, b.count) > 2 else { return false }
    let most = min(a.count, b.count)
    var prefix = 0
    while prefix < most, a[prefix] == b[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < most - prefix, a[a.count - 1 - suffix] == b[b.count - 1 - suffix] { suffix += 1 }
    let changed = max(a.count, b.count) - prefix - suffix
    return prefix + suffix > 0 && changed <= context.policy.correctionReach
  }

  private static func differsInCase(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    guard old != new, old.count <= 256, new.count <= 256 else { return false }
    return String(decoding: old, as: UTF8.self).lowercased()
      == String(decoding: new, as: UTF8.self).lowercased()
  }

  // MARK: Typography

  /// The event of a change that replaces typed characters with typographic quotes, dashes, ellipses or signs.
  private func typographic(_ edit: AppliedEdit) -> TextEvent? {
    Self.isTypographic(edit) ? TextEvent(edit, .autocorrect, .likely) : nil
  }

  /// The signs that replace sequences of typed characters. The last character of a sequence may be missing, if the sign
  /// was inserted in its place.
  private static let signs: [(keys: [String], signs: String)] = [
    (["\""], "“”„«»"), (["'", "`"], "‘’‚‹›"), (["-", "--"], "–—"), (["–"], "—"), (["..", "..."], "…"),
    (["(c", "(c)", "(C", "(C)"], "©"), (["(r", "(r)", "(R", "(R)"], "®"), (["(t", "(tm", "(tm)"], "™"),
    (["-", "->"], "→"), (["<", "<-"], "←"), (["=", "=>"], "⇒"),
  ]

  private static func isTypographic(_ edit: AppliedEdit) -> Bool {
    guard edit.removed.count <= 4, edit.inserted.count <= 4, let sign = scalars(edit.inserted).first,
      edit.inserted.isOneGrapheme
    else { return false }
    let keys = String(decoding: edit.removed, as: UTF8.self)
    return signs.contains { $0.keys.contains(keys) && $0.signs.unicodeScalars.contains(sign) }
  }

  private static func scalars(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }
}

extension AppliedEdit {
  fileprivate var size: Int { removed.count + inserted.count }
}
