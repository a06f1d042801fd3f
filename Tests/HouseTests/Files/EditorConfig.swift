import Foundation

/// What `.editorconfig` says, and whether the checkout keeps it.
struct EditorConfig {
  /// Sections in order: a later one overrides an earlier one, property by property.
  private(set) var sections: [(pattern: String, properties: [String: String])] = []

  init(_ text: String) {
    for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if line.hasPrefix("[") {
        sections.append((String(line.dropFirst().dropLast()), [:]))
      } else if !line.hasPrefix("#"), let equals = line.firstIndex(of: "="), !sections.isEmpty {
        let (key, value) = (line[..<equals], line[line.index(after: equals)...])
        sections[sections.count - 1].properties[key.trimmingCharacters(in: .whitespaces)] =
          value.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  func properties(for path: String) -> [String: String] {
    sections.filter { Self.matches($0.pattern, path) }.reduce(into: [:]) { all, section in
      all.merge(section.properties) { $1 }
    }
  }

  /// The patterns that are used here: `*`, `*.py`, `Tests/{A,B/C}/**`.
  private static func matches(_ pattern: String, _ path: String) -> Bool {
    if pattern == "*" { return true }
    if pattern.hasPrefix("*.") { return path.hasSuffix(pattern.dropFirst()) }
    guard let open = pattern.firstIndex(of: "{"), let close = pattern.firstIndex(of: "}") else {
      return false
    }
    return pattern[pattern.index(after: open)..<close].split(separator: ",").contains {
      path.hasPrefix(pattern[..<open] + $0 + "/")
    }
  }

  /// Files that do not keep to `.editorconfig`. The formatters check the lengths of lines.
  static func violations(in tree: SourceTree) -> [Violation] {
    guard let file = tree.files.first(where: { $0.path == ".editorconfig" }) else {
      return [Violation(path: ".editorconfig", reason: "no such file")]
    }
    let config = EditorConfig(file.text)
    return tree.files.flatMap { file -> [Violation] in
      let properties = config.properties(for: file.path)
      var found: [Violation] = []
      if properties["insert_final_newline"] == "true", !file.text.isEmpty, file.text.utf8.last != 0x0A {
        found.append(Violation(path: file.path, reason: "no line end at its end"))
      }
      if properties["end_of_line"] == "lf", file.text.utf8.contains(0x0D) {
        found.append(Violation(path: file.path, reason: "a carriage return"))
      }
      for (number, line) in file.lines {
        if properties["indent_style"] == "space", line.utf8.first == 0x09 {
          found.append(Violation(path: file.path, line: number, reason: "indented with a tab"))
        }
        if properties["trim_trailing_whitespace"] == "true", line.last == " " || line.last == "\t" {
          found.append(Violation(path: file.path, line: number, reason: "white space at its end"))
        }
      }
      return found
    }
  }
}
