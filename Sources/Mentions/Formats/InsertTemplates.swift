/// The insert formats of a trigger, by language and by place.
public struct InsertTemplates: Hashable, Sendable {
  /// For languages that have none of their own (`default` in the settings).
  public var fallback: InsertFormat
  /// By LSP language identifier, also in the spelling of an alias (`git-commit` for `gitcommit`).
  public var byLanguage: [String: InsertFormat]
  /// In trailers of commit messages, whatever the language's own.
  public var trailer: InsertFormat
  /// In CODEOWNERS, whatever the language's own.
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

  /// `{name}`, but where the place asks for something else.
  public static let standard = InsertTemplates(fallback: .name)

  /// The format for a place in a document of a language.
  public func format(for languageID: String, at place: InsertPlace) -> InsertFormat {
    switch place {
    case .text: format(for: languageID)
    case .trailer: trailer
    case .codeowners: codeowners
    }
  }

  /// The format for a language: its own, else that of the language it is an alias of, else ``fallback``.
  public func format(for languageID: String) -> InsertFormat {
    if byLanguage.isEmpty { return fallback }
    if let own = byLanguage[languageID] { return own }
    let canonical = LanguageID.canonical(languageID)
    if let own = byLanguage[canonical] { return own }
    let alias = byLanguage.keys.sorted().first { LanguageID.canonical($0) == canonical }
    return alias.flatMap { byLanguage[$0] } ?? fallback
  }
}
