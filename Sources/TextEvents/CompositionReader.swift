import TextModel

/// Text that an input method displays but has not committed yet.
struct Composition: Hashable, Sendable {
  /// The range of the text; never empty.
  var range: TextRange
  var text: [UInt8]
  /// The text that the composition replaced.
  var before: [UInt8]
  var certainty: TextEvent.Certainty

  /// The event that commits the composition.
  var committed: TextEvent {
    TextEvent(.committed, range, text: text, before: before, cause: .inputMethod, certainty)
  }
}

/// Recognizes input methods by their edits, because LSP does not report marked text.
///
/// ```
/// ㅎ → 하 → 한 → 하나      a letter, replaced in place; the previous syllable is committed
/// n → ni → nihao → 你好    spelling that grows in place, or was typed, becomes another script
/// ´ → é                    one grapheme becomes another that has no key of its own
/// ```
struct CompositionReader {
  let context: ReadingContext

  /// The maximum size of a step in bytes.
  private static let longest = 512

  // MARK: Further steps

  /// The reading of a change that continues the composition; nil if the change does not continue one.
  ///
  /// - Parameters:
  ///   - core: the minimal change.
  ///   - sent: the change as the editor sent it; nil if it is not a single reported edit.
  func step(_ core: AppliedEdit, _ sent: AppliedEdit?) -> Reading? {
    guard let composition = context.composition else { return nil }
    let range = composition.range
    let edit = sent.flatMap { range.contains($0.range) ? $0 : nil } ?? core
    guard range.contains(edit.range), edit.inserted.count <= Self.longest,
      !TypedText.holdsLineEnd(edit.inserted)
    else { return nil }
    if edit.removed.isEmpty {
      // Typing before the marked text means that the cursor has moved.
      guard edit.range.start > range.start else { return nil }
      if edit.range.start == range.end, !Self.goesOn(composition.text, with: edit.inserted) { return nil }
    } else if edit.inserted.isEmpty, InputScript.all(composition.text, InputScript.isHan) {
      // Deleting converted text means that it was already committed.
      return nil
    }
    var text = composition.text
    text.replaceSubrange(
      edit.range.start - range.start..<edit.range.end - range.start, with: edit.inserted)
    guard !text.isEmpty else {
      let event = TextEvent(.deleted, range, before: composition.text, cause: .inputMethod, .likely)
      return Reading(events: [event], cursor: range.start, continues: true)
    }
    guard count(text) <= count(composition.text) + context.policy.compositionGrowth else { return nil }
    let isSure = InputScript.some(text, InputScript.isComposed) || composition.certainty == .likely
    var reading = marked(range, text, composition.text, over: composition.before, isSure ? .likely : .guess)
    reading.continues = true
    return reading
  }

  /// Whether an input method would append letters typed after marked text to that text.
  private static func goesOn(_ text: [UInt8], with inserted: [UInt8]) -> Bool {
    func isSpelt(_ scalar: Unicode.Scalar) -> Bool {
      InputScript.isSpelling(scalar) || InputScript.isPhonetic(scalar)
    }
    return InputScript.all(text, isSpelt) && InputScript.all(inserted, isSpelt)
  }

  // MARK: First steps

  /// The reading of a change that begins a composition; nil if the change does not begin one.
  ///
  /// - Parameters:
  ///   - core: the minimal change.
  ///   - sent: the change as the editor sent it; nil if it is not a single reported edit.
  ///   - isRewritten: whether the change replaced text that it had inserted itself.
  func beginning(_ core: AppliedEdit, _ sent: AppliedEdit?, isRewritten: Bool) -> Reading? {
    guard core.inserted.count <= Self.longest, core.removed.count <= Self.longest else { return nil }
    for edit in [sent, core].compactMap({ $0 })
    where !edit.removed.isEmpty && !edit.inserted.isEmpty && edit.removed.count <= Self.longest {
      if let certainty = replacing(edit) {
        return marked(edit.range, edit.inserted, edit.removed, over: edit.removed, certainty)
      }
    }
    guard core.removed.isEmpty || core.range == context.selection else { return nil }
    if isRewritten, InputScript.all(core.inserted, InputScript.isComposed) {
      return marked(core.range, core.inserted, core.removed, over: core.removed, .likely)
    }
    guard core.inserted.isOneGrapheme else { return nil }
    if InputScript.all(core.inserted, InputScript.isJamo) {
      return marked(core.range, core.inserted, core.removed, over: core.removed, .likely)
    }
    // Some keyboards have keys for phonetic characters, so this is only a guess.
    guard InputScript.all(core.inserted, InputScript.isPhonetic) else { return nil }
    return marked(core.range, core.inserted, core.removed, over: core.removed, .guess)
  }

