import Entities
import Mentions
import TextModel

/// An editor with one cursor, typing into a `MentionsDocument` and keeping its own copy of the text, which
/// must equal the document's after every notification.
public struct TypingEditor: Sendable {
  public private(set) var document: MentionsDocument
  public private(set) var bytes: [UInt8]
  public private(set) var cursor: Int
  public private(set) var selection: Range<Int>?
  public private(set) var now = Instant(milliseconds: 1_000_000)
  /// Everything the document wished for, in order.
  public private(set) var effects: [MentionsEffect] = []
  /// The latest query that was not retracted.
  public private(set) var query: Query?
  /// Broken promises of the document, in words. Empty if all is well.
  public private(set) var complaints: [String] = []
  /// Answers every query at once, as an in-memory source does.
  public var people: [Entity]?
  /// The edits that the document wishes for; none after the next notification.
  public private(set) var wish: [TextReplacement] = []
  /// What backspaces that asked did.
  public private(set) var backspaces: [BackspaceAnswer.Action] = []
  /// What ranked batches brought: whom reading back knows, as a session knows what is in memory.
  private var known: [Entity] = []
  private var history: [(edits: [TextReplacement], cursor: Int)] = []

  public init(_ marked: MarkedText, languageID: String = "markdown", policy: MentionsPolicy = .standard) {
    document = MentionsDocument(text: marked.bytes, languageID: languageID, policy: policy)
    bytes = marked.bytes
    cursor = marked.cursor?.utf8 ?? marked.bytes.count
    if !marked.annotations.isEmpty {
      let requests = marked.annotations.map { range in
        let text = Array(marked.bytes[range.start.utf8..<range.end.utf8])
        var entity = Entity(id: "id", name: String(decoding: text, as: UTF8.self))
        entity.source = "team"
        return AddRequest(range: range, text: text, entity: entity)
      }
      for refusal in document.add(requests).refused { complaints.append("add: \(refusal.reason)") }
    }
    if marked.cursor != nil { take(document.moveCursor(to: TextOffset(cursor), selection: nil, now: now)) }
    effects = []
  }

  // MARK: Notifications

  /// One `didChange` with these edits, each in the text that the one before left. The cursor goes to the end
  /// of the last, unless told.
  public mutating func change(_ edits: [TextReplacement], cursor place: Int? = nil) {
    var undo: [TextReplacement] = []
    let cursorBefore = cursor
    document.beginChanges()
    for edit in edits {
      let range = edit.range.start.utf8..<edit.range.end.utf8
      undo.insert(
        TextReplacement(
          range: TextRange(range.lowerBound, range.lowerBound + edit.replacement.count),
          replacement: Array(bytes[range])), at: 0)
      bytes.replaceSubrange(range, with: edit.replacement)
      document.splice(edit)
    }
    cursor = place ?? edits.last.map { $0.range.start.utf8 + $0.replacement.count } ?? cursor
    selection = nil
    history.append((undo, cursorBefore))
    wish = []
    take(document.finishChanges(now: now))
  }

  public mutating func change(_ range: Range<Int>, _ text: [UInt8], cursor place: Int? = nil) {
    change(
      [TextReplacement(range: TextRange(range.lowerBound, range.upperBound), replacement: text)],
      cursor: place)
  }

  /// As a client does that sends the whole text.
  public mutating func changeWhole(_ text: [UInt8], cursor place: Int) {
    document.beginChanges()
    document.replaceAll(with: text)
    bytes = text
    cursor = place
    wish = []
    take(document.finishChanges(now: now))
  }

  public mutating func undo() {
    guard let last = history.popLast() else { return }
    change(last.edits, cursor: last.cursor)
    history.removeLast()
  }

  /// Tells the document, as a plug-in does.
  public mutating func move(to place: Int, selecting range: Range<Int>? = nil) {
    cursor = max(0, min(place, bytes.count))
    selection = range
    take(
      document.moveCursor(
        to: TextOffset(cursor), selection: range.map { TextRange($0.lowerBound, $0.upperBound) }, now: now))
  }

