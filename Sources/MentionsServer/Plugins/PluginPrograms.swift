import LanguageProtocol
import Mentions

/// The programs of plug-ins: which run, what they were told of, and which decides.
///
/// ```
///   wanted ──a document is opened──▶ running ──the program ends──▶ wanted
///                                       └─────3 faults, no setup──▶ unregistered, until the settings change it
/// ```
struct PluginPrograms {
  struct Entry {
    let specification: PluginSpecification
    /// What it is called in messages and effects: its name, with a number where a folder's settings have another one of
    /// that name.
    let key: String
    /// The number of its life; 0: it was never started.
    var start = 0
    var isRunning = false
    /// When it must have answered `setUp`; nil: it has.
    var setUpDue: Instant?
    var faults = 0
    var isUnregistered = false
    /// Those that it was told `setUp` of and not `cleanUp`.
    var documents: Set<DocumentURI> = []
    /// Those that it was told both of.
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

  var isEmpty: Bool { entries.isEmpty }

  subscript(key: String) -> Entry? { entries.first { $0.key == key } }

  mutating func update(_ key: String, _ body: (inout Entry) -> Void) {
    guard let at = entries.firstIndex(where: { $0.key == key }) else { return }
    body(&entries[at])
  }

  /// Whether a plug-in hears of a document.
  func hear(of document: DocumentURI) -> Bool { entries.contains { $0.documents.contains(document) } }

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
