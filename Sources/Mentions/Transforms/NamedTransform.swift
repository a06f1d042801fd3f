/// A transform with the names by which hosts and people know it.
public struct NamedTransform: Hashable, Sendable {
  /// As in `mentions/transform` and on the command line: `reverse`, `format:@:markdown`.
  public let name: String
  /// For a menu, in the imperative.
  public let title: String
  public let transform: TextTransform
}

extension MentionsPolicy {
  /// The transforms that there are: those of text, those of mentions, and one for each format of the settings. Formats
  /// are named by trigger and language or place, `implicit` in place of the trigger where there is none:
  /// `format:@:default`, `format:@:markdown`, `format:implicit:trailer`.
  ///
  /// - Parameter column: where `wrap` breaks lines; nil: ``wrapColumn``.
  public func transforms(wrappingAt column: Int? = nil) -> [NamedTransform] {
    let trigger = triggers.first?.character ?? "@"
    let column = column ?? wrapColumn
    let standard: [(String, String, TextTransform)] = [
      ("reverse", "Reverse", .reverse),
      ("rot13", "ROT13", .rot13),
      ("upper", "Change to Upper Case", .upper),
      ("lower", "Change to Lower Case", .lower),
      ("title", "Change to Title Case", .title),
      ("sortLines", "Sort Lines", .sortLines),
      ("joinLines", "Join Lines", .joinLines),
      ("wrap", "Wrap at Column \(column)", .wrap(column: column)),
      ("asName", "Write Mention as Name", .write(.name)),
      ("asHandle", "Write Mention as Handle", .write(.handle(trigger: trigger))),
      ("asMail", "Write Mention as Name and E-Mail Address", .write(.mail)),
      ("asLink", "Write Mention as Markdown Link", .write(.link)),
      ("asPlainText", "Turn Mention into Plain Text", .plainText),
    ]
    return standard.map { NamedTransform(name: $0.0, title: $0.1, transform: $0.2) }
      + triggers.flatMap { Self.formats(of: $0.character, $0.insert) } + Self.formats(of: "", implicit.insert)
  }

  /// The transform of a name; nil where there is none.
  ///
  /// - Parameters:
  ///   - name: one of those of ``transforms(wrappingAt:)``.
  ///   - column: where `wrap` breaks lines; nil: ``wrapColumn``.
  public func transform(named name: String, wrappingAt column: Int? = nil) -> NamedTransform? {
    transforms(wrappingAt: column).first { $0.name == name }
  }

  private static func formats(of trigger: String, _ templates: InsertTemplates) -> [NamedTransform] {
    let byLanguage = templates.byLanguage.sorted { $0.key < $1.key }
    let all =
      [("default", templates.fallback)] + byLanguage
      + [("trailer", templates.trailer), ("codeowners", templates.codeowners)]
    return all.map { place, format in
      NamedTransform(
        name: "format:\(trigger.isEmpty ? "implicit" : trigger):\(place)",
        title: "Write Mention as \(format.template)",
        transform: .write(.format(format, trigger: trigger)))
    }
  }

  /// The formats that may have written a mention, with their control characters.
  var allFormats: [(format: InsertFormat, trigger: String)] {
    (triggers.map { ($0.insert, $0.character) } + [(implicit.insert, "")]).flatMap { templates, trigger in
      ([templates.fallback, templates.trailer, templates.codeowners] + templates.byLanguage.values)
        .map { ($0, trigger) }
    }
  }
}
