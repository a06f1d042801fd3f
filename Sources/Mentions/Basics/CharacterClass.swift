package import Entities
import TextModel

/// The role of a grapheme in mentions (<doc:Behaviour>, section 1). Every grapheme that is not ``normal`` is a
/// separator.
///
/// Whether a grapheme belongs to a trigger depends on the policy (`TriggerTable`).
struct CharacterClass: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Letters, marks, digits, `_`.
  static let normal = CharacterClass(rawValue: 1)
  static let whitespace = CharacterClass(rawValue: 2)
  /// A line end; always combined with ``whitespace``.
  static let lineEnd = CharacterClass(rawValue: 4)
  /// The characters `- . ' ’ /` and emoji, which count as normal inside a key.
  private static let keyExtra = CharacterClass(rawValue: 8)
  /// A letter of a script written without spaces; counts as a separator before a trigger.
  static let unspaced = CharacterClass(rawValue: 16)
  static let lowercase = CharacterClass(rawValue: 32)
  /// A spacing accent, which an input method may replace by an accented letter: `´` by `é`. It counts as normal at the
  /// end of a key, until the next change.
  static let deadKey = CharacterClass(rawValue: 64)

  var isSeparator: Bool { !contains(.normal) }
  /// Whether the grapheme may occur anywhere in a search key; false for a dead key, which may only be the last one.
  var belongsInKey: Bool { contains(.normal) || contains(.keyExtra) }

  /// Creates the class of a grapheme from its first two scalars. O(1).
  init(_ first: Unicode.Scalar, _ second: Unicode.Scalar?) {
    if first.isASCII {
      self = Self.ascii[Int(first.value)]
      return
    }
    let properties = first.properties
    switch properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .lowercaseLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      self = .normal
      if properties.isLowercase { insert(.lowercase) }
      if UnspacedScripts.contains(first) { insert(.unspaced) }
    default:
      self = []
      if properties.isWhitespace { insert(.whitespace) }
      // NEL and the line and paragraph separators end a line for a reader, although not in LSP.
      if first.value == 0x85 || first.value == 0x2028 || first.value == 0x2029 { insert(.lineEnd) }
      let isEmoji =
        properties.isEmojiPresentation || (properties.isEmoji && second?.value == 0xFE0F)
      if isEmoji || first == "\u{2019}" { insert(.keyExtra) }
      // The caron ˇ is missing here because it is a letter in Unicode, and therefore normal.
      if "´¨˝˛¸˜".unicodeScalars.contains(first) { insert(.deadKey) }
    }
  }

  /// Whether an ASCII byte is a letter, a digit or `_`.
  static func isNormal(_ byte: UInt8) -> Bool { CharacterClass(Unicode.Scalar(byte), nil).contains(.normal) }

  init(_ character: Character) {
    let scalars = character.unicodeScalars
    var iterator = scalars.makeIterator()
    guard let first = iterator.next() else {
      self = []
      return
    }
    self.init(first, iterator.next())
  }

  private static let ascii: [CharacterClass] = (0..<128).map { value in
    switch UInt8(value) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): [.normal, .lowercase]
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      .normal
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "/"): .keyExtra
    case 10, 11, 12, 13: [.whitespace, .lineEnd]
    case 9, 32: .whitespace
    case UInt8(ascii: "`"), UInt8(ascii: "^"), UInt8(ascii: "~"): .deadKey
    default: []
    }
  }
}

/// Classifies the bytes of words, for scanning text without decoding it.
enum WordScalars {
  /// Whether a byte counts as part of a word: an ASCII letter or digit, `_`, or any byte of a non-ASCII character.
  static func isWordByte(_ byte: UInt8) -> Bool { byte >= 0x80 || CharacterClass.isNormal(byte) }
}

/// Scripts written without spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar (<doc:Behaviour>, section 1).
/// Determined by Unicode blocks, because the standard library does not provide scripts.
enum UnspacedScripts {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x0E00 else { return false }
    return blocks.contains { $0.contains(value) }
  }

  private static let blocks: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF,  // CJK Unified Ideographs
    0x3041...0x30FF,  // Hiragana, Katakana
    0x0E00...0x0EFF,  // Thai, Lao
    0x1000...0x109F,  // Myanmar
    0x1780...0x17FF,  // Khmer
    0x19E0...0x19FF,  // Khmer Symbols
    0x2E80...0x2FDF,  // CJK and Kangxi Radicals
    0x3005...0x3007, 0x3021...0x3029, 0x3031...0x303C,  // iteration marks, numerals
    0x31F0...0x31FF,  // Katakana Phonetic Extensions
    0x3400...0x4DBF,  // CJK Extension A
    0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Myanmar Extended
    0xF900...0xFAFF,  // CJK Compatibility Ideographs
    0xFF66...0xFF9F,  // halfwidth Katakana
    0x1AFF0...0x1B16F,  // Kana Extended
    0x20000...0x323AF,  // CJK Extensions B to H
  ]
}

/// A grapheme with its range.
struct PlacedGrapheme {
  var range: TextRange
  var kind: CharacterClass
}

extension TextBuffer {
  /// The grapheme that ends at `offset`; nil at the start. Reads a few bytes.
  func grapheme(before offset: TextOffset) -> PlacedGrapheme? {
    guard let start = graphemeStart(before: offset) else { return nil }
    return PlacedGrapheme(range: TextRange(start, offset), kind: characterClass(at: start, end: offset))
  }

  /// The grapheme that starts at `offset`; nil at the end.
  func grapheme(after offset: TextOffset) -> PlacedGrapheme? {
    guard let end = graphemeEnd(after: offset) else { return nil }
    return PlacedGrapheme(range: TextRange(offset, end), kind: characterClass(at: offset, end: end))
  }

  private func characterClass(at start: TextOffset, end: TextOffset) -> CharacterClass {
    guard let first = scalar(at: start) else { return [] }
    let next = start + UTF8.width(first)
    return CharacterClass(first, next < end ? scalar(at: next) : nil)
  }
}

extension String {
  /// Whether the string has at most `limit` graphemes. Does not count further than `limit`.
  func isNoLonger(than limit: Int) -> Bool {
    utf8.count <= limit
      || index(startIndex, offsetBy: limit, limitedBy: endIndex).map { $0 == endIndex } ?? true
  }
}

extension Entity {
  /// Whether two descriptions are of the same entity. Compares `uniqueID` if both have one, else source and id.
  package func isSameEntity(as other: Entity) -> Bool {
    if let mine = uniqueID, let theirs = other.uniqueID { return mine.utf8.elementsEqual(theirs.utf8) }
    return id.utf8.elementsEqual(other.id.utf8) && source.utf8.elementsEqual(other.source.utf8)
  }
}
