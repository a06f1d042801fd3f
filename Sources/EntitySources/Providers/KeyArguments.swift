/// The arguments of a program, with placeholders for the key string, which is untrusted: no key can become an option or
/// a part of code.
///
/// | placeholder | becomes | allowed |
/// |---|---|---|
/// | `{key}` | the key | as a whole argument, or as the part after `--option=` |
/// | `{key:word}` | the key's letters, digits and spaces | everywhere |
/// | `{key:ldap}` | the key as a value in an LDAP filter (RFC 4515) | everywhere except in code |
/// | `{key:json}` | the key as the inside of a JSON string | everywhere except in code |
///
/// *Code* is text that a shell, a database client or an interpreter executes: the argument of `-c`, `-e` and similar
/// options, the first operand of `awk`, `sed` and `jq`, and all arguments of `ssh`, `sqlite3` and others that
/// concatenate them.
package struct KeyArguments: Hashable, Sendable {
  /// An argument that is refused.
  package struct Fault: Error, Hashable, Sendable {
    package let index: Int
    /// A description of the expected argument, as a noun.
    package let expected: String
  }

  /// The arguments for a key.
  enum Filling: Hashable {
    case arguments([String])
    /// The key contains nothing that the placeholder allows.
    case nothing
    /// The key would be read as an option.
    case refused
  }

  private enum Part: Hashable, Sendable {
    case text(String)
    case key, word, ldap, json

    static let placeholders: [(text: String, part: Part)] = [
      ("{key}", .key), ("{key:word}", .word), ("{key:ldap}", .ldap), ("{key:json}", .json),
    ]
  }

  private let arguments: [[Part]]

  /// Whether there is any placeholder.
  package var hasKey: Bool { arguments.joined().contains { if case .text = $0 { false } else { true } } }

  /// - Parameter words: a program and its arguments.
  package init(_ words: [String]) throws(Fault) {
    var arguments: [[Part]] = []
    for (index, word) in words.enumerated() {
      guard let parts = Self.parts(of: word) else {
        throw Fault(index: index, expected: "{key}, {key:word}, {key:ldap} or {key:json}")
      }
      if let expected = Self.fault(of: parts, at: index, in: words) {
        throw Fault(index: index, expected: expected)
      }
      arguments.append(parts)
    }
    self.arguments = arguments
  }

  private static func fault(of parts: [Part], at index: Int, in words: [String]) -> String? {
    let keys = parts.filter { if case .text = $0 { false } else { true } }
    if keys.isEmpty { return nil }
    if index == 0 { return "the name of a program" }
    if let program = Interpreter.reading(index, of: words) {
      return keys.allSatisfy { $0 == .word }
        ? nil
        : "{key:word} in an argument that “\(program)” runs as code, or {key} as a separate argument, as in "
          + #"sh -c 'grep -i -- "$1" people' sh {key}"#
    }
    guard keys.contains(.key), parts != [.key] else { return nil }
    if parts.count == 2, case .text(let option) = parts[0], parts[1] == .key, isOption(option) { return nil }
    return "{key} as a whole argument or after “--option=”, or {key:word}, {key:ldap} or {key:json}"
  }

  /// Whether the text is an option that ends with an equals sign: `--name=`, `--variable=name=`.
  private static func isOption(_ text: String) -> Bool {
    text.hasPrefix("-") && text.hasSuffix("=") && text.dropFirst().dropLast().contains { $0 != "-" }
      && text.dropLast().allSatisfy { $0.isLetter || $0.isNumber || "-_=.".contains($0) }
  }

  /// The parts of an argument; nil if it contains a placeholder of an unknown kind.
  private static func parts(of word: String) -> [Part]? {
    var parts: [Part] = []
    var rest = word[...]
    while let start = rest.firstRange(of: "{key") {
      let found = Part.placeholders.first { rest[start.lowerBound...].hasPrefix($0.text) }
      guard let found else {
        if rest[start.upperBound...].hasPrefix(":") { return nil }
        parts.append(.text(String(rest[..<start.upperBound])))
        rest = rest[start.upperBound...]
        continue
      }
      if start.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<start.lowerBound]))) }
      parts.append(found.part)
      rest = rest[start.lowerBound...].dropFirst(found.text.count)
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  /// The arguments for a key.
  func filled(with key: String) -> Filling {
    let word = String(String.UnicodeScalarView(key.unicodeScalars.filter(Self.isOfWord)))
    var filled: [String] = []
    for (index, parts) in arguments.enumerated() {
      if parts == [.key], key.hasPrefix("-"), !isOperand(index) { return .refused }
      if parts.contains(.word), !word.contains(where: { $0 != " " }) { return .nothing }
      let texts = parts.map { part in
        switch part {
        case .text(let text): text
        case .key: key
        case .word: word
        case .ldap: Self.ldap(key)
        case .json: Self.json(key)
        }
      }
      filled.append(texts.joined())
    }
    return .arguments(filled)
  }

  /// Whether an argument is not read as an option even if it begins with `-`, because it follows `--` or is the value
  /// of an option.
  private func isOperand(_ index: Int) -> Bool {
    if arguments[..<index].contains([.text("--")]) { return true }
    guard case .text(let before)? = arguments[index - 1].first else { return false }
    return before.hasPrefix("-") && before != "-"
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .decimalNumber:
      true
    default: scalar == " "
    }
  }

  /// Escapes a value for an LDAP filter (RFC 4515, section 3).
  private static func ldap(_ key: String) -> String {
    key.unicodeScalars.map { scalar in
      switch scalar {
      case "*": "\\2a"
      case "(": "\\28"
      case ")": "\\29"
      case "\\": "\\5c"
      case "\0": "\\00"
      default: String(scalar)
      }
    }.joined()
  }

  /// Escapes a text for use between the quotation marks of a JSON string.
  private static func json(_ key: String) -> String {
    key.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\0"..<" ":
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }.joined()
  }
}

