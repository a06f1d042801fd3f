import JSONText
import LanguageProtocol
import MentionsServer
import ScriptedEditing

/// What a user does about mentions that are whole or damaged: backspaces of editors that ask first, quick fixes, and
/// the commands behind them.
extension Simulation {
  // MARK: Backspace

  /// Asks first, as the plug-ins do, and does what it is told; often again and again.
  func askedBackspace() throws(EditorError) {
    var mayLightUp = true
    for _ in 0..<4 {
      let document = documents[current]
      guard document.cursor > 0 else { return }
      let isLate = random.chance(10)
      note("backspace, asked for\(isLate ? " too late" : "")")
      let asked = try attempt(
        .mentionsBackspace,
        MentionsBackspaceParams(
          textDocument: OptionalVersionedTextDocumentIdentifier(
            uri: document.uri, version: document.version - (isLate ? 1 : 0)), position: place))
      if isLate {
        guard case .failure(let error) = asked, error.code == .contentModified else {
          throw EditorError("a backspace for an older version was not refused")
        }
        continue
      }
      guard let told = try? asked.get().read(MentionsBackspaceResult.self) else {
        throw EditorError("mentions/backspace was answered with \(asked)")
      }
      guard told.version == document.version else {
        throw EditorError("a backspace for version \(document.version) is told for \(told.version)")
      }
      let standing = document.model.standing.first { $0.range.upperBound == document.cursor }
      guard let standing else {
        guard told.action == .none, told.edit == nil else {
          throw EditorError("a backspace where no mention ends is \(told.action.rawValue)")
        }
        return try backspace()
      }
      switch told.action {
      case .lightUp where mayLightUp && told.edit == nil:
        // A request before its change moves the cursor to where nobody knows.
        mayLightUp = options.asking == .beforeTheChange
      case .trim, .delete:
        try deleteAsTold(told, of: standing.tag, at: standing.range)
        if told.action == .delete { mayLightUp = true }
      default: throw EditorError("a backspace behind a mention is \(told.action.rawValue)")
      }
      guard random.chance(75) else { return }
    }
  }

  private func deleteAsTold(
    _ told: MentionsBackspaceResult, of tag: Int, at range: Swift.Range<Int>
  ) throws(EditorError) {
    let model = documents[current].model
    guard let wanted = told.edit, let change = try places(of: [wanted]).first, let end = told.position else {
      throw EditorError("a backspace that would \(told.action.rawValue) has no edit or position")
    }
    guard range.contains(change.range), told.action == .trim || (change.range == range && change.text.isEmpty)
    else { throw EditorError("a backspace at \(range) would \(told.action.rawValue) \(change)") }
    let cursor = change.range.lowerBound + change.text.unicodeScalars.count
    try edit([change], cursor: cursor, appearing: .anywhere)
    let now = documents[current]
    guard now.model.text.index(of: end) == now.cursor else {
      throw EditorError("after a backspace the cursor belongs at \(now.cursor), not at \(end)")
    }
    count("backspaces told to \(told.action.rawValue)")
    guard told.action == .trim, options.sync == .exact else { return }
    try expectMention(of: model.annotations[tag]?.name, at: range.lowerBound..<cursor, "trimmed")
  }

  /// After what the server had done to a mention, where its edges may be.
  private func expectMention(
    of name: String?, at range: Swift.Range<Int>, _ how: String
  ) throws(EditorError) {
    let model = documents[current].model
    let boundaries = model.boundaries
    guard boundaries.contains(range.lowerBound), boundaries.contains(range.upperBound) else { return }
    let isThere = model.standing.contains {
      guard let name else {
        // With the text behind it, it may be the whole name again.
        return $0.range.lowerBound == range.lowerBound && $0.range.contains(range)
      }
      return $0.range == range && model.annotations[$0.tag]?.name == name
    }
    guard isThere else {
      throw EditorError("“\(model.text.string(range))” at \(range) was \(how) and is not a mention")
    }
  }

  // MARK: Quick fixes