  /// Moves without telling, as most editors do.
  public mutating func moveSilently(to place: Int) { cursor = max(0, min(place, bytes.count)) }

  public mutating func request(_ hint: AskedHint) {
    take(document.requestCompletion(at: TextOffset(cursor), asked: hint, now: now))
  }

  public mutating func wait(_ milliseconds: Int) {
    now = now.advanced(by: milliseconds)
    take(document.tick(now: now))
  }

  /// A backspace of an editor that asks first.
  public mutating func backspace(deleting own: Range<Int>) {
    let answer = document.backspace(at: TextOffset(cursor), now: now)
    backspaces.append(answer.action)
    take(answer.report)
    if let edit = answer.edit {
      change([edit])
    } else if answer.action == .none {
      change(own, [])
    }
  }

  /// Two backspaces that ask and do nothing: the document has said how to trim.
  public mutating func askToTrim() {
    for _ in 0..<2 {
      let answer = document.backspace(at: TextOffset(cursor), now: now)
      backspaces.append(answer.action)
      take(answer.report)
    }
  }

  /// A message that tells the cursor's place alone, as a documentHighlight request does.
  public mutating func tellPlace() {
    take(document.moveCursor(to: TextOffset(cursor), selection: nil, now: now))
  }

  /// Takes a quick fix for the mention at the cursor. False where there is none.
  public mutating func fix(_ fix: MentionFix) -> Bool {
    guard let edit = document.fix(fix, at: TextOffset(cursor)) else { return false }
    change([edit])
    return true
  }

  /// Makes the edits that the document wishes for, and with them whatever else; the last place first.
  public mutating func applyWish(and others: [TextReplacement] = []) {
    change(wish.reversed() + others)
  }

  public mutating func refuse() { take(document.changeRefused(now: now)) }

  public mutating func cancel() { take(document.cancel(now: now)) }

  // MARK: Sources

  public mutating func begin(_ sources: [String]) {
    guard let query else { return }
    take(document.beginQuery(queryID: query.id, sources: sources))
  }

  public mutating func deliver(_ batch: ResultBatch) {
    if batch.isRanked {
      for entry in batch.entries where !known.contains(where: { $0.key == entry.entity.key }) {
        known.append(entry.entity)
      }
    }
    take(document.deliver(batch, now: now))
  }

  public mutating func end(_ source: String) {
    guard let query else { return }
    take(document.sourceEnded(source, queryID: query.id, now: now))
  }

  public mutating func markShown() { take(document.markShown()) }
  public mutating func resolve(_ id: OfferID) { document.noteResolved(id) }
  public mutating func confirm(_ id: OfferID) { take(document.confirm(id, now: now)) }
  public mutating func select(_ id: OfferID) -> (edit: TextReplacement, additionalEdits: [TextReplacement])? {
    document.select(id)
  }

  public mutating func remove() { take(document.removeAnnotations(in: nil).report) }
  public mutating func setPolicy(_ policy: MentionsPolicy) { take(document.setPolicy(policy, now: now)) }

  public mutating func forgetEffects() { effects = [] }

  /// The text, cursor and annotations.
  public var marked: MarkedText {
    MarkedText(
      bytes,
      selection: selection.map { TextRange($0.lowerBound, $0.upperBound) } ?? TextRange(cursor, cursor),
      annotations: document.annotations.map(\.range))
  }

  // MARK: Reports

  private mutating func take(_ report: DocumentReport) {
    effects += report.effects
    for effect in report.effects {
      switch effect {
      case .ask(let asked): query = asked
      case .change(let edits): wish = edits
      case .typedOut(let range):
        let readable = readable
        take(document.read(touching: range) { _ in readable })
      case .retract(let queryID): if query?.id == queryID { query = nil }
      default: break
      }
    }
    verify()
    answer(report)
  }

  /// Reads what was edited since the last call; at first the whole document, as on opening.
  public mutating func readEdits() {
    let readable = readable
    take(document.read { _ in readable })
  }

