import SystemCalls

/// Where a program's file is.
enum ProgramLookup {
  /// Where `PATH` says nothing.
  static let usualFolders = "/usr/local/bin:/usr/bin:/bin"

  /// The file for a program's name.
  ///
  /// A name without a slash is looked up in the folders of `PATH`, the absolute ones alone: an empty or a relative one
  /// means the folder that one happens to be in, and what is there is whoever wrote it there. A name with a slash
  /// means that file, counted from the directory that the program starts in.
  ///
  /// - Parameter path: the variable `PATH`.
  static func file(
    for program: String, directory: String?, path: String?
  ) throws(ChildError) -> String {
    var candidates = [program]
    var isNamed = true
    if !program.utf8.contains(UInt8(ascii: "/")) {
      isNamed = false
      candidates = (path ?? usualFolders).utf8.split(separator: UInt8(ascii: ":"))
        .filter { $0.first == UInt8(ascii: "/") }.map { String(Substring($0)) + "/" + program }
    }
    var isThere = false
    for candidate in candidates {
      let whole =
        candidate.utf8.first == UInt8(ascii: "/") || directory == nil
        ? candidate : (directory ?? "") + "/" + candidate
      if Platform.isProgram(whole) { return candidate }
      let kind = Platform.kind(of: whole)
      isThere = isThere || kind == .file || isNamed && kind != nil
    }
    throw isThere ? .notExecutable(program: program) : .notFound(program: program)
  }
}