  /// The certainty that a replacement comes from an input method; nil if it does not.
  private func replacing(_ edit: AppliedEdit) -> TextEvent.Certainty? {
    let isComposed = InputScript.some(edit.inserted, InputScript.isComposed)
    if edit.range.end == context.cursor, context.trail.run?.contains(edit.range) == true,
      InputScript.all(edit.inserted, InputScript.isComposed),
      InputScript.all(edit.removed, { InputScript.isSpelling($0) || InputScript.isPhonetic($0) || $0 == " " })
    {
      return .likely
    }
    guard edit.range == context.trail.last, !CorrectionReader.isCorrection(edit) else { return nil }
    let (old, new) = (count(edit.removed), count(edit.inserted))
    guard new <= old + 1 else { return nil }
    if isComposed { return .likely }
    if new == old + 1, edit.inserted.starts(with: edit.removed),
      InputScript.all(edit.inserted, InputScript.isSpelling)
    {
      return .guess
    }
    return old == 1 && new == 1 && edit.inserted[0] >= 0x80 ? .likely : nil
  }

  // MARK: Marked text

  /// The reading of a step that marks text. If the text ends in a Hangul syllable, everything before that syllable is
  /// final and therefore committed.
  private func marked(
    _ range: TextRange, _ text: [UInt8], _ old: [UInt8], over before: [UInt8],
    _ certainty: TextEvent.Certainty
  ) -> Reading {
    let event = TextEvent(.marked, range, text: text, before: old, cause: .inputMethod, certainty)
    let whole = TextRange(range.start, range.start + text.count)
    var reading = Reading(
      events: [event], cursor: whole.end,
      composition: Composition(range: whole, text: text, before: before, certainty: certainty))
    let graphemes = String(decoding: text, as: UTF8.self)
    guard graphemes.count > 1, let last = graphemes.last,
      last.unicodeScalars.allSatisfy(InputScript.isHangul)
    else { return reading }
    let done = text.count - last.utf8.count
    let place = whole.start + done
    let first = Composition(
      range: TextRange(whole.start, place), text: Array(text[..<done]), before: before, certainty: certainty)
    reading.events.append(first.committed)
    reading.composition = Composition(
      range: TextRange(place, whole.end), text: Array(text[done...]), before: [], certainty: certainty)
    return reading
  }

  private func count(_ bytes: [UInt8]) -> Int { String(decoding: bytes, as: UTF8.self).count }
}

/// Scripts that are typed with an input method.
enum InputScript {
  /// Whether a scalar is a letter of a Hangul syllable.
  fileprivate static func isJamo(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xD7B0...0xD7FB, 0xFFA1...0xFFDC: true
    default: false
    }
  }

  fileprivate static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    0xAC00...0xD7A3 ~= scalar.value || isJamo(scalar)
  }

  /// Whether a scalar is kana or bopomofo, the spelling before conversion.
  fileprivate static func isPhonetic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x309F, 0x30A1...0x30FF, 0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,
      0xFF66...0xFF9F, 0x1B000...0x1B16F:
      true
    default: false
    }
  }

  fileprivate static func isHan(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true
    default: false
    }
  }

  /// Whether a scalar is a Latin letter, half or full width, or a syllable separator of pinyin.
  fileprivate static func isSpelling(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x27, 0x2019, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
    default: false
    }
  }

  static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
    isHan(scalar) || isHangul(scalar) || isPhonetic(scalar)
  }

  /// Whether a text is not empty and all its scalars satisfy a condition.
  static func all(_ bytes: [UInt8], _ condition: (Unicode.Scalar) -> Bool) -> Bool {
    !bytes.isEmpty && String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(condition)
  }

  /// Whether text contains a scalar that satisfies a condition.
  fileprivate static func some(_ bytes: [UInt8], _ condition: (Unicode.Scalar) -> Bool) -> Bool {
    bytes.contains { $0 >= 0xE1 }
      && String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: condition)
  }
}
