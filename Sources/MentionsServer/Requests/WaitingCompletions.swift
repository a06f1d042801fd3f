import LanguageProtocol
import Mentions

/// Completions that wait for sources. All that wait in one document wait for the same thing: what is offered at one
/// place, in one state of the chooser.
///
/// After an event only those documents are gone through that it changed, or whose time has come; a request is gone
/// through when it comes, when the first results come, and when it is answered.
struct WaitingCompletions {
  struct Place: Hashable {
    let queryID: Int
    let position: Position
  }

  private struct Request {
    let id: RPCID
    let number: Int
    /// When it is answered with whatever is there; counts from the first results.
    var deadline: Instant
    /// When it is answered though nothing is there.
    let patience: Instant
  }

  private struct Group {
    let place: Place
    var hasResults = false
    /// When it is to be looked at again.
    var due: Instant?
    /// In the order in which they came; those before ``first`` are answered.
    var requests: [Request] = []
    var first = 0
  }

  private var groups: [DocumentURI: Group] = [:]
  /// By the ids of those that have not been answered: a number that no other request has had.
  private var numbers: [RPCID: Int] = [:]
  private var lastNumber = 0
  /// Documents to look at, each once, in the order of their changes.
  private var changed: [DocumentURI] = []
  private var isChanged: Set<DocumentURI> = []
  private var due = DueTimes<DocumentURI>()
  /// How many requests and documents have been gone through.
  private(set) var steps = 0

  /// When the next one is due.
  var nextDue: Instant? { due.next }

  func place(in document: DocumentURI) -> Place? { groups[document]?.place }

  /// One more for the place that others in the document wait for, if there are any.
  mutating func add(
    _ id: RPCID, at place: Place, in document: DocumentURI, deadline: Instant, patience: Instant
  ) {
    lastNumber += 1
    numbers[id] = lastNumber
    groups[document, default: Group(place: place)].requests.append(
      Request(id: id, number: lastNumber, deadline: deadline, patience: patience))
    noteChange(in: document)
  }

  /// It has been answered.
  mutating func forget(_ id: RPCID) { numbers[id] = nil }

  /// Something in the document may make a difference.
  mutating func noteChange(in document: DocumentURI) {
    guard groups[document] != nil, isChanged.insert(document).inserted else { return }
    changed.append(document)
  }

  /// The documents to look at now, in the order of their changes.
  mutating func takeChanged(at now: Instant) -> [DocumentURI] {
    while let document = due.take(at: now) { noteChange(in: document) }
    guard !changed.isEmpty else { return [] }
    defer {
      changed = []
      isChanged = []
    }
    steps += changed.count
    return changed
  }

  /// Takes out all that wait in a document.
  mutating func take(in document: DocumentURI) -> [RPCID] {
    guard let group = groups.removeValue(forKey: document) else { return [] }
    return open(group.requests[group.first...])
  }

  /// Takes out all.
  mutating func takeAll() -> [RPCID] {
    let requests = groups.values.flatMap { $0.requests[$0.first...] }.sorted { $0.number < $1.number }
    groups = [:]
    return open(requests[...])
  }

  /// Takes out those whose time is over. The first results give all that wait until `deadline`.
  mutating func takeOverdue(
    in document: DocumentURI, hasResults: Bool, deadline: Instant, now: Instant
  ) -> [RPCID] {
    guard var group = groups.removeValue(forKey: document) else { return [] }
    if hasResults, !group.hasResults {
      group.hasResults = true
      for at in group.requests.indices[group.first...] { group.requests[at].deadline = deadline }
      steps += group.requests.count - group.first
    }
    func time(_ request: Request) -> Instant { hasResults ? request.deadline : request.patience }
    let start = group.first
    while group.first < group.requests.count, time(group.requests[group.first]) <= now { group.first += 1 }
    let over = open(group.requests[start..<group.first])
    if group.first < group.requests.count {
      let next = time(group.requests[group.first])
      if next != group.due { due.add(document, at: next) }
      group.due = next
      groups[document] = group
    }
    return over
  }

  private mutating func open(_ requests: ArraySlice<Request>) -> [RPCID] {
    steps += requests.count
    return requests.filter { numbers[$0.id] == $0.number }.map(\.id)
  }
}
