import Entities
import EntitySources
import JSONText
import Mentions

/// Validates settings against their declaration, and removes invalid ones.
///
/// The remaining settings can be read without further checks. Each invalid value is one finding:
/// - an invalid top-level key is removed, so that the layer below applies;
/// - an invalid member of a trigger or a source gets its default; if the member is required, the trigger or source is
///   removed;
/// - an invalid item is removed from its list; if no item remains, or if the list is indivisible, the list is removed.
struct SettingsValidator {
  let origin: SettingsOrigin
  private(set) var findings: [UnlocatedProblem] = []

  /// The maximum number of reported findings; further ones are only counted.
  fileprivate static let mostFindings = 20
  private var untold = 0

  /// The positions of the values in their file, used to show numbers as written; nil if there is no file.
  private let file: SettingsLocator?

  /// - Parameter file: the positions of the values in their file; nil if they do not come from a file.
  init(origin: SettingsOrigin, file: SettingsLocator? = nil) {
    self.origin = origin
    self.file = file
  }

  /// Returns the valid part of the settings; nil if the whole value has the wrong type.
  mutating func clean(_ value: JSONValue) -> JSONObject? {
    let cleaned = clean(value, as: ServerSettings.shape, at: .root)?.objectValue
    reportDuplicates()
    if untold > 0 {
      findings.append(
        UnlocatedProblem(
          code: .badValue, path: .root, message: "\(untold) more problems", severity: .warning))
    }
    return cleaned
  }

  /// Reports names that occur more than once in one object of the file.
  private mutating func reportDuplicates() {
    for path in file?.duplicates ?? [] {
      report(
        UnlocatedProblem(
          code: .duplicate, path: path, part: .name,
          message: "\(path) occurs more than once; the last value is used",
          severity: .warning))
    }
  }

  private func excerpt(_ value: JSONValue, at path: SettingsPath) -> String {
    if value.kind == .number, let written = file?.text(of: path, atMost: JSONExcerpt.longest) {
      return written
    }
    return JSONExcerpt.of(value)
  }

  private mutating func report(_ finding: UnlocatedProblem) {
    if findings.count < Self.mostFindings { findings.append(finding) } else { untold += 1 }
  }

