/// Spellings of language identifiers.
public enum LanguageID {
  /// The spelling that this package uses for a language, whatever a client calls it: that of the LSP
  /// specification where there is one. Unknown ones stay as they are, in lowercase.
  public static func canonical(_ languageID: String) -> String {
    let lowercased = languageID.lowercased()
    return aliases[lowercased] ?? lowercased
  }

  private static let aliases: [String: String] = {
    var table: [String: String] = [:]
    for (canonical, others) in spellings {
      for other in others.split(separator: " ") { table[String(other)] = canonical }
    }
    return table
  }()

  /// By canonical spelling, what Vim, Emacs, Helix, Kakoune and others say.
  private static let spellings: [(String, String)] = [
    ("plaintext", "text txt plain plain-text plain_text fundamental conf-text"),
    ("markdown", "md mkd gfm ipythongfm pandoc markdown.pandoc quarto rmd rmarkdown vimwiki telekasten"),
    ("mdx", "markdown.mdx"),
    ("restructuredtext", "rst rest"),
    ("latex", "tex plaintex context bibtex-text latex-text"),
    ("asciidoc", "adoc asciidoctor"),
    ("org", "org-mode orgmode"),
    ("gitcommit", "git-commit gitcommit-edit commit-message scminput jjdescription hgcommit"),
    ("mail", "email eml mutt notmuch-message message"),
    ("cpp", "c++ cplusplus cxx"), ("csharp", "c# cs"), ("fsharp", "f# fs"),
    ("javascript", "js ecma node"), ("javascriptreact", "jsx javascript.jsx"),
    ("typescript", "ts"), ("typescriptreact", "tsx typescript.tsx"),
    ("python", "py python3 gyp starlark bazel bzl"), ("ruby", "rb"), ("perl", "pl perl5 perl6 raku"),
    ("rust", "rs"), ("haskell", "hs lhaskell"), ("kotlin", "kt kts"), ("elixir", "ex exs"),
    ("shellscript", "sh bash zsh ksh shell shell-script ebuild"), ("powershell", "ps1 pwsh"),
    ("objective-c", "objc objectivec"), ("objective-cpp", "objcpp"), ("cuda", "cuda-cpp"),
    ("dockerfile", "docker containerfile"), ("makefile", "make gnumake"), ("yaml", "yml yaml.docker-compose"),
    ("html", "htm xhtml htmldjango jinja-html erb eruby handlebars mustache angular"),
    ("ini", "dosini cfg conf config desktop systemd gitconfig git-config editorconfig properties"),
    ("commonlisp", "lisp common-lisp emacs-lisp elisp"), ("scheme", "racket guile"),
    ("clojure", "clj cljs edn clojurescript"), ("visualbasic", "vb vbnet vb.net vbscript"),
    ("latexcode", "sty cls"), ("proto", "protobuf proto3"), ("terraform", "hcl tf terraform-vars opentofu"),
    ("fortran", "fortran-modern fortranfreeform"), ("diff", "patch"), ("viml", "vim vimscript"),
    ("jsonc", "json5 jsonwithcomments"), ("json", "jsonl json-lines ndjson"), ("golang-mod", "gomod go.mod"),
    ("go", "golang"), ("scala", "sbt"), ("groovy", "gradle jenkinsfile"), ("typst", "typ"),
  ]
}
