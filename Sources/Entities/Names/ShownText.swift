/// Sanitizes external text for display and insertion.
///
/// Names come from untrusted input: commits, files of a workspace, programs. Some invisible characters have effects:
/// they move a terminal's cursor, break lines, reverse the direction of the following text, or hide a message. Such
/// characters are removed when an entity is read, so that no other code has to handle them.
///
/// - Removed: C0 and C1 controls, U+202A–202E, U+2066–2069, U+FEFF, and tag characters that are not part of a flag.
/// - Replaced by one space per run: the controls that are white space, U+0085, U+2028 and U+2029.
/// - Kept, because writing systems and emoji need them: U+200C, U+200D, U+200E, U+200F and variation selectors.
///
/// Operates on Unicode scalars, because a `Character` can hide one: a tag character belongs to the character before it.
public enum ShownText {
  /// The length in UTF-8 bytes above which a text is clipped for display.
  public static let longest = 1024
  /// The length in UTF-8 bytes of a name or handle above which the entity is skipped.
  package static let longestName = 4096

  private enum Verdict {
    case keep
    case space
    case remove
  }

  private static func verdict(on scalar: Unicode.Scalar) -> Verdict {
    switch scalar.value {
    case 0x20..<0x7F: .keep
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: .space
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F: .remove
    default: .keep
    }
  }

  /// Whether the text contains no scalar that has to be removed or replaced.
  ///
  /// - Complexity: linear; printable ASCII is scanned by bytes.
  public static func isClean(_ text: String) -> Bool { firstHidden(in: text) == nil }

  /// The first scalar that must not be displayed or inserted, and its UTF-8 offset.
  ///
  /// - Parameters:
  ///   - text: to be displayed or inserted.
  ///   - sparingSpaces: whether to ignore white-space controls of ASCII, such as the line ends in a field of several
  ///     lines.
  /// - Complexity: linear.
  package static func firstHidden(
    in text: String, sparingSpaces: Bool = false
  ) -> (scalar: Unicode.Scalar, offset: Int)? {
    if isPrintableASCII(text) { return nil }
    let scalars = text.unicodeScalars
    var at = scalars.startIndex
    while at < scalars.endIndex {
      let scalar = scalars[at]
      let isSpared = sparingSpaces && (0x09...0x0D).contains(scalar.value)
      if verdict(on: scalar) != .keep, !isSpared {
        return (scalar, text.utf8.distance(from: text.startIndex, to: at))
      }
      at = flagEnd(scalars, from: at) ?? scalars.index(after: at)
    }
    return nil
  }

  /// The text on one line, without scalars that must not be displayed or inserted.
  ///
  /// - Complexity: linear; clean text is returned unchanged.
  public static func line(_ text: String) -> String {
    if isClean(text) { return text }
    let scalars = text.unicodeScalars
    var result = String.UnicodeScalarView()
    var gap = false
    var at = scalars.startIndex
    while at < scalars.endIndex {
      let end = flagEnd(scalars, from: at) ?? scalars.index(after: at)
      switch verdict(on: scalars[at]) {
      case .remove: break
      case .space: gap = true
      case .keep:
        if gap { result.append(" ") }
        gap = false
        result.append(contentsOf: scalars[at..<end])
      }
      at = end
    }
    if gap { result.append(" ") }
    return String(result)
  }

