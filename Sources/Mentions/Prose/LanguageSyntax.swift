/// The part of a language's syntax needed to separate comments and strings from code.
struct LanguageSyntax: Sendable {
  /// The positions at which an opening delimiter is recognized.
  enum Place: Sendable {
    case anywhere
    /// After whitespace or punctuation, or at the start of a line.
    case wordStart
    /// At the start of a line, after whitespace only.
    case lineStart
  }

  enum Role: Sendable { case lineComment, blockComment, string }

  struct Opener: Sendable {
    var role: Role
    var open: [UInt8]
    /// The closing delimiter; empty if the end of the line closes the comment.
    var close: [UInt8] = []
    var place = Place.anywhere
    var nests = false
    /// Whether the opener begins a documentation comment, or a string that may be documentation (`Special.docStrings`).
    var isDoc = false
    var escapes = true
    /// Whether the string may continue on the next line.
    var isMultiline = false
  }

  /// Features of a language that a table of delimiters cannot describe.
  struct Special: OptionSet, Sendable {
    let rawValue: Int
    /// `'x'` is a character literal; any other `'` is ignored.
    static let characters = Special(rawValue: 1)
    /// `/…/` is a regular expression where an operand may begin.
    static let regex = Special(rawValue: 2)
    /// `r#"…"#` of Rust, `#"…"#` of Swift; closed by the same number of `#`.
    static let hashedStrings = Special(rawValue: 4)
    /// `R"x(…)x"` of C++.
    static let delimitedStrings = Special(rawValue: 8)
    /// `[==[…]==]` of Lua: a string or, after `--`, a comment.
    static let longBrackets = Special(rawValue: 16)
    /// `<script>` and `<style>` contain other languages.
    static let embedding = Special(rawValue: 32)
    /// A triple-quoted string is documentation if it begins a line (Python, Julia) or follows `@doc` (Elixir).
    static let docStrings = Special(rawValue: 64)
    /// `"@scope/name"` is a package name.
    static let packageScopes = Special(rawValue: 128)
    /// `@param`, `@return`… are tags in documentation comments.
    static let docTags = Special(rawValue: 256)
  }

  /// The rule to report for `@` in code, if the language itself uses this character there.
  var ownTag: ProseRule?
  var special: Special
  /// The openers, indexed by their first byte; for each byte, the longest opener first.
  let openers: [[Opener]]
  /// For each byte, whether it may begin a token of interest in code; the scanner skips all others.
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

/// The method by which a language is scanned.
enum LanguageKind: Sendable {
  /// Text without blocks that must be recognized; `backticks` specifies whether backticks mark code spans.
  case prose(backticks: Bool)
  case org
  case markdown
  case gitCommit
  /// Mentions are offered in comments only.
  case code(LanguageSyntax)
}

/// Programming and markup languages with their own syntax; any language not listed is prose.
enum LanguageSyntaxTable {
  static func kind(of languageID: String) -> LanguageKind {
    let canonical = LanguageID.canonical(languageID)
    switch canonical {
    case "markdown", "mdx": return .markdown
    case "gitcommit": return .gitCommit
    case "org": return .org
    case "restructuredtext", "asciidoc", "typst": return .prose(backticks: true)
    default: return syntaxes[canonical].map(LanguageKind.code) ?? .prose(backticks: false)
    }
  }

  /// Whether the language is known, either as prose or with a syntax of its own. Files in an unknown language may
  /// contain anything.
  fileprivate static func names(_ languageID: String) -> Bool {
    let canonical = LanguageID.canonical(languageID)
    return proseLanguages.contains(canonical) || syntaxes[canonical] != nil
  }

  /// All known languages, sorted.
  fileprivate static var all: [String] { proseLanguages.union(syntaxes.keys).sorted() }

  private static let proseLanguages: Set = [
    "plaintext", "markdown", "mdx", "restructuredtext", "asciidoc", "typst", "latex", "org", "gitcommit",
    "mail",
    "codeowners",
  ]

  static let javascript = LanguageSyntax(
    cComments + [string("\""), string("'"), multiline("`")], ownTag: .decorator,
    special: [.regex, .packageScopes, .docTags])
  static let css = LanguageSyntax(
    [block("/*", "*/"), string("\""), string("'")], ownTag: .atRule)

