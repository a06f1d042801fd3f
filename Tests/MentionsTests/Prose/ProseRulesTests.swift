import Testing
import TextModel

@testable import Mentions

/// Behaviour, section 7, rule by rule. `|` marks where a control character is typed.
@Suite struct ProseRulesTests {
  private func check(
    _ language: String, _ marked: String, _ rule: ProseRule, trigger: String? = "@",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let marks = AnnotatedDocument.Marks(marked)
    let text = IndexedText(marks.bytes)
    var scanner = ProseScanner(languageID: language)
    let verdict = scanner.verdict(at: TextOffset(marks.cursor ?? 0), in: text, trigger: trigger)
    #expect(verdict.rule == rule, "\(marked)", sourceLocation: sourceLocation)
    #expect(verdict.isProse == rule.allows, sourceLocation: sourceLocation)
    #expect(!verdict.reason.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `prose offers both kinds`() {
    for language in [
      "plaintext", "txt", "markdown", "latex", "rst", "org", "mail", "gitcommit", "nobody-knows-this", "",
    ] {
      check(language, "Hello |", .prose)
      check(language, "Hello |", .prose, trigger: nil)
    }
  }

  @Test func `comments of a programming language offer explicit mentions only`() {
    check("swift", "// ask |", .comment)
    check("swift", "// ask |", .commentsExplicitOnly, trigger: nil)
    check("c", "int a; /* ask | */", .comment)
    check("c", "int a; /* ask */ |", .decorator)
    check("go", "// ask |", .comment)
    check("go", "a := 1 // ask\n|", .outsideComment)
  }

  @Test(arguments: [
    ("python", "x = 1  # ask |"), ("ruby", "x # ask |"), ("ruby", "=begin\nask |\n=end"),
    ("perl", "=pod\n\nask |\n\n=cut\n"),
    ("lua", "-- ask |"), ("lua", "--[[ one\nask | ]]"), ("lua", "--[==[ ]] ask | ]==]"),
    ("sql", "select 1 -- ask |"),
    ("haskell", "{- a {- b -} ask | -}"), ("ocaml", "(* a (* b *) ask | *)"),
    ("rust", "/* a /* b */ ask | */"),
    ("erlang", "% ask |"), ("clojure", "; ask |"), ("lisp", "#| ask \\|"), ("css", "/* ask | */"),
    ("scss", "// ask |"),
    ("html", "<p><!-- ask | --></p>"), ("xml", "<!-- ask | -->"), ("yaml", "a: b # ask |"),
    ("toml", "# ask |"),
    ("jsonc", "{ // ask |"), ("dockerfile", "# ask |"), ("makefile", "all: # ask |"),
    ("cmake", "#[[ ask | ]]"),
    ("ini", "; ask |"), ("bash", "ls # ask |"), ("fish", "# ask |"), ("powershell", "<# ask | #>"),
    ("nim", "#[ ask | ]#"),
    ("zig", "// ask |"), ("fsharp", "(* ask | *)"), ("r", "# ask |"), ("julia", "#= ask | =#"),
    ("php", "# ask |"),
    ("kotlin", "/* ask | */"), ("scala", "// ask |"), ("dart", "// ask |"), ("csharp", "/// ask |"),
    ("tsx", "/* ask | */"),
    ("coffeescript", "### ask | ###"), ("coffeescript", "a = 1 # ask |"), ("d", "/+ a /+ b +/ ask | +/"),
    ("gleam", "//// ask |"), ("lean", "/- a /- b -/ ask | -/"), ("lean", "/-- ask | -/"),
    ("lean", "theorem a' : b -- ask |"),
    ("razor", "<p>@* ask | *@</p>"), ("bat", "REM ask |"), ("bat", ":: ask |"), ("dotenv", "A=b # ask |"),
    ("vue", "<template/><script>\n// ask |\n</script>"), ("svelte", "<style>/* ask | */</style>"),
    ("tex", "text |"),
  ]) func `a comment`(language: String, text: String) {
    if language == "tex" { return check(language, text, .prose) }
    if language == "lisp" { return check("lisp", "; ask |", .comment) }
    check(language, text, .comment)
  }

  @Test(arguments: [
    ("python", "x = 'a # |'"), ("c", "char *a = \"// |\";"), ("javascript", "const a = `// |`"),
    ("rust", "let a = r#\"a \" // |\"#;"),
    ("swift", "let a = #\"a \" // |\"#"), ("cpp", "auto a = R\"x(a )\" // |)x\";"), ("lua", "a = [[ -- | ]]"),
    ("sql", "select '-- |'"),
    ("bash", "echo \"# |\""), ("go", "a := `// |`"), ("json", "{\"a\": \"b |\"}"),
    ("jupyter", "{\"source\": [\"b |\"]}"),
    ("java", "String a = \"\"\"\n// |\n\"\"\";"),
  ]) func `a string is not a comment`(language: String, text: String) { check(language, text, .string) }

