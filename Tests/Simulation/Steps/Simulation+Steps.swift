import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// What the typist does.
extension Simulation {
  func act() throws(EditorError) {
    try cancelSome()
    if isMending { return try mend() }
    if try acceptOffered(percent: 40) { return }
    switch random.below(200) {
    case 0..<50: try type()
    case 50..<74: try mention()
    case 74..<86: try backspace()
    case 86..<90: try forwardDelete()
    case 90..<94: try deleteWord()
    case 94..<106: try move(to: somewhere())
    case 106..<118: try cut(isCut: random.chance(70))
    case 118..<130: try paste()
    case 130..<142: try undo()
    case 142..<147: try redo()
    case 147..<152: try editInManyPlaces()
    case 152..<157: try reformat()
    case 157..<159: try convertLineEnds()
    case 159..<164: try addMention()
    case 164..<166: try removeMentions()
    case 166..<168: try escape()
    case 168..<172: try selectFromHost()
    case 172..<178: try look()
    case 178..<186: current = random.below(documents.count)
    case 186..<188: try reopen()
    case 188..<189: if random.chance(40) { try restart() }
    case 189..<192: try wait()
    case 192..<196: try reworks && random.chance(50) ? askAgain() : askExplicitly()
    default: try acceptOffered(percent: 100)
    }
  }

  private func mend() throws(EditorError) {
    switch random.below(100) {
    case 0..<45: try askedBackspace()
    case 45..<72: try quickFix()
    case 72..<88: try runCommand()
    case 88..<95: try renameFile()
    case 95..<98: try changeOnDisk()
    default: try makeTrouble()
    }
  }

  // MARK: Typing

  private func type() throws(EditorError) {
    if documents[current].plan.isEmpty { documents[current].plan = plan() }
    let key = documents[current].plan.removeFirst()
    let cursor = documents[current].cursor
    note("type \(key.debugDescription)")
    try edit([(cursor..<cursor, key)], cursor: cursor + key.unicodeScalars.count)
    host.advance(random.pick([0, 30, 120]))
    try settle()
    switch options.asking {
    case .afterEachKey, .beforeTheChange: try complete()
    case .sometimes: if random.chance(40) { try complete() }
    case .never: break
    }
  }

  /// Begins a mention on purpose and takes what is offered.
  private func mention() throws(EditorError) {
    let person = random.pick(SimulationCast.people)
    let control = random.pick(["@", "@", "@", "+", ""])
    let count = control.isEmpty ? 3 + random.below(2) : random.below(4)
    let cursor = documents[current].cursor
    let needsSpace = cursor > 0 && !documents[current].model.text.scalars[cursor - 1].properties.isWhitespace
    documents[current].plan =
      [needsSpace ? " " : "", control].filter { !$0.isEmpty } + person.name.prefix(count).map { String($0) }
    while !documents[current].plan.isEmpty { try type() }
    if documents[current].chooser == nil { try complete() }
    host.advance(random.pick([0, 130, 2500]))
    try settle()
    try answerHeld()
    try acceptOffered(percent: 80)
  }

  private func plan() -> [String] {
    if random.chance(55) {
      let person = random.pick(SimulationCast.people)
      let whole = random.chance(70) ? person.name : person.handle ?? ""
      let control = random.pick(["@", "@", "@", "+", ""])
      let count = random.chance(10) ? whole.count : 1 + random.below(4)
      return [" ", control].filter { !$0.isEmpty } + whole.prefix(count).map { String($0) }
    }
    if random.chance(50) { return [random.pick(SimulationCast.keys)] }
    return random.pick(SimulationCast.words).map { String($0) } + [" "]
  }

  func complete(isEarly: Bool = false) throws(EditorError) {
    let kind: CompletionTriggerKind = random.pick([.invoked, .triggerForIncompleteCompletions])
    try ask(
      .completion,
      CompletionParams(
        textDocument: identifier, position: place, context: CompletionContext(triggerKind: kind)),
      isCompletion: true, isEarly: isEarly)
  }

  private func askExplicitly() throws(EditorError) {
    note("mentions.complete")
    let argument: JSONValue = [
      "textDocument": ["uri": .string(identifier.uri.text)],
      "position": ["line": .integer(place.line), "character": .integer(place.character)],
    ]
    try ask(
      .executeCommand, ExecuteCommandParams(command: .complete, arguments: [argument]), isCompletion: true)
  }

  // MARK: Deleting

  func backspace() throws(EditorError) {
    let cursor = documents[current].cursor
    guard cursor > 0 else { return }
    note("backspace")
    let start = documents[current].model.text.graphemeStart(before: cursor)
    try edit([(start..<cursor, "")], cursor: start)
    if documents[current].chooser != nil || random.chance(50), options.asking != .never { try complete() }
  }

  private func forwardDelete() throws(EditorError) {
    let cursor = documents[current].cursor
    guard let end = documents[current].model.boundaries.places.first(where: { $0 > cursor }) else { return }
    note("delete")
    try edit([(cursor..<end, "")], cursor: cursor)
  }

