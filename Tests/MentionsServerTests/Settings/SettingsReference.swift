import JSONText

@testable import MentionsServer

/// Markdown tables of all keys and of the kinds of sources, for the page *Settings*.
enum SettingsReference {
  static func tables() -> String {
    let sources = SourceSettings.kinds.map { kind in
      [
        code(kind.name), kind.documentation + (kind.needsTrust ? " Needs trust." : ""),
        kind.keys.map(member).joined(separator: "<br>"),
      ]
    }
    return table(of: ServerSettings.common)
      + "\nA source's `type` and its members:\n\n" + table(["type", "entities from", "members"], sources)
      + "\n### Advanced\n\n" + table(of: ServerSettings.advanced)
      + "\n### For authors of editor plug-ins\n\n"
      + "An editor's plug-in sends these in `initializationOptions`; they are not allowed elsewhere.\n\n"
      + table(of: ServerSettings.ofHosts)
  }

  private static func table(of settings: [SettingRow<ServerSettings>]) -> String {
    var rows: [[String]] = []
    for row in settings where row.key.home != .files { add(row.key, prefix: "", to: &rows) }
    return table(["key", "value", "default", "meaning"], rows)
  }

  private static func code(_ text: String) -> String { "`" + text + "`" }

  /// Adds a key and, below it, those of the objects that it contains.
  private static func add(_ key: SettingKey, prefix: String, to rows: inout [[String]]) {
    let name = prefix + key.name
    var text = key.documentation
    if case .choice(let choices) = key.shape {
      text += " " + choices.map { "`\($0.name)`: \($0.documentation)" }.joined(separator: "; ") + "."
    }
    rows.append([code(name), value(of: key.shape), standard(of: key), text])
    switch key.shape {
    case .record(let keys): for member in keys { add(member, prefix: name + ".", to: &rows) }
    case .list(.record(let keys), _): for member in keys { add(member, prefix: name + "[].", to: &rows) }
    default: break
    }
  }

  /// `path` (required): … Default `2000`.
  private static func member(_ key: SettingKey) -> String {
    var text = code(key.name) + (key.isRequired ? " (required)" : "") + ": "
    text += key.documentation
    if case .object(let object)? = key.standard, object.isEmpty { return text }
    if let standard = key.standard, standard != "" {
      text += " Default \(code(standard.description))."
    }
    return text
  }

  private static func value(of shape: SettingShape) -> String {
    switch shape {
    case .boolean: "`true`, `false`"
    case .whole(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .text: "text"
    case .choice(let choices): choices.map { "`\"\($0.name)\"`" }.joined(separator: ", ")
    case .list(.record, _): "list of objects"
    case .list: "list of texts"
    case .record, .anyObject: "object"
    case .named(let names, _, _): "object by \(names)"
    case .kinds: "object with `type`"
    case .either(let first, let second): "\(value(of: first)) or \(value(of: second))"
    }
  }

  /// Objects whose members have rows of their own show no default here.
  private static func standard(of key: SettingKey) -> String {
    guard let standard = key.standard else { return key.isRequired ? "required" : "" }
    switch key.shape {
    case .record: return ""
    case .list(.record(let keys), _):
      let name = keys.first(where: \.isRequired)?.name ?? ""
      return (standard.arrayValue ?? []).compactMap { $0[name]?.stringValue }.map(code).joined(
        separator: ", ")
    case .named(_, .kinds, _):
      return (standard.objectValue?.members ?? []).map { code($0.name) }.joined(separator: ", ")
    default: return code(standard.description)
    }
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows.map { $0.map { escaped($0) } }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// A bar ends a cell, even in code.
  private static func escaped(_ cell: String) -> String {
    cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
