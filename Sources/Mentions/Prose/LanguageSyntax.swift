/// As much of a language's syntax as it takes to tell comments and strings from the rest.
struct LanguageSyntax: Sendable {
  /// Where an opening sign counts.
  enum Place: Sendable {
    case anywhere
    /// After whitespace or what separates words, or at a line's start.
    case wordStart
    /// Where only whitespace precedes it on its line.
    case lineStart
  }

  enum Role: Sendable { case lineComment, blockComment, string }

  struct Opener: Sendable {
    var role: Role
    var open: [UInt8]
    /// Empty where the line's end closes it.
    var close: [UInt8] = []
    var place = Place.anywhere
    var nests = false
    /// A documentation comment; a string that may be one (``DocStrings``).
    var isDoc = false
    var escapes = true
    /// Whether the line's end does not end it.
    var isMultiline = false
  }

  /// Forms of literals that a table of signs cannot describe.
  struct Special: OptionSet, Sendable {
    let rawValue: Int
    /// `'x'` is a character, any other `'` nothing.
    static let characters = Special(rawValue: 1)
    /// `/…/` after what cannot end an operand.
    static let regex = Special(rawValue: 2)
    /// `r#"…"#` of Rust, `#"…"#` of Swift: the more signs, the more to close.
    static let hashedStrings = Special(rawValue: 4)
    /// `R"x(…)x"` of C++.
    static let delimitedStrings = Special(rawValue: 8)
    /// `[==[…]==]` of Lua, in comments too.
    static let longBrackets = Special(rawValue: 16)
    /// `<script>` and `<style>` hold languages of their own.
    static let embedding = Special(rawValue: 32)
    /// A string in three quotes that begins a line is documentation (Python, Julia), or that follows `@doc` (Elixir).
    static let docStrings = Special(rawValue: 64)
    /// `"@scope/name"` is a package.
    static let packageScopes = Special(rawValue: 128)
    /// `@param`, `@return`… in documentation comments.
    static let docTags = Special(rawValue: 256)
  }

  /// What `@` in code belongs to.
  var ownTag: ProseRule?
  var special: Special
  /// By first byte, longest first.
  let openers: [[Opener]]
  /// By byte: whether code has to be looked at more closely there.
  let isSign: [Bool]

  init(_ openers: [Opener], ownTag: ProseRule? = nil, special: Special = []) {
    var byFirst = [[Opener]](repeating: [], count: 256)
    for opener in openers.sorted(by: { $0.open.count > $1.open.count }) {
      if let first = opener.open.first { byFirst[Int(first)].append(opener) }
    }
    self.openers = byFirst
    var isSign = byFirst.map { !$0.isEmpty }
    for byte in [10, 13, 0x22, 0x27] { isSign[byte] = true }
    if special.contains(.regex) { isSign[0x2f] = true }
    if special.contains(.longBrackets) { isSign[0x5b] = true }
    if special.contains(.embedding) {
      for byte in "<>/`".utf8 { isSign[Int(byte)] = true }
    }
    self.isSign = isSign
    self.ownTag = ownTag
    self.special = special
  }
}

/// What the scanner makes of a language.
enum LanguageKind: Sendable {
  /// Nothing to scan; `backticks` marks code spans.
  case prose(backticks: Bool)
  case markdown
  case gitCommit
  /// Mentions in comments only.
  case code(LanguageSyntax)
}
