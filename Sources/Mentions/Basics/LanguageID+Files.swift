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