  private typealias Opener = LanguageSyntax.Opener

  private static let syntaxes: [String: LanguageSyntax] = {
    var table: [String: LanguageSyntax] = [:]
    for (names, syntax) in rows { for name in names.split(separator: " ") { table[String(name)] = syntax } }
    return table
  }()

  private static let rows: [(String, LanguageSyntax)] = [
    (
      "c objective-c objective-cpp",
      LanguageSyntax(
        cComments + [string("\"")], ownTag: .decorator,
        special: [.characters, .docTags])
    ),
    (
      "cpp cuda arduino",
      LanguageSyntax(
        cComments + [string("\"")],
        special: [.characters, .delimitedStrings, .docTags])
    ),
    (
      "csharp",
      LanguageSyntax(
        cComments + [string("\""), verbatim("@\"", "\""), verbatim("$@\"", "\""), multiline("\"\"\"")],
        special: .characters)
    ),
    (
      "java groovy",
      LanguageSyntax(
        cComments + [string("\""), multiline("\"\"\"")], ownTag: .decorator,
        special: [.characters, .docTags])
    ),
    (
      "kotlin scala",
      LanguageSyntax(
        nestedComments + [string("\""), multiline("\"\"\"")], ownTag: .decorator,
        special: [.characters, .docTags])
    ),
    (
      "swift",
      LanguageSyntax(
        nestedComments + [string("\""), multiline("\"\"\"")], ownTag: .decorator,
        special: .hashedStrings)
    ),
    ("rust", LanguageSyntax(nestedComments + [multiline("\"")], special: [.characters, .hashedStrings])),
    (
      "d",
      LanguageSyntax(
        cComments + [block("/+", "+/", nests: true), multiline("\""), verbatim("`", "`")], ownTag: .decorator,
        special: .characters)
    ),
    ("gleam", LanguageSyntax([line("//"), docLine("///"), multiline("\"")], ownTag: .decorator)),
    (
      "lean",
      LanguageSyntax(
        [
          line("--"), block("/-", "-/", nests: true), docBlock("/--", "-/", nests: true),
          docBlock("/-!", "-/", nests: true), multiline("\""),
        ],
        ownTag: .decorator, special: .characters)
    ),
    ("go", LanguageSyntax(cComments + [string("\""), verbatim("`", "`")], special: .characters)),
    (
      "golang-mod proto thrift solidity verilog systemverilog glsl hlsl wgsl zig",
      LanguageSyntax(
        cComments + [string("\"")], special: .characters)
    ),
    (
      "dart",
      LanguageSyntax(
        nestedComments + [string("\""), string("'"), multiline("\"\"\""), multiline("'''")],
        ownTag: .decorator)
    ),
    ("javascript javascriptreact typescript typescriptreact", javascript),
    ("php", LanguageSyntax(cComments + [line("#"), multiline("\""), multiline("'")], special: .docTags)),
    (
      "python",
      LanguageSyntax(
        [line("#"), string("\""), string("'"), doc("\"\"\""), doc("'''")], ownTag: .decorator,
        special: .docStrings)
    ),
    (
      "coffeescript",
      LanguageSyntax(
        [
          line("#"), block("###", "###"), multiline("\""), multiline("'"), multiline("\"\"\""),
          multiline("'''"),
        ],
        ownTag: .instanceVariable, special: .regex)
    ),
    (
      "ruby crystal",
      LanguageSyntax(
        [line("#"), multiline("\""), multiline("'"), pod("=begin", "\n=end")], ownTag: .instanceVariable)
    ),
    (
      "elixir",
      LanguageSyntax(
        [line("#"), multiline("\""), doc("\"\"\""), doc("'''"), string("'")], ownTag: .moduleAttribute,
        special: .docStrings)
    ),
    (
      "perl",
      LanguageSyntax(
        [
          line("#", .wordStart), multiline("\""), multiline("'"), pod("=pod", "\n=cut"),
          pod("=head", "\n=cut"),
          pod("=begin", "\n=cut"), pod("=item", "\n=cut"), pod("=over", "\n=cut"), pod("=encoding", "\n=cut"),
        ],
        ownTag: .instanceVariable)
    ),
    (
      "lua luau",
      LanguageSyntax(
        [line("--"), docLine("---"), string("\""), string("'")], special: [.longBrackets, .docTags])
    ),
    ("r", LanguageSyntax([line("#"), docLine("#'"), multiline("\""), multiline("'")], special: .docTags)),
    (
      "julia",
      LanguageSyntax(
        [line("#"), block("#=", "=#", nests: true), string("\""), doc("\"\"\"")], ownTag: .decorator,
        special: [.characters, .docStrings])
    ),
    (
      "shellscript fish dotenv",
      LanguageSyntax(
        [line("#", .wordStart), multiline("\""), verbatim("'", "'")], ownTag: nil)
    ),
    (
      "bat",
      LanguageSyntax(
        [line("::", .lineStart)] + ["rem ", "REM ", "@rem ", "@REM "].map { line($0, .lineStart) },
        ownTag: .decorator)
    ),
    (
      "powershell",
      LanguageSyntax(
        [line("#", .wordStart), block("<#", "#>"), verbatim("\"", "\""), verbatim("'", "'")],
        ownTag: .decorator)
    ),
    (
      "sql",
      LanguageSyntax(
        [line("--"), block("/*", "*/"), verbatim("'", "'"), verbatim("\"", "\"")],
        ownTag: .instanceVariable)
    ),
    (
      "haskell purescript elm",
      LanguageSyntax(
        [line("--"), block("{-", "-}", nests: true), string("\"")], special: .characters)
    ),
    (
      "ocaml reason sml",
      LanguageSyntax(
        [block("(*", "*)", nests: true), multiline("\"")], ownTag: .decorator, special: .characters)
    ),
    (
      "fsharp",
      LanguageSyntax(
        [line("//"), docLine("///"), block("(*", "*)", nests: true), string("\""), multiline("\"\"\"")],
        special: .characters)
    ),
    ("clojure", LanguageSyntax([line(";"), multiline("\"")], ownTag: .decorator)),
    (
      "commonlisp scheme fennel",
      LanguageSyntax(
        [line(";"), block("#|", "|#", nests: true), multiline("\"")], ownTag: .decorator)
    ),
    ("erlang", LanguageSyntax([line("%"), multiline("\""), verbatim("'", "'")])),
    ("prolog matlab octave postscript", LanguageSyntax([line("%"), string("\"")])),
    (
      "nim",
      LanguageSyntax(
        [
          line("#"), docLine("##"), block("#[", "]#", nests: true), string("\""),
          verbatim("\"\"\"", "\"\"\""),
        ],
        special: .characters)
    ),
    ("css", css),
    (
      "scss less stylus sass",
      LanguageSyntax(
        [line("//"), block("/*", "*/"), string("\""), string("'")], ownTag: .atRule)
    ),
    (
      "html vue svelte astro",
      LanguageSyntax(
        [block("<!--", "-->")], special: .embedding)
    ),
    (
      "razor",
      LanguageSyntax([block("<!--", "-->"), block("@*", "*@")], ownTag: .decorator, special: .embedding)
    ),
    ("xml xsl svg plist xsd", LanguageSyntax([block("<!--", "-->")])),
    (
      "yaml",
      LanguageSyntax(
        [line("#", .wordStart), string("\"", .wordStart), verbatimLine("'", .wordStart)])
    ),
    (
      "toml",
      LanguageSyntax(
        [line("#"), string("\""), verbatimLine("'"), multiline("\"\"\""), verbatim("'''", "'''")])
    ),
    ("json", LanguageSyntax([string("\"")], special: .packageScopes)),
    // A notebook shown as text; in files, its Markdown cells are read.
    ("notebook", LanguageSyntax([string("\"")])),
    (
      "jsonc",
      LanguageSyntax(
        [line("//"), block("/*", "*/"), string("\""), string("'")], special: .packageScopes)
    ),
    ("ini", LanguageSyntax([line(";", .wordStart), line("#", .wordStart)])),
    (
      "dockerfile gitignore gitattributes ssh-config crontab tcl awk sed",
      LanguageSyntax(
        [line("#", .lineStart)])
    ),
    ("makefile", LanguageSyntax([line("#", .wordStart)], ownTag: .decorator)),
    ("cmake", LanguageSyntax([line("#"), block("#[[", "]]"), multiline("\"")])),
    ("terraform", LanguageSyntax([line("#"), line("//"), block("/*", "*/"), string("\"")])),
    // These languages share an entry, although each of them has only some of these comments and strings.
    (
      "graphql gdscript nix just meson",
      LanguageSyntax(
        [line("#"), block("/*", "*/"), string("\""), multiline("\"\"\""), verbatim("''", "''")],
        ownTag: .decorator)
    ),
    ("ada vhdl applescript", LanguageSyntax([line("--"), verbatimLine("\"")])),
    (
      "pascal delphi",
      LanguageSyntax(
        [line("//"), block("{", "}"), block("(*", "*)"), verbatimLine("'")])
    ),
    ("fortran", LanguageSyntax([line("!"), verbatimLine("\""), verbatimLine("'")])),
    ("visualbasic", LanguageSyntax([line("'"), verbatimLine("\"")])),
    ("viml", LanguageSyntax([line("\"", .lineStart), verbatimLine("'")])),
    ("asm", LanguageSyntax([line(";"), line("#", .lineStart), string("\"")])),
    ("latexcode bibtex", LanguageSyntax([line("%")], ownTag: .decorator)),
    ("diff", LanguageSyntax([])),
  ]

