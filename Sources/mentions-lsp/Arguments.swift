import Entities
import JSONText
import Mentions
import MentionsServer
import ServerHost

/// An error for invalid arguments.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }

  /// An error for an unknown name, with the most similar known one.
  static func unknown(_ kind: String, _ name: String, among known: [String]) -> UsageError {
    let nearest = NearestName.of(name, among: known).map { "; did you mean \($0)?" } ?? ""
    return UsageError("unknown \(kind) \(name)\(nearest)")
  }

  /// An error for a value that is not one of the expected ones.
  static func invalid(_ kind: String, _ value: String, expected: [String]) -> UsageError {
    UsageError("unknown \(kind) \(value), expected one of: \(expected.joined(separator: ", "))")
  }
}

/// The words of the command line, consumed one by one; leftover words are refused. After the first `--`, no word is an
/// option.
struct Arguments {
  let command: String
  let wantsHelp: Bool
  /// Whether there are no arguments.
  let isEmpty: Bool
  /// The options of the command, used to suggest one for an unknown option.
  var knownOptions: [String] = []
  /// The words before `--`.
  private var words: [String]
  /// The words after `--`.
  private var operands: [String] = []
  /// The options consumed so far.
  private var taken: Set<String> = []

  init(_ words: [String]) throws(UsageError) {
    isEmpty = words.isEmpty
    var words = words
    if let first = words.first, !first.hasPrefix("-") {
      command = first
      words.removeFirst()
    } else if let first = words.first, ["--help", "-h"].contains(first) {
      command = "help"
      words.removeFirst()
    } else if let first = words.first, ["--version", "-V"].contains(first) {
      command = "version"
      words.removeFirst()
    } else {
      command = "serve"
    }
    if let end = words.firstIndex(of: "--") {
      operands = Array(words[(end + 1)...])
      words.removeSubrange(end...)
    }
    wantsHelp = words.contains("--help") || words.contains("-h")
    self.words = words
  }

  /// Takes a flag. Returns whether it is present.
  mutating func flag(_ name: String) -> Bool {
    guard let at = words.firstIndex(of: name) else { return false }
    words.remove(at: at)
    taken.insert(name)
    return true
  }

  /// Takes an option and returns its value: `name VALUE` or `name=VALUE`. Returns nil if the option is absent. An empty
  /// value is refused, because it usually comes from an unset variable in a script.
  mutating func value(_ name: String) throws(UsageError) -> String? {
    guard let value = try anyValue(name) else { return nil }
    taken.insert(name)
    if value.isEmpty { throw UsageError("\(name) is empty") }
    return value
  }

  private mutating func anyValue(_ name: String) throws(UsageError) -> String? {
    if let at = words.firstIndex(where: { $0.hasPrefix(name + "=") }) {
      return String(words.remove(at: at).dropFirst(name.count + 1))
    }
    guard let at = words.firstIndex(of: name) else { return nil }
    guard words.indices.contains(at + 1) else { throw UsageError("\(name) needs a value") }
    words.remove(at: at)
    return words.remove(at: at)
  }

  mutating func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = try value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(name) is \(text), expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// `--options JSON`: the `initializationOptions` that an editor would send.
  mutating func initializationOptions() throws(UsageError) -> JSONValue? {
    guard let text = try value("--options") else { return nil }
    do {
      return try JSONParser.parse(Array(text.utf8))
    } catch {
      throw UsageError("--options is not JSON: \(error.message) at byte \(error.offset)")
    }
  }

  /// `--language ID`: a known language. In files of an unknown language, people are not reported as unknown, so a
  /// misspelled language would hide them.
  mutating func language() throws(UsageError) -> String? {
    guard let language = try value("--language") else { return nil }
    guard LanguageID.isKnown(language) else {
      throw .unknown("language", language, among: LanguageID.known)
    }
    return language
  }

  /// Takes the next word, which must not be an option. If there is none, the error message describes it as `what`.
  mutating func word(_ what: String) throws(UsageError) -> String {
    guard let word = try optionalWord() else { throw UsageError("\(command) needs \(what)") }
    return word
  }

  mutating func optionalWord() throws(UsageError) -> String? {
    guard let word = words.first else { return operands.isEmpty ? nil : operands.removeFirst() }
    if word.hasPrefix("-"), word != "-" { throw unknownOption(word) }
    return words.removeFirst()
  }

  /// Takes all remaining words. Throws an error if one of them is an option.
  mutating func allWords() throws(UsageError) -> [String] {
    var taken: [String] = []
    while let word = try optionalWord() { taken.append(word) }
    return taken
  }

  /// Refuses leftover arguments.
  func finish() throws(UsageError) {
    if let word = words.first, word.hasPrefix("-") { throw unknownOption(word) }
    if let word = words.first ?? operands.first { throw UsageError("unexpected argument \(word)") }
  }

  private func unknownOption(_ word: String) -> UsageError {
    let name = String(word.prefix { $0 != "=" })
    if taken.contains(name) { return UsageError("\(name) is given twice") }
    if knownOptions.contains(name) { return UsageError("\(name) takes no value") }
    return .unknown("option", name, among: knownOptions)
  }
}

extension SettingsInspection {
  /// Reads the settings of a workspace folder. Blocks.
  ///
  /// - Parameters:
  ///   - root: the value of `--root`; nil for the default folder.
  ///   - options: the value of `--options`.
  /// - Throws: if `root` is not a folder.
  init(argument root: String?, _ options: JSONValue? = nil) throws(UsageError) {
    self.init(root: root, initializationOptions: options)
    if let root, !hasRoot { throw UsageError("--root is \(root), expected a folder") }
  }
}
