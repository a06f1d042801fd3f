import SystemCalls

/// A document in a repository that has a CODEOWNERS file.
struct OwnedPath {
  let rules: CodeownersRules
  /// From the repository's root.
  let path: String

  /// Nil where there is no repository, or no such file that may be read.
  init?(_ question: NearQuestion) {
    guard let root = Self.root(of: question.path) else { return nil }
    path = String(question.path.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }) ?? ""
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
  }

  /// The nearest folder above a file that has a `.git`; nil where none has.
  private static func root(of path: String) -> String? {
    var folder = Nearness.split(path).folder
    while folder.utf8.count > 1 {
      if Platform.kind(of: folder + "/.git") != nil { return folder }
      folder = Nearness.split(folder).folder
    }
    return nil
  }
}
