import ServerHost
import SystemCalls

/// Measures, prints one table, and judges nothing.
@main
struct BenchProgram {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "simulate" { HostProcess.exit(await simulate(Array(words.dropFirst()))) }
    if words.first == "nearness" { HostProcess.exit(guess(Array(words.dropFirst()))) }
    HostProcess.exit(run(words))
  }

  /// 0, 1 where something was wrong, 2 for arguments that make no sense.
  private static func simulate(_ words: [String]) async -> Int32 {
    do {
      return try await Simulate(words).run() ? 0 : 1
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n\n\(Simulate.usage)")
      return 2
    }
  }

  /// 0, 1 where the history cannot be read, 2 for arguments that make no sense.
  private static func guess(_ words: [String]) -> Int32 {
    do {
      return try GuessNames(words).run() ? 0 : 1
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n\n\(GuessNames.usage)")
      return 2
    }
  }

  /// 0, 1 where something of ours could not be measured, 2 for arguments that make no sense.
  private static func run(_ words: [String]) -> Int32 {
    HostProcess.ignoreWriteSignals()
    let options: Options
    do {
      options = try Options(words, benchmarks: Benchmarks.all.map(\.name))
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n\n\(Options.usage(listing: Benchmarks.list))")
      return 2
    }
    if options.wantsHelp {
      HostProcess.write(Options.usage(listing: Benchmarks.list))
      return 0
    }
    do {
      let bench = try Bench(options)
      defer { bench.cleanUp() }
      let report = Benchmarks.run(bench)
      HostProcess.write(report.printed(as: options.format))
      return bench.hasFailed ? 1 : 0
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n")
      return 1
    }
  }
}

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

/// Why something could not be measured, in words.
struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The files that a run makes.
enum BenchFiles {
  /// A new, empty folder that only this user may enter.
  static func makeFolder(below parent: String) throws(BenchError) -> String {
    do throws(SystemError) {
      return try Platform.makeTemporaryFolder("\(parent)/mentions-bench-")
    } catch {
      throw BenchError("no folder can be made in \(parent): \(error.message)")
    }
  }

  /// Makes a file and hands out a function that appends to it.
  /// Makes a file look as if it had been written an hour ago.
  static func age(_ path: String) throws(BenchError) {
    guard Platform.setAge(of: path, seconds: 3600) else { throw BenchError("\(path) cannot be changed") }
  }

  static func write(
    _ path: String, _ body: (_ append: ([UInt8]) throws(BenchError) -> Void) throws(BenchError) -> Void
  ) throws(BenchError) {
    func fault(_ error: SystemError) -> BenchError {
      BenchError("\(path) cannot be written: \(error.message)")
    }
    let descriptor: Int32
    do throws(SystemError) { descriptor = try Platform.createFile(path) } catch { throw fault(error) }
    defer { Platform.closeDescriptor(descriptor) }
    try body { (bytes: [UInt8]) throws(BenchError) in
      do throws(SystemError) { try Platform.writeAll(descriptor, bytes) } catch { throw fault(error) }
    }
  }
}
