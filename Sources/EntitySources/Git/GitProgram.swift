import JSONText
import SystemCalls

/// Runs Git such that a repository's configuration cannot run programs, open connections, or prompt the user.
///
/// A repository's `.git/config` is untrusted, and many of its keys name programs. Every key that could affect the
/// few commands in use is overridden, by means that old versions of Git support as well.
package struct GitProgram {
  /// Any directory in the repository.
  var directory: String
  /// The timeout of each call, in milliseconds.
  var timeout: Int
  /// The program, looked up in `PATH`.
  var program: String

  /// - Parameters:
  ///   - directory: any directory in the repository.
  ///   - timeout: the timeout of each call, in milliseconds.
  ///   - program: looked up in `PATH`.
  package init(directory: String, timeout: Int, program: String = "git") {
    (self.directory, self.timeout, self.program) = (directory, timeout, program)
  }

  package struct GitError: Error {
    var severity = SourceProblem.Severity.error
    package var message: String
    /// Whether git failed without a message. For the commands used here, this means that the requested object or
    /// setting does not exist.
    var isSilent = false

    fileprivate static let noRepository = GitError(severity: .note, message: "not inside a Git repository")
  }

  /// Configuration passed on the command line, which overrides all files.
  private static let configuration = [
    // Disables programs that git would run.
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.editor=false",
    "core.askPass=", "core.sshCommand=false", "core.gitProxy=", "core.alternateRefsCommand=false",
    "credential.helper=", "diff.external=", "log.showSignature=false", "gpg.program=false",
    "gpg.openpgp.program=false", "gpg.x509.program=false", "gpg.ssh.program=false",
    "gpg.ssh.defaultKeyCommand=false",
    // Git fetches nothing, even if objects are missing, and runs no maintenance.
    "protocol.allow=never", "fetch.recurseSubmodules=false", "submodule.recurse=false", "gc.auto=0",
    "maintenance.auto=false",
    // The mailmap is applied by ``Mailmap``.
    "log.mailmap=false", "mailmap.file=", "mailmap.blob=",
    "core.attributesFile=/dev/null", "i18n.logOutputEncoding=UTF-8",
  ]

  /// Environment variables for every call; nil removes a variable.
  private static let variables: [String: String?] = [
    // Makes Git print messages in one language and output in large pieces, never prompt, and take no optional locks.
    "LC_ALL": "C", "GIT_FLUSH": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
    // Disables all transports, so that partial clones fetch nothing. Old versions ignore the second variable.
    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1",
    "GIT_PAGER": "cat", "GIT_EDITOR": "false", "GIT_ASKPASS": "false", "SSH_ASKPASS": "false",
    "GIT_SSH": nil, "GIT_SSH_COMMAND": "false", "GIT_PROXY_COMMAND": nil, "GIT_EXTERNAL_DIFF": nil,
    // Git sets these for editors that it starts. They would select the repository of that Git process instead of the
    // document's.
    "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_COMMON_DIR": nil, "GIT_PREFIX": nil,
    "GIT_NAMESPACE": nil, "GIT_OBJECT_DIRECTORY": nil, "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil,
    "GIT_GRAFT_FILE": nil, "GIT_SHALLOW_FILE": nil, "GIT_REPLACE_REF_BASE": nil, "GIT_CONFIG": nil,
  ]

  package func command(_ arguments: [String], outputLimit: Int = Int.max) -> ChildCommand {
    let settings = Self.configuration.flatMap { ["-c", $0] }
    return ChildCommand(
      [program, "-C", directory, "--no-pager"] + settings + arguments, environment: Self.variables,
      deadline: timeout, outputLimit: outputLimit)
  }

  /// Runs a command and passes its output to `take` piece by piece.
  package func run(_ command: ChildCommand, _ take: ([UInt8]) -> Void) throws(GitError) {
    let result: ChildResult
    do throws(ChildError) {
      result = try ChildProcess.run(command, output: take)
    } catch {
      let isMissing = error == .notFound(program: program)
      if isMissing, !isInRepository { throw .noRepository }
      throw GitError(message: "git \(isMissing ? "is not installed" : "cannot be run"): \(error)")
    }
    guard !result.isSuccess else { return }
    switch result.stop {
    case .deadline: throw GitError(message: "git did not finish within \(timeout) ms")
    case .outputLimit:
      throw GitError(
        message: "git \(command.arguments.last ?? "") printed more than \(command.outputLimit) bytes")
    case .ended: break
    }
    let words = result.complaint
    if words.holds("not a git repository") {
      throw .noRepository
    }
    if words.isEmpty { throw GitError(message: "git failed with \(result.status)", isSilent: true) }
    throw GitError(message: "git says: \(words)")
  }

  /// Whether there appears to be a repository, checked without running Git.
  private var isInRepository: Bool {
    var folder = directory[...]
    while Platform.kind(of: folder + "/.git") == nil {
      guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
      folder = folder[..<slash]
    }
    return true
  }

  /// Runs a command with little output and returns its lines.
  package func lines(_ arguments: [String]) throws(GitError) -> [String] {
    var output: [UInt8] = []
    try run(command(arguments, outputLimit: 1 << 16)) { output += $0 }
    return output.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension GitProgram {
  /// The nearest folder at or above the directory that contains a `.git`. `git rev-parse --show-toplevel` is not used,
  /// because `core.worktree` in the repository's configuration can name any folder.
  var topOfWorkTree: String? {
    var folder = directory
    for _ in 0..<128 {
      if Platform.kind(of: folder + "/.git") != nil { return folder }
      folder += "/.."
    }
    return nil
  }

  /// The content of `.mailmap` from the work tree, or from the newest commit of a bare repository. Reads at most one
  /// byte more than ``Mailmap/sizeLimit``, to detect a longer file.
  package func mailmap(isBare: Bool) -> [UInt8] {
    if isBare { return mailmap(in: "HEAD") }
    // The repository's author controls this file, so a symbolic link to another file is not followed. Git does not
    // follow it either.
    return (try? Platform.Folder(topOfWorkTree ?? directory).readFile(".mailmap", limit: Mailmap.sizeLimit))
      ?? []
  }

  /// The content of `.mailmap` in a commit, or in the index if `revision` is empty.
  func mailmap(in revision: String) -> [UInt8] {
    // Most repositories have no mailmap; ignore git's error.
    let show = command(
      ["cat-file", "blob", "\(revision):.mailmap"], outputLimit: Mailmap.sizeLimit + 1)
    return (try? ChildProcess.run(show).output) ?? []
  }
}
