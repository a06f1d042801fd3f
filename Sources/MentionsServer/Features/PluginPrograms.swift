import LanguageProtocol
import Mentions
import TextModel

/// The programs of plug-ins: which run, their documents, and which one decides.
///
/// ```
///   wanted ──a document is opened──▶ running ──the program ends──▶ wanted
///                                       └─────3 faults, no setup──▶ unregistered, until the settings change it
/// ```
struct PluginPrograms {
  struct Entry {
    let specification: PluginSpecification
    /// Name in messages and effects: its own, with a number where a folder's settings have another one of
    /// that name.
    let key: String
    /// The number of its life; 0: it was never started.
    var start = 0
    var isRunning = false
    /// When it must have answered `setUp`; nil: it has.
    var setUpDue: Instant?
    var faults = 0
    var isUnregistered = false
    /// Documents that it is set up for.
    var documents: Set<DocumentURI> = []
    /// Documents that it was set up for, and has cleaned up.
    var formerDocuments: Set<DocumentURI> = []
  }

  /// A version that a document had.
  private struct Version {
    let number: Int
    let end: Instant
  }

  let policy = PluginPolicy()
  /// In the order of the settings.
  private(set) var entries: [Entry] = []
  /// The key of the plug-in that decides.
  private(set) var controller: String?
  var questions = PluginQuestions()
  private var versions: [DocumentURI: [Version]] = [:]
  private var lastStart = 0

  subscript(key: String) -> Entry? { entries.first { $0.key == key } }

  mutating func update(_ key: String, _ body: (inout Entry) -> Void) {
    guard let at = entries.firstIndex(where: { $0.key == key }) else { return }
    body(&entries[at])
  }

  /// Whether a plug-in works on a document.
  func isSetUp(for document: DocumentURI) -> Bool { entries.contains { $0.documents.contains(document) } }

  /// Takes over the plug-ins of new settings. Returns those that are gone or changed.
  mutating func configure(_ specifications: [PluginSpecification]) -> [Entry] {
    var new: [Entry] = []
    for specification in specifications where !new.contains(where: { $0.specification == specification }) {
      let namesakes = new.count(where: { $0.specification.name == specification.name })
      let key = namesakes == 0 ? specification.name : "\(specification.name) (\(namesakes + 1))"
      new.append(
        entries.first { $0.key == key && $0.specification == specification }
          ?? Entry(specification: specification, key: key))
    }
    defer { entries = new }
    return entries.filter { old in
      !new.contains { $0.key == old.key && $0.specification == old.specification }
    }
  }

  /// A plug-in is started. Returns the number of its life.
  mutating func begin(_ key: String, now: Instant) -> Int {
    lastStart += 1
    let (start, due) = (lastStart, now.advanced(by: policy.setUpTime))
    update(key) {
      $0.start = start
      $0.isRunning = true
      $0.setUpDue = due
    }
    return start
  }

  /// A plug-in does not run any more. Returns what it has not decided.
  mutating func end(_ key: String) -> [PluginQuestions.Question] {
    update(key) {
      $0.isRunning = false
      $0.setUpDue = nil
      $0.documents = []
      $0.formerDocuments = []
    }
    guard controller == key else { return [] }
    controller = nil
    return questions.takeAll()
  }

  /// False where another one decides already.
  mutating func takeControl(_ key: String) -> Bool {
    guard controller == nil || controller == key else { return false }
    controller = key
    return true
  }

  // MARK: Versions

  mutating func noteVersion(_ number: Int, of document: DocumentURI, end: Instant) {
    var known = versions[document, default: []]
    known.removeAll { $0.end.advanced(by: policy.versionGrace) < end }
    if known.count >= policy.mostVersions { known.removeFirst() }
    known.append(Version(number: number, end: end))
    versions[document] = known
  }

  /// Whether a document had this version so lately that somebody may not know better.
  func isRecent(_ number: Int, of document: DocumentURI, now: Instant) -> Bool {
    versions[document]?.contains { $0.number == number && now <= $0.end.advanced(by: policy.versionGrace) }
      ?? false
  }

  /// A document is closed.
  mutating func forget(_ document: DocumentURI) {
    versions[document] = nil
    questions.forget(document)
  }

  /// When something is due next.
  var nextDue: Instant? { ([questions.nextDue] + entries.map(\.setUpDue)).compactMap(\.self).min() }
}

/// Questions that the plug-in that decides has not answered yet.
struct PluginQuestions {
  struct Question {
    enum Matter {
      /// The query waits.
      case offer(Query)
      case accept(AnnotationID)
      /// The number of the change that deleted a mention.
      case delete(change: Int)
    }

    let document: DocumentURI
    var matter: Matter
    let due: Instant
  }

  /// Edits that take back a change, in the current text; nil where the text has changed there since.
  private struct Change {
    let number: Int
    let document: DocumentURI
    var takingBack: [TextReplacement]?
  }

