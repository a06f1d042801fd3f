import Entities
import TextModel

/// The insert formats of a trigger, by language and by position.
public struct InsertTemplates: Hashable, Sendable {
  /// For languages without their own format (`default` in the settings).
  public var fallback: InsertFormat
  /// The formats by LSP language identifier, or by another spelling of it (`git-commit` for `gitcommit`).
  public var byLanguage: [String: InsertFormat]
  /// The format for trailers of commit messages, regardless of the language.
  public var trailer: InsertFormat
  /// The format for CODEOWNERS, regardless of the language.
  public var codeowners: InsertFormat

  public init(
    fallback: InsertFormat, byLanguage: [String: InsertFormat] = [:], trailer: InsertFormat = .trailer,
    codeowners: InsertFormat = .codeowners
  ) {
    self.fallback = fallback
    self.byLanguage = byLanguage
    self.trailer = trailer
    self.codeowners = codeowners
  }

  /// `{name}`, except at positions that need another format.
  public static let standard = InsertTemplates(fallback: .name)

  /// The format for a position in a document of a language.
  func format(for languageID: String, at place: InsertPlace) -> InsertFormat {
    switch place {
    case .text: format(for: languageID)
    case .trailer: trailer
    case .codeowners: codeowners
    }
  }

  /// The format for a language: its own, else that of its canonical identifier, else that of another identifier with
  /// the same canonical one, else ``fallback``.
  ///
  /// - Complexity: O(1) for a language with its own format, else O(n log n) in the formats.
  public func format(for languageID: String) -> InsertFormat {
    if byLanguage.isEmpty { return fallback }
    if let own = byLanguage[languageID] { return own }
    let canonical = LanguageID.canonical(languageID)
    if let own = byLanguage[canonical] { return own }
    let alias = byLanguage.keys.sorted().first { LanguageID.canonical($0) == canonical }
    return alias.flatMap { byLanguage[$0] } ?? fallback
  }
}

/// A position that needs its own format (<doc:Behaviour>, section 9).
enum InsertPlace: Hashable, Sendable, CaseIterable {
  case text
  /// After `Co-authored-by: `, `Reviewed-by: ` or any other `…-by: ` in a commit message.
  case trailer
  case codeowners
}

enum TrailerLine {
  /// Whether an offset is after the token of a trailer such as `Reviewed-by: `. Reads at most 128 bytes of the line.
  static func contains(_ offset: TextOffset, in text: IndexedText) -> Bool {
    let start = text.lines.start(ofLine: text.lines.line(at: offset))
    let head = text.buffer.bytes(in: TextRange(start, min(offset, start + 128)))
    guard let colon = head.firstIndex(of: UInt8(ascii: ":")), colon > suffix.count else { return false }
    let token = head[..<colon]
    let isToken = token.allSatisfy { $0 == UInt8(ascii: "-") || ($0 < 0x80 && CharacterClass.isNormal($0)) }
    guard isToken, token.suffix(suffix.count).map({ $0 | 0x20 }) == suffix else { return false }
    return colon + 1 < head.count ? head[colon + 1] == 0x20 || head[colon + 1] == 9 : true
  }

  /// The suffix in lower case. A bitwise or with 0x20 changes only the case of these bytes.
  private static let suffix = Array("-by".utf8)
}
