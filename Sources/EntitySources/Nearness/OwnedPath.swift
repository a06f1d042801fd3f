import SystemCalls

/// A document below a CODEOWNERS file.
struct OwnedPath {
  let rules: CodeownersRules
  /// From the folder that the rules are of.
  let path: String

  /// Nil where there is no such file that may be read.
  ///
  /// - Parameters:
  ///   - path: the document's, absolute, the links of its folder followed.
  ///   - workspace: the folder that is looked in for a document in no repository, as the source `codeowners` does.
  init?(_ path: String, workspace: String?) {
    let folder = NearDocument.repository(above: path) ?? workspace.flatMap { Platform.realPath($0) }
    guard let root = folder, path.hasPrefix(root == "/" ? root : root + "/") else { return nil }
    let places = CodeownersSource.places
    guard let place = places.first(where: { Platform.kind(of: "\(root)/\($0)") == .file }),
      // Whoever made the repository chose what is here: a link does not lead out of it.
      let descriptor = try? Platform.openFile("\(root)/\(place)", within: root)
    else { return nil }
    defer { Platform.closeDescriptor(descriptor) }
    guard let bytes = try? Platform.readAll(descriptor, limit: CodeownersRules.sizeLimit),
      bytes.count <= CodeownersRules.sizeLimit
    else { return nil }
    rules = CodeownersRules(bytes, at: place)
    self.path = String(path.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }) ?? ""
  }
}

extension CodeownersRules {
  /// Those of a commit, or of the index; nil where it has none.
  ///
  /// - Parameter revision: the commit; empty: the index.
  init?(_ git: GitProgram, in revision: String) {
    for place in CodeownersSource.places {
      // That git complains of those which are not there is nothing new.
      let show = git.command(["cat-file", "blob", "\(revision):\(place)"], outputLimit: Self.sizeLimit)
      if let result = try? ChildProcess.run(show), result.isSuccess {
        self.init(result.output, at: place)
        return
      }
    }
    return nil
  }
}
