import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// A whole server with a random typist, random sources and a random client, judged after every step by a naive model.
///
/// Each step draws from numbers of its own, so that steps can be left out: what a failure needs is found by trying.
/// Nothing depends on the machine: the same seed and steps always go the same way.
package final class Simulation {
  struct Document {
    var uri: DocumentURI
    let languageID: String
    var model: TaggedText
    var version = 0
    /// In scalars.
    var cursor: Int
    var isOpen = false
    var undo: [[ScriptedEditor.Change]] = []
    var redo: [[ScriptedEditor.Change]] = []
    /// What was cut since it was opened; nil once more was cut than the model can tell.
    var removals: [Removal]? = []
    /// Mentions that were changed: once nothing is left of one, it is known as if it had been cut.
    var damaged: [Removal] = []
    /// The tokens as last received, for deltas.
    var tokens: (resultID: String, data: [Int])?
    var chooser: Chooser?
    /// Where the mention began that was being made when it was looked at last, in scalars.
    var makingStart: Int?
    /// When a mention was last seen being made, in milliseconds.
    var lastMade: Int64?
    /// Names of mentions that were not found again when the file had changed.
    var givenUp: Set<String> = []
    /// What the typist is about to type.
    var plan: [String] = []
    /// Texts of mentions that were made plain text: they are not read back.
    var declined: Set<String> = []
    /// The mentions when it was closed, if it has not changed since.
    var kept: [Kept]?
  }

  struct Chooser {
    let shown: EditorChooser
    let version: Int
    let cursor: Int
  }

  /// Text that was cut with the annotations in it.
  struct Removal {
    let text: String
    /// Where in the text, in scalars, and whose.
    let marks: [Mark]
  }

  struct Mark: Hashable {
    let range: Swift.Range<Int>
    let name: String
    let source: String
  }

  /// What may happen to a server that is not a message.
  package enum Trouble: String, CaseIterable, Sendable {
    /// It is killed.
    case death
    /// The system asks it to end.
    case signal
    /// The client goes on sending and reads nothing for a while.
    case lateReading = "late reading"
    case lateReadingAndSignal = "late reading and a signal"
  }

  /// A request whose answer may come later.
  struct Waiting {
    let document: Int
    let version: Int
    let cursor: Int
    var isCancelled = false
    let isCompletion: Bool
    /// Asked before the change that it is about: whatever the answer, it is of no use.
    var isEarly = false
  }

  package let seed: UInt64
  let options: SimulationOptions
  let reworks: Bool
  var host = SimulatedHost()
  var random: SeededRandom
  var ledger = EditorLedger()
  var capabilities = ServerCapabilities()
  var encoding = PositionEncodingKind.utf16
  var documents: [Document] = []
  var current = 0
  var waiting: [RPCID: Waiting] = [:]
  var progress: [ProgressToken] = []
  /// How many files were renamed: no name comes twice.
  var renames = 0
  /// Whether this step looks after mentions instead of writing.
  var isMending = false
  /// What happens to the server where this step has something happen to it.
  var trouble = Trouble.death
  /// Whether the client asked for completions before it told the last change.
  var hasAskedEarly = false
  /// What an acceptance puts in may read like something that was cut, and is a mention of its own.
  var isAccepting = false
  /// What the clipboard holds.
  var clipboard = ""
  /// Texts that an annotation of an entity of this name may have.
  let forms = Simulation.writtenForms
  /// Requests of the server that are answered at the end of the step, when the document may have moved on.
  var held: [(id: RPCID, method: Method, params: RPCPayload)] = []
  /// What was done, one line a step.
  package private(set) var log: [String] = []
  /// How often mentions were accepted, cut annotations came back, and so on: a simulation that does nothing
  /// proves nothing.
  package internal(set) var counts: [String: Int] = [:]

  /// - Parameters:
  ///   - seed: what all chance in it comes from.
  ///   - reworks: whether some steps filter, wrap and so on (`rework()`, `vary()`), accept at several cursors and ask again. Seeds
  ///     that found something before those steps were known are made without.
  package init(seed: UInt64, reworks: Bool = true) {
    self.seed = seed
    self.reworks = reworks
    options = SimulationOptions(seed: seed, ignores: reworks)
    random = SeededRandom(seed)
  }

  /// The session as JSON Lines, since the server was started last.
  package var transcript: [UInt8] { host.transcript }

  /// Starts the server and opens the documents. To be called first.
  package func begin() throws(EditorError) {
    note("\(options)")
    try start()
    for (index, languageID) in options.languages.enumerated() {
      let text = random.pick(SimulationCast.opening)
      let model = TaggedText(text, encoding: encoding)
      documents.append(
        Document(
          uri: DocumentURI(filePath: "/w/\(index)"), languageID: languageID, model: model, cursor: model.count
        ))
      try open(index)
    }
  }

  /// Makes one step and looks at everything.
  ///
  /// - Parameters:
  ///   - number: of the step, from 0; with the seed it decides everything.
  ///   - wanted: what happens to the server in this step; nil: what the step's own numbers say, mostly nothing.
  package func step(_ number: Int, trouble wanted: Trouble? = nil) throws(EditorError) {
    random = SeededRandom(seed &* 0x1_0001 &+ UInt64(number) &* 0x9E37_79B9)
    // Drawn apart: what else a step does depends on the seed as it always has.
    var chance = SeededRandom(seed &* 0x2_0003 &+ UInt64(number) &* 0x85EB_CA6B)
    isMending = chance.chance(20)
    trouble = chance.pick([.death, .signal, .signal, .lateReading, .lateReadingAndSignal])
    let isReworking = reworks && chance.chance(8)
    var variation = SeededRandom(seed &* 0x8_0009 &+ UInt64(number) &* 0xC2B2_AE35)
    let isVarying = reworks && variation.chance(4)
    if !documents[current].isOpen { try open(current) }
    if let wanted {
      trouble = wanted
      try makeTrouble()
    } else if isReworking {
      try rework()
    } else if isVarying {
      try vary()
    } else {
      try act()
    }
    var elsewhere = SeededRandom(seed &* 0x4_0005 &+ UInt64(number) &* 0x27D4_EB2F)
    if elsewhere.chance(2), documents[current].isOpen { try openElsewhere(&elsewhere) }
    host.advance(random.pick([0, 1, 3, 20, 80, 200]))
    try settle()
    try answerHeld()
    try check()
  }

  /// Ends the server; whatever is still open must be answered.
  package func end() throws(EditorError) {
    host.advance(10_000)
    try settle()
    try answerHeld()
    try stop()
  }

  func note(_ what: String) { log.append(what) }
  func count(_ what: String) { counts[what, default: 0] += 1 }
}

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
