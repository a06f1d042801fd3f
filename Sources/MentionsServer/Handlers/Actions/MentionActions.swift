import Entities
import LanguageProtocol
import Mentions
import TextModel

/// Code actions on a plain name and on a mention.
extension Session {
  /// How many people of one name are offered, and how many others for a mention.
  private static let mostOfOneName = 3

  func mentionActions(_ params: CodeActionParams) -> [CodeActionAnswer] {
    guard let document = documents[params.textDocument.uri], params.context.wants(.mentionsRewrite),
      client.takesCodeActions || client.appliesEdits
    else { return [] }
    let range = positions.range(params.range, in: document.mentions.text)
    let isAsked = params.context.triggerKind != CodeActionContext.automatic
    let annotations = document.mentions.annotations
    let touched = range.isEmpty ? annotations.indices(touching: range) : annotations.indices(in: range)
    var offered: [OfferedWriting] = []
    if let index = touched.first {
      guard isAsked, touched.count == 1 else { return [] }
      offered = changes(of: annotations[index], in: document)
    } else {
      offered = mentions(of: range, isAsked: isAsked, in: document)
    }
    return offered.filter { params.context.wants($0.kind) }.compactMap { action($0, in: document) }
  }

  // MARK: A plain name

  private func mentions(of range: TextRange, isAsked: Bool, in document: OpenDocument) -> [OfferedWriting] {
    guard let everybody = catalog(behind: [SettingsReferences.all], of: settings[document.uri])?.catalog
    else { return [] }
    for candidate in document.mentions.nameCandidates(around: range) {
      let name = String(
        decoding: document.mentions.text.buffer.bytes(in: candidate), as: UTF8.self)
      let people = people(called: name, in: everybody).prefix(Self.mostOfOneName)
      guard !people.isEmpty else { continue }
      let (place, trigger) = place(of: candidate, in: document)
      guard document.mentions.admitsMention(in: place, trigger: trigger) else { continue }
      return people.flatMap { entity -> [OfferedWriting] in
        let shown = people.count == 1 ? ShownEntity(entity).name : MentionFinding.described(entity)
        let mention = WantedMention(entity, in: place, trigger: trigger)
        let one = OfferedWriting(title: "Mention \(shown)", kind: .mention, mention: mention)
        guard isAsked else { return [one] }
        let all = OfferedWriting(
          title: "Mention \(shown) Wherever “\(ShownText.clipped(name))” Stands", kind: .mentionAll,
          mention: mention, everywhere: true)
        return [one, all]
      }
    }
    return []
  }

  /// Whose name, other name or handle this is.
  private func people(called name: String, in catalog: EntityCatalog) -> [Entity] {
    var people: [Entity] = []
    for field in [EntityFieldIndex.Field.name, .alias, .handle] {
      for entity in fieldIndexes.index(field, of: catalog).entities(with: name)
      where !people.contains(where: { $0.isSameEntity(as: entity) }) {
        people.append(entity)
      }
    }
    return people
  }

  /// With the trigger before it. Without one, the format of implicit mentions is the one that writes names; where
  /// these are never offered, that of the first trigger.
  private func place(of name: TextRange, in document: OpenDocument) -> (TextRange, trigger: Int?) {
    let policy = document.mentions.policy
    let text = document.mentions.text.buffer
    let offered = policy.triggers.indices.filter { policy.triggers[$0].isOffered(in: document.languageID) }
    let before = offered.filter { index in
      let sign = Array(policy.triggers[index].character.utf8)
      return name.start.utf8 >= sign.count && text.holds(sign, at: name.start - sign.count)
    }
    // Of `#` and `##` the longer is meant.
    let lengths = before.map { policy.triggers[$0].character.utf8.count }
    if let longest = lengths.max(), let index = lengths.firstIndex(of: longest) {
      return (TextRange(name.start - longest, name.end), before[index])
    }
    return (name, policy.implicit.minimumLength > 0 ? nil : offered.first)
  }

  // MARK: A mention

  private func changes(of annotation: Annotation, in document: OpenDocument) -> [OfferedWriting] {
    let entity = annotation.entity
    let text = String(decoding: annotation.text, as: UTF8.self)
    let trigger = document.mentions.trigger(of: annotation)
    var offered: [OfferedWriting] = []
    if let everybody = catalog(behind: [SettingsReferences.all], of: settings[document.uri])?.catalog {
      // Namesakes first, then who is called nearly so.
      var others = people(called: entity.name, in: everybody) + people(called: text, in: everybody)
      if others.count <= Self.mostOfOneName {
        others += nearest(
          to: entity.name, in: [SettingsReferences.all], document, limit: Self.mostOfOneName + 1)
      }
      var seen = [entity]
      for other in others where !seen.contains(where: { $0.isSameEntity(as: other) }) {
        seen.append(other)
        offered.append(
          OfferedWriting(
            title: "Change to \(MentionFinding.described(other))", kind: .mentionChange,
            mention: WantedMention(other, in: annotation.range, trigger: trigger)))
      }
    }
    offered = Array(offered.prefix(Self.mostOfOneName))
    offered.append(
      OfferedWriting(
        title: "Mention \(ShownEntity(entity).name) Wherever “\(ShownText.clipped(text))” Stands",
        kind: .mentionAll, mention: WantedMention(entity, in: annotation.range, trigger: trigger),
        everywhere: true))
    return offered
  }
}

extension CodeActionKind {
  static let mention = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".mention")
  static let mentionChange = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".change")
  static let mentionAll = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".mentionAll")
}
