import JSONText
import LanguageProtocol
import ScriptedEditing

/// How clients accept what is offered.
extension Simulation {
  private enum Style {
    case oneChange, characterByCharacter, sixNotifications, smallest, withSpace, preview
    case additionalFirst, additionalLast, severalCursors
  }

  /// The ways that a client has which sends its changes in this way.
  private var styles: [Style] {
    switch (options.sync == .exact, reworks) {
    case (true, false):
      [.oneChange, .characterByCharacter, .sixNotifications, .smallest, .withSpace, .preview]
    case (false, false): [.oneChange, .preview]
    case (true, true):
      [
        .oneChange, .characterByCharacter, .sixNotifications, .smallest, .withSpace, .preview,
        .additionalFirst,
        .additionalLast, .severalCursors,
      ]
    case (false, true): [.oneChange, .preview, .additionalFirst, .additionalLast]
    }
  }

  /// Accepts an item of the list that is shown, if there is one that is not out of date.
  @discardableResult
  func acceptOffered(percent: Int) throws(EditorError) -> Bool {
    let document = documents[current]
    guard let chooser = document.chooser, chooser.version == document.version,
      chooser.cursor == document.cursor,
      chooser.shown.isOpen, random.chance(percent)
    else { return false }
    let row = random.pick(Array(chooser.shown.rows.prefix(6)))
    guard forms[row.label] != nil else { return false }
    var item = row.item
    if options.editor.resolves, random.chance(70) {
      let id = ledger.ask(.completionItemResolve)
      host.send(.request(id: id, method: .completionItemResolve, params: RPCPayload(item)))
      try settle()
      if let answer = ledger.takeAnswer(to: id), let resolved = try? answer.get().read(CompletionItem.self) {
        item = resolved
      } else {
        // The host's answer is still out; the user does not wait.
        waiting[id] = Waiting(
          document: current, version: document.version, cursor: document.cursor, isCompletion: false)
      }
    }
    let additional = try places(of: item.additionalTextEdits ?? [])
    let style = random.pick(styles)
    note("accept “\(row.label)” by \(style)")
    isAccepting = true
    defer { isAccepting = false }
    try put(row, additional, by: style)
    if style == .preview { return true }
    if options.editor.runsCommands, let command = item.command {
      try ask(
        .executeCommand, ExecuteCommandParams(command: command.command, arguments: command.arguments ?? []))
      var evidence = Evidence(unchanged: documents[current].model)
      evidence.mayRename = true
      evidence.appearing = .anywhere
      try reconcile(current, evidence)
    }
    return true
  }

  private func put(
    _ row: EditorChooser.Row, _ additional: [ScriptedEditor.Change], by style: Style
  ) throws(EditorError) {
    let range = row.range
    let start = range.lowerBound
    let size = row.newText.unicodeScalars.count
    let typed = documents[current].model.text.string(range)
    let accepted = Accepted(range: start..<start + size, name: row.label)
    let isCertain =
      try isStillOffered()
      && isRecognisable(range, row.newText, isExact: options.sync == .exact && style != .smallest)
      && (options.sync == .exact || additional.isEmpty)
      && !(style == .withSpace && isContinued(row))
    switch style {
    case .oneChange: try edit(additional + [(range, row.newText)], cursor: start + size)
    case .withSpace: try edit(additional + [(range, row.newText + " ")], cursor: start + size + 1)
    case .smallest:
      // It may be that nothing comes, and some goes.
      try edit(
        additional + [smallest(range, typed, row.newText)], cursor: start + size, appearing: .anywhere)
    case .characterByCharacter:
      try edit(additional + characterwise(range, row.newText), cursor: start + size)
    case .sixNotifications:
      guard additional.isEmpty, let first = typed.first else {
        return try put(row, additional, by: .oneChange)
      }
      // An implicit mention has no control character that would stay.
      let control = first.isLetter ? 0 : first.unicodeScalars.count
      let key = String(typed.dropFirst(control == 0 ? 0 : 1))
      let keySize = key.unicodeScalars.count
      try edit([(start + control..<range.upperBound, "")], cursor: start + control)
      try edit([(start + control..<start + control, row.newText)], cursor: start + control + size)
      host.advance(4)
      try edit([(start + control..<start + control + size, "")], cursor: start + control)
      try edit([(start + control..<start + control, key)], cursor: start + control + keySize)
      try edit([(start..<range.upperBound, "")], cursor: start)
      host.advance(4)
      try edit([(start..<start, row.newText)], cursor: start + size)
    case .additionalFirst:
      if !additional.isEmpty { try edit(additional, cursor: range.upperBound) }
      try edit([(range, row.newText)], cursor: start + size)
    case .additionalLast:
      try edit([(range, row.newText)], cursor: start + size)
      let growth = size - range.count
      let behind: [ScriptedEditor.Change] = additional.map {
        ($0.range.lowerBound + growth..<$0.range.upperBound + growth, $0.text)
      }
      // What was put in before may become a mention only now: until then its end joined what follows.
      if !behind.isEmpty { try edit(behind, cursor: start + size, appearing: .anywhere) }
    case .severalCursors:
      if try acceptAtSeveralCursors(row, additional, typed, isCertain: isCertain) { return }
      return try put(row, additional, by: .oneChange)
    case .preview: return try preview(row, additional, typed, isCertain ? accepted : nil)
    }
    count("accepted")
    if isCertain { try expect(accepted) }
  }

