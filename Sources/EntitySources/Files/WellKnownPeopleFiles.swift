import Entities
import SystemCalls

/// The people files that a workspace may have without any settings: `people.jsonl`, `.json`, `.csv`, `.vcf` in its
/// root. All that exist are read, in this order.
package struct WellKnownPeopleFiles: LoadableSource {
  package let name: String
  package let root: String
  package let reach: FileReach

  private static let extensions = ["jsonl", "json", "csv", "vcf"]
  package static let names = extensions.map { "people.\($0)" }
  package static let watchedGlob = "**/people.{\(extensions.joined(separator: ","))}"

  package init(name: String, root: String, reach: FileReach = .anywhere) {
    self.name = name
    self.root = root
    self.reach = reach
  }

  package var inputs: [String]? { Self.names.map { "\(root)/\($0)" } }

  package func read(_ sink: EntitySink) -> SourceReport {
    var problems = SourceProblems(source: name)
    for file in Self.names where Platform.kind(of: "\(root)/\(file)") != nil {
      FileSource.read("\(root)/\(file)", reach, shownAs: file, problems: &problems, sink)
    }
    return SourceReport(problems: problems.list, watchedPaths: Self.names.map { "\(root)/\($0)" })
  }
}

extension WellKnownPeopleFiles {
  package func definition(of entity: Entity) -> EntityDefinition? {
    allDefinitions(of: entity).first { _ in true }
  }

  package func definitions(of entity: Entity) -> [EntityDefinition] { Array(allDefinitions(of: entity)) }

  private func allDefinitions(of entity: Entity) -> some Sequence<EntityDefinition> {
    Self.names.lazy.map { "\(root)/\($0)" }.filter { Platform.kind(of: $0) != nil }
      .compactMap { FileSource.definition(of: entity, in: $0, reach, from: name) }
  }
}
