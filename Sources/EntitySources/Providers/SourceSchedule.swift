/// When a source may be asked, and by whom: rate, coalescing, query numbers, back-off. A value; the clock is passed in,
/// in milliseconds, and only goes forward.
///
/// Each asker (a document) has a cooldown of its own; the back-off after a failure is the source's.
///
/// ```
///   submit a   submit ab  submit abc        cooldown ends
///      │send a    │wait       │wait              │send abc
///   ───┴──────────┴───────────┴──────────────────┴────────►
/// ```
///
/// Of an asker's queries two may be open: the newest, and the oldest, whose answer is shown until the newest is
/// answered. Those between them are cancelled. So a source that takes longer than the next key still answers, however
/// long somebody types on, and has two queries at most to work at.
package struct SourceSchedule<Asker: Hashable & Sendable, Query: Hashable & Sendable>: Hashable, Sendable {
  /// Limits on how often a source is queried, and its treatment when it fails.
  package struct Policy: Hashable, Sendable {
    /// After a query, none of the same asker is sent for this long.
    package var cooldown: Int
    /// After the first failure, none is sent for this long; after each further one twice as long.
    package var firstBackOff: Int
    package var longestBackOff: Int

    package init(cooldown: Int, firstBackOff: Int, longestBackOff: Int) {
      self.cooldown = max(0, cooldown)
      self.firstBackOff = max(0, firstBackOff)
      self.longestBackOff = max(0, longestBackOff)
    }
  }

  package enum Effect: Hashable, Sendable {
    /// Ask the source; its answers carry the number.
    case send(Query, number: Int)
    /// Inform the source that the answer to this query is no longer awaited.
    case cancel(number: Int)
    /// Call `tick` at that moment; an earlier wish is void.
    case wait(until: Int)
    /// Log the fault; show it to the user as well if `isNew`.
    case report(fault: String, isNew: Bool)
  }

  /// An answer that somebody waits for.
  package struct Answer: Hashable, Sendable {
    package let query: Query
    /// Whether its query has ended with it.
    package let isLast: Bool
    package let effects: [Effect]
  }

  private struct OpenQuery: Hashable, Sendable {
    let number: Int
    let query: Query
  }

  /// The queries of one asker.
  private struct Lane: Hashable, Sendable {
    let asker: Asker
    /// The oldest and the newest.
    var open: [OpenQuery] = []
    /// Sent at the end of the cooldown.
    var waiting: Query?
    var coolUntil = Int.min
  }

  package var policy: Policy
  /// Number of the query sent last; 0 before the first.
  private var number = 0
  /// Failures since the last answer.
  private var failures = 0
  /// In the order of their first queries.
  private var lanes: [Lane] = []
  private var blockedUntil = Int.min
  private var told: Set<String> = []

  package init(policy: Policy) { self.policy = policy }

  /// Whether the query of that number may still be answered.
  package func isOpen(_ number: Int) -> Bool { find(number) != nil }

  /// Asks: at once if the source may be asked, else when it may, in place of what waited for that. O(askers).
  package mutating func submit(_ query: Query, by asker: Asker, now: Int) -> [Effect] {
    lanes.removeAll { $0.asker != asker && $0.open.isEmpty && $0.waiting == nil && $0.coolUntil <= now }
    let index = lanes.firstIndex { $0.asker == asker } ?? lanes.count
    if index == lanes.count { lanes.append(Lane(asker: asker)) }
    lanes[index].waiting = query
    return advance(index, now)
  }

  /// Sends what waits, where its time has come.
  package mutating func tick(now: Int) -> [Effect] {
    lanes.indices.flatMap { advance($0, now) }
  }

  /// Nobody waits for answers to these queries of an asker any more.
  package mutating func cancel(_ asker: Asker, where isConcerned: (Query) -> Bool) -> [Effect] {
    guard let index = lanes.firstIndex(where: { $0.asker == asker }) else { return [] }
    if let query = lanes[index].waiting, isConcerned(query) { lanes[index].waiting = nil }
    let cancelled = lanes[index].open.filter { isConcerned($0.query) }
    lanes[index].open.removeAll { isConcerned($0.query) }
    return cancelled.map { .cancel(number: $0.number) }
  }

  /// Takes a batch. Nil if its query has ended, was cancelled, or was never asked. An empty one ends its query, even
  /// if it does not say so; the end of the newest query is the end of the older one.
  package mutating func received(number: Int, count: Int, isComplete: Bool) -> Answer? {
    guard let (lane, place) = find(number) else { return nil }
    failures = 0
    blockedUntil = .min
    let query = lanes[lane].open[place].query
    guard isComplete || count == 0 else { return Answer(query: query, isLast: false, effects: []) }
    let isNewest = place == lanes[lane].open.count - 1
    let older = isNewest ? lanes[lane].open[..<place] : []
    lanes[lane].open.removeSubrange((isNewest ? 0 : place)...place)
    return Answer(query: query, isLast: true, effects: older.map { .cancel(number: $0.number) })
  }

  /// A query will not be answered, because the source broke down or is late. Where a newer one has taken its place,
  /// that says nothing of the source. Else the next is sent when the back-off is over.
  ///
  /// - Returns: the query, if its answer was still wanted.
  package mutating func failed(_ fault: String, number: Int, now: Int) -> (query: Query?, effects: [Effect]) {
    guard let (lane, place) = find(number) else { return (nil, []) }
    let isWanted = place == lanes[lane].open.count - 1 && lanes[lane].waiting == nil
    let query = lanes[lane].open.remove(at: place).query
    guard isWanted else { return (nil, []) }
    blockedUntil = sum(now, backOff)
    failures = min(failures + 1, 64)
    var isNew = false
    if told.count < 64 { isNew = told.insert(fault).inserted }
    let waits = lanes.contains { $0.waiting != nil }
    return (query, [.report(fault: fault, isNew: isNew)] + (waits ? [.wait(until: blockedUntil)] : []))
  }

  /// Delay after the next failure.
  private var backOff: Int {
    var time = policy.firstBackOff
    for _ in 0..<failures where time < policy.longestBackOff { time = sum(time, time) }
    return min(time, policy.longestBackOff)
  }

  private func find(_ number: Int) -> (lane: Int, place: Int)? {
    for (lane, asked) in lanes.enumerated() {
      if let place = asked.open.firstIndex(where: { $0.number == number }) { return (lane, place) }
    }
    return nil
  }

  /// Sends what waits in a lane, if its time has come.
  private mutating func advance(_ lane: Int, _ now: Int) -> [Effect] {
    guard let query = lanes[lane].waiting else { return [] }
    let readyAt = max(lanes[lane].coolUntil, blockedUntil)
    guard now >= readyAt else { return [.wait(until: readyAt)] }
    number &+= 1
    let superseded = lanes[lane].open.dropFirst()
    lanes[lane].open = lanes[lane].open.prefix(1) + [OpenQuery(number: number, query: query)]
    lanes[lane].waiting = nil
    lanes[lane].coolUntil = sum(now, policy.cooldown)
    return superseded.map { .cancel(number: $0.number) } + [.send(query, number: number)]
  }

  private func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, isTooMuch) = a.addingReportingOverflow(b)
    return isTooMuch ? .max : sum
  }
}
