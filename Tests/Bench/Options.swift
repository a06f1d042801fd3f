/// What the command line asks for.
struct Options {
  enum Format { case text, json, markdown }

  var isQuick = false
  var format = Format.text
  var comparesPeers = true
  /// Names of benchmarks; empty = all.
  var only: [String] = []
  /// Programs named by hand, by the server's name.
  var programs: [String: String] = [:]
  var wantsHelp = false

  static let programNames = ["server", "clangd", "sourcekit-lsp", "ruff", "python", "fzf"]

  /// - Parameters:
  ///   - words: the arguments, without the program's name.
  ///   - benchmarks: the names that `--only` may have.
  init(_ words: [String], benchmarks: [String]) throws(BenchError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--quick": isQuick = true
      case "--json": format = .json
      case "--markdown": format = .markdown
      case "--no-peers": comparesPeers = false
      case "--help", "-h", "help": wantsHelp = true
      case "--only":
        guard let name = rest.popFirst() else { throw BenchError("--only needs a name") }
        guard benchmarks.contains(name) else {
          throw BenchError("--only is \(name), expected one of \(benchmarks.joined(separator: ", "))")
        }
        only.append(name)
      default:
        guard word.hasPrefix("--"), Self.programNames.contains(String(word.dropFirst(2))) else {
          throw BenchError("unknown option \(word)")
        }
        guard let path = rest.popFirst() else { throw BenchError("\(word) needs a path") }
        programs[String(word.dropFirst(2))] = path
      }
    }
  }

  static func usage(listing benchmarks: [(name: String, summary: String)]) -> String {
    let width = benchmarks.map(\.name.count).max() ?? 0
    let names = benchmarks.map {
      "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.summary)\n"
    }
    return """
      usage: mentions-bench [OPTIONS]

        --quick               few rounds, small directories
        --only NAME           one benchmark; may be given several times
        --json                figures as JSON instead of the table
        --markdown            the table in Markdown, with the date, for a page
        --no-peers            measure nothing but ourselves
        --server PATH         the mentions-lsp to measure; else the one beside this program
        --clangd PATH, --sourcekit-lsp PATH, --ruff PATH, --fzf PATH
                              peers that are not in PATH
        --python PATH         a Python that has pygls, rapidfuzz and tantivy

      \(names.joined())
      """
  }
}
