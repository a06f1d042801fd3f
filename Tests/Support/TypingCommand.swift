import Entities
import Mentions

/// One command of a ``TypingScript``.
struct TypingCommand: Sendable {
  var source: String
  var name = ""
  /// The text between ‘ and ’.
  var texts: [String] = []
  /// The text outside.
  var words: [String] = []
  private var rest = ""

  /// The first number, 1 if there is none.
  var count: Int { words.lazy.compactMap { Int($0) }.first ?? 1 }
  var names: [String] { rest.split(separator: ",").map { TypingCommand.trimmed(String($0)) } }

  static func parse(_ script: String) -> [TypingCommand] {
    var parts = [""]
    var isQuoted = false
    // By scalars: a mark may follow ‘ to be typed alone.
    for scalar in script.unicodeScalars {
      if scalar == "‘" { isQuoted = true }
      if scalar == "’" { isQuoted = false }
      if !isQuoted, scalar == ";" || scalar == "\n" {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    return parts.map(trimmed).filter { !$0.isEmpty }.map { TypingCommand($0) }
  }

  private init(_ source: String) {
    self.source = source
    var outside = ""
    var text: String?
    for scalar in source.unicodeScalars {
      switch (scalar, text) {
      case ("‘", nil): text = ""
      case ("’", let whole?):
        texts.append(whole.replacing("⏎", with: "\n").replacing("⇥", with: "\t"))
        text = nil
        outside.append(" ")
      case (_, .some): text?.unicodeScalars.append(scalar)
      case (_, nil): outside.unicodeScalars.append(scalar)
      }
    }
    words = outside.split(separator: " ").map(String.init)
    name = words.isEmpty ? "" : words.removeFirst()
    rest = String(source.dropFirst(name.count))
  }

  /// `Ada Lovelace <ada> #7 ada@example.org ~Countess !`: name, handle, id, e-mail address, short name, not to be
  /// trimmed. A leading number is not part of it.
  func entities(source: String) -> [Entity] {
    names.compactMap { text in
      var words = text.split(separator: " ").map(String.init)
      if let first = words.first, Int(first) != nil { words.removeFirst() }
      let handle = words.first { $0.hasPrefix("<") }.map { String($0.dropFirst().dropLast()) }
      let id = words.first { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
      let email = words.first { $0.dropFirst().contains("@") }
      let shortName = words.first { $0.hasPrefix("~") }.map { String($0.dropFirst()) }
      let name = words.filter { !"<#~!".contains($0.first ?? " ") && $0 != email }.joined(separator: " ")
      guard !name.isEmpty else { return nil }
      var entity = Entity(id: id ?? handle ?? name, name: name)
      entity.handle = handle
      entity.shortName = shortName
      entity.canTrim = !words.contains("!")
      entity.email = email
      entity.source = source
      return entity
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}

/// Settings in a script: `policy trigger @ trigger [[ words no-spaces format @{handle} implicit 4 any-case`.
enum TypingPolicy {
  static func read(_ words: [String], from policy: MentionsPolicy) -> MentionsPolicy {
    var policy = policy
    var words = words[...]
    var isFirst = true
    while let word = words.popFirst() {
      switch word {
      case "trigger":
        var trigger = policy.triggers[0]
        trigger.character = words.popFirst() ?? "@"
        if isFirst { policy.triggers = [] }
        isFirst = false
        policy.triggers.append(trigger)
      case "no-spaces": for index in policy.triggers.indices { policy.triggers[index].allowSpaces = false }
      case "format":
        let template = words.popFirst()?.replacing("␣", with: " ") ?? ""
        guard let format = try? InsertFormat(template) else { continue }
        for index in policy.triggers.indices { policy.triggers[index].insert.fallback = format }
      case "codeowners": policy.isCodeowners = true
      case "trailer", "codeowners-format":
        guard let format = try? InsertFormat(words.popFirst() ?? "") else { continue }
        for index in policy.triggers.indices {
          if word == "trailer" {
            policy.triggers[index].insert.trailer = format.inTrailers
          } else {
            policy.triggers[index].insert.codeowners = format.inCodeowners
          }
        }
      case "exclude":
        let language = words.popFirst() ?? ""
        for index in policy.triggers.indices { policy.triggers[index].exclude.append(language) }
      case "implicit": policy.implicit.minimumLength = words.popFirst().flatMap { Int($0) } ?? 3
      case "any-case": policy.implicit.anyCase = true
      case "stop-when-empty": policy.continueAfterEmptyResults = false
      case "limit": policy.limit = words.popFirst().flatMap { Int($0) } ?? policy.limit
      case "deletion":
        policy.deletion = words.popFirst().flatMap(MentionsPolicy.Deletion.init) ?? policy.deletion
      case "unlit": policy.lightUp = false
      default: break
      }
    }
    return policy
  }
}