  private func deleteWord() throws(EditorError) {
    let document = documents[current]
    var start = document.cursor
    let text = document.model.text
    while start > 0, text.scalars[start - 1].properties.isWhitespace {
      start = text.graphemeStart(before: start)
    }
    while start > 0, !text.scalars[start - 1].properties.isWhitespace {
      start = text.graphemeStart(before: start)
    }
    note("delete the word before")
    try edit([(start..<document.cursor, "")], cursor: start)
  }

  // MARK: Moving

  /// A character boundary, often at or in a mention.
  private func somewhere() -> Int {
    let model = documents[current].model
    let boundaries = model.boundaries.places
    if random.chance(50), let near = model.standing.isEmpty ? nil : random.pick(model.standing) {
      let wanted = random.pick([
        near.range.lowerBound, near.range.upperBound, near.range.upperBound + 1, near.range.lowerBound + 1,
      ])
      if boundaries.contains(wanted) { return wanted }
    }
    return random.chance(15) ? model.count : random.pick(boundaries)
  }

  private func stretch() -> Swift.Range<Int> {
    let model = documents[current].model
    if random.chance(50), let near = model.standing.isEmpty ? nil : random.pick(model.standing) {
      let boundaries = model.boundaries
      var range = near.range
      if random.chance(40) {
        let wider =
          max(0, range.lowerBound - random.below(4))..<min(model.count, range.upperBound + random.below(4))
        if boundaries.contains(wider.lowerBound), boundaries.contains(wider.upperBound) { range = wider }
      }
      return range
    }
    let a = somewhere()
    let b = random.chance(80) ? min(model.count, a + random.below(30)) : somewhere()
    return min(a, b)..<max(a, b)
  }

  private func move(to place: Int) throws(EditorError) {
    note("move to \(place)")
    documents[current].cursor = place
    documents[current].chooser = nil
    guard options.sendsSelections else { return }
    let position = self.place
    try notify(
      .mentionsDidChangeSelection,
      MentionsDidChangeSelectionParams(
        textDocument: identifier, selections: [LanguageProtocol.Range(start: position, end: position)]))
  }

  // MARK: Clipboard

  private func cut(isCut: Bool) throws(EditorError) {
    let range = stretch()
    clipboard = documents[current].model.text.string(range)
    note("\(isCut ? "cut" : "copy") \(clipboard.debugDescription)")
    guard isCut, !range.isEmpty else { return }
    try edit([(range, "")], cursor: range.lowerBound)
    if random.chance(50) { try paste() }
  }

  private func paste() throws(EditorError) {
    let cursor = random.chance(50) ? somewhere() : documents[current].cursor
    note("paste \(clipboard.debugDescription) at \(cursor)")
    var range = cursor..<cursor
    if random.chance(15) { range = stretch() }
    try edit([(range, clipboard)], cursor: range.lowerBound + clipboard.unicodeScalars.count)
  }

  // MARK: Large edits

  private func editInManyPlaces() throws(EditorError) {
    let places = Set((0..<2 + random.below(3)).map { _ in somewhere() }).sorted(by: >)
    let key = random.pick(SimulationCast.keys + SimulationCast.words)
    note("type \(key.debugDescription) at \(places)")
    var changes: [ScriptedEditor.Change] = places.map { ($0..<$0, key) }
    if random.chance(40) {
      // First to last: each moves those behind it.
      let size = key.unicodeScalars.count
      changes = places.reversed().enumerated().map {
        ($0.element + $0.offset * size..<$0.element + $0.offset * size, key)
      }
    }
    try edit(changes, cursor: (changes.last?.range.lowerBound ?? 0) + key.unicodeScalars.count)
  }

  /// Replaces a stretch by nearly the same text, as formatters do.
  private func reformat() throws(EditorError) {
    let range = stretch()
    let text = documents[current].model.text.string(range)
    let changed = random.pick([
      text, text.replacing(" ", with: "  "), "> " + text, text + "\n", text.uppercased(),
    ])
    note("reformat \(text.debugDescription) to \(changed.debugDescription)")
    try edit([(range, changed)], cursor: range.lowerBound + changed.unicodeScalars.count)
  }

  private func convertLineEnds() throws(EditorError) {
    let text = documents[current].model.text.string
    var unix = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "\n", previous == "\r" { previous = scalar; continue }
      unix.append(scalar == "\r" ? "\n" : scalar)
      previous = scalar
    }
    var converted = String.UnicodeScalarView()
    let end = random.pick(["\n", "\r\n", "\r"])
    for scalar in unix {
      if scalar == "\n" { converted.append(contentsOf: end.unicodeScalars) } else { converted.append(scalar) }
    }
    note("line ends become \(end.debugDescription)")
    try edit([(0..<documents[current].model.count, String(converted))], cursor: 0, sync: .whole)
  }

  // MARK: Documents and time

  private func reopen() throws(EditorError) {
    try close(current)
    if random.chance(50) { current = random.below(documents.count) }
    if !documents[current].isOpen { try open(current) }
  }

  private func wait() throws(EditorError) {
    note("wait")
    host.advance(random.pick([1000, 3000, 7000]))
    try settle()
  }
}
