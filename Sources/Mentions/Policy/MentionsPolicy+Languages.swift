extension MentionsPolicy.Trigger {
  /// Whether it is offered by itself in a language. `*` in ``languages`` means all.
  package func isOffered(in languageID: String) -> Bool {
    let canonical = LanguageID.canonical(languageID)
    func names(_ list: [String]) -> Bool {
      list.contains { $0 == "*" || $0 == languageID || LanguageID.canonical($0) == canonical }
    }
    return !isPathExcluded && names(languages) && !names(exclude)
  }
}
