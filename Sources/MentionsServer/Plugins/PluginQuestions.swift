import LanguageProtocol
import Mentions
import TextModel

/// What the plug-in that decides has not decided yet.
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

  /// What takes back a change of the text, in the text as it is now; nil: that has changed there.
  private struct Change {
    let number: Int
    let document: DocumentURI
    var takingBack: [TextReplacement]?
  }

  private var open: [Int: Question] = [:]
  private var last = 0
  /// Those that questions are about, and the one whose effects are being carried out, by document.
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
  mutating func beginChange(_ parts: [AppliedEdit], of document: DocumentURI) {
    for index in changes.indices where changes[index].document == document {
      changes[index].takingBack = changes[index].takingBack.flatMap { Self.move($0, with: parts) }
    }
    lastChange += 1
    current[document] = lastChange
    let takingBack = parts.takingBack
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