  private var open: [Int: Question] = [:]
  private var last = 0
  /// Changes that questions are about, and the one whose effects are being carried out, by document.
  private var changes: [Change] = []
  private var current: [DocumentURI: Int] = [:]
  private var lastChange = 0

  /// When the first is due.
  var nextDue: Instant? { open.values.map(\.due).min() }

  /// Returns the number of the question.
  mutating func ask(_ matter: Question.Matter, in document: DocumentURI, due: Instant) -> Int {
    last += 1
    open[last] = Question(document: document, matter: matter, due: due)
    return last
  }

  /// The question of an answer; nil where it was not asked, or has been answered for the plug-in.
  mutating func take(_ number: Int) -> Question? { open.removeValue(forKey: number) }

  /// Whether a number was ever asked.
  func wasAsked(_ number: Int) -> Bool { number >= 1 && number <= last }

  /// Takes out those whose time is over, oldest first.
  mutating func takeLate(at now: Instant) -> [Question] { takeAll { $0.due <= now } }

  /// Takes out all that `isMeant`, oldest first.
  mutating func takeAll(where isMeant: (Question) -> Bool = { _ in true }) -> [Question] {
    let taken = open.filter { isMeant($0.value) }.sorted { $0.key < $1.key }
    for (number, _) in taken { open[number] = nil }
    forgetChanges()
    return taken.map(\.value)
  }

  /// The query of a document that waits is superseded. False where none waits.
  mutating func replaceOffer(in document: DocumentURI, by query: Query) -> Bool {
    for (number, question) in open where question.document == document {
      guard case .offer = question.matter else { continue }
      open[number]?.matter = .offer(query)
      return true
    }
    return false
  }

  /// Nobody waits for what was asked of a document's query.
  mutating func dropOffer(in document: DocumentURI) {
    _ = takeAll { question in
      guard case .offer = question.matter else { return false }
      return question.document == document
    }
  }

  // MARK: Changes

  /// The text of a document changes: what is to be put back moves along, and this change may delete mentions, until
  /// ``endChange(of:)``.
  mutating func beginChange(_ change: TextModel.Change, of document: DocumentURI) {
    for index in changes.indices where changes[index].document == document {
      changes[index].takingBack = changes[index].takingBack.flatMap { Self.move($0, with: change.net) }
    }
    lastChange += 1
    current[document] = lastChange
    let takingBack = change.reversal
    changes.append(
      Change(number: lastChange, document: document, takingBack: takingBack.isEmpty ? nil : takingBack))
  }

  mutating func endChange(of document: DocumentURI) {
    current[document] = nil
    forgetChanges()
  }

  /// The change whose effects are being carried out; nil where there is none, or it edited nothing.
  func change(of document: DocumentURI) -> Int? {
    guard let number = current[document], changes.last(where: { $0.number == number })?.takingBack != nil
    else {
      return nil
    }
    return number
  }

  /// The edits that take a change back, once; nil where it is taken back already, or the text has changed there.
  mutating func takeBack(_ change: Int) -> [TextReplacement]? {
    guard let at = changes.firstIndex(where: { $0.number == change }) else { return nil }
    defer { changes[at].takingBack = nil }
    return changes[at].takingBack
  }

  private static func move(_ edits: [TextReplacement], with parts: [AppliedEdit]) -> [TextReplacement]? {
    let isTouched = edits.contains { edit in
      parts.contains { $0.range.start <= edit.range.end && edit.range.start <= $0.range.end }
    }
    if isTouched { return nil }
    return edits.map { edit in
      let shift = parts.reduce(0) { $1.range.end <= edit.range.start ? $0 + $1.shift : $0 }
      return TextReplacement(range: edit.range.shifted(by: shift), replacement: edit.replacement)
    }
  }

  private mutating func forgetChanges() {
    let wanted = Set(
      open.values.compactMap { question -> Int? in
        if case .delete(let change) = question.matter { change } else { nil }
      })
    changes.removeAll { !wanted.contains($0.number) && current[$0.document] != $0.number }
  }

  /// A document is closed.
  mutating func forget(_ document: DocumentURI) {
    open = open.filter { $0.value.document != document }
    changes.removeAll { $0.document == document }
    current[document] = nil
  }
}

/// Every number that the programs of plug-ins are held to.
struct PluginPolicy {
  /// Milliseconds to decide; after them everything is allowed.
  var decisionTime = 50
  /// Milliseconds to answer the first `setUp`.
  var setUpTime = 5000
  /// After so many faults a plug-in is unregistered.
  var mostFaults = 3
  /// Milliseconds for which an edit for a version that has just become outdated is no fault: the plug-in may not have
  /// heard of the next one when it sent the edit.
  var versionGrace = 1000
  /// Outdated versions of one document that are remembered for that.
  var mostVersions = 256
  /// Bytes of a document's text that `setUp` carries; a longer text is left out.
  var longestText = 1 << 20
}
