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
