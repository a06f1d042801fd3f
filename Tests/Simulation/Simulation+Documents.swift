import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// Starting and ending the server, opening and closing documents, and changing their texts.
extension Simulation {
  func start() throws(EditorError) {
    let store = host.store
    host = SimulatedHost()
    host.store = store
    host.loadingTime = random.pick([0, 0, 30])
    host.provider = { [unowned self] in provide($0) }
    ledger = EditorLedger()
    waiting = [:]
    held = []
    progress = []
    let params = InitializeParams(
      processId: nil, clientInfo: ClientInfo(name: options.editor.name), rootUri: nil,
      initializationOptions: options.editor.initializationOptions, capabilities: options.editor.capabilities,
      workspaceFolders: nil)
    let result: InitializeResult = try demand(.initialize, params)
    capabilities = result.capabilities
    encoding = capabilities.positionEncoding ?? .utf16
    try notify(.initialized, JSONValue.object([:]))
  }

  func stop() throws(EditorError) {
    for id in waiting.keys { waiting[id]?.isCancelled = true }
    let _: JSONValue = try demand(.shutdown, JSONValue.null)
    if let leftover = ledger.leftover { throw EditorError(leftover) }
    try notify(.exit, JSONValue.null)
    guard host.exitStatus == 0 else {
      throw EditorError("the server ended with \(String(describing: host.exitStatus))")
    }
  }

  func restart() throws(EditorError) {
    note("restart")
    let open = documents.indices.filter { documents[$0].isOpen }
    for index in open { documents[index].kept = kept(of: index) }
    try stop()
    try start()
    for index in open { try self.open(index) }
  }

  func open(_ index: Int) throws(EditorError) {
    note("open \(index)")
    documents[index].isOpen = true
    documents[index].version = random.pick([0, 1, 7])
    documents[index].tokens = nil
    documents[index].chooser = nil
    documents[index].removals = []
    documents[index].damaged = []
    documents[index].model.forgetAll()
    let document = documents[index]
    try notify(
      .didOpen,
      DidOpenTextDocumentParams(
        textDocument: TextDocumentItem(
          uri: document.uri, languageId: document.languageID, version: document.version,
          text: Array(document.model.text.string.utf8))))
    try reconcile(index, Evidence(kept: [], appearing: .anywhere))
    try expectKept(index)
    documents[index].kept = nil
  }

  func close(_ index: Int) throws(EditorError) {
    note("close \(index)")
    documents[index].isOpen = false
    documents[index].chooser = nil
    documents[index].kept = kept(of: index)
    try notify(
      .didClose, DidCloseTextDocumentParams(textDocument: TextDocumentIdentifier(uri: documents[index].uri)))
  }

  var identifier: TextDocumentIdentifier { TextDocumentIdentifier(uri: documents[current].uri) }

  var place: Position { documents[current].model.text.position(of: documents[current].cursor) }

  // MARK: Editing

  /// Makes changes, first to last, sends them in one notification in the client's way, and looks what became of the
  /// mentions.
  func edit(
    _ changes: [ScriptedEditor.Change], cursor: Int, sync: SimulationOptions.Sync? = nil,
    isUndo: Bool = false,
    appearing: Evidence.Appearing? = nil
  ) throws(EditorError) {
    let index = current
    let sync = sync ?? options.sync
    let before = documents[index].model
    var events: [TextDocumentContentChangeEvent] = []
    var inverse: [ScriptedEditor.Change] = []
    documents[index].model.forgetFresh()
    documents[index].model.now = host.clock
    for change in changes {
      let model = documents[index].model
      let change = expressible(change, in: model.text)
      events.append(
        TextDocumentContentChangeEvent(
          range: model.text.range(change.range), text: Array(change.text.utf8)))
      let end = change.range.lowerBound + change.text.unicodeScalars.count
      inverse.append((change.range.lowerBound..<end, model.text.string(change.range)))
      documents[index].model.replace(change.range, with: change.text)
    }
    if !isUndo {
      documents[index].undo.append(inverse.reversed())
      documents[index].redo = []
    }
    var evidence: Evidence
    switch sync {
    case .exact: evidence = Evidence(exact: documents[index].model)
    case .hulls:
      let hull = hull(from: before.text, to: documents[index].model.text)
      events = [hull.event]
      evidence = Evidence(from: before, to: documents[index].model, outside: hull.range)
    case .whole:
      events = [TextDocumentContentChangeEvent(text: Array(documents[index].model.text.string.utf8))]
      evidence = Evidence(from: before, to: documents[index].model, outside: 0..<before.count)
    }
    evidence.isUndo = isUndo
    if let appearing { evidence.appearing = appearing }
    let restored = remember(changes, before, sync)
    try send(events, cursor: cursor)
    try reconcile(index, evidence)
    if let restored, !isAccepting { try expect(restored) }
  }