  private static let cComments = [
    line("//"), docLine("///"), docLine("//!"), block("/*", "*/"), docBlock("/**", "*/"),
    docBlock("/*!", "*/"),
  ]
  private static let nestedComments = [
    line("//"), docLine("///"), docLine("//!"), block("/*", "*/", nests: true),
    docBlock("/**", "*/", nests: true), docBlock("/*!", "*/", nests: true),
  ]

  private static func line(_ open: String, _ place: LanguageSyntax.Place = .anywhere) -> Opener {
    Opener(role: .lineComment, open: Array(open.utf8), place: place)
  }
  private static func docLine(_ open: String) -> Opener {
    Opener(role: .lineComment, open: Array(open.utf8), isDoc: true)
  }
  private static func block(_ open: String, _ close: String, nests: Bool = false) -> Opener {
    Opener(role: .blockComment, open: Array(open.utf8), close: Array(close.utf8), nests: nests)
  }
  private static func docBlock(_ open: String, _ close: String, nests: Bool = false) -> Opener {
    Opener(role: .blockComment, open: Array(open.utf8), close: Array(close.utf8), nests: nests, isDoc: true)
  }
  private static func pod(_ open: String, _ close: String) -> Opener {
    Opener(role: .blockComment, open: Array(open.utf8), close: Array(close.utf8), place: .lineStart)
  }
  private static func string(_ quote: String, _ place: LanguageSyntax.Place = .anywhere) -> Opener {
    Opener(role: .string, open: Array(quote.utf8), close: Array(quote.utf8), place: place)
  }
  private static func multiline(_ quote: String) -> Opener {
    Opener(role: .string, open: Array(quote.utf8), close: Array(quote.utf8), isMultiline: true)
  }
  private static func doc(_ quote: String) -> Opener {
    Opener(role: .string, open: Array(quote.utf8), close: Array(quote.utf8), isDoc: true, isMultiline: true)
  }
  private static func verbatim(_ open: String, _ close: String) -> Opener {
    Opener(
      role: .string, open: Array(open.utf8), close: Array(close.utf8), escapes: false, isMultiline: true)
  }
  private static func verbatimLine(_ quote: String, _ place: LanguageSyntax.Place = .anywhere) -> Opener {
    Opener(role: .string, open: Array(quote.utf8), close: Array(quote.utf8), place: place, escapes: false)
  }
}

extension LanguageID {
  /// Whether the language is known, by any spelling of its identifier. Files in an unknown language may contain
  /// anything.
  package static func isKnown(_ languageID: String) -> Bool { LanguageSyntaxTable.names(languageID) }

  /// Whether closed files of this language are read but never edited: a notebook is JSON, and the syntax of a file
  /// without a known language is unknown.
  package static func isForReading(_ languageID: String?) -> Bool {
    languageID.map { canonical($0) == "notebook" } ?? true
  }

  /// The identifiers of all known languages, in this package's spelling, sorted.
  package static var known: [String] { LanguageSyntaxTable.all }
}
