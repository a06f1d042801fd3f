import EntitySources
import ServerHost
import SystemCalls

/// A language server that can be measured.
struct Server {
  let name: String
  let command: [String]
  let isOurs: Bool
  /// What it takes prose as, and how a line of prose must begin to be harmless there.
  let languageID: String
  let fileEnding: String
  let linePrefix: String
  /// `NAME=value`, besides this program's own.
  var environment: [String] = []

  /// Lines of prose as a document of its language, about so many bytes.
  func document(bytes: Int) -> [String] {
    let line = linePrefix + "the quick brown fox jumps over the lazy dog and runs home again today"
    return Array(repeating: line, count: max(1, bytes / (line.utf8.count + 1)))
  }

  /// - Parameters:
  ///   - path: of the program.
  ///   - cacheFolder: where it keeps what it may lose.
  static func ours(_ path: String, cacheFolder: String) -> Server {
    Server(
      name: "mentions-lsp", command: [path], isOurs: true, languageID: "markdown", fileEnding: "md",
      linePrefix: "", environment: ["XDG_CACHE_HOME=\(cacheFolder)"])
  }
}

/// Looks for programs: named by an option, beside us, where the recipe puts them, in `PATH`.
struct PeerFinder {
  let options: Options
  /// A folder for the source of the Python peer.
  let folder: String

  /// What servers keep and may lose.
  var cacheFolder: String { folder + "/cache" }

  /// The server that is measured.
  func ours() throws(BenchError) -> Server {
    if let path = options.programs["server"] {
      guard Platform.isProgram(path) else { throw BenchError("--server: \(path) is not a program") }
      return .ours(path, cacheFolder: cacheFolder)
    }
    let beside = HostProcess.executablePath.map { path in
      path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        + "/mentions-lsp"
    }
    guard let beside, Platform.isProgram(beside) else {
      throw BenchError(
        "there is no mentions-lsp beside this program; build it first (swift build -c release) "
          + "or name it with --server")
    }
    return .ours(beside, cacheFolder: cacheFolder)
  }

  /// The peers that are there, and a line on each that is not.
  func peers() throws(BenchError) -> (found: [Server], missing: [String]) {
    guard options.comparesPeers else { return ([], []) }
    var found: [Server] = []
    var missing: [String] = []
    for (name, arguments, language, ending, prefix) in [
      ("clangd", [], "cpp", "cpp", "// "), ("sourcekit-lsp", [], "swift", "swift", "// "),
      ("ruff", ["server"], "python", "py", "# "),
    ] {
      if let path = try program(name) {
        found.append(
          Server(
            name: name, command: [path] + arguments, isOurs: false, languageID: language, fileEnding: ending,
            linePrefix: prefix))
      } else {
        let hint = name == "ruff" ? PyglsServer.recipe : "it comes with the Swift toolchain"
        missing.append("\(name) is not on this machine; \(hint), or name it with --\(name)")
      }
    }
    if let python = try python(having: "pygls") {
      let path = folder + "/peer.py"
      try BenchFiles.write(path) { append throws(BenchError) in try append(Array(PyglsServer.source.utf8)) }
      found.append(
        Server(
          name: "pygls", command: [python, path], isOurs: false, languageID: "plaintext", fileEnding: "txt",
          linePrefix: ""))
    } else {
      missing.append("no Python here has pygls; \(PyglsServer.recipe), or name one with --python")
    }
    return (found, missing)
  }

  func program(_ name: String) throws(BenchError) -> String? {
    if let path = options.programs[name] {
      guard Platform.isProgram(path) else { throw BenchError("--\(name): \(path) is not a program") }
      return path
    }
    let path = HostProcess.environment()["PATH"] ?? ""
    let folders = [PyglsServer.folder] + path.split(separator: ":").map(String.init)
    return folders.map { "\($0)/\(name)" }.first(where: Platform.isProgram)
  }

  /// A Python that can import a module: the one that an option names, or the first that there is.
  func python(having module: String) throws(BenchError) -> String? {
    for name in options.programs["python"] == nil ? ["python", "python3"] : ["python"] {
      guard let path = try program(name) else { continue }
      let check = ChildCommand([path, "-c", "import \(module)"], deadline: 20_000)
      if let result = try? ChildProcess.run(check), result.isSuccess { return path }
    }
    return nil
  }
}

/// The smallest server that Python's `pygls` makes: it keeps the text of open documents and answers hovers.
enum PyglsServer {
  static let source = """
    from lsprotocol import types
    try:
        from pygls.lsp.server import LanguageServer
    except ImportError:
        from pygls.server import LanguageServer

    server = LanguageServer("peer", "1", text_document_sync_kind=types.TextDocumentSyncKind.Incremental)


    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params):
        server.workspace.get_text_document(params.text_document.uri)
        return None


    server.start_io()

    """

  /// Told where there is none.
  static let recipe =
    "python3 -m venv .build/bench-peers && .build/bench-peers/bin/pip install pygls ruff rapidfuzz tantivy"
  /// Where the recipe puts programs, from the folder that one is in.
  static let folder = ".build/bench-peers/bin"
}