  /// Who is known to whoever reads the text.
  public var readable: MentionReader.Known {
    let everybody = known + (people ?? [])
    return MentionReader.Known(
      lookup: { field, value in
        everybody.filter { entity in
          field.value(of: entity, trigger: "").map {
            field == .handle ? $0.lowercased() == value.lowercased() : $0 == value
          } ?? false
        }
      }, isComplete: false)
  }

  private mutating func answer(_ report: DocumentReport) {
    guard let people else { return }
    for case .ask(let asked) in report.effects where asked == query {
      let found = EntityMatcher.search(
        people, MatchQuery(key: asked.key, scope: asked.scope(under: document.policy)))
      begin(["team"])
      deliver(
        ResultBatch(
          queryID: asked.id, source: "team",
          entries: found.matches.map { ChooserEntry(entity: people[$0.index], matches: [], tier: $0.tier) },
          isRanked: true, dedupe: true, isComplete: true, more: !found.isComplete))
      if document.chooser.isVisible { markShown() }
    }
  }

  /// Section 5's invariants, and those of the mention being made.
  private mutating func verify() {
    let buffer = document.text.buffer
    if buffer.bytes(in: buffer.range) != bytes { complaints.append("the texts differ") }
    var last = TextOffset.zero
    for annotation in document.annotations {
      let range = annotation.range
      if range.isEmpty || range.start < last || range.end > buffer.end {
        complaints.append("annotation out of order or bounds: \(range)")
        continue
      }
      last = range.end
      if buffer.bytes(in: range) != annotation.text {
        complaints.append("annotation text differs at \(range)")
      }
      if !buffer.isGraphemeBoundary(range.start) || !buffer.isGraphemeBoundary(range.end) {
        complaints.append("annotation cuts a character at \(range)")
      }
    }
    verifyCreation()
  }

  private mutating func verifyCreation() {
    let buffer = document.text.buffer
    guard case .creating(let creation) = document.phase else {
      if document.offers() != nil { complaints.append("offers while nothing is created") }
      if document.chooser.isVisible { complaints.append("a chooser while nothing is created") }
      return
    }
    guard creation.tailRange.end <= buffer.end else {
      complaints.append("the mention lies outside the text")
      return
    }
    let control = buffer.string(in: TextRange(creation.start, creation.keyStart))
    if !control.utf8.elementsEqual((creation.controlCharacter ?? "").utf8) {
      complaints.append("“\(control)” is not the control character")
    }
    let key = buffer.string(in: TextRange(creation.keyStart, creation.tailRange.end))
    if !key.utf8.elementsEqual(creation.key.utf8) {
      complaints.append("key “\(creation.key)”, text “\(key)”")
    }
    if document.annotations.indices(in: creation.range).count > 0 {
      complaints.append("an annotation inside the key")
    }
    if document.cursor != creation.cursor { complaints.append("the cursor is not at the key's end") }
  }
}

/// How clients accept an offer: what their changes look like on the wire.
extension TypingScript {
  public enum Style: String, Sendable, CaseIterable {
    /// One change from the control character to the cursor: VS Code, Helix, Eglot.
    case one
    /// The same, and the word behind the cursor goes too: VS Code in replace mode.
    case overwrite
    /// The additional edits first, in a notification of their own, as VS Code sends them; and last.
    case additionalFirst = "additional-first"
    case additionalLast = "additional-last"
    /// Character by character inside one notification: Neovim.
    case neovim
    /// The same after a pause, when Neovim sends its first change at once and gathers the others.
    case neovimSplit = "neovim-split"
    /// Six notifications within 10 ms, passing through the control character with the name: lsp-mode.
    case lspmode = "lsp-mode"
    /// The smallest edit that does it.
    case minimal
    /// The new text as a whole-document client sends it.
    case whole
    /// With a space behind, in the same edit.
    case space
    /// With a comma behind, as a commit character.
    case comma
  }