  /// The sanitized text with its line feeds preserved.
  ///
  /// - Complexity: Linear.
  public static func lines(_ text: String) -> String {
    if isClean(text) { return text }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }.joined(separator: "\n")
  }

  /// An identifier in which scalars that must not be displayed or inserted are percent-encoded, so that different
  /// identifiers stay different.
  package static func identifier(_ text: String) -> String {
    if isClean(text) { return text }
    let scalars = text.unicodeScalars
    var result = ""
    var at = scalars.startIndex
    while at < scalars.endIndex {
      let end = flagEnd(scalars, from: at) ?? scalars.index(after: at)
      if verdict(on: scalars[at]) == .keep {
        result.unicodeScalars.append(contentsOf: scalars[at..<end])
      } else {
        for byte in UTF8.encode(scalars[at]) ?? UTF8.encodedReplacementCharacter {
          let digits = String(byte, radix: 16, uppercase: true)
          result += digits.utf8.count < 2 ? "%0" + digits : "%" + digits
        }
      }
      at = end
    }
    return result
  }

  /// The text itself if it has at most `limit` bytes of UTF-8; otherwise, its beginning and an ellipsis, which counts
  /// towards the limit. No user-perceived character is split, unless it exceeds the limit by itself.
  ///
  /// - Complexity: O(`limit`).
  public static func clipped(_ text: String, to limit: Int = longest) -> String {
    guard text.utf8.count > limit else { return text }
    let end = cut(text, to: limit - ellipsis.utf8.count)
    return String(text[..<end]) + ellipsis
  }

  /// The number of UTF-8 bytes of a text that ``clipped(_:to:)`` keeps, without the ellipsis.
  package static func keptBytes(of text: String, to limit: Int = longest) -> Int {
    guard text.utf8.count > limit else { return text.utf8.count }
    return text.utf8.distance(from: text.startIndex, to: cut(text, to: limit - ellipsis.utf8.count))
  }

  private static let ellipsis = "…"

  private static func cut(_ text: String, to limit: Int) -> String.Index {
    let scalars = text.unicodeScalars
    var end = scalars.startIndex
    var room = limit
    while end < scalars.endIndex {
      room -= UTF8.width(scalars[end])
      if room < 0 { break }
      end = scalars.index(after: end)
    }
    guard end < scalars.endIndex, end > scalars.startIndex else { return end }
    // The next scalar may belong to a character that begins before it.
    let head = String(scalars[...end])
    guard let last = head.last, last.unicodeScalars.count > 1 else { return end }
    let start = scalars.index(end, offsetBy: 1 - last.unicodeScalars.count)
    return start > scalars.startIndex ? start : end
  }

  private static func isPrintableASCII(_ text: String) -> Bool {
    for byte in text.utf8 where byte &- 0x20 >= 0x5F { return false }
    return true
  }

  /// The end of the flag that begins here: a black flag, the tags of a region's name and the end tag (Unicode
  /// Technical Standard 51, `emoji_tag_sequence`). Nil if there is none. Longer sequences are not flags: they could
  /// hide a message.
  private static func flagEnd(
    _ scalars: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    guard scalars[start].value == 0x1F3F4 else { return nil }
    var at = scalars.index(after: start)
    var tags = 0
    while at < scalars.endIndex, tags <= longestRegion {
      switch scalars[at].value {
      case 0xE0030...0xE0039, 0xE0061...0xE007A: tags += 1
      case 0xE007F where tags >= shortestRegion: return scalars.index(after: at)
      default: return nil
      }
      at = scalars.index(after: at)
    }
    return nil
  }

  /// The length of a region's name: two letters for the country, and one to four letters or digits for the subdivision,
  /// such as `gbeng`.
  private static let shortestRegion = 3
  private static let longestRegion = 6
}

extension Entity {
  /// The field, name or handle, whose text is too long, and its length in UTF-8 bytes; nil if neither is too long.
  package var excess: (field: String, bytes: Int)? {
    if name.utf8.count > ShownText.longestName { return ("name", name.utf8.count) }
    if let handle, handle.utf8.count > ShownText.longestName { return ("handle", handle.utf8.count) }
    return nil
  }
}

// MARK: - Aliases

/// The kind of an alias, recognized by its spelling: a name, another handle (`@ada`) or another e-mail address.
///
/// A person with several handles and addresses is thus found by each of them, and a search for names alone can ignore
/// such aliases.
enum AliasForm {
  case name
  /// Begins with `@`, which is not part of the searched text.
  case handle
  /// Contains an `@` further on, and no space. Searched by prefix only.
  case email

  private static let at = UInt8(ascii: "@")

  /// - Parameter folded: the whole alias. To recognize an address, the searched part suffices.
  @inline(__always)
  init(_ folded: Span<UInt8>) {
    self = .name
    if folded.isEmpty { return }
    if folded[0] == Self.at {
      self = .handle
      return
    }
    for place in 0..<folded.count {
      if folded[place] == 0x20 {
        self = .name
        return
      }
      if folded[place] == Self.at { self = .email }
    }
  }

  /// Whether the words of an alias are searched: an e-mail address is searched by prefix only.
  @inline(__always)
  static func hasWords(_ alias: Range<Int>, _ folded: Span<UInt8>) -> Bool {
    AliasForm(folded.extracting(searched(alias, folded))) != .email
  }

  /// The part of a folded alias that is searched.
  @inline(__always)
  static func searched(_ alias: Range<Int>, _ folded: Span<UInt8>) -> Range<Int> {
    if alias.isEmpty || folded[alias.lowerBound] != at { return alias }
    return alias.lowerBound + 1..<alias.upperBound
  }
}
