import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// A second server on the same state folder: another window of the editor, or another editor.
extension Simulation {
  /// Opens the current document as it is now, adds a mention, and ends. Neither server may undo what the other did.
  func openElsewhere(_ random: inout SeededRandom) throws(EditorError) {
    let document = documents[current]
    note("two servers: another one opens \(current)")
    let other = ScriptedEditor(SessionTransport(store: host.store), options.editor)
    try other.start()
    try other.open(document.uri.text, document.languageID, document.model.text.string)
    let added = try addElsewhere(other, &random)
    try other.close()
    try other.finish()
    count("two servers")
    guard random.chance(50) else { return }
    try close(current)
    // What is still being written is read from memory, where only this server's part is.
    host.advance(0)
    try settle()
    try open(current)
    guard let added else { return }
    guard documents[current].model.standing.contains(where: { $0.range.overlaps(added) }) else {
      throw EditorError("what another server added at \(added) is not kept")
    }
  }

  /// Where a mention was added that this server does not know.
  private func addElsewhere(
    _ other: ScriptedEditor, _ random: inout SeededRandom
  ) throws(EditorError) -> Swift.Range<Int>? {
    let model = documents[current].model
    let person = random.pick(SimulationCast.people)
    let name = Array(person.name.unicodeScalars)
    let starts = (0...max(0, model.count - name.count)).filter { start in
      model.text.scalars[start...].starts(with: name)
        && !model.standing.contains { $0.range.overlaps(start..<start + name.count) }
    }
    guard !starts.isEmpty else { return nil }
    let start = random.pick(starts)
    let range = start..<start + name.count
    // Where this server has given up a mention of that person, neither of them can be said to be right.
    if model.scars[range].contains(where: { $0.contains(person.name) }) { return nil }
    // What it finds in the store and this server has given up since is not an addition, though it be added once more.
    let identifier = TextDocumentIdentifier(uri: documents[current].uri)
    let known: MentionsListResult = try other.request(
      .mentionsList, MentionsListParams(textDocument: identifier))
    let isKnown = known.mentions.contains {
      $0.entity.id == person.id && model.text.indices(of: $0.range)?.overlaps(range) == true
    }
    if isKnown { return nil }
    let wish = MentionAddition(
      range: model.text.range(range), text: person.name, entity: SimulationCast.json(person))
    let result: MentionsAddResult = try other.request(
      .mentionsAdd,
      MentionsAddParams(textDocument: identifier, mentions: [wish]))
    // Somebody else whom it still finds there makes way.
    _ = try other.notifications(.mentionsDidDelete)
    if result.added == 0 { return nil }
    note("two servers: “\(person.name)” added at \(range)")
    count("added by another server")
    return range
  }
}
