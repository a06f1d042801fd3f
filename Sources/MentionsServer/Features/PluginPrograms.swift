import LanguageProtocol
import Mentions
import TextModel

/// The programs of plug-ins, with their state and their documents, and the key of the plug-in that decides.
///
/// ```
///   wanted ──a document is opened──▶ running ──the program ends──▶ wanted
///                                       └─────3 faults, no setup──▶ unregistered, until the settings change it
/// ```
struct PluginPrograms {
  struct Entry {
    let specification: PluginSpecification
    /// The plug-in's name in messages and effects. A number is appended if the settings of an earlier folder define a
    /// different plug-in with the same name.
    let key: String
    /// The number of the program's latest run; 0 if it was never started.
    fileprivate(set) var start = 0
    fileprivate(set) var isRunning = false
    /// Whether the program was started and has not yet answered `setUp`.
    fileprivate(set) var isSettingUp = false
    fileprivate(set) var faults = 0
    fileprivate(set) var isUnregistered = false
    /// Documents that the program was asked to set up, and has not yet been asked to clean up.
    fileprivate(set) var documents: Set<DocumentURI> = []
    /// Documents that the program has been asked to clean up since its start. Messages from the program about them are
    /// refused, but do not count as faults.
    fileprivate(set) var formerDocuments: Set<DocumentURI> = []
  }

  /// An outdated version of a document, and the time at which a newer one replaced it.
  private struct Version {
    let number: Int
    let end: Instant
  }

  let policy = PluginPolicy()
  /// The plug-ins in the order of the settings.
  private(set) var entries: [Entry] = []
  /// The key of the deciding plug-in.
  private(set) var controller: String?
  var decisions = PluginDecisions()
  private var versions: [DocumentURI: [Version]] = [:]
  private var lastStart = 0

  subscript(key: String) -> Entry? { entries.first { $0.key == key } }

