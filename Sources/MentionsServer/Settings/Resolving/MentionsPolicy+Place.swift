import EntitySources
package import Mentions

extension MentionsPolicy {
  /// The policy of one file: that of its folder, less the triggers that its path is excluded from.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - folder: the workspace folder that globs begin at; where there is none, only the file's name can be meant.
  package func placed(at path: String, in folder: FolderPath?) -> MentionsPolicy {
    var policy = self
    policy.isCodeowners = path.split(separator: "/").last == "CODEOWNERS"
    for index in policy.triggers.indices {
      let patterns = policy.triggers[index].exclude.filter(Glob.isPattern)
      guard !patterns.isEmpty else { continue }
      let place = FolderPath.place(of: path, in: folder)
      policy.triggers[index].isPathExcluded = patterns.contains { Glob($0).matches(place) }
    }
    return policy
  }
}

extension ServerSettings {
  /// The policy of one file, as `MentionsPolicy.placed(at:in:)` has it; it also knows whether the file is one that people
  /// are read from.
  package func policy(at path: String, in folder: FolderPath?) -> MentionsPolicy {
    var policy = policy.placed(at: path, in: folder)
    policy.listsPeople = sources.contains { $0.reads(path) }
    return policy
  }
}

extension SourceSpecification {
  /// Whether a file is a list of people for this source.
  fileprivate func reads(_ path: String) -> Bool {
    switch kind {
    case .file(let file): file == path
    case .people(let root): WellKnownPeopleFiles.names.contains { "\(root)/\($0)" == path }
    case .git, .codeowners, .directory, .list, .demo, .command, .process, .http, .client: false
    }
  }
}

extension FolderPath {
  /// The path of a file in a folder, as globs of the settings are compared with; its name where there is no folder for
  /// them to begin at.
  static func place(of path: String, in folder: FolderPath?) -> String {
    let own = FolderPath(path, home: nil)
    return folder.flatMap { own?.relative(to: $0) }
      ?? own?.names.last.map { String(decoding: $0, as: UTF8.self) } ?? path
  }
}
