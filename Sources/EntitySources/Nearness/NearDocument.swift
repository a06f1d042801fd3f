import SystemCalls

/// Where the text of a document is.
struct NearDocument {
  /// Absolute, links followed; of a link that leads out of its work tree, only those of its folder.
  let path: String
  /// The document's folder or, where that does not exist, the nearest one above.
  let folder: String
  /// Why git cannot tell who wrote the document; nil where it may.
  let problem: String?

  init(_ question: NearQuestion) {
    if case .nowhere = question.place {
      (path, folder, problem) = (question.path, question.path, nil)
      return
    }
    var (folder, rest) = Nearness.split(question.path)
    while Platform.kind(of: folder) != .directory, folder.utf8.count > 1 {
      let (upper, name) = Nearness.split(folder)
      (folder, rest) = (upper, name + "/" + rest)
    }
    let isNew = rest.utf8.contains(UInt8(ascii: "/"))
    folder = Platform.realPath(folder) ?? folder
    let own = (folder == "/" ? "" : folder) + "/" + rest
    guard !isNew, let target = Platform.realPath(own), target != own else {
      (path, self.folder) = (own, folder)
      problem = isNew ? "the document's folder does not exist" : nil
      return
    }
    if let repository = Self.repository(above: own), repository == Self.repository(above: target) {
      (path, self.folder, problem) = (target, Nearness.split(target).folder, nil)
    } else {
      (path, self.folder) = (own, folder)
      problem = "the document is a link that leads out of the work tree"
    }
  }

  /// The nearest folder above a file that has a `.git`; nil where none has.
  ///
  /// - Parameter path: absolute, the links of its folder followed.
  static func repository(above path: String) -> String? {
    var folder = Nearness.split(path).folder
    while folder.utf8.count > 1 {
      if Platform.kind(of: folder + "/.git") != nil { return folder }
      folder = Nearness.split(folder).folder
    }
    return nil
  }
}
