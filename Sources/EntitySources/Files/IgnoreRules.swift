/// The patterns of one `.gitignore` (gitignore(5)).
struct IgnoreRules {
  private struct Rule {
    var glob: Glob
    var isForFolders: Bool
    var isNegated: Bool
  }

  /// Bytes of the file that are read, and patterns that are kept: each is tried on each name.
  static let sizeLimit = 1 << 16
  private static let mostRules = 1000

  private let rules: [Rule]

  init(_ bytes: [UInt8]) {
    var rules: [Rule] = []
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) where rules.count < Self.mostRules {
      var line = line
      // White space at the end counts only where it is escaped.
      while let last = line.last, last == 0x20 || last == 9, line.dropLast().last != UInt8(ascii: "\\") {
        line.removeLast()
      }
      if line.first == UInt8(ascii: "#") { continue }
      let isNegated = line.first == UInt8(ascii: "!")
      if isNegated { line.removeFirst() }
      let isForFolders = line.last == UInt8(ascii: "/")
      let pattern = String(decoding: line, as: UTF8.self)
      guard pattern.utf8.contains(where: { $0 != UInt8(ascii: "/") }) else { continue }
      rules.append(
        Rule(glob: Glob(pattern, braces: false), isForFolders: isForFolders, isNegated: isNegated))
    }
    self.rules = rules
  }

  /// Whether a name is ignored; nil where no pattern says so. `path` is relative to the file's folder. The last
  /// pattern that matches decides.
  func verdict(on path: String, isFolder: Bool) -> Bool? {
    for rule in rules.reversed() where isFolder || !rule.isForFolders {
      if rule.glob.matches(path) { return !rule.isNegated }
    }
    return nil
  }
}