  mutating func accept(_ command: TypingCommand) {
    if command.name == "accept" { withEditor { $0.markShown() } }
    if command.name == "pick" { return pick(command) }
    let index = command.count - 1
    guard let list = editor.document.offers(), list.offers.indices.contains(index) else {
      return complain(command)
    }
    let style = command.words.lazy.compactMap { Style(rawValue: $0) }.first ?? .one
    let range = list.range.start.utf8..<list.range.end.utf8
    let text = list.offers[index].newText
    let tail = list.additionalEdits.first?.range.count ?? 0
    withEditor { editor in
      switch style {
      case .one:
        // Clients apply additional edits of a list from the last to the first, the main one first or last.
        let edits = list.additionalEdits + [TextReplacement(range: list.range, replacement: text)]
        editor.change(edits, cursor: range.lowerBound + text.count)
      case .additionalFirst:
        if !list.additionalEdits.isEmpty { editor.change(list.additionalEdits, cursor: range.upperBound) }
        editor.change(range, text)
      case .additionalLast:
        editor.change(range, text)
        let shift = text.count - range.count
        let edits = list.additionalEdits.map {
          TextReplacement(range: $0.range.shifted(by: shift), replacement: $0.replacement)
        }
        if !edits.isEmpty { editor.change(edits, cursor: editor.cursor) }
      case .overwrite: editor.change(range.lowerBound..<range.upperBound + tail, text)
      case .neovim: editor.change(Self.characterwise(range, editor.bytes, text))
      case .neovimSplit:
        let edits = Self.characterwise(range, editor.bytes, text)
        editor.change([edits[0]])
        editor.change([TextReplacement](edits.dropFirst()))
      case .lspmode: Self.lspMode(range, text, &editor)
      case .minimal:
        let edit = TextReplacement(range: list.range, replacement: text).trimmed(in: editor.document.text)
        editor.change(list.additionalEdits + [edit], cursor: range.lowerBound + text.count)
      case .whole:
        var bytes = editor.bytes
        bytes.replaceSubrange(range, with: text)
        editor.changeWhole(bytes, cursor: range.lowerBound + text.count)
      case .space: editor.change(range, text + [32])
      case .comma: editor.change(range, text + [44])
      }
    }
  }

  private mutating func pick(_ command: TypingCommand) {
    let id = OfferID(queryID: editor.document.chooser.queryID, index: command.count - 1)
    var edits: (edit: TextReplacement, additionalEdits: [TextReplacement])?
    withEditor { edits = $0.select(id) }
    guard let edits else { return complain(command) }
    withEditor { $0.change(edits.additionalEdits + [edits.edit]) }
  }

  /// Deletes one character after the other from the end, then inserts one after the other.
  private static func characterwise(_ range: Range<Int>, _ bytes: [UInt8], _ text: [UInt8])
    -> [TextReplacement]
  {
    var edits: [TextReplacement] = []
    var end = range.upperBound
    for character in String(decoding: bytes[range], as: UTF8.self).reversed() {
      let start = end - character.utf8.count
      edits.append(TextReplacement(range: TextRange(start, end), replacement: []))
      end = start
    }
    for character in String(decoding: text, as: UTF8.self) {
      edits.append(TextReplacement(TextRange(end, end), String(character)))
      end += character.utf8.count
    }
    return edits
  }

  /// `@al` → `@` → `@Alice Smith` → `@` → `@al` → `` → `Alice Smith`.
  private static func lspMode(_ range: Range<Int>, _ text: [UInt8], _ editor: inout TypingEditor) {
    let start = range.lowerBound
    let typed = Array(editor.bytes[range])
    let control = typed.isEmpty ? 0 : 1
    let key = Array(typed.dropFirst(control))
    editor.change(start + control..<range.upperBound, [])
    editor.change(start + control..<start + control, text)
    editor.wait(4)
    editor.change(start + control..<start + control + text.count, [])
    editor.change(start + control..<start + control, key)
    editor.change(start..<start + typed.count, [])
    editor.wait(4)
    editor.change(start..<start, text)
  }
}