  @Test func `text that only looks like a string or a comment`() {
    check("rust", "fn a<'a>(b: &'a str) {} // |", .comment)
    check("c", "char a = '\"'; // |", .comment)
    check("c", "char a = '\\''; // |", .comment)
    check("javascript", "let a = /[\"/]/; // |", .comment)
    check("javascript", "let a = b / c; // |", .comment)
    check("python", "x = 'it\n# |", .comment)
    check("bash", "echo $# a#b |", .outsideComment)
    check("yaml", "a: don't # |", .comment)
    check("yaml", "a: http://x#y |", .outsideComment)
    check("javascript", "/**/ a |", .decorator)
    check("html", "<script>let a = '<!--' |", .outsideComment)
    check("html", "<script>a</script> <p>|", .outsideComment)
  }

  @Test func `documentation strings`() {
    check("python", "def f():\n    \"\"\"Ask |\"\"\"", .docString)
    check("python", "def f():\n    r\"\"\"Ask |\"\"\"", .docString)
    check("python", "x = \"\"\"Ask |\"\"\"", .string)
    check("python", "def f():\n    \"\"\"Ask |\"\"\"", .commentsExplicitOnly, trigger: nil)
    check("elixir", "@doc \"\"\"\nAsk |\n\"\"\"", .docString)
    check("julia", "\"\"\"\nAsk |\n\"\"\"\nf() = 1", .docString)
  }

  @Test func `decorators and annotations`() {
    check("python", "|", .decorator)
    check("java", "  |", .decorator)
    check("typescript", "class A { |", .decorator)
    check("swift", "|", .decorator)
    check("python", "|", .outsideComment, trigger: "#")
    check("razor", "<p>|", .decorator)
    check("bat", "|", .decorator)
  }

  @Test func `documentation tags`() {
    check("javascript", "/**\n * |", .docTag)
    check("javascript", "/** |", .docTag)
    check("javascript", "/**\n * Ask |", .comment)
    check("javascript", "/** see {|", .docTag)
    check("java", "/**\n * text\n * |param", .docTag)
    check("cpp", "/// |", .docTag)
    check("lua", "--- |", .docTag)
    check("typescript", "// |@ts-ignore", .docTag)
    check("typescript", "// |@ada look", .comment)
    check("rust", "/// |", .comment)
    check("javascript", "/**\n * |", .comment, trigger: "+")
  }

  @Test func `fields of Epydoc in documentation strings`() {
    check("python", "def f(a):\n    \"\"\"Ask.\n\n    |@param a: b\n    \"\"\"", .docTag)
    check("python", "def f(a):\n    \"\"\"|@return: b\"\"\"", .docTag)
    check("python", "def f(a):\n    \"\"\"Ask |@param a\"\"\"", .docString)
    check("python", "def f(a):\n    \"\"\"\n    |@ada knows\"\"\"", .docString)
  }

  @Test func `citations`() {
    check("markdown", "See [|@a; @b].", .citation)
    check("markdown", "See [@a; |@b]", .citation)
    check("markdown", "See [-|@a, p. 3]", .citation)
    check("markdown", "See [-|@a, chap 2]", .citation)
    check("markdown", "See [@a,\n§ 4; |@b].", .citation)
    for text in ["[|@a]", "[|@a, @b]", "[see |@a; b]", "[|@a; b](c)", "[|@a; b][c]", "[|@a; b", "[|@a; [b]"] {
      check("markdown", "See " + text, .prose)
    }
    check("plaintext", "See [|@a; @b].", .prose)
    check("org", "See [cite:|@a]", .citation)
    check("org", "See [cite/t:see @a p. 3; |@b]", .citation)
    check("org", "See [cite:@a] |@b", .prose)
    check("org", "See [cited |@a]", .prose)
  }

  @Test func `package scopes`() {
    check("json", "{\"dependencies\": {\"|", .packageScope)
    check("javascript", "import a from '|", .packageScope)
    check("markdown", "Run npm install |", .packageScope)
    check("markdown", "Run npm install with |", .packageScope)
    check("markdown", "The npm team asks |", .prose)
    check("markdown", "Run npm install \(String(repeating: "a", count: 256)) |", .prose)
    check("markdown", "Run npx |", .packageScope)
  }

  @Test func `at-rules, instance variables, module attributes`() {
    check("css", "|", .atRule)
    check("scss", "a { |", .atRule)
    check("ruby", "  |", .instanceVariable)
    check("elixir", "  |", .moduleAttribute)
  }

