import JSONText

@testable import MentionsServer

extension SettingsDeclaration {
  /// Markdown tables of all keys and of the kinds of sources, for the page *Settings*.
  static func reference() -> String {
    var rows: [[String]] = []
    for key in record.keys where key.home != .files {
      SettingsReference.add(key, prefix: "", to: &rows)
    }
    let sources = SourceDeclaration.kinds.map { kind in
      [
        code(kind.name), kind.documentation + (kind.needsTrust ? " Needs trust." : ""),
        kind.record.keys.map(SettingsReference.member).joined(separator: "<br>"),
      ]
    }
    return SettingsReference.table(["key", "value", "default", "meaning"], rows)
      + "\nA source's `type` and its members:\n\n"
      + SettingsReference.table(["type", "entities from", "members"], sources)
  }

  fileprivate static func code(_ text: String) -> String { "`" + text + "`" }
}

/// Keys as rows of tables.
enum SettingsReference {
  static func add(_ key: SettingKey, prefix: String, to rows: inout [[String]]) {
    let name = prefix + key.name
    var text = key.documentation
    if case .choice(let choices) = key.shape {
      text += " " + choices.map { "`\($0.name)`: \($0.documentation)" }.joined(separator: "; ") + "."
    }
    if key.home == .initializationOptions { text += " Only in `initializationOptions`." }
    rows.append([SettingsDeclaration.code(name), value(of: key.shape), standard(of: key), text])
    switch key.shape {
    case .record(let record): for member in record.keys { add(member, prefix: name + ".", to: &rows) }
    case .list(.record(let record), _):
      for member in record.keys { add(member, prefix: name + "[].", to: &rows) }
    default: break
    }
  }

  /// `path` (required): … Default `2000`.
  static func member(_ key: SettingKey) -> String {
    var text = SettingsDeclaration.code(key.name) + (key.isRequired ? " (required)" : "") + ": "
    text += key.documentation
    if case .object(let object)? = key.standard, object.isEmpty { return text }
    if let standard = key.standard, standard != "" {
      text += " Default \(SettingsDeclaration.code(standard.description))."
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
    case .named(let names, _): "object by \(names)"
    case .kinds(let tag, _): "object with `\(tag)`"
    case .either(let first, let second): "\(value(of: first)) or \(value(of: second))"
    }
  }

  /// Of longer lists only the beginning is shown.
  static let mostListed = 5

  /// Objects whose members have rows of their own show no default here.
  private static func standard(of key: SettingKey) -> String {
    guard let standard = key.standard else { return key.isRequired ? "required" : "" }
    switch key.shape {
    case .record: return ""
    case .list(.record(let record), _):
      let name = record.keys.first(where: \.isRequired)?.name ?? ""
      return (standard.arrayValue ?? []).compactMap { $0[name]?.stringValue }
        .map(SettingsDeclaration.code).joined(separator: ", ")
    case .named(_, .kinds):
      return (standard.objectValue?.members ?? []).map { SettingsDeclaration.code($0.name) }
        .joined(separator: ", ")
    case .list where (standard.arrayValue ?? []).count > mostListed:
      let first = JSONValue.array(Array((standard.arrayValue ?? []).prefix(mostListed)))
      return SettingsDeclaration.code(String(first.description.dropLast()) + ",…]")
    default: return SettingsDeclaration.code(standard.description)
    }
  }

  static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows.map { $0.map { escaped($0) } }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// A bar ends a cell, even in code.
  private static func escaped(_ cell: String) -> String {
    cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
