import JSONText
import Mentions

extension MentionsPolicy.Deletion: SettingValue {}

extension MentionsPolicy {
  /// The policy that settings describe. What is not a setting is as in ``MentionsPolicy/standard``.
  ///
  /// - Parameter sources: the names of those there are; others that a trigger names are left out.
  init(_ values: JSONObject, sources: [String]) {
    typealias Keys = SettingsDeclaration
    self = .standard
    let names = Set(sources)
    let isKnown = { SettingsReferences.isKnown($0, among: names) }
    triggers = Keys.triggers.value(in: values).map { Trigger($0, isKnown) }
    implicit = Implicit(Keys.implicit.value(in: values), isKnown)
    deletion = Keys.deletion.value(in: values)
    lightUp = Keys.lightUp.value(in: values)
    limit = Keys.limit.value(in: values)
    continueAfterEmptyResults = Keys.continueAfterEmptyResults.value(in: values)
  }
}

extension MentionsPolicy.Trigger {
  fileprivate init(_ value: JSONObject, _ isKnown: (String) -> Bool) {
    typealias Keys = TriggerDeclaration
    self.init(
      character: value[Keys.character.name]?.stringValue ?? "",
      sources: Keys.sources.value(in: value).filter(isKnown),
      allowSpaces: Keys.allowSpaces.value(in: value), languages: Keys.languages.value(in: value),
      exclude: Keys.exclude.value(in: value), insert: InsertTemplates(Keys.insert.value(in: value)))
  }
}

extension MentionsPolicy.Implicit {
  fileprivate init(_ value: JSONObject, _ isKnown: (String) -> Bool) {
    typealias Keys = ImplicitDeclaration
    self.init(
      minimumLength: Keys.minimumLength.value(in: value), anyCase: Keys.anyCase.value(in: value),
      sources: Keys.sources.value(in: value).filter(isKnown), ignore: Keys.ignore.value(in: value),
      insert: InsertTemplates(Keys.insert.value(in: value)))
  }
}

extension InsertTemplates {
  fileprivate init(_ value: JSONObject) {
    typealias Keys = InsertDeclaration
    let others = [Keys.fallback, Keys.trailer, Keys.codeowners].map(\.key.name)
    var byLanguage: [String: InsertFormat] = [:]
    for (language, template) in value.members where !others.contains(language) {
      byLanguage[language] = template.stringValue.flatMap { try? InsertFormat($0) }
    }
    self.init(
      fallback: (try? InsertFormat(Keys.fallback.value(in: value))) ?? .name, byLanguage: byLanguage,
      trailer: (try? InsertFormat(Keys.trailer.value(in: value)))?.inTrailers ?? .trailer,
      codeowners: (try? InsertFormat(Keys.codeowners.value(in: value)))?.inCodeowners ?? .codeowners)
  }
}