/// Programs that execute an argument as code.
private enum Interpreter {
  /// Programs that execute the argument of an option.
  private static let byOption: Set<String> = [
    "ash", "bash", "bun", "busybox", "csh", "dash", "deno", "elvish", "fish", "flock", "ksh", "lua",
    "mariadb", "mksh", "mysql", "node", "nodejs", "nu", "osascript", "perl", "php", "powershell", "psql",
    "pwsh", "pypy", "python", "Rscript", "ruby", "script", "sh", "su", "tcsh", "xonsh", "zsh",
  ]
  /// Programs that execute the first operand, or the argument of an option.
  private static let byPlace: Set<String> = [
    "awk", "gawk", "gojq", "gsed", "jq", "mawk", "nawk", "sed", "yq",
  ]
  /// Programs all of whose arguments are code, or are concatenated into code.
  private static let wholly: Set<String> = ["cmd", "parallel", "rsh", "sqlite3", "ssh", "watch"]

  private static let codeOptions: Set<String> = [
    "--command", "--eval", "--exec", "--execute", "--expression", "--print", "--run", "--source", "-Command",
    "-command",
  ]
  /// Options whose values are not code, each with its number of values.
  private static let values = [
    "-o": 1, "+o": 1, "-O": 1, "+O": 1, "-v": 1, "-F": 1, "-L": 1, "--indent": 1, "--arg": 2, "--argjson": 2,
    "--rawfile": 2, "--slurpfile": 2,
  ]
  private static let fileOptions: Set<String> = ["-f", "--file", "--from-file"]

  /// The program that executes an argument as code; nil if none does.
  static func reading(_ index: Int, of words: [String]) -> String? {
    for (place, word) in words[..<index].enumerated() {
      let name = name(of: word)
      if wholly.contains(name) { return name }
      let isByPlace = byPlace.contains(name)
      guard isByPlace || byOption.contains(name) else { continue }
      if isOfOption(index, words, after: place) { return name }
      if isByPlace, !words[place..<index].contains(where: fileOptions.contains),
        operand(in: words, from: place + 1) == index
      {
        return name
      }
    }
    return nil
  }

  /// Whether an argument contains an option that takes code, or is the first operand after such an option:
  /// `sh -c -x -- CODE`.
  private static func isOfOption(_ index: Int, _ words: [String], after program: Int) -> Bool {
    let argument = words[index]
    if codeOptions.contains(where: { argument.hasPrefix($0 + "=") }) { return true }
    if isCluster(String(argument.prefix(2))) { return true }
    return ((program + 1)..<index).contains { place in
      (codeOptions.contains(words[place]) || isCluster(words[place]))
        && operand(in: words, from: place + 1) == index
    }
  }

  /// The index of the first argument that is neither an option nor the value of one.
  private static func operand(in words: [String], from start: Int) -> Int {
    var place = start
    while place < words.count {
      if words[place] == "--" { return place + 1 }
      guard words[place].count > 1, words[place].hasPrefix("-") || words[place].hasPrefix("+") else { break }
      place += 1 + (values[words[place]] ?? 0)
    }
    return place
  }

  /// Whether the option is a group of short options of which the last takes code: `-c`, `-lc`, `-ne`.
  private static func isCluster(_ option: String) -> Bool {
    guard option.hasPrefix("-"), !option.hasPrefix("--"), let last = option.last else { return false }
    return "ceEpr".contains(last)
      && option.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// The name of a program without path and version: `python` for `/usr/bin/python3.11`.
  private static func name(of word: String) -> String {
    var name = word.split(separator: "/").last.map(String.init) ?? ""
    if name.hasSuffix(".exe") { name.removeLast(4) }
    if name == "sqlite3" { return name }
    while let last = name.last, last.isNumber || last == "." || last == "-" { name.removeLast() }
    return name
  }
}
