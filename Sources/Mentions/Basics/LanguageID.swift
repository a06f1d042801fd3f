/// Spellings of language identifiers, and the languages of files.
package enum LanguageID {
  /// The canonical identifier of a language: that of the LSP specification if there is one. Spellings used by other
  /// clients are translated; unknown ones are only lowercased.
  package static func canonical(_ languageID: String) -> String {
    let lowercased = languageID.lowercased()
    return LanguageTable.shared.canonical[lowercased] ?? lowercased
  }

  /// Whether `@key` is a citation in texts of this language, as in Pandoc and Typst.
  static func citesByAt(_ languageID: String) -> Bool {
    ["quarto", "rmd", "rmarkdown", "pandoc", "markdown.pandoc", "typst", "typ"].contains(
      languageID.lowercased())
  }

  /// The language that an editor would assign to a file: by its name, its extension, or its first line. Nil if none of
  /// them determines it.
  ///
  /// - Parameters:
  ///   - path: the file's name, with or without folders.
  ///   - bytes: the start of the text; the first line suffices.
  /// - Complexity: O(name and first line).
  package static func ofFile(_ path: String, beginning bytes: some Sequence<UInt8>) -> String? {
    let slash = UInt8(ascii: "/")
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return nil }
    let name = path.utf8[...last]
    let start = name.lastIndex(of: slash).map(name.index(after:)) ?? name.startIndex
    return ofName(String(Substring(name[start...]))) ?? FirstLine(bytes).language
  }

  private static func ofName(_ name: String) -> String? {
    let table = LanguageTable.shared
    if let known = table.names[name] { return known }
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return isTitle(name) ? "plaintext" : nil
    }
    if let known = table.stems[String(name[..<dot])] { return known }
    let ending = String(name[name.index(after: dot)...])
    // Extensions in the table are in lower case, like those of most files, so an extension is converted to lower case
    // only if it is not found unchanged.
    return table.endings[ending] ?? table.endings[ending.lowercased()]
  }

  /// Whether a name without an extension consists of capitals, `-` and `_`, like `README` and `CODE-OF-CONDUCT`. Files
  /// with such names are meant for people to read.
  private static func isTitle(_ name: String) -> Bool {
    name.utf8.allSatisfy { (0x41...0x5a).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}

/// The first line of a file, which may name its interpreter: `#!/usr/bin/env python3`.
private struct FirstLine {
  private let line: String

  /// The maximum number of bytes of the first line that are read; the rest of a longer line is ignored.
  private static let longest = 256

  init(_ bytes: some Sequence<UInt8>) {
    line = String(decoding: bytes.prefix(Self.longest).prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
  }

  var language: String? {
    if line.hasPrefix("<?xml") { return "xml" }
    return program.flatMap { LanguageTable.shared.programs[$0] }
  }

  /// The interpreter without path and version: `python` for `#!/usr/bin/env -S python3.12 -u`.
  private var program: String? {
    guard line.hasPrefix("#!") else { return nil }
    var words = line.dropFirst(2).split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
    if words.first?.split(separator: "/").last == "env" {
      words = words.dropFirst().drop { $0.hasPrefix("-") || $0.contains("=") }
    }
    guard var name = words.first?.split(separator: "/").last else { return nil }
    while let last = name.last, last.isNumber || last == "." || last == "-" { name.removeLast() }
    return String(name)
  }
}

/// Languages with the spellings of their identifiers in editors, and the names of their files, as in VS Code and
/// Linguist.
struct LanguageTable {
  fileprivate static let shared = LanguageTable()

  /// Maps other spellings, and the identifiers of dialects, to the canonical identifiers.
  private(set) var canonical: [String: String] = [:]
  private(set) var endings: [String: String] = [:]
  /// Maps whole file names to languages.
  private(set) var names: [String: String] = [:]
  /// Maps file names without their extension to languages, for entries such as `Makefile.*`.
  private(set) var stems: [String: String] = [:]
  /// Maps names of interpreters, without their version, to languages.
  private(set) var programs: [String: String] = [:]

  private init() {
    for row in Self.rows {
      Self.add(row.spellings, row.id, to: &canonical)
      if let like = row.like { canonical[row.id] = like }
      Self.add(row.endings, row.id, to: &endings)
      Self.add(row.names, row.id, to: &names)
      Self.add(row.programs, row.id, to: &programs)
    }
    for (name, id) in names where name.hasSuffix(".*") { stems[String(name.dropLast(2))] = id }
  }

  private static func add(_ words: String, _ id: String, to table: inout [String: String]) {
    for word in words.split(separator: " ") { table[String(word)] = id }
  }

  /// The identifiers of all languages in the table, dialects included.
  static var ids: [String] { rows.map(\.id) }

  private struct Row {
    var id: String
    /// The identifiers used by Vim, Emacs, Helix, Kakoune and others.
    var spellings = ""
    /// For a dialect with the syntax of another language: the identifier of that language, which is the canonical
    /// identifier of the dialect too.
    var like: String?
    var endings = ""
    var names = ""
    var programs = ""
  }

  private static let rows = prose + programming + data

  // MARK: Prose

  private static let prose = [
    Row(
      id: "plaintext", spellings: "text txt plain plain-text plain_text fundamental conf-text",
      endings: "txt text"),
    Row(
      id: "markdown", spellings: "md mkd gfm ipythongfm markdown.pandoc vimwiki telekasten octo forge-post",
      endings: "md markdown mdown mdwn mkd mkdn mkdown ronn livemd", names: "contents.lr"),
    Row(id: "quarto", like: "markdown", endings: "qmd"),
    Row(id: "rmd", like: "markdown", endings: "rmd"),
    Row(id: "rmarkdown", like: "markdown"),
    Row(id: "pandoc", like: "markdown", endings: "pandoc"),
    Row(id: "mdx", spellings: "markdown.mdx", endings: "mdx"),
    Row(id: "restructuredtext", spellings: "rst rest", endings: "rst rest"),
    Row(
      id: "latex", spellings: "tex plaintex context bibtex-text latex-text", endings: "tex ltx ctx mkiv mkvi"),
    Row(id: "asciidoc", spellings: "adoc asciidoctor", endings: "adoc asciidoc"),
    Row(id: "org", spellings: "org-mode orgmode", endings: "org"),
    Row(id: "typst", spellings: "typ", endings: "typ"),
    Row(
      id: "gitcommit",
      spellings: "git-commit gitcommit-edit commit-message scminput jjdescription hgcommit",
      endings: "commit",
      names: "COMMIT_EDITMSG MERGE_MSG TAG_EDITMSG SQUASH_MSG NOTES_EDITMSG EDIT_DESCRIPTION"),
    Row(id: "mail", spellings: "email eml mutt notmuch-message message", endings: "eml mbox"),
    Row(id: "codeowners", names: "CODEOWNERS"),
  ]

  // MARK: Programming

  private static let programming = [
    Row(id: "c", endings: "c h i"),
    Row(
      id: "cpp", spellings: "c++ cplusplus cxx",
      endings: "cpp cc cxx c++ hpp hh hxx h++ ipp inl ixx tpp txx cppm ii"),
    Row(id: "objective-c", spellings: "objc objectivec", endings: "m"),
    Row(id: "objective-cpp", spellings: "objcpp", endings: "mm"),
    Row(id: "cuda", spellings: "cuda-cpp", endings: "cu cuh"), Row(id: "arduino", endings: "ino pde"),
    Row(id: "csharp", spellings: "c# cs", endings: "cs csx cake"),
    Row(id: "fsharp", spellings: "f# fs", endings: "fs fsi fsx fsscript"),
    Row(id: "visualbasic", spellings: "vb vbnet vb.net vbscript", endings: "vb vbs bas brs vba"),
    Row(id: "java", endings: "java jav jsh"),
    Row(
      id: "groovy", spellings: "gradle jenkinsfile", endings: "groovy gvy gradle jenkinsfile nf",
      names: "Jenkinsfile Jenkinsfile.*", programs: "groovy"),
    Row(id: "kotlin", spellings: "kt kts", endings: "kt kts ktm", programs: "kotlin kotlinc"),
    Row(id: "scala", spellings: "sbt", endings: "scala sc sbt", programs: "scala scala-cli amm"),
    Row(id: "swift", endings: "swift", programs: "swift"),
    Row(id: "rust", spellings: "rs", endings: "rs", programs: "rust-script"),
    Row(id: "go", spellings: "golang", endings: "go"), Row(id: "zig", endings: "zig zon"),
    Row(id: "d", spellings: "dlang", endings: "d di", programs: "rdmd dub"),
    Row(id: "dart", endings: "dart", programs: "dart"),
    Row(id: "gleam", endings: "gleam"),
    Row(id: "lean", spellings: "lean4", endings: "lean", programs: "lean"),
    Row(
      id: "javascript", spellings: "js ecma node", endings: "js mjs cjs es es6 pac jsm",
      names: "jakefile Jakefile",
      programs: "node nodejs qjs gjs"),
    Row(id: "javascriptreact", spellings: "jsx javascript.jsx", endings: "jsx"),
    Row(id: "typescript", spellings: "ts", endings: "ts mts cts", programs: "deno bun tsx ts-node"),
    Row(id: "typescriptreact", spellings: "tsx typescript.tsx", endings: "tsx"),
    Row(
      id: "coffeescript", spellings: "coffee", endings: "coffee cson iced cjsx", names: "Cakefile",
      programs: "coffee"),
    Row(id: "php", endings: "php phtml ctp php3 php4 php5 phps", programs: "php"),
    Row(
      id: "python", spellings: "py python3 gyp starlark bazel bzl",
      endings: "py pyi pyw pyt cpy rpy gyp gypi bzl bazel star ipy smk",
      names: "BUILD WORKSPACE SConstruct SConscript Snakefile Tiltfile wscript",
      programs: "python pypy ipython uv"),
    Row(
      id: "ruby", spellings: "rb", endings: "rb rbx rjs gemspec rake ru erbsql podspec thor jbuilder rabl",
      names:
        "Gemfile Rakefile rakefile Guardfile Capfile Vagrantfile Podfile Fastfile Appfile Brewfile Berksfile Dangerfile Thorfile .irbrc .pryrc",
      programs: "ruby jruby macruby rake rbx"),
    Row(id: "crystal", spellings: "cr", endings: "cr ecr", programs: "crystal"),
    Row(id: "elixir", spellings: "ex exs", endings: "ex exs", names: "mix.lock", programs: "elixir"),
    Row(
      id: "erlang", spellings: "erl", endings: "erl hrl escript xrl yrl", names: "rebar.config",
      programs: "escript"),
    Row(
      id: "perl", spellings: "pl perl5 perl6 raku", endings: "pl pm pod t psgi al raku rakumod p6 pm6",
      names: "cpanfile",
      programs: "perl cperl raku rakudo"),
    Row(id: "lua", endings: "lua rockspec nse wlua", names: ".luacheckrc", programs: "lua luajit texlua"),
    Row(id: "luau", endings: "luau", programs: "luau lune"),
    Row(id: "r", endings: "r rsx rhistory rprofile", names: ".Rprofile", programs: "Rscript littler"),
    Row(id: "julia", spellings: "jl", endings: "jl", programs: "julia"),
    Row(
      id: "shellscript", spellings: "sh bash zsh ksh shell shell-script ebuild",
      endings: "sh bash bats zsh ksh ash dash command ebuild eclass zsh-theme",
      names:
        ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .envrc bashrc zshrc PKGBUILD APKBUILD",
      programs: "sh bash zsh ksh mksh dash ash rc busybox bats"),
    Row(id: "fish", endings: "fish", programs: "fish"),
    Row(
      id: "powershell", spellings: "ps1 pwsh", endings: "ps1 psm1 psd1 pssc psrc", programs: "pwsh powershell"
    ),
    Row(id: "bat", spellings: "batch dosbatch batchfile", endings: "bat cmd"),
    Row(id: "awk", endings: "awk gawk", programs: "awk gawk mawk nawk"),
    Row(id: "sed", endings: "sed", programs: "sed gsed ssed"),
    Row(id: "tcl", endings: "tcl tk itcl tm", programs: "tclsh wish expect"),
    Row(
      id: "haskell", spellings: "hs lhaskell", endings: "hs hs-boot hsc",
      programs: "runhaskell runghc stack cabal"),
    Row(id: "purescript", endings: "purs"), Row(id: "elm", endings: "elm"),
    Row(
      id: "ocaml", spellings: "ml", endings: "ml mli mll mly eliom", names: ".ocamlinit",
      programs: "ocaml ocamlrun"),
    Row(id: "reason", spellings: "reasonml", endings: "re rei"), Row(id: "sml", endings: "sml"),
    Row(
      id: "clojure", spellings: "clj cljs edn clojurescript", endings: "clj cljs cljc cljx clojure edn bb",
      names: "riemann.config",
      programs: "clojure clj bb"),
    Row(
      id: "commonlisp", spellings: "lisp common-lisp emacs-lisp elisp", endings: "lisp lsp cl asd el eld",
      names: ".emacs .spacemacs .gnus Cask", programs: "sbcl clisp ecl ccl lisp emacs"),
    Row(
      id: "scheme", spellings: "racket guile", endings: "scm ss sld sls sps sch rkt rktd rktl scrbl",
      programs: "guile racket scheme csi gosh bigloo chicken r6rs"),
    Row(id: "fennel", endings: "fnl", programs: "fennel"),
    Row(id: "prolog", endings: "pro prolog plt", programs: "swipl yap gprolog"),
    Row(id: "matlab", endings: "matlab"), Row(id: "octave", endings: "octave", programs: "octave"),
    Row(id: "postscript", endings: "ps eps epsi", programs: "gs"),
    Row(id: "nim", endings: "nim nims nimble nimrod", programs: "nim"),
    Row(id: "gdscript", spellings: "gd", endings: "gd"),
    Row(id: "ada", endings: "ada adb ads"),
    Row(id: "pascal", endings: "pas lpr dpr dpk", programs: "instantfpc"),
    Row(id: "delphi"), Row(id: "applescript", endings: "applescript scpt", programs: "osascript"),
    Row(
      id: "fortran", spellings: "fortran-modern fortranfreeform", endings: "f f77 for f90 f95 f03 f08 fpp"),
    Row(id: "vhdl", endings: "vhd vhdl vho vht"), Row(id: "verilog", endings: "v vh veo"),
    Row(id: "systemverilog", endings: "sv svh"),
    Row(id: "solidity", endings: "sol"),
    Row(id: "glsl", endings: "glsl frag vert geom comp tesc tese vsh fsh fshader vshader rgen rchit rmiss"),
    Row(id: "hlsl", endings: "hlsl hlsli fx fxh psh cginc"), Row(id: "wgsl", endings: "wgsl"),
    Row(id: "asm", spellings: "nasm gas", endings: "asm s nasm"),
    Row(
      id: "sql", spellings: "plsql mysql pgsql postgres", endings: "sql dsql ddl pgsql plsql pks pkb pls",
      programs: "psql"),
    Row(
      id: "viml", spellings: "vim vimscript", endings: "vim",
      names: ".vimrc .gvimrc _vimrc .exrc .nvimrc vimrc"),
    Row(id: "latexcode", spellings: "sty cls", endings: "sty cls dtx ins"),
    Row(id: "bibtex", spellings: "bib", endings: "bib"),
    Row(id: "proto", spellings: "protobuf proto3", endings: "proto"), Row(id: "thrift", endings: "thrift"),
    Row(id: "graphql", spellings: "gql", endings: "graphql graphqls gql"),
  ]

  // MARK: Markup, data and tools

  private static let data = [
    Row(
      id: "html", spellings: "htm xhtml htmldjango jinja-html erb eruby handlebars mustache angular",
      endings:
        "html htm shtml xhtml xht mdoc jsp asp aspx jshtm hbs handlebars mustache erb rhtml ejs j2 jinja jinja2 njk"
    ),
    Row(id: "vue", endings: "vue"), Row(id: "svelte", endings: "svelte"), Row(id: "astro", endings: "astro"),
    Row(id: "razor", spellings: "aspnetcorerazor cshtml", endings: "cshtml razor"),
    Row(
      id: "xml",
      endings:
        "xml axaml xaml ascx atom axml bpmn cpt csl csproj fsproj vbproj vcxproj proj props targets slnx nuspec dita ditamap dtd ent dtml iml isml jmx launch menu mxml owl opml rdf rng rss shproj storyboard tld tmx ui wsdl wxi wxl wxs xbl xib xlf xliff xpdl xul xoml resx",
      names: "web.config App.config packages.config nuget.config"),
    Row(id: "xsl", endings: "xsl xslt"), Row(id: "svg", endings: "svg"), Row(id: "xsd", endings: "xsd"),
    Row(id: "plist", endings: "plist entitlements"),
    Row(id: "css", endings: "css"), Row(id: "scss", endings: "scss"), Row(id: "sass", endings: "sass"),
    Row(id: "less", endings: "less"),
    Row(id: "stylus", endings: "styl stylus"),
    Row(
      id: "yaml", spellings: "yml yaml.docker-compose", endings: "yaml yml eyaml eyml cff yaml-tmlanguage",
      names: "OWNERS OWNERS_ALIASES .clang-format .clang-tidy .clangd .gemrc CITATION.cff"),
    Row(id: "toml", endings: "toml", names: "Cargo.lock poetry.lock uv.lock Pipfile pdm.lock"),
    Row(
      id: "json", spellings: "jsonl json-lines ndjson",
      endings: "json jsonl ndjson webmanifest geojson topojson har avsc jsonld tfstate",
      names: ".watchmanconfig composer.lock flake.lock Pipfile.lock .all-contributorsrc"),
    Row(
      id: "jsonc", spellings: "json5 jsonwithcomments",
      endings: "jsonc json5 code-workspace code-snippets eslintrc jscsrc jshintrc jslintrc",
      names:
        "tsconfig.json jsconfig.json .eslintrc .eslintrc.json .babelrc .swcrc .mentions.json devcontainer.json"
    ),
    Row(
      id: "ini",
      spellings: "dosini cfg conf config desktop systemd gitconfig git-config editorconfig properties",
      endings:
        "ini cfg conf properties desktop service timer socket mount directory repo prefs lektorproject",
      names:
        ".npmrc .gitconfig .gitmodules .editorconfig .pylintrc .flake8 .coveragerc .hgrc .yarnrc .condarc pip.conf"
    ),
    Row(id: "dotenv", spellings: "env", endings: "env", names: ".env .env.* .flaskenv"),
    Row(
      id: "dockerfile", spellings: "docker containerfile", endings: "dockerfile containerfile",
      names: "Dockerfile Containerfile dockerfile Dockerfile.* Containerfile.*"),
    Row(
      id: "makefile", spellings: "make gnumake", endings: "mk mak make",
      names: "Makefile makefile GNUmakefile OCamlMakefile Kbuild Makefile.*",
      programs: "make gmake"),
    Row(
      id: "just", spellings: "justfile", endings: "just", names: "Justfile justfile .justfile",
      programs: "just"),
    Row(id: "cmake", endings: "cmake", names: "CMakeLists.txt"),
    Row(id: "meson", names: "meson.build meson_options.txt meson.options"),
    Row(id: "nix", endings: "nix", programs: "nix-shell nix"),
    Row(
      id: "terraform", spellings: "hcl tf terraform-vars opentofu", endings: "tf tfvars tofu hcl nomad",
      names: ".terraform.lock.hcl"),
    Row(id: "golang-mod", spellings: "gomod go.mod", names: "go.mod go.work"),
    Row(
      id: "gitignore", spellings: "ignore git-ignore", endings: "gitignore",
      names:
        ".gitignore .dockerignore .npmignore .eslintignore .prettierignore .vscodeignore .hgignore .ignore .rgignore"
    ),
    Row(id: "gitattributes", names: ".gitattributes"),
    Row(id: "ssh-config", spellings: "sshconfig ssh_config", names: "ssh_config sshd_config"),
    Row(id: "crontab", names: "crontab"),
    // Text files that contain entries rather than sentences.
    Row(id: "requirements", names: "requirements.txt robots.txt"),
    Row(id: "diff", spellings: "patch", endings: "diff patch rej"),
    Row(id: "notebook", spellings: "jupyter ipynb jupyter-notebook", endings: "ipynb"),
  ]
}
