import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// Requests about mentions, and what is known of text that was cut.
extension Simulation {
  func escape() throws(EditorError) {
    note("escape")
    documents[current].chooser = nil
    try notify(.mentionsCancel, MentionsCancelParams(textDocument: identifier))
  }

  func addMention() throws(EditorError) {
    let model = documents[current].model
    let person = random.pick(SimulationCast.people)
    let name = Array(person.name.unicodeScalars)
    let starts = (0...max(0, model.count - name.count)).filter {
      model.text.scalars[$0...].starts(with: name)
    }
    guard !starts.isEmpty else { return }
    let start = random.pick(starts)
    let range = start..<start + name.count
    let isRight = random.chance(80)
    note("add “\(person.name)” at \(range)")
    let wish = MentionAddition(
      range: model.text.range(range), text: isRight ? person.name : person.name + "?",
      entity: SimulationCast.json(person))
    let result: MentionsAddResult = try demand(
      .mentionsAdd, MentionsAddParams(textDocument: identifier, mentions: [wish]))
    let boundaries = model.boundaries
    let isPossible = isRight && boundaries.contains(range.lowerBound) && boundaries.contains(range.upperBound)
    guard (result.added == 1) == isPossible, result.added + result.refused.count == 1 else {
      throw EditorError("of one mention to add, \(result.added) were added, \(result.refused.count) refused")
    }
    guard isPossible else { return }
    count("added")
    for (tag, place) in model.standing where place.overlaps(range) { documents[current].model.forget(tag) }
    documents[current].model.annotate(range, id: person.id, name: person.name)
  }

  func removeMentions() throws(EditorError) {
    let standing = documents[current].model.standing
    let chosen = random.chance(20) || standing.isEmpty ? standing : [random.pick(standing)]
    let text = documents[current].model.text
    note("remove \(chosen.map(\.range))")
    let ranges =
      chosen.count == standing.count && random.chance(50) ? nil : chosen.map { text.range($0.range) }
    let result: MentionsRemoveResult = try demand(
      .mentionsRemove, MentionsRemoveParams(textDocument: identifier, ranges: ranges))
    guard result.removed == chosen.count else {
      throw EditorError("\(result.removed) mentions were removed, not \(chosen.count)")
    }
    for (tag, _) in chosen { documents[current].model.forget(tag) }
  }

  /// Asks what changes nothing.
  func look() throws(EditorError) {
    let here = TextDocumentPositionParams(textDocument: identifier, position: place)
    note("look")
    switch random.below(4) {
    case 0: let _: JSONValue = try demand(.documentHighlight, here)
    case 1: let _: JSONValue = try demand(.hover, here)
    case 2:
      let result: MentionsExplainResult = try demand(
        .mentionsExplain, MentionsExplainParams(textDocument: identifier, position: place))
      guard !result.rule.isEmpty, !result.reason.isEmpty else { throw EditorError("explains nothing") }
    default:
      let text = documents[current].model.text
      let _: SemanticTokens = try demand(
        .semanticTokensRange,
        SemanticTokensRangeParams(textDocument: identifier, range: text.range(0..<documents[current].cursor)))
    }
  }

  // MARK: Cut and paste

  /// Remembers what a notification cuts. Returns what must come back by what it pastes, where that is certain.
  func remember(
    _ changes: [ScriptedEditor.Change], _ before: TaggedText, _ sync: SimulationOptions.Sync
  ) -> Restored? {
    guard sync == .exact, changes.count == 1, let change = changes.first else {
      // The model keeps account as long as no annotation goes in a way that it cannot follow.
      let after = documents[current].model
      let isHarmless =
        sync == .exact
        ? before.standing.allSatisfy { after.place(of: $0.tag) != nil } : before.standing.isEmpty
      if !isHarmless { documents[current].removals = nil }
      return nil
    }
    guard let removals = documents[current].removals else { return nil }
    noteDamage(by: change, before)
    if !change.range.isEmpty {
      let marks = before.standing.compactMap { standing -> Mark? in
        guard change.range.contains(standing.range), let known = before.annotations[standing.tag] else {
          return nil
        }
        let start = standing.range.lowerBound - change.range.lowerBound
        return Mark(range: start..<start + standing.range.count, name: known.name, source: known.source)
      }
      // Replaced text is looked at by difference: too clever for this model.
      if !marks.isEmpty, !change.text.isEmpty { documents[current].removals = nil }
      documents[current].removals?.append(Removal(text: before.text.string(change.range), marks: marks))
      return nil
    }
    return restored(by: change, removals)
  }

  private func noteDamage(by change: ScriptedEditor.Change, _ before: TaggedText) {
    let after = documents[current].model
    for (tag, range) in before.standing where after.place(of: tag) == nil && !change.range.contains(range) {
      guard let known = before.annotations[tag] else { continue }
      let mark = Mark(range: 0..<range.count, name: known.name, source: known.source)
      documents[current].damaged.append(Removal(text: known.text, marks: [mark]))
    }
  }

  private func restored(by change: ScriptedEditor.Change, _ removals: [Removal]) -> Restored? {
    let related = removals.filter { isRelated($0, change.text) }
    let doubtful = documents[current].damaged.filter { isRelated($0, change.text) }
    guard let last = related.last, last.text.utf8.elementsEqual(change.text.utf8), !last.marks.isEmpty,
      (related + doubtful).allSatisfy({
        $0.marks == last.marks && $0.text.utf8.elementsEqual(last.text.utf8)
      }),
      removals.count < 50, !last.marks.contains(where: { SimulationCast.sharedNames.contains($0.name) })
    else { return nil }
    return Restored(start: change.range.lowerBound, marks: last.marks)
  }

  private func isRelated(_ removal: Removal, _ text: String) -> Bool {
    removal.text.utf8.elementsEqual(text.utf8)
      || (!removal.marks.isEmpty && (contains(removal.text, text) || contains(text, removal.text)))
  }

  private func contains(_ text: String, _ part: String) -> Bool {
    let whole = Array(text.utf8)
    let part = Array(part.utf8)
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { whole[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// Mentions that must be back.
  struct Restored {
    let start: Int
    let marks: [Mark]
  }

  func expect(_ restored: Restored) throws(EditorError) {
    let model = documents[current].model
    let boundaries = model.boundaries
    for mark in restored.marks {
      let range = restored.start + mark.range.lowerBound..<restored.start + mark.range.upperBound
      guard boundaries.contains(range.lowerBound), boundaries.contains(range.upperBound) else { continue }
      guard
        model.standing.contains(where: { $0.range == range && model.annotations[$0.tag]?.name == mark.name })
      else {
        throw EditorError(
          "“\(model.text.string(range))” at \(range) was cut as a mention of \(mark.name) and pasted as text")
      }
      count("restored")
    }
  }
}