  private mutating func clean(_ value: JSONValue, as shape: SettingShape, at path: SettingsPath) -> JSONValue?
  {
    switch (shape, value) {
    case (.boolean, .bool): return value
    case (.whole(let range), _):
      if let number = value.intValue, range.contains(number) { return .integer(number) }
    case (.text(let rule), .string(let text)):
      if rule.admits(text) { return value }
      let fault = rule.fault(text).map { " (\($0))" } ?? ""
      report(.bad(path, is: JSONExcerpt.of(value), expected: shape.expectation + fault))
      return nil
    case (.choice(let choices), .string(let text)):
      let names = choices.map(\.name)
      if names.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { return value }
      let hint = NearestName.of(text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
      report(.bad(path, is: JSONExcerpt.of(value), expected: shape.expectation + hint))
      return nil
    case (.list(let item, let rule), .array(let items)):
      return list(items, of: item, rule, at: path)
    case (.record(let keys), .object(let object)):
      return members(of: object, keys, at: path).map(JSONValue.object)
    case (.named(let names, let item, let isRemovable), .object(let object)):
      return named(object, names, item, isRemovable: isRemovable, at: path)
    case (.kinds(let kinds), .object(let object)):
      return source(object, kinds, at: path)
    case (.either(let first, let second), _):
      let inner = Self.accepts(second, value.kind) ? second : first
      if Self.accepts(inner, value.kind) { return clean(value, as: inner, at: path) }
    case (.anyObject, .object): return value
    default: break
    }
    report(.bad(path, is: excerpt(value, at: path), expected: shape.expectation))
    return nil
  }

  private static func accepts(_ shape: SettingShape, _ kind: JSONKind) -> Bool {
    switch shape {
    case .boolean: kind == .bool
    case .whole: kind == .number
    case .text, .choice: kind == .string
    case .list: kind == .array
    case .record, .named, .kinds, .anyObject: kind == .object
    case .either(let first, let second): accepts(first, kind) || accepts(second, kind)
    }
  }

  // MARK: Lists

  private mutating func list(
    _ items: [JSONValue], of shape: SettingShape, _ rule: SettingListRule, at path: SettingsPath
  ) -> JSONValue? {
    guard items.count >= rule.minimum else {
      report(.bad(path, is: JSONExcerpt.of(.array(items)), expected: rule.expectation))
      return nil
    }
    var kept: [JSONValue] = []
    var seen: [JSONValue: Int] = [:]
    for (index, item) in items.enumerated() {
      guard let cleaned = clean(item, as: shape, at: path.item(index)) else {
        if rule.isIndivisible { return nil }
        continue
      }
      if let unique = rule.unique, let value = cleaned[unique] {
        if let first = seen[value] {
          report(
            UnlocatedProblem(
              code: .duplicate, path: path.item(index).member(unique),
              message:
                "\(path.item(index).member(unique)) is \(JSONExcerpt.of(value)), which \(path.item(first)) "
                + "already has; each value may occur only once"))
          continue
        }
        seen[value] = index
      }
      kept.append(cleaned)
    }
    if let (index, expected) = rule.fault?(kept) {
      report(.bad(path.item(index), is: JSONExcerpt.of(kept[index]), expected: expected))
      return nil
    }
    return kept.isEmpty && !items.isEmpty ? nil : .array(kept)
  }

  // MARK: Objects

  /// Validates the members of an object, and reports the invalid ones.
  ///
  /// - Parameter tag: the name of the member that contains the kind of a source, and that the caller validates; nil for
  ///   other objects.
  /// - Returns: the valid members; nil if a required member is missing or invalid.
  private mutating func members(
    of object: JSONObject, _ keys: [SettingKey], at path: SettingsPath, tag: String? = nil
  ) -> JSONObject? {
    var result = JSONObject()
    var spoiled: Set<String> = []
    for (name, value) in object.members where name != tag {
      guard let key = keys.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
        unknown(name, keys, tag, at: path)
        continue
      }
      // Clients send null for settings that the user has not set.
      if path == .root, origin.isClient, value.isNull { continue }
      guard key.home.admits(origin) else {
        report(
          UnlocatedProblem(
            code: .misplaced, path: path.member(name), part: .name,
            message: "\(path.member(name)) is only allowed in \(key.home.location); it is ignored here",
            severity: key.home == .personal ? .error : .warning))
        continue
      }
      if let instead = key.instead {
        report(
          UnlocatedProblem(
            code: .misplaced, path: path.member(name), part: .name,
            message: "\(path.member(name)) is deprecated; use \"\(instead)\" instead",
            severity: .warning))
      }
      if let cleaned = clean(value, as: key.shape, at: path.member(name)) {
        result[key.name] = cleaned
      } else {
        spoiled.insert(key.name)
      }
    }
    for key in keys where key.isRequired && result[key.name] == nil {
      if !spoiled.contains(key.name) { missing(key.name, key.shape.expectation, at: path) }
      return nil
    }
    return result
  }

  private mutating func named(
    _ object: JSONObject, _ names: String, _ shape: SettingShape, isRemovable: Bool, at path: SettingsPath
  ) -> JSONValue? {
    guard object.count <= SettingShape.mostNames else {
      report(
        .bad(
          path, is: "an object with \(object.count) members", expected: "at most \(SettingShape.mostNames)"))
      return nil
    }
    var result = JSONObject()
    for (name, value) in object.members {
      if name.isEmpty || !ShownText.isClean(name) {
        let fault = name.isEmpty ? "an empty name" : "invisible characters in its name"
        report(
          UnlocatedProblem(
            code: .badValue, path: path.member(name), part: .name,
            message: "\(path) has a member with \(fault), expected the name of a \(names)"))
      } else if value.isNull, isRemovable {
        result[name] = value
      } else if let cleaned = clean(value, as: shape, at: path.member(name)) {
        result[name] = cleaned
      }
    }
    return .object(result)
  }

