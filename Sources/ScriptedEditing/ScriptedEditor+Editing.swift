import LanguageProtocol

extension ScriptedEditor {
  /// A change to the text: a range in scalars, as of the time of the change, and the text that replaces it.
  package typealias Change = (range: Swift.Range<Int>, text: String)

  /// Types a text character by character, sends a notification for each one, and requests completion when an editor
  /// would.
  package func type(_ text: String) throws(EditorError) {
    for character in text {
      let typed = String(character)
      let cursor = try current().cursor
      try change([(cursor..<cursor, typed)], cursor: cursor + typed.unicodeScalars.count)
      transport.pause(milliseconds: options.pace)
      if options.asksWhileTyping, asks(after: character) {
        try complete(asTriggered(by: typed))
      } else {
        chooser = .closed
      }
    }
  }

  /// Presses backspace a number of times.
  package func backspace(_ count: Int = 1) throws(EditorError) {
    for _ in 0..<count {
      let buffer = try current()
      let start = buffer.text.graphemeStart(before: buffer.cursor)
      try change([(start..<buffer.cursor, "")], cursor: start)
      transport.pause(milliseconds: options.pace)
      if chooser.isOpen { try complete() }
    }
  }

  /// Presses backspace in an editor that asks the server how to handle the key: successive presses highlight, trim and
  /// delete a mention before the cursor.
  package func askedBackspace() throws(EditorError) {
    let answer: MentionsBackspaceResult = try request(
      .mentionsBackspace,
      MentionsBackspaceParams(
        textDocument: OptionalVersionedTextDocumentIdentifier(uri: current().uri, version: current().version),
        position: try cursorPosition()))
    guard answer.action != .lightUp else { return }
    guard let edit = answer.edit else { return try backspace() }
    let changes = try resolved([edit])
    guard let change = changes.first else { return }
    try replace(change.range, with: change.text)
  }

  /// Deletes a text before the cursor in one change, as if it had been selected. Throws an error if the text is not
  /// directly before the cursor.
  package func delete(_ text: String) throws(EditorError) {
    let buffer = try current()
    let start = buffer.cursor - text.unicodeScalars.count
    guard start >= 0, buffer.text.string(start..<buffer.cursor) == text else {
      throw EditorError("“\(text)” is not before the cursor")
    }
    try change([(start..<buffer.cursor, "")], cursor: start)
    transport.pause(milliseconds: options.pace)
    chooser = .closed
  }

  /// Moves the cursor to the end of the first occurrence of a text.
  package func move(after text: String) throws(EditorError) {
    let buffer = try current()
    let wanted = Array(text.unicodeScalars)
    let start = (0...max(0, buffer.text.count - wanted.count)).first {
      buffer.text.scalars[$0...].starts(with: wanted)
    }
    guard let start else { throw EditorError("“\(text)” is not in the document") }
    try move(to: start + wanted.count)
  }

  /// Moves the cursor to an index in scalars, and notifies the server.
  package func move(to index: Int) throws(EditorError) {
    buffer?.cursor = index
    chooser = .closed
    let place = try cursorPosition()
    try notify(
      .mentionsDidChangeSelection,
      MentionsDidChangeSelectionParams(
        textDocument: try document, selections: [LanguageProtocol.Range(start: place, end: place)]))
    try settle()
  }

  /// Applies changes in order, and sends them to the server in one notification.
  func change(_ changes: [Change], cursor: Int) throws(EditorError) {
    var buffer = try current()
    var events: [TextDocumentContentChangeEvent] = []
    for change in changes {
      events.append(
        TextDocumentContentChangeEvent(range: buffer.text.range(change.range), text: Array(change.text.utf8)))
      buffer.text.replace(change.range, with: change.text)
    }
    if options.sendsWholeDocument {
      events = [TextDocumentContentChangeEvent(text: Array(buffer.text.string.utf8))]
    }
    buffer.version += 1
    buffer.cursor = cursor
    self.buffer = buffer
    try notify(
      .didChange,
      DidChangeTextDocumentParams(
        textDocument: VersionedTextDocumentIdentifier(uri: buffer.uri, version: buffer.version),
        contentChanges: events))
    try settle()
  }

  /// Applies those edits of a `workspace/applyEdit` request that are for the active document, and reports them to the
  /// server as changes. Refuses edits for an outdated version.
  func applyEdit(_ params: RPCPayload) throws(EditorError) -> ApplyWorkspaceEditResult {
    guard let params = try? params.read(ApplyWorkspaceEditParams.self) else {
      throw EditorError("the parameters of workspace/applyEdit are invalid")
    }
    return try apply(params.edit)
  }

  /// Applies the edits for the active document, unless they are for an outdated version.
  @discardableResult
  func apply(_ edit: WorkspaceEdit) throws(EditorError) -> ApplyWorkspaceEditResult {
    let buffer = try current()
    var edits: [TextEdit] = []
    for change in edit.documentChanges ?? [] where change.textDocument.uri == buffer.uri {
      if let version = change.textDocument.version, version != buffer.version {
        return ApplyWorkspaceEditResult(applied: false, failureReason: "the document has changed")
      }
      edits += change.edits
    }
    for change in edit.changes ?? [] where change.uri == buffer.uri { edits += change.edits }
    let changes = try resolved(edits)
    var cursor = buffer.cursor
    for change in changes {
      if change.range.upperBound <= cursor {
        cursor += change.text.unicodeScalars.count - change.range.count
      } else if change.range.lowerBound < cursor {
        cursor = change.range.lowerBound + change.text.unicodeScalars.count
      }
    }
    try change(changes, cursor: cursor)
    return ApplyWorkspaceEditResult(applied: true)
  }

  /// Converts edits, whose ranges all refer to the current text, to changes that are applied one after the other, from
  /// the end of the text to its start, so that no change moves the range of a later one.
  func resolved(_ edits: [TextEdit]) throws(EditorError) -> [Change] {
    let text = try current().text
    var changes: [Change] = []
    for edit in edits {
      guard let range = text.indices(of: edit.range) else { throw EditorError("an edit is not in the text") }
      changes.append((range, edit.newText))
    }
    changes.sort { $0.range.lowerBound > $1.range.lowerBound }
    for (later, earlier) in zip(changes, changes.dropFirst())
    where earlier.range.upperBound > later.range.lowerBound {
      throw EditorError("edits of one batch overlap")
    }
    return changes
  }

  private func asks(after character: Character) -> Bool {
    character.isLetter || character.isNumber || triggerCharacters.contains(String(character))
  }

  private func asTriggered(by typed: String) -> CompletionContext {
    triggerCharacters.contains(typed)
      ? CompletionContext(triggerKind: .triggerCharacter, triggerCharacter: typed)
      : CompletionContext(
        triggerKind: chooser.isOpen && chooser.isIncomplete ? .triggerForIncompleteCompletions : .invoked)
  }

  private var triggerCharacters: [String] { capabilities.completionProvider?.triggerCharacters ?? [] }
}
