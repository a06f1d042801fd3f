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
    let people = KnownPeople(settings)
    sources = people.sources
    var document = people.document(text, languageID: languageID, settings: settings)
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
      let after = people.document(output, languageID: languageID, settings: settings).annotations.map(
        \.entity)
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

extension KnownPeople {
  fileprivate func document(
    _ text: [UInt8], languageID: String, settings: ServerSettings
  ) -> MentionsDocument {
    var policy = settings.policy
    policy.isCodeowners = languageID == "codeowners"
    var document = MentionsDocument(text: text, languageID: languageID, policy: policy)
    _ = document.readBack { known($0)?.lookup }
    return document
  }
}
