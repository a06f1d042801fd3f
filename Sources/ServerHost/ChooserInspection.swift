import Entities
import EntitySources
import Mentions
import MentionsServer
import SystemCalls

/// Searches like the chooser, without an editor.
package struct ChooserInspection: Sendable {
  package struct Row: Sendable {
    package fileprivate(set) var entity: Entity
    /// The match; nil for an entity from a source whose answers are used as returned.
    package let match: Match?
    /// The proximity of the entity to the position, in points; `reasons` explains it in words.
    package var points = 0
    package var reasons: [String] = []
  }

  package let rows: [Row]
  /// Whether there are more results beyond the limit.
  package let hasMore: Bool
  /// The sources that were searched.
  package let sources: [SourceInspection]

  /// The reason why people near the position may be missing.
  package let nearProblem: String?

  /// Loads and searches the sources of a trigger, and determines the people near a position using Git. Also reads the
  /// file of the position for the people mentioned in it, and other files for the people mentioned together with these.
  /// Blocks.
  package init(
    _ key: String, trigger: MentionsPolicy.Trigger, settings: ServerSettings, root: String, limit: Int? = nil,
    near question: NearQuestion? = nil
  ) {
    let limit = limit ?? settings.policy.limit
    let company = question.map {
      FileCompany(of: $0.path, settings: settings, root: $0.workspace ?? "/")
    }
    let read = (company?.people.sources ?? []).filter { !$0.specification.isFetched }
    let wanted = settings.sources(named: trigger.sources)
    let asked = SourceInspection.tryAll(
      wanted.filter { source in !read.contains { $0.name == source.name } },
      asking: ProviderQuery(number: 1, key: key, isInvoked: true, controlCharacter: trigger.character))
    sources = wanted.compactMap { source in (read + asked).first { $0.name == source.name } }
    let catalogs = sources.compactMap { source -> EntityCatalog? in
      if case .read(let catalog) = source.outcome, catalog.count > 0 { catalog } else { nil }
    }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs, on: ThreadExecutor())
    let nearPeople = question.map { Nearness().people(near: $0) } ?? NearPeople()
    nearProblem = nearPeople.problem
    let ranking = NearRanking(nearPeople, in: catalog)
    var query = MatchQuery(key: key, limit: limit)
    ranking.add(to: &query.signals)
    query.signals.mentionedHere = company?.here ?? []
    query.signals.near.merge(company?.together ?? [:]) { $0 + $1 }
    let near = query.signals.near
    if let path = settings.choicesFile(Platform.environment()) {
      (query.signals.recent, query.signals.chosen) = ChoiceFile.read(path).signals(
        in: catalog, workspace: root, at: Platform.secondsSince1970())
    }
    let list = catalog.search(query)
    var rows = list.matches.map { match in
      let entity = catalog.entity(at: match.index)
      let reasons = (ranking.reasons[entity.key] ?? []) + (company?.reasons(for: entity.key) ?? [])
      return Row(entity: entity, match: match, points: near[entity.key] ?? 0, reasons: reasons)
    }
    var hasMore = !list.isComplete
    var known = KnownEntities()
    for (index, row) in rows.enumerated() { known.note(row.entity, [], at: index) }
    for source in sources {
      guard case .answered(let entities, let dedupe) = source.outcome else { continue }
      var own = entities.map { Row(entity: $0, match: nil) }
      if source.specification.filter {
        let list = EntityMatcher.search(entities, query)
        own = list.matches.map { Row(entity: entities[$0.index], match: $0) }
        hasMore = hasMore || !list.isComplete
      }
      for row in own {
        let same = dedupe || row.match != nil ? known.index(of: row.entity) : nil
        if let same { rows[same].entity.fill(from: row.entity) } else { rows.append(row) }
        known.note(row.entity, [], at: same ?? rows.count - 1)
      }
    }
    self.hasMore = hasMore || rows.count > limit
    self.rows = Array(rows.prefix(limit))
  }
}

extension MatchTier {
  /// The tier in words, such as `name prefix`.
  package var title: String {
    switch self {
    case .exact: "exact"
    case .namePrefix: "name prefix"
    case .handlePrefix: "handle prefix"
    case .aliasPrefix: "alias prefix"
    case .wordsInOrder: "words in order"
    case .wordsInAnyOrder: "words in any order"
    case .wordPrefix: "word prefix"
    case .initials: "initials"
    case .emailPrefix: "e-mail prefix"
    case .subsequence: "subsequence"
    case .oneTypo: "one typo"
    case .twoTypos: "two typos"
    case .emptyKey: "everybody"
    }
  }
}

extension NearQuestion {
  /// The size in bytes above which files are not read.
  private static let sizeLimit = 64 << 20

  package struct Unreadable: Error {
    /// The reason, phrased as the end of a sentence that begins with the path of the file.
    package let reason: String
  }