  private mutating func source(
    _ object: JSONObject, _ kinds: [SourceKind], at path: SettingsPath
  ) -> JSONValue? {
    let tag = SourceKind.tag
    let types = SettingShape.choice(kinds.map { SettingChoice($0.name, $0.documentation) })
    guard let given = object[tag] else {
      missing(tag, types.expectation, at: path)
      return nil
    }
    guard let name = clean(given, as: types, at: path.member(tag))?.stringValue,
      let kind = kinds.first(where: { $0.name == name }),
      let members = members(of: object, kind.keys, at: path, tag: tag)
    else { return nil }
    return .object(JSONObject([(tag, .string(name))] + members.members))
  }

  // MARK: Findings

  private mutating func missing(_ name: String, _ expectation: String, at path: SettingsPath) {
    report(
      UnlocatedProblem(
        code: .missing, path: path.member(name), anchor: path,
        message: "\(path.member(name)) is missing, expected \(expectation)"))
  }

  private mutating func unknown(
    _ name: String, _ keys: [SettingKey], _ tag: String?, at path: SettingsPath
  ) {
    // Suggesting a name is the slowest step, so it is skipped for findings that are only counted.
    guard findings.count < Self.mostFindings else {
      untold += 1
      return
    }
    let known = keys.filter { $0.home.admits(origin) }.map(\.name) + (tag.map { [$0] } ?? [])
    report(
      UnlocatedProblem(
        code: .unknownKey, path: path.member(name), part: .name,
        message: "\(path.member(name)) is not a setting" + NearestName.hint(for: name, among: known),
        severity: .warning))
  }
}

extension NearestName {
  /// Returns `; did you mean "x"?`; if no name is similar enough, a list of the first 20 known names; an empty string
  /// if no names are known.
  fileprivate static func hint(for name: String, among known: [String]) -> String {
    if let near = of(name, among: known) { return "; did you mean \(JSONExcerpt.of(.string(near)))?" }
    guard !known.isEmpty else { return "" }
    return "; known names: " + known.prefix(20).map { JSONExcerpt.of(.string($0)) }.joined(separator: ", ")
  }
}

/// Describes a value on one line of a message: as JSON, with long strings clipped. A list or object that is not empty
/// is described only by its type.
enum JSONExcerpt {
  fileprivate static let longest = 40

  static func of(_ value: JSONValue) -> String {
    switch value {
    case .string(let text):
      let head = text.unicodeScalars.prefix(longest + 1)
      guard head.count > longest else { return value.description }
      return JSONValue.string(String(String.UnicodeScalarView(head.prefix(longest))) + "…").description
    case .array(let items) where items.isEmpty: return "[]"
    case .array: return "a list"
    case .object(let object) where object.isEmpty: return "{}"
    case .object: return "an object"
    case .null, .bool, .integer, .double: return value.description
    }
  }
}

// MARK: - References

/// Finds names of sources and kinds of forges that do not exist, and of languages that are probably misspelled.
struct SettingsReferences {
  private let layers: [SettingsLayer]
  private let settings: ServerSettings
  /// The known names in order of appearance: among equally similar names, the first is suggested.
  private let known: [String]
  private let knownSet: Set<String>

  /// Treats every source name in any layer as known. Sources that were removed are absent on purpose; invalid and
  /// withheld ones have already been reported.
  init(_ layers: [SettingsLayer], _ settings: ServerSettings) {
    self.layers = layers
    self.settings = settings
    let objects = [settings.sourceObjects] + layers.compactMap { $0.written?.at(.sources)?.objectValue }
    var seen: Set<String> = []
    known = objects.flatMap { $0.members.map(\.name) }.filter { seen.insert($0).inserted }
    knownSet = seen
  }

