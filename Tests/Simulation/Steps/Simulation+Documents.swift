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
      throw EditorError("workspace/applyEdit makes no sense")
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
