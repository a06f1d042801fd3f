import LanguageProtocol
import Mentions
import TextModel

/// The programs of plug-ins: their state, their documents, and the one that decides.
///
/// ```
///   wanted ──a document is opened──▶ running ──the program ends──▶ wanted
///                                       └─────3 faults, no setup──▶ unregistered, until the settings change it
/// ```
struct PluginPrograms {
  struct Entry {
    let specification: PluginSpecification
    /// The name in messages and effects: the plug-in's own, with a number if another folder's settings define one with
    /// the same name.
    let key: String
    /// The number of its current run; 0 if it was never started.
    var start = 0
    var isRunning = false
    /// The time by which it must have answered `setUp`; nil once it has.
    var setUpDue: Instant?
    var faults = 0
    var isUnregistered = false
    /// Documents for which it is set up.
    var documents: Set<DocumentURI> = []
    /// Documents for which it was set up and has been cleaned up.
    var formerDocuments: Set<DocumentURI> = []
  }

  /// A former version of a document.
  private struct Version {
    let number: Int
    let end: Instant
  }

  let policy = PluginPolicy()
  /// The plug-ins in the order of the settings.
  private(set) var entries: [Entry] = []
  /// The key of the deciding plug-in.
  private(set) var controller: String?
  var questions = PluginQuestions()
  private var versions: [DocumentURI: [Version]] = [:]
  private var lastStart = 0

  subscript(key: String) -> Entry? { entries.first { $0.key == key } }

  mutating func update(_ key: String, _ body: (inout Entry) -> Void) {
    guard let at = entries.firstIndex(where: { $0.key == key }) else { return }
    body(&entries[at])
  }

  /// Whether a plug-in is set up for a document.
  func isSetUp(for document: DocumentURI) -> Bool { entries.contains { $0.documents.contains(document) } }

  /// Applies the plug-ins of new settings. Returns those that were removed or changed.
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

  /// Records the start of a plug-in. Returns the number of its run.
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

  /// Records the end of a plug-in. Returns its unanswered questions.
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

  /// Makes a plug-in the deciding one; returns false if another one decides already.
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

  /// Whether a document had this version so recently that a plug-in may not know a newer one.
  func isRecent(_ number: Int, of document: DocumentURI, now: Instant) -> Bool {
    versions[document]?.contains { $0.number == number && now <= $0.end.advanced(by: policy.versionGrace) }
      ?? false
  }

  /// Drops the state of a closed document.
  mutating func forget(_ document: DocumentURI) {
    versions[document] = nil
    questions.forget(document)
  }

  /// The time at which something is due next.
  var nextDue: Instant? { ([questions.nextDue] + entries.map(\.setUpDue)).compactMap(\.self).min() }
}

/// Questions that the deciding plug-in has not answered yet.
struct PluginQuestions {
  struct Question {
    enum Matter {
      /// Whether to offer entities; the query waits for the answer.
      case offer(Query)
      case accept(AnnotationID)
      /// Whether a change may delete a mention; contains the number of the change.
      case delete(change: Int)
    }

    let document: DocumentURI
    var matter: Matter
    let due: Instant
  }

  /// A change that can be reverted, by edits in the current text; nil if the text has changed there since.
  private struct Change {
    let number: Int
    let document: DocumentURI
    var takingBack: [TextReplacement]?
  }

  private var open: [Int: Question] = [:]
  private var last = 0
  /// Changes that questions refer to, and the current change of each document, whose effects are being performed.
  private var changes: [Change] = []
  private var current: [DocumentURI: Int] = [:]
  private var lastChange = 0

  /// The time at which the first question is due.
  var nextDue: Instant? { open.values.map(\.due).min() }

  /// Adds a question and returns its number.
  mutating func ask(_ matter: Question.Matter, in document: DocumentURI, due: Instant) -> Int {
    last += 1
    open[last] = Question(document: document, matter: matter, due: due)
    return last
  }

  /// Removes the question for an answer; nil if it was not asked, or was decided without the plug-in.
  mutating func take(_ number: Int) -> Question? { open.removeValue(forKey: number) }

  /// Whether a number was ever used.
  func wasAsked(_ number: Int) -> Bool { number >= 1 && number <= last }

  /// Removes the questions that have timed out, oldest first.
  mutating func takeLate(at now: Instant) -> [Question] { takeAll { $0.due <= now } }

  /// Removes all questions that satisfy a condition, oldest first.
  private mutating func takeAll(where isMeant: (Question) -> Bool = { _ in true }) -> [Question] {
    let taken = open.filter { isMeant($0.value) }.sorted { $0.key < $1.key }
    for (number, _) in taken { open[number] = nil }
    forgetChanges()
    return taken.map(\.value)
  }

  /// Replaces the waiting query of a document by a newer one. Returns false if none is waiting.
  mutating func replaceOffer(in document: DocumentURI, by query: Query) -> Bool {
    for (number, question) in open where question.document == document {
      guard case .offer = question.matter else { continue }
      open[number]?.matter = .offer(query)
      return true
    }
    return false
  }

  /// Drops the question about a document's query, which is no longer needed.
  mutating func dropOffer(in document: DocumentURI) {
    _ = takeAll { question in
      guard case .offer = question.matter else { return false }
      return question.document == document
    }
  }

  // MARK: Changes

  /// Begins a change of a document: moves the edits that revert earlier changes, and until ``endChange(of:)`` relates
  /// deleted mentions to this change.
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

  /// The number of the change whose effects are being performed; nil if there is none, or it edited nothing.
  func change(of document: DocumentURI) -> Int? {
    guard let number = current[document], changes.last(where: { $0.number == number })?.takingBack != nil
    else {
      return nil
    }
    return number
  }

  /// The edits that revert a change; nil if it was reverted already, or the text has changed there.
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

  /// Drops the state of a closed document.
  private mutating func forget(_ document: DocumentURI) {
    open = open.filter { $0.value.document != document }
    changes.removeAll { $0.document == document }
    current[document] = nil
  }
}

/// The limits for programs of plug-ins.
struct PluginPolicy {
  /// The number of milliseconds to decide, after which everything is allowed.
  var decisionTime = 50
  /// The number of milliseconds to answer the first `setUp`.
  var setUpTime = 5000
  /// The number of faults after which a plug-in is unregistered.
  var mostFaults = 3
  /// The number of milliseconds for which an edit for an outdated version is not a fault, because the plug-in may not
  /// have received the next version when it sent the edit.
  var versionGrace = 1000
  /// The number of outdated versions remembered per document for that purpose.
  var mostVersions = 256
  /// The maximum size in bytes of a document's text in `setUp`; a longer text is omitted.
  var longestText = 1 << 20
}
