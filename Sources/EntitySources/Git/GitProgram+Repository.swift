import SystemCalls

extension GitProgram {
  /// The nearest folder at or above the directory that has a `.git`. Not what git says is the top: that is any folder
  /// that the configuration names.
  var topOfWorkTree: String? {
    var folder = directory
    for _ in 0..<128 {
      if Platform.kind(of: folder + "/.git") != nil { return folder }
      folder += "/.."
    }
    return nil
  }

  /// The contents of `.mailmap`: of the file in the work tree, in a bare repository of that in the newest commit. One
  /// byte more than ``Mailmap/sizeLimit`` at most, which tells a file that is longer.
  func mailmap(isBare: Bool) -> [UInt8] {
    if isBare { return mailmap(in: "HEAD") }
    // Whoever made the repository chose what is here: like git, this does not follow a link to another file.
    return (try? Platform.Folder(topOfWorkTree ?? directory).readFile(".mailmap", limit: Mailmap.sizeLimit))
      ?? []
  }

  /// The same of a commit or, where `revision` is empty, of the index.
  func mailmap(in revision: String) -> [UInt8] {
    // Most repositories have none; that git complains then is nothing new.
    let show = command(
      ["cat-file", "blob", "\(revision):.mailmap"], outputLimit: Mailmap.sizeLimit + 1)
    return (try? ChildProcess.run(show).output) ?? []
  }
}