  func send(_ events: [TextDocumentContentChangeEvent], cursor: Int) throws(EditorError) {
    let index = current
    // No position of the protocol is between the two halves of a line end.
    documents[index].cursor = cursor + (splits(cursor, documents[index].model.text) ? 1 : 0)
    let asksEarly = options.asking == .beforeTheChange && random.chance(50)
    documents[index].version += random.pick([1, 1, 1, 4])
    documents[index].chooser = nil
    hasAskedEarly = asksEarly
    if asksEarly { try complete(isEarly: true) }
    try notify(
      .didChange,
      DidChangeTextDocumentParams(
        textDocument: VersionedTextDocumentIdentifier(
          uri: documents[index].uri, version: documents[index].version), contentChanges: events))
    // What was asked before the change was about another text.
    documents[index].chooser = nil
  }

  /// No position of the protocol is between the two halves of a line end.
  func expressible(
    _ change: ScriptedEditor.Change, in text: EditorText
  ) -> ScriptedEditor.Change {
    var change = change
    if splits(change.range.upperBound, text) {
      change = (change.range.lowerBound..<change.range.upperBound + 1, change.text + "\n")
    }
    if splits(change.range.lowerBound, text) {
      change = (change.range.lowerBound - 1..<change.range.upperBound, "\r" + change.text)
    }
    return change
  }

  private func splits(_ at: Int, _ text: EditorText) -> Bool {
    at > 0 && at < text.count && text.scalars[at - 1] == "\r" && text.scalars[at] == "\n"
  }

