import Entities
import SystemCalls

/// The owners that a CODEOWNERS file names (`"type": "codeowners"`): `@user`, `@org/team`, and e-mail addresses.
/// Supports GitHub's and GitLab's syntax, including GitLab's sections (`[Docs][2] @writers`).
///
/// Each owner yields one entity. Owners that the file names more often come first.
package struct CodeownersSource: LoadableSource {
  package let name: String
  /// The repository's root.
  package let root: String
  package let reach: FileReach

  /// Possible paths of the file; the first that exists is read.
  package static let paths = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"]
  package static let watchedGlob = "**/CODEOWNERS"

  package init(name: String, root: String, reach: FileReach = .anywhere) {
    self.name = name
    self.root = root
    self.reach = reach
  }

  package var inputs: [String]? { Self.paths.map { "\(root)/\($0)" } }

  package func read(_ sink: EntitySink) -> SourceReport {
    var report = SourceReport(watchedPaths: Self.paths.map { "\(root)/\($0)" })
    guard let place = Self.paths.first(where: { Platform.kind(of: "\(root)/\($0)") == .file }) else {
      report.problems = [
        SourceProblem(
          .note, source: name, file: root, "no CODEOWNERS file in the folder, .github, docs or .gitlab")
      ]
      return report
    }
    do throws(SystemError) {
      var collector = RecordCollector(source: name, file: place, problems: SourceProblems(source: name))
      try Self.read(ByteReader(path: "\(root)/\(place)", reach: reach), into: &collector, sink)
      report.problems = collector.problems.list
    } catch {
      report.problems = [
        SourceProblem(.error, source: name, file: place, reach.explanation(of: error))
      ]
    }
    return report
  }

  package func definition(of entity: Entity) -> EntityDefinition? {
    guard let place = Self.paths.first(where: { Platform.kind(of: "\(root)/\($0)") == .file }) else {
      return nil
    }
    let path = "\(root)/\(place)"
    return DefinitionReader.definition(of: entity, in: path, from: name) { () throws(SystemError) in
      try reach.openFile(path)
    } _: { reader, collector in
      try? Self.read(reader, into: &collector) { _ in .kept }
    }
  }

  private struct Owner {
    var text: String
    var patterns = 0
    var line: Int
    /// The ranges in the file of the first line that names the owner, and of the owner in that line. Empty unless a
    /// definition is being searched for.
    var lineRange = 0..<0
    var range = 0..<0
  }

  private static func read(
    _ reader: consuming ByteReader, into collector: inout RecordCollector, _ sink: EntitySink
  ) throws(SystemError) {
    if let encoding = reader.skipByteOrderMark() {
      collector.add(.error, line: 1, "the file is \(encoding), expected UTF-8")
      return
    }
    var lines = LineReader(reader)
    var owners: [Owner] = []
    var places: [String: Int] = [:]
    while let line = lines.next(&collector) {
      if !line.isASCII { collector.checkEncoding(of: lines.bytes.buffer, line.range, line: line.number) }
      for bytes in CodeownersLine(lines.bytes.buffer[line.range]).words {
        let word = String(decoding: bytes, as: UTF8.self)
        guard CodeownersLine.isOwner(word) else {
          collector.add(
            .note, line: line.number,
            "“\(EntityRecord.excerpt(word))” is not an owner (@user, @org/team or an e-mail address); left out"
          )
          continue
        }
        let key = word.lowercased()
        if let place = places[key] {
          owners[place].patterns += 1
        } else {
          places[key] = owners.count
          owners.append(
            Owner(
              text: word, patterns: 1, line: line.number, lineRange: collector.inFile(line.range),
              range: collector.inFile(bytes.indices)))
        }
      }
    }
    if let fault = lines.bytes.fault { throw fault }
    let order = owners.indices.sorted {
      owners[$0].patterns != owners[$1].patterns ? owners[$0].patterns > owners[$1].patterns : $0 < $1
    }
    // The ranges of owners are already file offsets.
    collector.search?.origin = 0
    for index in order {
      let owner = owners[index]
      let signs = owner.text.utf8.prefix { $0 == UInt8(ascii: "@") }.count
      let value = owner.range.dropFirst(signs)
      if signs > 0 {
        collector.note(.handle, at: value.startIndex..<value.endIndex, .owner)
      } else if owner.patterns == 1 {
        // An e-mail address that occurs on several lines cannot be renamed: its other occurrences are not mentions,
        // unlike those of `@ada`.
        collector.note(.email, at: owner.range, .address)
      }
      collector.finish(record(of: owner.text), line: owner.line, at: owner.lineRange, sink)
    }
  }

  private static func record(of owner: String) -> EntityRecord {
    var record = EntityRecord()
    if let handle = CodeownersLine.handle(of: owner) {
      record.name = handle
      record.handle = record.name
      let isTeam = handle.utf8.contains(UInt8(ascii: "/")) || owner.hasPrefix("@@")
      record.kind = isTeam ? "team" : "person"
    } else {
      record.name = String(Substring(owner.utf8.prefix { $0 != UInt8(ascii: "@") }))
      record.email = owner
      record.kind = "person"
    }
    return record
  }
}

// MARK: - Lines

/// A line of a CODEOWNERS file.
enum CodeownersLine: Equatable {
  /// A blank line or a comment.
  case nothing
  /// A section heading of GitLab, such as `[Docs][2] @writers`: the name, and the words after the brackets.
  case section(ArraySlice<UInt8>, [ArraySlice<UInt8>])
  /// A pattern, and the words after it.
  case rule(ArraySlice<UInt8>, [ArraySlice<UInt8>])

