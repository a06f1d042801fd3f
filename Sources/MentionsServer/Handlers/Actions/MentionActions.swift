import Entities
import LanguageProtocol
import Mentions
import TextModel

/// Code actions on a plain name and on a mention.
extension Session {
  /// How many people of one name are offered, and how many others for a mention.
  private static let mostOfOneName = 3
  private static let mostOthers = 5

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
      let (place, triggers) = place(of: candidate, in: document)
      let isHandle = place != candidate
      let beside = isHandle ? [] : document.mentions.words(beside: candidate)
      let people = people(called: name, asHandle: isHandle, beside: beside, in: everybody)
        .prefix(Self.mostOfOneName)
      guard !people.isEmpty,
        let trigger = triggers.first(where: { document.mentions.admitsMention(in: place, trigger: $0) })
      else { continue }
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

  /// Whose name, other name or handle this is. In a name of several words, case, accents and how it is spaced do not
  /// count; a single word may be any (`mark`, `will`), so that it counts as it is written.
  ///
  /// - Parameters:
  ///   - name: without a trigger.
  ///   - isHandle: whether a trigger is before it.
  ///   - beside: the words next to it. Where these belong to the name too, the handle is no more than a part of it.
  ///   - catalog: of those who can be meant.
  private func people(
    called name: String, asHandle isHandle: Bool = false, beside: [String] = [], in catalog: EntityCatalog
  ) -> [Entity] {
    let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isAlike = isHandle || name.contains(" ")
    let beside = beside.map { NameFolding.fold($0) }
    var people: [Entity] = []
    for field in [EntityFieldIndex.Field.name, .alias, .handle] {
      let index = fieldIndexes.index(field, of: catalog)
      let alike = index.entities(alike: name).filter { isAlike || $0.goes(by: name) }
      for entity in index.entities(with: name) + alike
      where !people.contains(where: { $0.isSameEntity(as: entity) }) {
        let words =
          field == .handle ? entity.name.split(separator: " ").map { NameFolding.fold(String($0)) } : []
        if !words.contains(where: beside.contains) { people.append(entity) }
      }
    }
    return people
  }

  /// With the trigger before it, and the triggers whose formats may write the mention, the best first. Without one
  /// before it, the format of implicit mentions is the one that writes names; where these are never offered, that of the
  /// first trigger.
  private func place(of name: TextRange, in document: OpenDocument) -> (TextRange, triggers: [Int?]) {
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
      return (TextRange(name.start - longest, name.end), [before[index]])
    }
    return (name, policy.implicit.minimumLength > 0 ? [nil, offered.first] : [offered.first])
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
      func offer(_ others: some Sequence<Entity>, limit: Int) {
        for other in others where offered.count < limit {
          if seen.contains(where: { $0.isSameEntity(as: other) }) { continue }
          seen.append(other)
          offered.append(
            OfferedWriting(
              title: "Change to \(MentionFinding.described(other))", kind: .mentionChange,
              mention: WantedMention(other, in: annotation.range, trigger: trigger)))
        }
      }
      offer(others, limit: Self.mostOfOneName)
      // Then who else is mentioned here; failing all that, who comes first where nothing is searched for.
      offer(document.mentions.annotations.lazy.map(\.entity), limit: Self.mostOthers)
      if offered.isEmpty {
        let first = nearest(to: "", in: [SettingsReferences.all], document, limit: Self.mostOthers + 1)
        offer(first.filter { !$0.gone }, limit: Self.mostOthers)
      }
    }
    offered.append(
      OfferedWriting(
        title: "Mention \(ShownEntity(entity).name) Wherever “\(ShownText.clipped(text))” Stands",
        kind: .mentionAll, mention: WantedMention(entity, in: annotation.range, trigger: trigger),
        everywhere: true))
    return offered
  }
}

extension Entity {
  /// Whether this is their name, another one or their handle, whichever way its accents are encoded.
  fileprivate func goes(by name: String) -> Bool {
    self.name == name || handle == name || aliases.contains(name)
  }
}

extension CodeActionKind {
  static let mention = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".mention")
  static let mentionChange = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".change")
  static let mentionAll = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".mentionAll")
}