  /// Takes one of the quick fixes that are offered, if there are any.
  func quickFix() throws(EditorError) {
    let model = documents[current].model
    let range = random.chance(60) ? 0..<model.count : documents[current].cursor..<documents[current].cursor
    let actions: [CodeAction] = try demand(
      .codeAction,
      CodeActionParams(
        textDocument: identifier, range: model.text.range(range),
        context: CodeActionContext(only: [.quickFix])))
    guard !actions.isEmpty else { return }
    let action = random.pick(actions)
    note("quick fix: \(action.title)")
    guard action.kind == .quickFix, let hint = action.diagnostics?.first,
      let damaged = model.text.indices(of: hint.range), !damaged.isEmpty
    else { throw EditorError("“\(action.title)” is not a quick fix of anything in the text") }
    guard (action.edit == nil) == options.editor.appliesEdits, (action.command == nil) == (action.edit != nil)
    else { throw EditorError("“\(action.title)” is not for a client like this") }
    var isMade = true
    if let command = action.command {
      isMade = try run(command)
    } else {
      let edits = (action.edit?.documentChanges ?? []).flatMap(\.edits)
      let changes = try places(of: edits)
      guard changes.count == 1 else { throw EditorError("“\(action.title)” has no edit") }
      let end = changes[0].range.lowerBound + changes[0].text.unicodeScalars.count
      try edit(changes, cursor: end, appearing: .anywhere)
    }
    guard isMade, options.sync == .exact, let text = quoted(in: action.title) else { return }
    let fixed = damaged.lowerBound..<damaged.lowerBound + text.unicodeScalars.count
    let now = documents[current].model
    // The client may have made another edit of the server before it.
    guard fixed.upperBound <= now.count, now.text.string(fixed).utf8.elementsEqual(text.utf8) else { return }
    // A letter at the edge of what begins with a trigger makes it plain text.
    if text.first.map({ "@+".contains($0) }) == true, isGlued(fixed, now) { return }
    count("fixed")
    try expectMention(of: nil, at: fixed, "put right")
  }

  /// Whether the client made an edit for it.
  private func run(_ command: Command) throws(EditorError) -> Bool {
    let before = counts["server edits made"] ?? 0
    let answer = try attempt(
      .executeCommand, ExecuteCommandParams(command: command.command, arguments: command.arguments ?? []))
    guard case .success = answer else {
      throw EditorError("\(command.command.rawValue) was answered with \(answer)")
    }
    try answerHeld()
    return counts["server edits made"] ?? 0 > before
  }

  private func quoted(in title: String) -> String? {
    guard let start = title.firstIndex(of: "“"), let end = title.lastIndex(of: "”") else { return nil }
    return String(title[title.index(after: start)..<end])
  }

  // MARK: Commands

  /// Runs a command at some place, whether there is something to do or not.
  func runCommand() throws(EditorError) {
    switch random.below(5) {
    case 0: try toPlainText()
    case 1:
      note("mentions.explain")
      let answer = try attempt(
        .executeCommand, ExecuteCommandParams(command: .explain, arguments: [argument(at: place)]))
      guard case .success = answer else { throw EditorError("mentions.explain: \(answer)") }
    case 2:
      note("mentions.reloadSources")
      let answer = try attempt(.executeCommand, ExecuteCommandParams(command: .reloadSources, arguments: []))
      guard case .success = answer else { throw EditorError("mentions.reloadSources: \(answer)") }
    default: try fixByHand()
    }
  }

  private func argument(at place: Position, version: Int? = nil) -> JSONValue {
    var document: JSONObject = ["uri": .string(identifier.uri.text)]
    document["version"] = version.map { .integer($0) }
    return [
      "textDocument": .object(document),
      "position": ["line": .integer(place.line), "character": .integer(place.character)],
    ]
  }