  @Test func `e-mail addresses`() {
    check("plaintext", "write to ada|", .emailAddress)
    check("plaintext", "write to ada.love-lace+x|", .emailAddress)
    check("plaintext", "write to ada@example.|", .emailAddress, trigger: nil)
    check("plaintext", "write to ada@|", .emailAddress, trigger: nil)
    check("plaintext", "thanks.|", .prose)
    check("plaintext", "so -|", .prose)
    check("plaintext", "你好|", .prose)
    check("swift", "// ada|", .emailAddress)
  }

  @Test func `urls`() {
    check("plaintext", "see https://example.com/|", .url)
    check("plaintext", "see https://example.com/a|", .url, trigger: nil)
    check("plaintext", "see www.example.com/|", .url)
    check("plaintext", "see mailto:|", .url)
    check("markdown", "see (https://example.com/) |", .prose)
    check("markdown", "see (https://example.com/)|", .prose)
    check("plaintext", "a: //|", .prose)
  }

  @Test func `code spans`() {
    check("markdown", "a `b |` c", .codeSpan)
    check("markdown", "a `b |", .codeSpan)
    check("markdown", "a `|", .codeSpan)
    check("markdown", "a `b` |", .prose)
    check("markdown", "a ``b ` |`` c", .codeSpan)
    check("markdown", "a \\`b |` c", .prose)
    check("markdown", "don`t |", .prose)
    check("markdown", "a `b\n\nc |` d", .prose)
    check("markdown", "a `b\nc |` d", .codeSpan)
    check("rst", "a ``b |`` c", .codeSpan)
  }

  @Test func `code fences`() {
    check("markdown", "```\n|\n```", .codeFence)
    check("markdown", "```swift |", .codeFence)
    check("markdown", "```\na\n```\n|", .prose)
    check("markdown", "~~~\n```\n|", .codeFence)
    check("markdown", "````\n```\n|", .codeFence)
    check("markdown", "- item\n\n  ```\n  |\n  ```\n", .codeFence)
    check("markdown", "> ```\n> |", .codeFence)
    check("markdown", "> ```\n> a\n\n|", .prose)
    check("markdown", "1. ```\n   |", .codeFence)
    check("markdown", "``` a`b\n|", .prose)
    check("markdown", "```\r\na\r\n```\r\n|", .prose)
  }

  @Test func `link destinations`() {
    check("markdown", "[a](|)", .linkDestination)
    check("markdown", "[a](b|", .linkDestination)
    check("markdown", "[a](b(c)|)", .linkDestination)
    check("markdown", "[a](b) |", .prose)
    check("markdown", "[|](b)", .prose)
    check("markdown", "[a]: |", .linkDestination)
    check("markdown", "[a]: b |", .prose)
    check("markdown", "[^a]: |", .prose)
    check("markdown", "[^a]: [@|b; @c]", .citation)
    check("markdown", "![a](b|)", .linkDestination)
  }

  @Test func `autolinks`() {
    check("markdown", "<https://example.com/|>", .autolink)
    check("markdown", "<https:|", .autolink)
    check("markdown", "<https://example.com/> |", .prose)
  }

  @Test func `html tags in Markdown`() {
    check("markdown", "<div | class=\"a\">", .htmlTag)
    check("markdown", "<div class=\"|", .htmlTag)
    check("markdown", "<div>|</div>", .prose)
    check("markdown", "a < b |", .prose)
    check("markdown", "a <b and c |", .prose)
    check("markdown", "<script>\nlet a |\n</script>", .htmlTag)
    check("markdown", "<script>\nlet a\n</script>\n|", .prose)
    check("markdown", "<!-- ask | -->", .prose)
  }

  @Test func `front matter`() {
    check("markdown", "---\nauthor: |\n---\n", .frontMatter)
    check("markdown", "+++\nauthor = |\n+++\n", .frontMatter)
    check("markdown", "---\na: b\n---\n|", .prose)
    check("markdown", "---\n|\n\ntext", .prose)
    check("markdown", "text\n---\n|\n---\n", .prose)
    check("mdx", "---\na: |\n...\n", .frontMatter)
  }

  @Test func `the diff below a commit message`() {
    check("git-commit", "Fix it |\n", .prose)
    check("gitcommit", "Fix\n# ------------------------ >8 ------------------------\n+a |", .diff)
  }

  @Test func `aliases of languages`() {
    #expect(LanguageID.canonical("git-commit") == "gitcommit")
    #expect(LanguageID.canonical("ipythongfm") == "markdown")
    #expect(LanguageID.canonical("TXT") == "plaintext")
    #expect(LanguageID.canonical("Swift") == "swift")
    #expect(!ProseScanner(languageID: "py").isProseLanguage)
    #expect(ProseScanner(languageID: "tex").isProseLanguage)
  }
}
