/// The insert formats of a trigger, by language.
public struct InsertTemplates: Hashable, Sendable {
  /// For languages that have none of their own (`default` in the settings).
  public var fallback: InsertFormat
  /// By LSP language identifier, also in the spelling of an alias (`git-commit` for `gitcommit`).
  public var byLanguage: [String: InsertFormat]

  public init(fallback: InsertFormat, byLanguage: [String: InsertFormat] = [:]) {
    self.fallback = fallback
    self.byLanguage = byLanguage
  }

  /// `{name}` everywhere.
  public static let standard = InsertTemplates(fallback: .name)

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