  private func fixByHand() throws(EditorError) {
    let document = documents[current]
    let command: CommandName = random.pick([.restore, .trim, .delete])
    let standing = document.model.standing.isEmpty ? nil : random.pick(document.model.standing)
    let at = standing.map { random.pick([$0.range.lowerBound, $0.range.upperBound]) } ?? document.cursor
    let isLate = random.chance(10)
    note("\(command.rawValue) at \(at)\(isLate ? ", too late" : "")")
    let place = argument(
      at: document.model.text.position(of: at), version: document.version - (isLate ? 1 : 0))
    switch try attempt(.executeCommand, ExecuteCommandParams(command: command, arguments: [place])) {
    case .success:
      guard !isLate else { throw EditorError("\(command.rawValue) for an older version was done") }
      try answerHeld()
    case .failure(let error) where error.code == .contentModified && isLate: break
    case .failure(let error):
      let isPossible = command == .delete && standing != nil && options.editor.appliesEdits && !isLate
      guard error.code == .requestFailed, !isPossible else {
        throw EditorError("\(command.rawValue) was answered with \(error)")
      }
    }
  }

  private func toPlainText() throws(EditorError) {
    let standing = documents[current].model.standing
    guard let chosen = standing.isEmpty ? nil : random.pick(standing) else { return }
    note("mentions.toPlainText at \(chosen.range)")
    let range = documents[current].model.text.range(chosen.range)
    let params = MentionsRemoveParams(textDocument: identifier, ranges: [range])
    guard let argument = try? JSONParser.parse(JSONWriter.bytes(of: params)) else { return }
    let result: MentionsRemoveResult = try demand(
      .executeCommand, ExecuteCommandParams(command: .toPlainText, arguments: [argument]))
    guard result.removed == 1 else { throw EditorError("\(result.removed) mentions became text, not one") }
    decline(chosen.range, of: documents[current].model.text)
    documents[current].model.forget(chosen.tag)
  }

  // MARK: Hints

  /// Hints are in the text, and not where a mention is.
  func checkHints(_ index: Int) throws(EditorError) {
    let document = documents[index]
    let report: DocumentDiagnosticReport = try demand(
      .diagnostic,
      DocumentDiagnosticParams(textDocument: TextDocumentIdentifier(uri: document.uri)))
    let standing = document.model.standing
    for item in report.items ?? [] {
      guard let range = document.model.text.indices(of: item.range), !range.isEmpty else {
        throw EditorError("a hint at \(item.range) is not in the text")
      }
      if let over = standing.first(where: { $0.range.overlaps(range) }) {
        throw EditorError("a hint at \(range) says that the mention at \(over.range) is none")
      }
    }
  }
}

/// The server dies, is ended by the system, or is not read.
extension Simulation {
  func makeTrouble() throws(EditorError) {
    note(trouble.rawValue)
    switch trouble {
    case .death:
      // What it kept of late may be lost, and nothing else.
      for index in documents.indices { documents[index].kept = nil }
      try startAgain()
    case .signal: try signal()
    case .lateReading:
      try typeUnread()
      host.isRead = true
      try settle()
      try catchUp()
    case .lateReadingAndSignal:
      // Which mentions there are by now is not known: nothing was read.
      try typeUnread()
      for index in documents.indices { documents[index].kept = nil }
      host.end(.signal("SIGTERM"))
      try expectEnd()
      try startAgain()
    }
  }

  private func startAgain() throws(EditorError) {
    let open = documents.indices.filter { documents[$0].isOpen }
    try start()
    for index in open { try self.open(index) }
  }

  /// The system ends the server, whatever it is doing: nothing is lost.
  private func signal() throws(EditorError) {
    for index in documents.indices where documents[index].isOpen { documents[index].kept = kept(of: index) }
    host.end(.signal("SIGTERM"))
    try expectEnd()
    try startAgain()
  }

  private func expectEnd() throws(EditorError) {
    guard host.exitStatus == 1 else {
      throw EditorError("after SIGTERM the server ended with \(String(describing: host.exitStatus))")
    }
    if let bug = host.bugs.first { throw EditorError(bug) }
    count("signalled")
  }

