/// Who owns which path, by a CODEOWNERS file.
///
/// Patterns are GitHub's: the last line that matches decides, also one without owners. Of GitLab's sections each has a
/// last line of its own, and owners of its own for lines without any; sections of one name are one. What a line with `!`
/// matches has no owners in its section.
package struct CodeownersRules: Sendable {
  private struct Rule: Sendable {
    var pattern: OwnedPattern
    var owners: [String]
    var section: Int
    /// Whether it is GitLab's `!pattern`: no other line of the section counts.
    var excludes = false
  }

  private var rules: [Rule] = []
  private var sectionCount = 1

  /// GitHub reads no larger files. In bytes.
  package static let sizeLimit = 3 << 20

  /// Reads the lines of a file; what is no rule is passed over.
  ///
  /// - Parameters:
  ///   - bytes: the file's, a byte order mark included.
  ///   - place: where the file lies, from the repository's root. GitLab's rules hold for one in its folder, and for one
  ///     with sections, which GitHub does not know.
  /// - Complexity: O(n) in its bytes.
  package init(_ bytes: some Sequence<UInt8>, at place: String) {
    let lines = TextFileRule.shown(Array(bytes)).split(separator: 0x0A).map {
      CodeownersLine($0.last == 0x0D ? $0.dropLast() : $0)
    }
    let hasSections = lines.contains { if case .section = $0 { true } else { false } }
    let isGitLab = hasSections || place.hasPrefix(".gitlab/")
    var sections: [String: Int] = [:]
    var section = 0
    var common: [String] = []
    for line in lines {
      let owners = line.owners
      switch line {
      case .nothing: break
      case .section(let name, _):
        let key = String(decoding: name, as: UTF8.self).lowercased()
        section = sections[key] ?? sectionCount
        sections[key] = section
        sectionCount = sections.count + 1
        common = owners
      case .rule(let pattern, _):
        let excludes = isGitLab && pattern.first == UInt8(ascii: "!")
        rules.append(
          Rule(
            pattern: OwnedPattern(excludes ? pattern.dropFirst() : pattern, isGitLab: isGitLab),
            owners: owners.isEmpty ? common : owners, section: section, excludes: excludes))
      }
    }
  }

  /// The owners of a file as the lines name them, each once.
  ///
  /// - Parameter path: from the repository's root, without a slash at its start.
  /// - Complexity: O(rules × path).
  package func owners(of path: String) -> [String] {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    var decided: [Int: [String]] = [:]
    for rule in rules where rule.excludes && rule.pattern.matches(names) { decided[rule.section] = [] }
    for rule in rules.reversed() where decided[rule.section] == nil && rule.pattern.matches(names) {
      decided[rule.section] = rule.owners
      if decided.count == sectionCount { break }
    }
    var seen: Set<String> = []
    return decided.sorted { $0.key < $1.key }.flatMap(\.value).filter {
      seen.insert($0.lowercased()).inserted
    }
  }
}

/// A pattern of CODEOWNERS: as in `.gitignore`, without `!` and `[…]`; one that ends in `/*` holds for files of that
/// folder alone. Upper and lower case are different. GitLab's begin anywhere but with a slash in front.
struct OwnedPattern: Sendable {
  private enum Part: Sendable {
    /// `**`: any folders.
    case folders
    /// `*` and `?` mean any bytes but slashes; `\` makes the next byte ordinary.
    case name([Letter])
  }

  private enum Letter: Hashable, Sendable { case byte(UInt8), any, anything }

  private var parts: [Part] = []
  /// Whether it must be a folder: only what is in it counts.
  private var isFolder = false
  /// Whether it holds for what is in a folder that it names.
  private var holdsInside = true

  init(_ pattern: some Collection<UInt8>, isGitLab: Bool) {
    let pattern = Array(pattern)
    isFolder = pattern.last == UInt8(ascii: "/")
    let names = pattern.split(separator: UInt8(ascii: "/"))
    let slashes = pattern.dropLast(isFolder ? 1 : 0).contains(UInt8(ascii: "/"))
    if names.isEmpty { return }
    if !slashes || isGitLab && pattern.first != UInt8(ascii: "/") { parts.append(.folders) }
    for name in names {
      if name.elementsEqual("**".utf8) {
        parts.append(.folders)
      } else {
        parts.append(.name(Self.letters(name)))
      }
    }
    holdsInside = !slashes || names.last?.elementsEqual("*".utf8) != true
  }

  private static func letters(_ name: ArraySlice<UInt8>) -> [Letter] {
    var letters: [Letter] = []
    var isEscaped = false
    for byte in name {
      switch byte {
      case _ where isEscaped:
        letters.append(.byte(byte))
        isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "*"): if letters.last != .anything { letters.append(.anything) }
      case UInt8(ascii: "?"): letters.append(.any)
      default: letters.append(.byte(byte))
      }
    }
    return letters
  }

  /// Whether it holds for a file.
  ///
  /// - Parameter names: of the folders that the file is in, from the root, and its own.
  /// - Complexity: O(parts × names), each name times its pattern.
  func matches(_ names: [[UInt8]]) -> Bool {
    if parts.isEmpty { return false }
    // For each part the beginnings of the path that all parts before it hold for.
    var reached = [0]
    for (at, part) in parts.enumerated() {
      switch part {
      case .folders:
        // At the end: everything inside, and not the folder itself.
        let least = (reached.first ?? 0) + (at == parts.count - 1 && at > 0 ? 1 : 0)
        reached = least <= names.count ? Array(least...names.count) : []
      case .name(let letters):
        reached = reached.filter { $0 < names.count && Self.holds(letters, names[$0]) }.map { $0 + 1 }
      }
      if reached.isEmpty { return false }
    }
    return reached.contains { $0 == names.count ? !isFolder : holdsInside }
  }

  /// Goes back to the last `*` alone.
  private static func holds(_ letters: [Letter], _ name: [UInt8]) -> Bool {
    var (letter, byte) = (0, 0)
    var star: (letter: Int, byte: Int)?
    while byte < name.count {
      if letter < letters.count, letters[letter] == .anything {
        star = (letter, byte)
        letter += 1
      } else if letter < letters.count, letters[letter] == .any || letters[letter] == .byte(name[byte]) {
        letter += 1
        byte += 1
      } else if let (last, from) = star {
        star = (last, from + 1)
        letter = last + 1
        byte = from + 1
      } else {
        return false
      }
    }
    return letters[letter...].allSatisfy { $0 == .anything }
  }
}