  /// One change from the first difference to the last and a little around, as clients send an undo.
  private func hull(
    from old: EditorText, to new: EditorText
  ) -> (event: TextDocumentContentChangeEvent, range: Swift.Range<Int>) {
    let limit = min(old.count, new.count)
    var prefix = 0
    while prefix < limit, old.scalars[prefix] == new.scalars[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < limit - prefix, old.scalars[old.count - 1 - suffix] == new.scalars[new.count - 1 - suffix]
    {
      suffix += 1
    }
    prefix = max(0, prefix - random.below(20))
    suffix = max(0, suffix - random.below(20))
    let whole = prefix..<old.count - suffix
    let (range, text) = expressible((whole, new.string(prefix..<new.count - suffix)), in: old)
    return (TextDocumentContentChangeEvent(range: old.range(range), text: Array(text.utf8)), range)
  }

  func undo() throws(EditorError) {
    guard let changes = documents[current].undo.popLast() else { return }
    documents[current].redo.append(inverse(of: changes))
    try replay(changes)
  }

  func redo() throws(EditorError) {
    guard let changes = documents[current].redo.popLast() else { return }
    documents[current].undo.append(inverse(of: changes))
    try replay(changes)
  }

  private func replay(_ changes: [ScriptedEditor.Change]) throws(EditorError) {
    let sync: SimulationOptions.Sync? = options.sync == .exact && random.chance(30) ? .hulls : nil
    let last = changes.last.map { $0.range.lowerBound + $0.text.unicodeScalars.count }
    try edit(changes, cursor: last ?? documents[current].cursor, sync: sync, isUndo: true)
  }

  private func inverse(of changes: [ScriptedEditor.Change]) -> [ScriptedEditor.Change] {
    var text = documents[current].model.text
    var result: [ScriptedEditor.Change] = []
    for change in changes {
      let end = change.range.lowerBound + change.text.unicodeScalars.count
      result.append((change.range.lowerBound..<end, text.string(change.range)))
      text.replace(change.range, with: change.text)
    }
    return result.reversed()
  }

  /// The server's edits, made or refused.
  func applyEdit(_ id: RPCID, _ params: RPCPayload) throws(EditorError) {
    guard let wanted = try? params.read(ApplyWorkspaceEditParams.self) else {
      throw EditorError("workspace/applyEdit cannot be read")
    }
    guard let change = wanted.edit.documentChanges?.first, wanted.edit.documentChanges?.count == 1 else {
      throw EditorError("a server edit is not one versioned document change")
    }
    guard options.editor.appliesEdits else { throw EditorError("a server edit for a client that takes none") }
    let index = documents.firstIndex { $0.uri == change.textDocument.uri }
    let isStale =
      index.map { documents[$0].version != change.textDocument.version || !documents[$0].isOpen } ?? true
    if isStale || random.chance(options.refusesEdits) {
      count("server edits refused")
      return host.send(.response(id: id, .success(RPCPayload(ApplyWorkspaceEditResult(applied: false)))))
    }
    guard let index else { return }
    count("server edits made")
    let text = documents[index].model.text
    var changes: [ScriptedEditor.Change] = []
    for edit in change.edits {
      guard let range = text.indices(of: edit.range) else {
        throw EditorError("a server edit is not in the text")
      }
      changes.append((range, edit.newText))
    }
    changes.sort { $0.range.lowerBound > $1.range.lowerBound }
    let answersFirst = random.chance(50)
    let answer = RPCMessage.response(id: id, .success(RPCPayload(ApplyWorkspaceEditResult(applied: true))))
    if answersFirst { host.send(answer) }
    let was = current
    current = index
    note("the server edits: \(changes)")
    let cursor = changes.last.map { $0.range.lowerBound + $0.text.unicodeScalars.count }
    try edit(changes, cursor: min(cursor ?? 0, documents[index].model.count), appearing: .anywhere)
    current = was
    if !answersFirst { host.send(answer) }
  }
}

/// What the ordinary typist does not: several cursors, asking for the same again, and words that offer nobody.
extension Simulation {
  /// Accepts an item at several cursors, wherever else the same text was typed: one notification, the last place
  /// first, as VS Code sends it. False if it is nowhere else.
  func acceptAtSeveralCursors(
    _ row: EditorChooser.Row, _ additional: [ScriptedEditor.Change], _ typed: String, isCertain: Bool
  ) throws(EditorError) -> Bool {
    let range = row.range
    let others = places(
      of: typed, beside: range, tail: additional.first?.range.upperBound ?? range.upperBound)
    guard !others.isEmpty, isRecognisable(range, row.newText, isExact: true) else { return false }
    let size = row.newText.unicodeScalars.count
    let growth = size - range.count
    let all = (others + [range]).sorted { $0.lowerBound < $1.lowerBound }
    let main: [ScriptedEditor.Change] = all.reversed().map { ($0, row.newText) }
    let changes = (main + additional).sorted { $0.range.lowerBound > $1.range.lowerBound }
    let tail = additional.reduce(0) { $0 + $1.range.count }
    let written = all.enumerated().map { index, place in
      let start = place.lowerBound + index * growth - (place.lowerBound > range.lowerBound ? tail : 0)
      return start..<start + size
    }
    let own = all.firstIndex(of: range) ?? 0
    try edit(changes, cursor: written[own].upperBound, appearing: .anywhere)
    count("accepted at several cursors")
    if isCertain, options.sync == .exact {
      for place in written { try expect(Accepted(range: place, name: row.label)) }
    }
    return true
  }