  /// Keys and questions, one after the other, and all that the server says to them waits.
  private func typeUnread() throws(EditorError) {
    host.isRead = false
    let index = current
    documents[index].model.forgetFresh()
    documents[index].undo = []
    documents[index].redo = []
    // Too much at once for the model to tell what it must bring back.
    documents[index].removals = nil
    for _ in 0..<2 + random.below(8) {
      let key = random.pick(SimulationCast.keys)
      let cursor = documents[index].cursor
      let change = expressible((cursor..<cursor, key), in: documents[index].model.text)
      let range = documents[index].model.text.range(change.range)
      documents[index].model.replace(change.range, with: change.text)
      let event = TextDocumentContentChangeEvent(range: range, text: Array(change.text.utf8))
      try send([event], cursor: change.range.lowerBound + change.text.unicodeScalars.count)
      try complete()
      host.advance(random.pick([0, 30, 3000]))
    }
    count("read late")
  }

  /// The server's mentions are those that the keys have left.
  private func catchUp() throws(EditorError) {
    var evidence = Evidence(exact: documents[current].model)
    evidence.appearing = .anywhere
    try reconcile(current, evidence)
  }
}

/// Closing and opening again, renaming, restarting: what was a mention is one afterwards.
extension Simulation {
  /// A mention of a closed document.
  struct Kept: Hashable {
    let range: Swift.Range<Int>
    let id: String
    let name: String
  }

  /// The mentions of a document that is closed or about to be.
  func kept(of index: Int) -> [Kept] {
    let model = documents[index].model
    return model.standing.compactMap { tag, range in
      model.annotations[tag].map { Kept(range: range, id: $0.id, name: $0.name) }
    }
  }

  /// All that was there when the document was closed is there again: not a letter has changed since.
  func expectKept(_ index: Int) throws(EditorError) {
    let model = documents[index].model
    for kept in documents[index].kept ?? [] {
      // What the text tells is there once the sources have been read.
      if isReadable(model.text.string(kept.range), as: kept.name) { continue }
      if isLinkText(kept.range, of: kept.id, in: model) { continue }
      let isThere = model.standing.contains { tag, range in
        range == kept.range && model.annotations[tag].map { $0.id == kept.id && $0.name == kept.name } == true
      }
      guard isThere else {
        throw EditorError(
          "“\(model.text.string(kept.range))” at \(kept.range) was \(kept.id) when it was closed")
      }
      count("kept")
    }
  }

  /// Gives the file another name, in one of the orders that clients have.
  func renameFile() throws(EditorError) {
    renames += 1
    let old = documents[current].uri
    let new = DocumentURI(filePath: "/w/\(current)-\(renames)")
    let order = random.below(3)
    note("rename \(current) to \(new), told \(["first", "while it is closed", "last"][order])")
    let params = RenameFilesParams(files: [FileRename(oldUri: old, newUri: new)])
    if order == 0 { try notify(.didRenameFiles, params) }
    try close(current)
    if order == 1 { try notify(.didRenameFiles, params) }
    documents[current].uri = new
    if order < 2 { return try open(current) }
    let kept = documents[current].kept
    documents[current].kept = nil
    try open(current)
    try notify(.didRenameFiles, params)
    try reconcile(current, Evidence(kept: [], appearing: .anywhere))
    documents[current].kept = kept
    try expectKept(current)
  }

  /// Something else changes the file while it is closed.
  func changeOnDisk() throws(EditorError) {
    try close(current)
    var text = documents[current].model.text
    for _ in 0...random.below(3) {
      let start = random.below(text.count + 1)
      let end = min(text.count, start + random.below(12))
      text.replace(start..<end, with: random.pick(SimulationCast.words + SimulationCast.keys))
    }
    note("the file is now \(text.string.debugDescription)")
    try open(rewrittenAs: text.string, kept: nil)
  }

  /// Opens the closed document with another text, and notes whose mentions are not found in it.
  func open(rewrittenAs text: String, kept: [Kept]?) throws(EditorError) {
    func counts() -> [String: Int] {
      let model = documents[current].model
      return model.standing.reduce(into: [:]) { $0[model.annotations[$1.tag]?.name ?? "", default: 0] += 1 }
    }
    let before = counts()
    documents[current].model.rewrite(as: text)
    documents[current].cursor = 0
    documents[current].undo = []
    documents[current].redo = []
    documents[current].kept = kept
    try open(current)
    let now = counts()
    for (name, count) in before where now[name] ?? 0 < count { documents[current].givenUp.insert(name) }
  }
}