  /// Shows items in the text one after the other, and takes the last back or leaves it.
  private func preview(
    _ row: EditorChooser.Row, _ additional: [ScriptedEditor.Change], _ typed: String, _ accepted: Accepted?
  ) throws(EditorError) {
    let rows = documents[current].chooser?.shown.rows ?? []
    let start = row.range.lowerBound
    var end = row.range.upperBound
    guard additional.isEmpty else { return try put(row, additional, by: .oneChange) }
    // One that could not be told from other edits leaves the next without a beginning.
    var isFollowed = accepted != nil
    for shown in [row] + rows.prefix(random.below(3)) where forms[shown.label] != nil {
      let isSeen = isRecognisable(start..<end, shown.newText, isExact: options.sync == .exact)
      try edit([(start..<end, shown.newText)], cursor: start + shown.newText.unicodeScalars.count)
      end = start + shown.newText.unicodeScalars.count
      isFollowed = isFollowed && isSeen
      if isFollowed {
        try expect(Accepted(range: start..<end, name: shown.label))
      }
    }
    count("previewed")
    guard random.chance(50) else { return }
    try edit([(start..<end, typed)], cursor: start + typed.unicodeScalars.count)
  }

  /// Whether the mention is being made, or was until two seconds ago: then it can still be accepted (Behaviour,
  /// section 11).
  private func isStillOffered() throws(EditorError) -> Bool {
    let state: MentionsStateResult = try demand(
      .mentionsState, MentionsStateParams(textDocument: identifier))
    return state.state == .creating || documents[current].lastMade.map { host.clock - $0 <= 2000 } == true
  }

  /// Whether the server can tell an acceptance. What only adds one character is typing on, what changes nothing is
  /// nothing, and where it sees only that something was deleted, it may have been by hand, unless it was the control
  /// character alone.
  func isRecognisable(_ range: Swift.Range<Int>, _ text: String, isExact: Bool) -> Bool {
    let old = documents[current].model.text.string(range)
    let core = smallest(range, old, text)
    if core.range.isEmpty, core.text.count <= 1 { return false }
    if isExact { return true }
    // An insertion before text that begins as it does could as well have been made further on.
    let scalars = documents[current].model.text.scalars
    let slides =
      core.range.isEmpty && core.range.upperBound < scalars.count
      && scalars[core.range.upperBound] == core.text.unicodeScalars.first
    if core.text.isEmpty {
      // Only the control character went, with the cursor at the key's end.
      let control = old.first.map { $0.isLetter || $0.isNumber ? 0 : $0.unicodeScalars.count } ?? 0
      return options.sync == .whole && control > 0
        && core.range == range.lowerBound..<range.lowerBound + control
    }
    return !slides
  }

