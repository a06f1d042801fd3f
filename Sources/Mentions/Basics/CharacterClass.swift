/// What a grapheme is to mentions (the behaviour, section 1). Whatever is not ``normal`` is a separator.
///
/// Whether it is a *control* character is a matter of the policy (`TriggerTable`).
public struct CharacterClass: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Letters, marks, digits, `_`.
  public static let normal = CharacterClass(rawValue: 1)
  public static let whitespace = CharacterClass(rawValue: 2)
  /// Comes with ``whitespace``.
  public static let lineEnd = CharacterClass(rawValue: 4)
  /// Counts as normal inside a key: `- . ' ’ /` and emoji.
  public static let keyExtra = CharacterClass(rawValue: 8)
  /// A letter of a script written without spaces: counts as separator before a control character.
  public static let unspaced = CharacterClass(rawValue: 16)
  public static let lowercase = CharacterClass(rawValue: 32)

  public var isSeparator: Bool { !contains(.normal) }
  /// Whether it belongs to a key anywhere in it.
  public var belongsInKey: Bool { contains(.normal) || contains(.keyExtra) }

  /// The class of a grapheme by its first two scalars. O(1).
  public init(_ first: Unicode.Scalar, _ second: Unicode.Scalar?) {
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
      // NEL and the separators of lines and paragraphs; LSP breaks no line there, people do.
      if first.value == 0x85 || first.value == 0x2028 || first.value == 0x2029 { insert(.lineEnd) }
      let isEmoji =
        properties.isEmojiPresentation || (properties.isEmoji && second?.value == 0xFE0F)
      if isEmoji || first == "\u{2019}" { insert(.keyExtra) }
    }
  }

  /// Whether a byte of ASCII is a letter, a digit or `_`.
  static func isNormal(_ byte: UInt8) -> Bool { CharacterClass(Unicode.Scalar(byte), nil).contains(.normal) }

  public init(_ character: Character) {
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
    default: []
    }
  }
}