  /// One problem for each such name: in the effective triggers and implicit mentions, and in the formats and hosts of
  /// all layers. At most ``SettingsValidator/mostFindings``.
  func problems() -> [SettingsProblem] {
    var problems: [SettingsProblem] = []
    if let layer = layer(settings.origin(of: .triggers)) {
      let count = layer.written?.at(.triggers)?.arrayValue?.count ?? 0
      for trigger in (0..<count).map(SettingsPath.triggers.item) {
        check(trigger.member("sources"), in: layer, &problems)
        checkLanguages(trigger.member("languages"), in: layer, &problems)
        checkLanguages(trigger.member("exclude"), in: layer, &problems)
        checkFormats(trigger.member("insert"), in: layer, &problems)
      }
    }
    let implicit = SettingsPath.root.member("implicit").member("sources")
    if let layer = layer(settings.origin(of: implicit)) { check(implicit, in: layer, &problems) }
    for layer in layers {
      checkFormats(.root.member("insert"), in: layer, &problems)
      checkHosts(in: layer, &problems)
    }
    return problems
  }

  // MARK: Languages

  private func checkLanguages(
    _ path: SettingsPath, in layer: SettingsLayer, _ problems: inout [SettingsProblem]
  ) {
    for (index, item) in (layer.written?.at(path)?.arrayValue ?? []).enumerated() {
      guard let name = item.stringValue else { continue }
      check(language: name, at: path.item(index), .value, in: layer, &problems)
    }
  }

  private func checkFormats(
    _ path: SettingsPath, in layer: SettingsLayer, _ problems: inout [SettingsProblem]
  ) {
    for (name, _) in layer.written?.at(path)?.objectValue?.members ?? [] {
      check(
        language: name, at: path.member(name), .name, in: layer, others: InsertTemplates.places, &problems)
    }
  }

  /// Clients may use languages that are not known here, so only a name that resembles a known one is reported.
  ///
  /// - Parameter others: the names that are allowed instead of a language.
  private func check(
    language name: String, at path: SettingsPath, _ part: SettingsLocator.Part, in layer: SettingsLayer,
    others: [String] = [], _ problems: inout [SettingsProblem]
  ) {
    guard problems.count < SettingsValidator.mostFindings, !LanguageID.isKnown(name), !others.contains(name),
      let near = NearestName.misspelled(name, among: others + LanguageID.known)
    else { return }
    let finding = UnlocatedProblem(
      code: .badValue, path: path, part: part,
      message: "\(path) names no known language; did you mean \(JSONExcerpt.of(.string(near)))?",
      severity: .warning)
    problems.append(finding.located(in: layer.origin, layer.locator))
  }

  // MARK: Forges

  private func checkHosts(in layer: SettingsLayer, _ problems: inout [SettingsProblem]) {
    let hosts = SettingsPath.root.member("hosts")
    guard let valid = layer.value?["hosts"]?.objectValue?.members, !valid.isEmpty else { return }
    // Reads the presets, which takes a tenth of the time of a start.
    let kinds = Forges.kinds + settings.presets.members.map(\.name)
    for (host, kind) in valid {
      guard problems.count < SettingsValidator.mostFindings, let kind = kind.stringValue,
        !kinds.contains(kind)
      else { continue }
      let finding = UnlocatedProblem(
        code: .badValue, path: hosts.member(host), part: .value,
        message: "\(hosts.member(host)) names no known kind of forge"
          + NearestName.hint(for: kind, among: kinds),
        severity: .warning)
      problems.append(finding.located(in: layer.origin, layer.locator))
    }
  }

  // MARK: Sources

  private func layer(_ origin: SettingsOrigin) -> SettingsLayer? { layers.last { $0.origin == origin } }

  private func check(_ path: SettingsPath, in layer: SettingsLayer, _ problems: inout [SettingsProblem]) {
    for (index, item) in (layer.written?.at(path)?.arrayValue ?? []).enumerated() {
      guard problems.count < SettingsValidator.mostFindings else { return }
      guard let name = item.stringValue, !name.isEmpty, !SourceList.isKnown(name, among: knownSet) else {
        continue
      }
      let finding = UnlocatedProblem(
        code: .unknownSource, path: path.item(index),
        message: "\(path.item(index)) is \(JSONExcerpt.of(item)), expected the name of a source"
          + NearestName.hint(for: name, among: known))
      problems.append(finding.located(in: layer.origin, layer.locator))
    }
  }
}
