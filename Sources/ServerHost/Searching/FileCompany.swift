import Entities
import EntitySources
import Mentions
import MentionsServer

/// Whom a file mentions, and whom the other files of its workspace folder mention together with those.
struct FileCompany {
  /// In whom both were looked up.
  let people: KnownPeople
  /// Who is mentioned in the file.
  let here: Set<EntityKey>
  /// How near those are who are mentioned elsewhere together with somebody of ``here``.
  private(set) var together: [EntityKey: Int] = [:]

  /// A file with more mentions, such as a list of everybody, tells nothing.
  private static let mostMentions = 200

  /// Reads the sources and the file. Where it mentions somebody and the settings want an index, also the other files of
  /// the workspace folder: an index that an editor's server has kept need not be of the same settings. Blocks.
  ///
  /// - Parameters:
  ///   - path: the file's, absolute.
  ///   - root: of the workspace folder, absolute.
  init(of path: String, settings: ServerSettings, root: String) {
    let scan = MentionScan(settings, root: root)
    let file = NamedFile(named: path, in: root)
    people = scan.people
    here = scan.read([file]).reduce(into: []) { $0.formUnion($1.people) }
    guard settings.index, !here.isEmpty else { return }
    let others = NamedFiles([root]).files.filter { $0.realPath != file.realPath }
    together = CoMentions.points(
      of: here,
      scan.read(others).filter { $0.mentions.count <= Self.mostMentions }.map(\.people))
  }

  /// Why somebody is near by this, as people read it.
  func reasons(for key: EntityKey) -> [String] {
    if here.contains(key) { return ["mentioned in this document"] }
    return together[key] == nil ? [] : ["mentioned together with people of this document"]
  }
}

extension MentionScan.FileResult {
  /// Who is mentioned in it.
  fileprivate var people: Set<EntityKey> {
    mentions.reduce(into: []) { people, found in
      if case .known(let entity) = found.mention.meaning { people.insert(entity.key) }
    }
  }
}