  /// Where else a text is, apart from one another and from what is a mention.
  private func places(of typed: String, beside range: Swift.Range<Int>, tail: Int) -> [Swift.Range<Int>] {
    let model = documents[current].model
    let (scalars, wanted) = (Array(model.text.scalars), Array(typed.unicodeScalars))
    let boundaries = model.boundaries
    guard !wanted.isEmpty, scalars.count <= 2000 else { return [] }
    var found: [Swift.Range<Int>] = []
    var start = 0
    while start + wanted.count <= scalars.count, found.count < 3 {
      let place = start..<start + wanted.count
      start += 1
      let isApart = place.upperBound < range.lowerBound || place.lowerBound > tail
      guard isApart, scalars[place].elementsEqual(wanted), boundaries.contains(place.lowerBound),
        boundaries.contains(place.upperBound),
        !model.standing.contains(where: { $0.range.overlaps(place) })
      else { continue }
      found.append(place)
      start = place.upperBound + 1
    }
    return found
  }

  /// Ends a line with a word at which nobody is offered: Enter would take what a menu holds that nobody asked for.
  func typeIgnoredWord() throws(EditorError) {
    guard options.asking != .beforeTheChange, let word = SimulationCast.ignored(seed: seed) else { return }
    note("type the ignored word “\(word)”")
    for key in ["\n"] + word.map(String.init) {
      let cursor = documents[current].cursor
      try edit([(cursor..<cursor, key)], cursor: cursor + key.unicodeScalars.count)
    }
    try complete()
    try settle()
    let offered = documents[current].chooser?.shown.labels.filter { forms[$0] != nil } ?? []
    guard offered.isEmpty else {
      throw EditorError("nobody asked for \(offered), and “\(word)” is not a name")
    }
    count("ignored words typed")
    let cursor = documents[current].cursor
    try edit([(cursor..<cursor, "\n")], cursor: cursor + 1)
  }

  /// Asks twice for the same: what was found stays found, in its order.
  func askAgain() throws(EditorError) {
    note("ask again")
    try complete()
    try settle()
    let state: MentionsStateResult = try demand(
      .mentionsState, MentionsStateParams(textDocument: identifier))
    guard waiting.isEmpty, let first = documents[current].chooser?.shown.labels, !first.isEmpty,
      state.kind == .explicit, !state.chooser.loading
    else { return }
    host.advance(200)
    try complete()
    try settle()
    let second = documents[current].chooser?.shown.labels ?? []
    count("asked again")
    guard second.starts(with: first) else {
      throw EditorError("asked again, \(first) became \(second)")
    }
  }
}

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
    let isGivenUp = documents[current].givenUp.contains(person.name)
    if isGivenUp || model.scars[range].contains(where: { $0.contains(person.name) }) { return nil }
    // The same holds where an earlier server kept one that is gone: this server takes the addition for that one.
    let stored = host.store.text(of: documents[current].uri.text) ?? ""
    if stored.contains(#""id":"\#(person.id)""#),
      !model.annotations.values.contains(where: { $0.id == person.id })
    {
      return nil
    }
    // What it finds in the store and this server has given up since is not an addition, whoever is added there.
    let identifier = TextDocumentIdentifier(uri: documents[current].uri)
    let known: MentionsListResult = try other.request(
      .mentionsList, MentionsListParams(textDocument: identifier))
    let isKnown = known.mentions.contains { model.text.indices(of: $0.range)?.overlaps(range) == true }
    if isKnown { return nil }
    let wish = MentionAddition(
      range: model.text.range(range), text: person.name, entity: SimulationCast.json(person))
    let result: MentionsAddResult = try other.request(
      .mentionsAdd,
      MentionsAddParams(textDocument: identifier, mentions: [wish]))
    if result.added == 0 { return nil }
    note("two servers: “\(person.name)” added at \(range)")
    count("added by another server")
    return range
  }
}
