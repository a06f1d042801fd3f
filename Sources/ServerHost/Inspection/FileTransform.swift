import Entities
import EntitySources
import Mentions
import MentionsServer
import TextModel

/// A transform of a whole text without an editor: the mentions are those that can be read back from it.
package struct FileTransform: Sendable {
  /// The text that came of it.
  package let output: [UInt8]
  /// How many mentions were read in the text as it was.
  package let mentionCount: Int
  /// Who is mentioned in the text as it was, and is not any more, though the transform was not meant to change it.
  package let lost: [Entity]
  /// The sources that were read.
  package let sources: [SourceInspection]

  /// Reads the sources and transforms a text. Blocks.
  ///
  /// - Parameters:
  ///   - text: UTF-8; the last line end stays at the end.
  ///   - transform: what to do to all of it.
  ///   - languageID: what the text is written in.
  ///   - settings: whose sources know who can be meant.
  package init(
    _ text: [UInt8], _ transform: TextTransform, languageID: String, settings: ServerSettings
  ) {
    sources = SourceInspection.tryAll(
      settings.sources.filter(\.isInMemory), asking: ProviderQuery(number: 1, key: "", isInvoked: false))
    var reader = MentionReader(sources, settings)
    var document = reader.document(text, languageID: languageID)
    let before = document.annotations.map(\.entity)
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
      let after = reader.document(output, languageID: languageID).annotations.map(\.entity)
      lost = Self.missing(from: after, of: before)
    }
  }

  /// All of the text but its last line end.
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

/// Reads mentions back from texts.
private struct MentionReader {
  private let settings: ServerSettings
  private let catalogs: [String: EntityCatalog]
  private var merged: [[String]: EntityCatalog] = [:]

  init(_ sources: [SourceInspection], _ settings: ServerSettings) {
    self.settings = settings
    var catalogs: [String: EntityCatalog] = [:]
    for source in sources {
      if case .read(let catalog) = source.outcome, catalog.count > 0 { catalogs[source.name] = catalog }
    }
    self.catalogs = catalogs
  }

  mutating func document(_ text: [UInt8], languageID: String) -> MentionsDocument {
    var policy = settings.policy
    policy.isCodeowners = languageID == "codeowners"
    var document = MentionsDocument(text: text, languageID: languageID, policy: policy)
    var lookups: [Int?: InsertFormat.Lookup] = [:]
    for (index, trigger) in policy.triggers.enumerated() { lookups[index] = lookup(in: trigger.sources) }
    lookups[Int?.none] = lookup(in: ["*"])
    _ = document.readBack { lookups[$0] }
    return document
  }

  private mutating func lookup(in names: [String]) -> InsertFormat.Lookup? {
    let names = settings.sources(named: names).map(\.name).filter { catalogs[$0] != nil }
    guard !names.isEmpty else { return nil }
    let catalog = merged[names] ?? CatalogMerge.merge(names.compactMap { catalogs[$0] }, on: ThreadExecutor())
    merged[names] = catalog
    let indexes = Dictionary(
      uniqueKeysWithValues: [FormatField.name, .handle, .id, .email, .url].compactMap { field in
        EntityFieldIndex.Field(field).map { ($0, EntityFieldIndex($0, of: catalog)) }
      })
    return { field, value in
      EntityFieldIndex.Field(field).flatMap { indexes[$0] }?.entities(with: value) ?? []
    }
  }
}
