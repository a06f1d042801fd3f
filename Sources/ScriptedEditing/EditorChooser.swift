import JSONText
import LanguageProtocol

extension ScriptedEditor {
  /// Requests completion at the cursor and shows the result.
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

  /// Closes the chooser (Esc) and notifies the server.
  package func escape() throws(EditorError) {
    chooser = .closed
    try notify(.mentionsCancel, MentionsCancelParams(textDocument: try document))
    try settle()
  }

  /// Accepts the first row with this label.
  package func accept(_ label: String) throws(EditorError) {
    guard let index = chooser.rows.firstIndex(where: { $0.label == label }) else {
      let shown = chooser.isOpen ? chooser.labels.prefix(5).joined(separator: ", ") : "nothing"
      throw EditorError("“\(label)” is not offered, but \(shown)")
    }
    try accept(at: index)
  }

  /// Accepts the row at an index, as `EditorOptions.acceptStyle` specifies.
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
    // Only edits before the item move the cursor.
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

/// Operations for programs that show the document as an input field. Positions are in scalars.
extension ScriptedEditor {
  /// The position of the cursor; 0 if no document is open.
  package var cursor: Int { buffer?.cursor ?? 0 }

  /// The length of the text.
  package var length: Int { buffer?.text.count ?? 0 }

  /// A part of the text; the range is clamped to the text.
  package func text(_ range: Swift.Range<Int>) -> String {
    buffer.map { $0.text.string(range.clamped(to: 0..<$0.text.count)) } ?? ""
  }

  /// Replaces a part of the text in one change, and moves the cursor to the end of the replacement.
  package func replace(_ range: Swift.Range<Int>, with text: String) throws(EditorError) {
    try change([(range, text)], cursor: range.lowerBound + text.unicodeScalars.count)
    chooser = .closed
  }

  /// Selects the text between two positions, moves the cursor to `cursor`, and notifies the server.
  package func select(from anchor: Int, to cursor: Int) throws(EditorError) {
    buffer?.cursor = cursor
    chooser = .closed
    let text = try current().text
    let range = text.range(min(anchor, cursor)..<max(anchor, cursor))
    try notify(
      .mentionsDidChangeSelection,
      MentionsDidChangeSelectionParams(textDocument: try document, selections: [range]))
    try settle()
  }

  /// Asks the server to transform a part of the text, and selects the result.
  ///
  /// - Parameters:
  ///   - range: the part of the text.
  ///   - name: the name of the transform, as listed by `mentions/transforms`.
  /// - Returns: the number of mentions in the part that the transform preserves.
  package func transform(_ range: Swift.Range<Int>, _ name: String) throws(EditorError) -> Int {
    let buffer = try current()
    let params = MentionsTransformParams(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: buffer.uri, version: buffer.version),
      range: buffer.text.range(range), name: name)
    let planned: PlannedEditResult = try request(.mentionsTransform, params)
    let behind = buffer.text.count - range.upperBound
    try apply(planned.edit)
    let text = try current().text
    try select(from: min(range.lowerBound, text.count), to: max(range.lowerBound, text.count - behind))
    return planned.mentions.filter { mention in
      guard mention.after != nil, let place = buffer.text.indices(of: mention.before) else { return false }
      return place.overlaps(range)
    }.count
  }

  /// Returns the text events of the current document that have arrived since the last call.
  package func textEvents() throws(EditorError) -> [MentionsTextEventParams] {
    var events: [MentionsTextEventParams] = []
    for payload in try notifications(.mentionsTextEvent) {
      guard let event = try? payload.read(MentionsTextEventParams.self) else {
        throw EditorError("the parameters of mentions/textEvent are invalid")
      }
      if event.textDocument.uri == buffer?.uri { events.append(event) }
    }
    return events
  }
}

/// A completion list as an editor shows it: filtered and sorted, with the range that each item replaces.
package struct EditorChooser: Sendable {
  package struct Row: Sendable {
    package let item: CompletionItem
    package let newText: String
    /// The range that is replaced when the row is accepted, in scalars.
    package let range: Swift.Range<Int>

    package var label: String { item.label }
  }

  package let rows: [Row]
  package let isIncomplete: Bool

  package static let closed = EditorChooser(rows: [], isIncomplete: false)

  package var isOpen: Bool { !rows.isEmpty }
  package var labels: [String] { rows.map(\.label) }

  private init(rows: [Row], isIncomplete: Bool) {
    self.rows = rows
    self.isIncomplete = isIncomplete
  }

  /// Creates a chooser from a completion list as a strict editor would: throws an error if an editor could not use the
  /// list.
  ///
  /// - Parameters:
  ///   - list: the response of the server.
  ///   - text: the text of the document.
  ///   - cursor: the index of the cursor, in scalars.
  ///   - replacesWordBehind: whether the editor requested ranges that extend beyond the cursor.
  package init(
    _ list: CompletionList, in text: EditorText, cursor: Int, replacesWordBehind: Bool = false
  ) throws(EditorError) {
    var rows: [Row] = []
    for item in list.items {
      let row = try Self.row(item, list.itemDefaults, in: text)
      guard row.range.upperBound == cursor || (replacesWordBehind && row.range.upperBound > cursor) else {
        throw EditorError("the range of “\(item.label)” does not end at the cursor")
      }
      if let first = rows.first, first.range != row.range {
        throw EditorError("“\(item.label)” has a different range from “\(first.label)”")
      }
      rows.append(row)
    }
    isIncomplete = list.isIncomplete
    self.rows = rows.filter { Self.passes($0, in: text, cursor: cursor) }
      .enumerated()
      .sorted { ($0.element.sortKey, $0.offset) < ($1.element.sortKey, $1.offset) }
      .map(\.element)
  }

  private static func row(
    _ item: CompletionItem, _ defaults: CompletionItemDefaults?, in text: EditorText
  ) throws(EditorError) -> Row {
    guard let range = item.textEdit?.range ?? defaults?.editRange else {
      throw EditorError("“\(item.label)” has no range to replace")
    }
    guard let place = text.indices(of: range) else {
      throw EditorError("the range of “\(item.label)” is not in the text")
    }
    guard range.start.line == range.end.line else {
      throw EditorError("the range of “\(item.label)” has more than one line")
    }
    let newText = item.textEdit?.newText ?? item.textEditText ?? item.label
    return Row(item: item, newText: newText, range: place)
  }

  /// Applies the strictest filter that editors use: the text in the range up to the cursor must be a prefix of the
  /// filter text, ignoring case.
  private static func passes(_ row: Row, in text: EditorText, cursor: Int) -> Bool {
    let typed = text.string(row.range.lowerBound..<cursor).lowercased()
    return (row.item.filterText ?? row.label).lowercased().hasPrefix(typed)
  }
}

extension EditorChooser.Row {
  fileprivate var sortKey: String { item.sortText ?? label }
}