  private mutating func update(_ key: String, _ body: (inout Entry) -> Void) {
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
  mutating func begin(_ key: String) -> Int {
    lastStart += 1
    let start = lastStart
    update(key) {
      $0.start = start
      $0.isRunning = true
      $0.isSettingUp = true
    }
    return start
  }

  /// Records that a plug-in's program has ended. If the plug-in was the deciding one, allows the actions about which it
  /// has not decided.
  mutating func end(_ key: String) {
    update(key) {
      $0.isRunning = false
      $0.isSettingUp = false
      $0.documents = []
      $0.formerDocuments = []
    }
    guard controller == key else { return }
    controller = nil
    decisions.allowAll()
  }

  /// Records the end of a plug-in's program, which is not started again until the settings of the plug-in change.
  mutating func unregister(_ key: String) {
    update(key) { $0.isUnregistered = true }
    end(key)
  }

  /// Records the answer to `setUp`.
  mutating func noteSetUp(_ key: String) { update(key) { $0.isSettingUp = false } }

  /// Counts a fault. Returns whether the plug-in has reached the limit and must now be unregistered.
  mutating func noteFault(of key: String) -> Bool {
    update(key) { $0.faults += 1 }
    return self[key].map { $0.faults >= policy.mostFaults && !$0.isUnregistered } ?? false
  }

  /// Records that a plug-in was asked to set up a document.
  mutating func setUp(_ document: DocumentURI, for key: String) {
    update(key) { $0.documents.insert(document) }
  }

  /// Records that a plug-in was asked to clean up a document.
  mutating func cleanUp(_ document: DocumentURI, for key: String) {
    update(key) {
      $0.documents.remove(document)
      $0.formerDocuments.insert(document)
    }
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

  /// Whether this version of a document was replaced so recently that a plug-in may not know the newer one yet.
  func isRecent(_ number: Int, of document: DocumentURI, now: Instant) -> Bool {
    versions[document]?.contains { $0.number == number && now <= $0.end.advanced(by: policy.versionGrace) }
      ?? false
  }

  /// Drops the state of a closed document.
  mutating func forget(_ document: DocumentURI) {
    versions[document] = nil
    decisions.allowAll(in: document)
  }
}

/// Questions to the deciding plug-in. Each is open until the plug-in decides it or the deadline passes. Every action
/// that the plug-in does not refuse is allowed.
struct PluginDecisions {
  private var open: [Int: (document: DocumentURI, due: Instant)] = [:]
  private var refused: Set<Int> = []
  private var last = 0

  /// Opens a question and returns its number.
  mutating func ask(in document: DocumentURI, due: Instant) -> Int {
    last += 1
    open[last] = (document, due)
    return last
  }

  func isOpen(_ question: Int) -> Bool { open[question] != nil }

  /// Whether a question with this number was ever opened.
  func wasAsked(_ number: Int) -> Bool { number >= 1 && number <= last }

  /// The time by which a question must be decided; nil if it is not open.
  func due(_ question: Int) -> Instant? { open[question]?.due }

  /// Closes a question; does nothing if it is not open.
  mutating func decide(_ question: Int, isAllowed: Bool) {
    guard open.removeValue(forKey: question) != nil else { return }
    if !isAllowed { refused.insert(question) }
  }

  /// Closes the questions whose deadline has passed, which allows the actions.
  mutating func allowLate(at now: Instant) { open = open.filter { now < $0.value.due } }

  /// Closes all open questions about a document, or about all documents if nil, which allows the actions.
  mutating func allowAll(in document: DocumentURI? = nil) {
    open = document == nil ? [:] : open.filter { $0.value.document != document }
  }

  /// Removes a decision. Returns whether it was a refusal.
  mutating func takeRefusal(of question: Int) -> Bool { refused.remove(question) != nil }
}

/// Changes of a document that are reverted if the deciding plug-in objects: the change whose effects are being
/// performed, and the changes about which questions are open.
struct RevertibleChanges {
  private struct Entry {
    let number: Int
    /// Edits of the current text that revert the change; nil if the change edited nothing or was already reverted, or
    /// if its text has been edited since.
    var reversal: [TextReplacement]?
    /// The number of open questions about the change.
    var questions = 0
  }

  private var entries: [Entry] = []
  private var current: Int?
  private var last = 0

  /// Begins a change, to which questions refer until ``end()``. Adjusts the reversals of earlier changes to the new
  /// text.
  mutating func begin(_ change: Change) {
    for index in entries.indices {
      entries[index].reversal = entries[index].reversal.flatMap { Self.move($0, with: change.net) }
    }
    last += 1
    current = last
    let reversal = change.reversal
    entries.append(Entry(number: last, reversal: reversal.isEmpty ? nil : reversal))
  }

  mutating func end() {
    current = nil
    removeUnused()
  }

  /// Opens a question about the change whose effects are being performed. Returns the change's number; nil if there is
  /// no such change, or it edited nothing.
  mutating func openQuestion() -> Int? {
    guard let at = entries.firstIndex(where: { $0.number == current }), entries[at].reversal != nil else {
      return nil
    }
    entries[at].questions += 1
    return current
  }

  /// Closes a question about a change.
  ///
  /// - Parameter reverts: whether the change is to be reverted.
  /// - Returns: the edits that revert the change; nil if `reverts` is false, if the change edited nothing or was
  ///   already reverted, or if its text has been edited since.
  mutating func closeQuestion(about change: Int, reverts: Bool) -> [TextReplacement]? {
    guard let at = entries.firstIndex(where: { $0.number == change }) else { return nil }
    entries[at].questions -= 1
    var reversal: [TextReplacement]?
    if reverts { swap(&reversal, &entries[at].reversal) }
    removeUnused()
    return reversal
  }

  private mutating func removeUnused() {
    entries.removeAll { $0.questions == 0 && $0.number != current }
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
}

/// The limits for programs of plug-ins.
struct PluginPolicy {
  /// The time in milliseconds within which a question must be decided; after that, the action is allowed.
  var decisionTime = 50
  /// The time in milliseconds within which a program must answer its first `setUp`.
  var setUpTime = 5000
  /// The number of faults after which a plug-in is unregistered.
  var mostFaults = 3
  /// The time in milliseconds for which an edit of an outdated version is not a fault, because the plug-in may not have
  /// received the next version when it sent the edit.
  var versionGrace = 1000
  /// The maximum number of outdated versions that are remembered per document in order to recognize such edits.
  var mostVersions = 256
  /// The maximum size in bytes of a document's text in `setUp`; a longer text is omitted.
  var longestText = 1 << 20
}
