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
    /// What the typist is about to type.
    var plan: [String] = []
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
  ///   - reworks: whether some steps filter, wrap and so on (`rework()`), accept at several cursors and ask again. Seeds
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
    if !documents[current].isOpen { try open(current) }
    if let wanted {
      trouble = wanted
      try makeTrouble()
    } else if isReworking {
      try rework()
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
