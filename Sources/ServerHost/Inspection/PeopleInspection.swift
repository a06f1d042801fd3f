import Entities
import EntitySources
import Mentions
import MentionsServer
import SystemCalls
import TextModel

/// The people known from the sources of given settings. An instance can be shared between threads.
package struct PeopleInspection: Sendable {
  /// The sources that were read.
  package let sources: [SourceInspection]

  private struct Choice: Sendable {
    var catalog: EntityCatalog
    var isComplete: Bool
    var indexes: [EntityFieldIndex.Field: EntityFieldIndex]

    init(_ catalog: EntityCatalog, isComplete: Bool) {
      (self.catalog, self.isComplete) = (catalog, isComplete)
      let fields = EntityFieldIndex.Field.allCases
      indexes = Dictionary(uniqueKeysWithValues: fields.map { ($0, EntityFieldIndex($0, of: catalog)) })
    }

    func index(_ field: EntityFieldIndex.Field) -> EntityFieldIndex {
      indexes[field] ?? EntityFieldIndex(field, of: catalog)
    }
  }

  /// The merged sources of each trigger, by its index; the key nil is for mentions without a trigger.
  private var choices: [Int?: Choice] = [:]
  /// The names of the sources that are used by triggers but whose people are not all known, in the order of the
  /// settings: sources that answer queries, were not completely read, or are configured but unavailable.
  package private(set) var partial: [String] = []

  /// Loads all sources that are held in memory. Fetched lists are taken from the cache, because files are checked
  /// without network access. Blocks.
  package init(_ settings: ServerSettings) {
    sources = SourceInspection.tryAll(
      settings.sources.filter(\.isInMemory), asking: ProviderQuery(number: 1, key: "", isInvoked: false),
      fetches: false)
    var merged: [[String]: Choice] = [:]
    for (index, trigger) in settings.policy.triggers.enumerated() {
      choices[index] = choice(of: trigger.sources, settings, &merged)
      // The numbers of issues are never reported as unknown.
      if trigger.isReference { continue }
      for name in Self.partial(of: trigger.sources, settings, sources) where !partial.contains(name) {
        partial.append(name)
      }
    }
    choices[Int?.none] = choice(of: ["*"], settings, &merged)
  }

  private func choice(
    of names: [String], _ settings: ServerSettings, _ merged: inout [[String]: Choice]
  ) -> Choice? {
    let wanted = settings.sources(named: names)
    let read = sources.filter { source in wanted.contains { $0.name == source.name } }
    var catalogs: [EntityCatalog] = []
    for source in read {
      if case .read(let catalog) = source.outcome, catalog.count > 0 { catalogs.append(catalog) }
    }
    guard !catalogs.isEmpty else { return nil }
    let partial = Self.partial(of: names, settings, sources)
    let key = wanted.map(\.name) + partial
    if let known = merged[key] { return known }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs, on: ThreadExecutor())
    // The list is complete if all sources were read completely, and one of them lists everyone.
    let isListed = read.contains { $0.specification.listsEverybody && $0.count > 0 }
    let choice = Choice(catalog, isComplete: isListed && partial.isEmpty)
    merged[key] = choice
    return choice
  }

  private static func partial(
    of names: [String], _ settings: ServerSettings, _ sources: [SourceInspection]
  ) -> [String] {
    let whole = Set(sources.lazy.filter(\.isWhole).map(\.name))
    return settings.sources(named: names).map(\.name).filter { !whole.contains($0) }
      + settings.absentSources(named: names)
  }

  /// The entities that can be mentioned with a trigger, or without one; nil if there are none.
  ///
  /// - Parameter trigger: the index of the trigger in the policy; nil for mentions without a trigger.
  package func known(_ trigger: Int?) -> MentionReader.Known? {
    choices[trigger].map { MentionReader.Known($0.catalog, isComplete: $0.isComplete, index: $0.index) }
  }

  /// Whether a name can be reported as unknown for at least one trigger.
  package var tellsUnknown: Bool { choices.contains { $0.key != nil && $0.value.isComplete } }
}

/// The result of transforming a whole text without an editor. The mentions of the text are those that editors have
/// stored for its file, and those that can be read from the text itself.
package struct FileTransform: Sendable {
  /// The transformed text.
  package let output: [UInt8]
  /// The number of mentions in the original text.
  package let mentionCount: Int
  /// People mentioned in the original text but not in the result, although the transform should preserve mentions.
  package let lost: [Entity]
  /// The sources that were read.
  package let sources: [SourceInspection]

  /// Loads the sources and transforms a text. Blocks.
  ///
  /// - Parameters:
  ///   - text: UTF-8; a final line end is not transformed, and remains at the end.
  ///   - transform: the transform to apply to the whole text.
  ///   - languageID: the language of the text.
  ///   - path: the path of the file that contains the text; nil if there is none.
  ///   - inspection: the settings with the sources of the known people, and the workspace folder.
  package init(
    _ text: [UInt8], _ transform: TextTransform, languageID: String, path: String?,
    _ inspection: SettingsInspection
  ) {
    let settings = inspection.settings
    let people = PeopleInspection(settings)
    sources = people.sources
    let path = path.map { FolderPath.resolve($0, in: Platform.currentDirectory(), home: nil) }
    let lookup = KeptMentionLookup(settings.annotationStore, root: inspection.root)
    let kept = path.flatMap { lookup.file(of: $0) ?? Platform.realPath($0).flatMap(lookup.file) }
    var document = people.document(text, languageID: languageID, settings: settings, kept)
    let before = document.annotations.map(\.entity)
    // Stored mentions cannot always be read from the text, so only the others are read again below.
    let read = document.annotations.filter { $0.source == .readBack }.map(\.entity)
    let plan = document.plan(transform, in: Self.content(of: document.text))
    Bug.check(plan.faults.isEmpty, plan.faults.joined(separator: "; "))
    _ = document.apply(plan, now: .zero)
    output = document.text.buffer.bytes(in: document.text.buffer.range)
    mentionCount = before.count
    switch transform {
    case .plainText: lost = []
    case .write:
      lost = plan.mentions.filter { $0.after == nil }.map(\.before.entity)
    default:
      let after = people.document(output, languageID: languageID, settings: settings).annotations.map(
        \.entity)
      lost =
        plan.mentions.filter { $0.after == nil && $0.before.source != .readBack }.map(\.before.entity)
        + Self.missing(from: after, of: read)
    }
  }

  /// The text without its final line end.
  private static func content(of text: IndexedText) -> TextRange {
    let last = text.lines.lineCount - 1
    guard last > 0, text.content(ofLine: last).isEmpty else { return text.buffer.range }
    return TextRange(.zero, text.content(ofLine: last - 1).end)
  }

  private static func missing(from after: [Entity], of before: [Entity]) -> [Entity] {
    var counts: [EntityKey: Int] = [:]
    for entity in after { counts[entity.key, default: 0] += 1 }
    return before.filter { entity in
      counts[entity.key, default: 0] -= 1
      return (counts[entity.key] ?? 0) < 0
    }
  }
}

extension PeopleInspection {
  fileprivate func document(
    _ text: [UInt8], languageID: String, settings: ServerSettings, _ kept: KeptMentionFiles.File? = nil
  ) -> MentionsDocument {
    var policy = settings.policy
    policy.isCodeowners = languageID == "codeowners"
    var document = MentionsDocument(text: text, languageID: languageID, policy: policy)
    if let kept { document.restore(kept) }
    _ = document.read(known: known)
    return document
  }
}