  /// Whether the text and a space would be the beginning of a longer name, whose rest follows: that name may be meant.
  private func isContinued(_ row: EditorChooser.Row) -> Bool {
    let text = documents[current].model.text
    let rest = text.string(row.range.upperBound..<text.scalars.count)
    return forms.values.joined().contains { form in
      form.hasPrefix(row.newText + " ") && rest.hasPrefix(form.dropFirst(row.newText.count + 1))
    }
  }

  private func smallest(_ range: Swift.Range<Int>, _ old: String, _ new: String) -> ScriptedEditor.Change {
    let a = Array(old.unicodeScalars)
    let b = Array(new.unicodeScalars)
    var prefix = 0
    while prefix < min(a.count, b.count), a[prefix] == b[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < min(a.count, b.count) - prefix, a[a.count - 1 - suffix] == b[b.count - 1 - suffix] {
      suffix += 1
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: b[prefix..<b.count - suffix])
    return (range.lowerBound + prefix..<range.upperBound - suffix, String(text))
  }

  private func characterwise(_ range: Swift.Range<Int>, _ text: String) -> [ScriptedEditor.Change] {
    var changes: [ScriptedEditor.Change] = range.reversed().map { ($0..<$0 + 1, "") }
    var at = range.lowerBound
    for character in text {
      changes.append((at..<at, String(character)))
      at += character.unicodeScalars.count
    }
    return changes
  }

  /// Edits that are all meant for the text as it is now: last place first.
  func places(of edits: [TextEdit]) throws(EditorError) -> [ScriptedEditor.Change] {
    var changes: [ScriptedEditor.Change] = []
    for edit in edits {
      guard let range = documents[current].model.text.indices(of: edit.range) else {
        throw EditorError("an edit is not in the text")
      }
      changes.append((range, edit.newText))
    }
    return changes.sorted { $0.range.lowerBound > $1.range.lowerBound }
  }

  // MARK: What must have come of it

  /// A mention of somebody that must be within a range.
  struct Accepted {
    let range: Swift.Range<Int>
    let name: String
  }

  func expect(_ accepted: Accepted) throws(EditorError) {
    // A request before its change moves the cursor to where nobody knows.
    if options.asking == .beforeTheChange { return }
    let model = documents[current].model
    let boundaries = model.boundaries
    guard boundaries.contains(accepted.range.lowerBound), boundaries.contains(accepted.range.upperBound)
    else { return }
    // A trigger and a handle with letters beside them are a longer word.
    if isReadable(model.text.string(accepted.range), as: accepted.name), isGlued(accepted.range, model) {
      return
    }
    let isThere = model.standing.contains {
      accepted.range.contains($0.range) && model.annotations[$0.tag]?.name == accepted.name
    }
    guard isThere else {
      throw EditorError(
        "\(accepted.name) was accepted and is not a mention in “\(model.text.string(accepted.range))”")
    }
  }

  // MARK: The host's own chooser

  func selectFromHost() throws(EditorError) {
    let items: MentionsChooserItemsResult = try demand(
      .mentionsChooserItems, MentionsChooserItemsParams(textDocument: identifier, start: 0, count: 5))
    guard !items.items.isEmpty else { return }
    let index = random.below(items.items.count)
    note("select “\(items.items[index].label)”")
    let result: MentionsSelectResult = try demand(
      .mentionsSelect,
      MentionsSelectParams(textDocument: identifier, generation: items.generation, index: index))
    guard result.version == documents[current].version else {
      throw EditorError("an edit for another version")
    }
    let changes = try places(of: result.additionalEdits) + places(of: [result.edit])
    guard let main = changes.last else { return }
    let isCertain = isRecognisable(main.range, main.text, isExact: options.sync == .exact)
    let end = main.range.lowerBound + main.text.unicodeScalars.count
    try edit(changes, cursor: end)
    count("selected")
    guard isCertain else { return }
    try expect(Accepted(range: main.range.lowerBound..<end, name: items.items[index].label))
  }
}
