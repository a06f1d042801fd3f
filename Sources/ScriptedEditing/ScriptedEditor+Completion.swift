import JSONText
import LanguageProtocol

extension ScriptedEditor {
  /// Asks for completion at the cursor and shows the answer.
  package func complete(
    _ context: CompletionContext = CompletionContext(triggerKind: .invoked)
  ) throws(EditorError) {
    let params = CompletionParams(
      textDocument: try document, position: try cursorPosition(), context: context)
    let list: CompletionList = try request(.completion, params)
    let buffer = try current()
    chooser = try EditorChooser(
      list, in: buffer.text, cursor: buffer.cursor,
      replacesWordBehind: options.initializationOptions?["replacesWordBehind"] == true)
  }

  /// Closes the chooser (Esc) and says so.
  package func escape() throws(EditorError) {
    chooser = .closed
    try notify(.mentionsCancel, MentionsCancelParams(textDocument: try document))
    try settle()
  }

  /// Accepts the first row of this label.
  package func accept(_ label: String) throws(EditorError) {
    guard let index = chooser.rows.firstIndex(where: { $0.label == label }) else {
      let shown = chooser.isOpen ? chooser.labels.prefix(5).joined(separator: ", ") : "nothing"
      throw EditorError("“\(label)” is not offered, but \(shown)")
    }
    try accept(at: index)
  }

  /// Accepts a row as the options say.
  package func accept(at index: Int) throws(EditorError) {
    guard chooser.rows.indices.contains(index) else {
      throw EditorError("there is no row \(index): \(chooser.rows.count) are shown")
    }
    let row = chooser.rows[index]
    var item = row.item
    if options.resolves { item = try request(.completionItemResolve, item) }
    guard item.label == row.label else { throw EditorError("resolving changed “\(row.label)”") }
    try place(row.newText, over: row.range, try resolved(item.additionalTextEdits ?? []))
    chooser = .closed
    transport.pause(milliseconds: options.pace)
    guard options.runsCommands, let command = item.command else { return }
    let _: JSONValue = try request(
      .executeCommand, ExecuteCommandParams(command: command.command, arguments: command.arguments ?? []))
  }

  private func place(
    _ text: String, over range: Swift.Range<Int>, _ additional: [Change]
  ) throws(EditorError) {
    for change in additional where change.range.overlaps(range) {
      throw EditorError("an additional edit overlaps the item's own")
    }
    // Behind the item nothing moves it; before it, its place moves.
    let before = additional.filter { $0.range.upperBound <= range.lowerBound }
    let shift = before.reduce(0) { $0 + $1.text.unicodeScalars.count - $1.range.count }
    let cursor = range.lowerBound + text.unicodeScalars.count + shift
    let behind = additional.filter { $0.range.lowerBound >= range.upperBound }
    switch options.acceptStyle {
    case .oneChange: try change(behind + [(range, text)] + before, cursor: cursor)
    case .characterByCharacter:
      var changes: [Change] = range.reversed().map { ($0..<$0 + 1, "") }
      var at = range.lowerBound
      for character in text {
        changes.append((at..<at, String(character)))
        at += character.unicodeScalars.count
      }
      try change(behind + changes + before, cursor: cursor)
    case .deleteThenInsert:
      try change([(range, "")], cursor: range.lowerBound)
      let start = range.lowerBound
      let moved: [Change] = behind.map {
        ($0.range.lowerBound - range.count..<$0.range.upperBound - range.count, $0.text)
      }
      try change(moved + [(start..<start, text)] + before, cursor: cursor)
    }
  }
}
