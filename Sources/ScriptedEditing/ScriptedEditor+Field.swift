import JSONText
import LanguageProtocol

/// For programs that show the document as a field to type in. Places are counted in scalars.
extension ScriptedEditor {
  /// Where the cursor is; 0 while nothing is open.
  package var cursor: Int { buffer?.cursor ?? 0 }

  /// The length of the text.
  package var length: Int { buffer?.text.count ?? 0 }

  /// A part of the text; the range is cut down to it.
  package func text(_ range: Swift.Range<Int>) -> String {
    buffer.map { $0.text.string(range.clamped(to: 0..<$0.text.count)) } ?? ""
  }

  /// Replaces a part of the text at once, with the cursor behind it.
  package func replace(_ range: Swift.Range<Int>, with text: String) throws(EditorError) {
    try change([(range, text)], cursor: range.lowerBound + text.unicodeScalars.count)
    chooser = .closed
  }

  /// Selects from one place to another, where the cursor is then, and says so.
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

  /// Has the server transform a part of the text, and selects what came of it.
  ///
  /// - Parameters:
  ///   - range: the part, in the text.
  ///   - name: of the transform, as `mentions/transforms` lists it.
  /// - Returns: how many mentions the part holds.
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

  /// What the server has told of the user's doings in the current document since the last call.
  package func textEvents() throws(EditorError) -> [MentionsTextEventParams] {
    var events: [MentionsTextEventParams] = []
    for payload in try notifications(.mentionsTextEvent) {
      guard let event = try? payload.read(MentionsTextEventParams.self) else {
        throw EditorError("mentions/textEvent makes no sense")
      }
      if event.textDocument.uri == buffer?.uri { events.append(event) }
    }
    return events
  }
}