  /// - Parameter line: the line without its line ending.
  init(_ line: ArraySlice<UInt8>) {
    var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = rest.first, first != UInt8(ascii: "#") else {
      self = .nothing
      return
    }
    let opens = first == UInt8(ascii: "^") ? rest.dropFirst().first : first
    if opens == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) {
      let name = rest[..<close].drop { $0 != UInt8(ascii: "[") }.dropFirst()
      rest = rest[(close + 1)...]
      if rest.first == UInt8(ascii: "["), let count = rest.firstIndex(of: UInt8(ascii: "]")) {
        rest = rest[(count + 1)...]
      }
      self = .section(name, Self.words(rest))
    } else {
      // Spaces in patterns are escaped by backslashes.
      var isEscaped = false
      let pattern = rest.prefix { byte in
        defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
        return isEscaped || (byte != 0x20 && byte != 0x09)
      }
      self = .rule(pattern, Self.words(rest[pattern.endIndex...]))
    }
  }

  /// The words where owners are expected, including words that are not valid owners.
  fileprivate var words: [ArraySlice<UInt8>] {
    switch self {
    case .nothing: []
    case .section(_, let words), .rule(_, let words): words
    }
  }

  /// The valid owners.
  fileprivate var owners: [String] {
    words.map { String(decoding: $0, as: UTF8.self) }.filter(Self.isOwner)
  }

  private static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    // Also accepts commas and semicolons between owners, and addresses as `mailto:` links, because users write them.
    for word in text.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      if word.first == UInt8(ascii: "#") { break }
      words += word.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }.map(Contact.address)
    }
    return words
  }

  /// Whether a word is `@user`, `@org/team` or an e-mail address.
  static func isOwner(_ word: String) -> Bool {
    guard let handle = handle(of: word) else { return Contact.isAddress(Array(word.utf8)[...]) }
    return handle.utf8.first.map { !"-./".utf8.contains($0) } ?? false
      && handle.utf8.allSatisfy { $0 >= 0x80 || $0.isLetter || $0.isDigit || "-_./".utf8.contains($0) }
  }

  /// The handle of an owner; nil for an e-mail address.
  static func handle(of owner: String) -> String? {
    guard owner.utf8.first == UInt8(ascii: "@") else { return nil }
    // GitLab's roles begin with two at signs: `@@developer`.
    let handle = owner.utf8.dropFirst(owner.hasPrefix("@@") ? 2 : 1)
    return String(Substring(handle))
  }
}

// MARK: - Rules

/// Determines the owners of paths according to a CODEOWNERS file.
///
/// As on GitHub, the last matching line decides, even if it has no owners. GitLab's sections are evaluated separately,
/// and a section's default owners apply to those of its lines that name no owners; sections with the same name are
/// merged. A path that matches a line with `!` has no owners in the section of that line.
package struct CodeownersRules: Sendable {
  private struct Rule: Sendable {
    var pattern: OwnedPattern
    var owners: [String]
    var section: Int
    /// Whether the rule is GitLab's `!pattern`, which overrides all other lines of its section.
    var excludes = false
  }

  private var rules: [Rule] = []
  private var sectionCount = 1

  /// The size limit in bytes; GitHub ignores larger files.
  package static let sizeLimit = 3 << 20

  /// Parses a file. Lines that are neither rules nor sections are ignored.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file, possibly with a byte order mark.
  ///   - place: the path of the file relative to the repository's root. GitLab's rules apply to a file in `.gitlab`,
  ///     and to a file with sections, which GitHub does not support.
  /// - Complexity: O(bytes).
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

  /// The owners of a file as spelled in the rules, without duplicates.
  ///
  /// - Parameter path: relative to the repository's root, without a leading slash.
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

/// A CODEOWNERS pattern. The syntax is that of `.gitignore` without `!` and `[…]`, but a pattern that ends in `/*`
/// matches only files directly in that folder. Matching is case-sensitive. GitLab's patterns may match at any depth
/// unless they begin with a slash.
struct OwnedPattern: Sendable {
  private enum Part: Sendable {
    /// `**`: any number of folders.
    case folders
    /// The name of a file or folder, in which `*` matches any number of bytes and `?` a single byte; `\` makes the next
    /// byte literal.
    case name([Letter])
  }

  private enum Letter: Hashable, Sendable { case byte(UInt8), any, anything }

  private var parts: [Part] = []
  /// Whether the pattern matches only folders. A file matches if it is inside such a folder.
  private var isFolder = false
  /// Whether the pattern matches everything inside a folder that it matches.
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

  /// Whether the pattern matches a file.
  ///
  /// - Parameter names: the components of the path from the root, the file's name last.
  /// - Complexity: O(parts × names × length of a part × length of a name).
  func matches(_ names: [[UInt8]]) -> Bool {
    if parts.isEmpty { return false }
    // Each number n such that the parts so far match the first n components.
    var reached = [0]
    for (at, part) in parts.enumerated() {
      switch part {
      case .folders:
        // A final `**` matches everything in a folder, but not the folder itself.
        let least = (reached.first ?? 0) + (at == parts.count - 1 && at > 0 ? 1 : 0)
        reached = least <= names.count ? Array(least...names.count) : []
      case .name(let letters):
        reached = reached.filter { $0 < names.count && Self.holds(letters, names[$0]) }.map { $0 + 1 }
      }
      if reached.isEmpty { return false }
    }
    return reached.contains { $0 == names.count ? !isFolder : holdsInside }
  }

  /// Whether a name matches. The comparison backtracks only to the last `*`.
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
