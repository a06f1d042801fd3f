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

extension LanguageID {
  /// The language of a file by its name, as an editor would tell it; nil for a name that does not say. O(name).
  ///
  /// - Parameter path: the file's name, with or without its folders.
  public static func ofFile(_ path: String) -> String? {
    guard let name = path.split(separator: "/").last.map(String.init) else { return nil }
    if let known = names[name] { return known }
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return isTitle(name) ? "plaintext" : nil
    }
    let ending = String(name[name.index(after: dot)...]).lowercased()
    return endings[ending] ?? canonical(ending)
  }

  /// `README`, `CODE-OF-CONDUCT`: what people are meant to read has a name in capitals and no ending.
  private static func isTitle(_ name: String) -> Bool {
    name.utf8.allSatisfy { (0x41...0x5a).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private static let names = table([
    ("codeowners", "CODEOWNERS"), ("gitcommit", "COMMIT_EDITMSG MERGE_MSG TAG_EDITMSG SQUASH_MSG"),
    ("makefile", "Makefile makefile GNUmakefile"), ("dockerfile", "Dockerfile Containerfile"),
    ("cmake", "CMakeLists.txt"), ("ruby", "Gemfile Rakefile Vagrantfile Podfile Fastfile Brewfile"),
    ("groovy", "Jenkinsfile"), ("python", "BUILD BUILD.bazel WORKSPACE SConstruct"),
    ("golang-mod", "go.mod go.work"), ("yaml", "OWNERS OWNERS_ALIASES"),
    ("shellscript", ".bashrc .bash_profile .profile .zshrc .zshenv"), ("viml", ".vimrc"),
    ("gitignore", ".gitignore .dockerignore .npmignore"), ("gitattributes", ".gitattributes"),
    // Words, not sentences.
    ("requirements", "requirements.txt robots.txt"),
  ])

  /// Endings that are no spelling of the language.
  private static let endings = table([
    ("c", "h"), ("cpp", "cc hpp hh hxx ipp"), ("objective-c", "m"), ("objective-cpp", "mm"),
    ("javascript", "mjs cjs"), ("typescript", "mts cts"), ("python", "pyi pyw"), ("ruby", "rake gemspec"),
    ("perl", "pm pod"), ("erlang", "erl hrl"), ("ocaml", "ml mli"), ("julia", "jl"), ("powershell", "psm1"),
    ("commonlisp", "el"), ("clojure", "cljc"), ("fortran", "f90 f95"), ("ada", "adb ads"),
    ("systemverilog", "sv"), ("markdown", "markdown mdown mdwn"), ("gitcommit", "commit"),
  ])

  private static func table(_ rows: [(String, String)]) -> [String: String] {
    var table: [String: String] = [:]
    for (language, words) in rows {
      for word in words.split(separator: " ") { table[String(word)] = language }
    }
    return table
  }
}