  /// Creates the question for a line of a file, and reads the file to determine the surrounding lines. Blocks.
  ///
  /// - Parameters:
  ///   - line: the line number, from 1, as displayed by editors; clamped to the last line.
  ///   - path: the path of the file, absolute or relative to the current directory.
  ///   - root: the absolute path of the workspace folder.
  package static func line(
    _ line: Int, of path: String, root: String
  ) throws(Unreadable) -> NearQuestion {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Platform.readOrdinaryFile(path, limit: sizeLimit)
    } catch {
      throw Unreadable(reason: error.isMissing ? "does not exist" : "cannot be read: \(error.message)")
    }
    // Keeps the given file name: a link at the end of the path is resolved when Git is called.
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let absolute = (Platform.realPath(folder) ?? folder) + "/" + name
    if NearQuestion.isCommitMessage(path: absolute) {
      return NearQuestion(path: absolute, place: .commitMessage, workspace: root)
    }
    return NearQuestion(path: absolute, place: .line(NearLine(line - 1, in: bytes)), workspace: root)
  }
}

/// The people mentioned in a file, and those mentioned together with them in other files of its workspace folder.
private struct FileCompany {
  /// The known people; ``here`` and ``together`` contain only people among them.
  let people: PeopleInspection
  /// The people mentioned in the file.
  let here: Set<EntityKey>
  /// The proximity of people mentioned elsewhere together with those in ``here``.
  private(set) var together: [EntityKey: Int] = [:]

  /// The number of mentions above which a file, such as a list of all people, is no evidence of proximity.
  private static let mostMentions = 200

  /// Reads the sources and the file. If it contains mentions and the settings enable the index, also reads the other
  /// files of the workspace folder, because an index stored by an editor's server may have been built with other
  /// settings. Blocks.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the file.
  ///   - root: the absolute path of the workspace folder.
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

  /// The reasons, in words, why the file indicates that a person is near.
  func reasons(for key: EntityKey) -> [String] {
    if here.contains(key) { return ["mentioned in this document"] }
    return together[key] == nil ? [] : ["mentioned together with people of this document"]
  }
}

extension MentionScan.FileResult {
  /// The people mentioned in the file.
  fileprivate var people: Set<EntityKey> {
    mentions.reduce(into: []) { people, found in
      if case .known(let entity) = found.mention.meaning { people.insert(entity.key) }
    }
  }
}

/// The reason why one row of a search precedes the next.
package struct RankingReason: Sendable {
  /// The deciding criterion in words, such as `weight`.
  package let title: String
  /// The compared values in words; nil if none were compared.
  package let values: (own: String, next: String)?

  package init(_ row: ChooserInspection.Row, before next: ChooserInspection.Row) {
    guard let own = row.match, let other = next.match,
      let criterion = MatchScore.decision(between: own.score, other.score)?.criterion
    else {
      // Answers that are used as returned have no match. They follow the matches, in the order of their source.
      title =
        row.match != nil
        ? "ranked by the server; the next one keeps the order of its source" : "the source's own order"
      values = nil
      return
    }
    title = criterion.title
    values = (
      Self.value(of: criterion, own.score, row.entity), Self.value(of: criterion, other.score, next.entity)
    )
  }

  private static func value(
    of criterion: RankingCriterion, _ score: MatchScore, _ entity: Entity
  ) -> String {
    switch criterion {
    case .matchClass: score.matchClass.title
    case .oneself: score.isOneself ? "yes" : "no"
    case .mentionedHere: score.mentionedHere ? "yes" : "no"
    case .familiarity: score.familiarity.title
    case .weight: (entity.weight.map(shown) ?? "none") + " (2^\(score.magnitude))"
    case .tier: score.tier.title
    case .sourceOrder: entity.source
    case .ownOrder: "\(score.ownOrder + 1)"
    case .nameLength: "\(score.nameLength)"
    case .name: score.name
    case .id: score.id
    case .uniqueID: score.uniqueID ?? "none"
    }
  }

  private static func shown(_ weight: Double) -> String {
    Int(exactly: weight).map { "\($0)" } ?? "\(weight)"
  }
}

extension RankingCriterion {
  /// The criterion in words, such as `name length`.
  package var title: String {
    switch self {
    case .matchClass: "class"
    case .oneself: "yourself"
    case .mentionedHere: "mentioned in this document"
    case .familiarity: "near + chosen + recent"
    case .weight: "weight"
    case .tier: "tier"
    case .sourceOrder: "source order"
    case .ownOrder: "order in the source"
    case .nameLength: "name length"
    case .name: "name"
    case .id: "id"
    case .uniqueID: "uniqueID"
    }
  }
}

extension Familiarity {
  /// The three parts of the familiarity, such as `0.87 + 0.5 + 0`.
  package var title: String {
    [near, chosen, recent].map { part in
      let hundredths = Int((part * 100).rounded())
      if hundredths == 0 { return part > 0 ? "<0.01" : "0" }
      if hundredths % 100 == 0 { return "\(hundredths / 100)" }
      let digits =
        hundredths % 10 == 0 ? "\(hundredths / 10)" : hundredths < 10 ? "0\(hundredths)" : "\(hundredths)"
      return "0.\(digits)"
    }.joined(separator: " + ")
  }
}

extension MatchClass {
  /// The class in words, such as `strong`.
  package var title: String {
    switch self {
    case .exact: "exact"
    case .strong: "strong"
    case .weak: "weak"
    case .mended: "mended"
    case .everybody: "everybody"
    }
  }
}
