/// Schedules the queries to a source: rate limit, coalescing, query numbers, back-off. A value type; times are passed
/// in, in milliseconds on a monotonic clock.
///
/// Each asker (a document) has its own cooldown; the back-off after a failure applies to the whole source.
///
/// ```
///   submit a   submit ab  submit abc        cooldown ends
///      │send a    │wait       │wait              │send abc
///   ───┴──────────┴───────────┴──────────────────┴────────►
/// ```
///
/// Two queries of an asker may be open: the newest, and the oldest, whose answer is shown until the newest is answered.
/// Queries in between are cancelled. A source that is slower than typing thus still provides answers, and works on at
/// most two queries of each asker at a time.
package struct SourceSchedule<Asker: Hashable & Sendable, Query: Hashable & Sendable>: Hashable, Sendable {
  /// Limits on how often a source is queried, including the pause after failures.
  package struct Policy: Hashable, Sendable {
    /// The minimum time between two queries of one asker.
    package var cooldown: Int
    /// The time without queries after the first failure; doubles with each further failure.
    package var firstBackOff: Int
    package var longestBackOff: Int

    package init(cooldown: Int, firstBackOff: Int, longestBackOff: Int) {
      self.cooldown = max(0, cooldown)
      self.firstBackOff = max(0, firstBackOff)
      self.longestBackOff = max(0, longestBackOff)
    }
  }

  package enum Effect: Hashable, Sendable {
    /// Send the query; its answers carry the number.
    case send(Query, number: Int)
    /// Notify the source that the answer to this query is no longer needed.
    case cancel(number: Int)
    /// Call `tick` at this time instead of the time of an earlier `wait`.
    case wait(until: Int)
    /// Log the fault, and show it to the user if `isNew`.
    case report(fault: String, isNew: Bool)
  }

  /// An answer to an open query.
  package struct Answer: Hashable, Sendable {
    package let query: Query
    /// Whether this answer completes its query.
    package let isLast: Bool
    package let effects: [Effect]
  }

  private struct OpenQuery: Hashable, Sendable {
    let number: Int
    let query: Query
  }

  /// The open and the waiting queries of one asker, usually a document.
  private struct Lane: Hashable, Sendable {
    let asker: Asker
    /// The open queries: at most the oldest and the newest.
    var open: [OpenQuery] = []
    /// The query to send at the end of the cooldown.
    var waiting: Query?
    var coolUntil = Int.min
  }

  package var policy: Policy
  /// The number of the last query sent; 0 before the first.
  private var number = 0
  /// The number of failures since the last answer.
  private var failures = 0
  /// The lanes in the order of their first queries.
  private var lanes: [Lane] = []
  private var blockedUntil = Int.min
  private var told: Set<String> = []

  package init(policy: Policy) { self.policy = policy }

  /// Whether the query with this number may still be answered.
  package func isOpen(_ number: Int) -> Bool { find(number) != nil }

  /// Submits a query: sends it immediately if possible, otherwise when the cooldown or back-off ends, replacing an
  /// earlier waiting query. O(askers).
  package mutating func submit(_ query: Query, by asker: Asker, now: Int) -> [Effect] {
    lanes.removeAll { $0.asker != asker && $0.open.isEmpty && $0.waiting == nil && $0.coolUntil <= now }
    let index = lanes.firstIndex { $0.asker == asker } ?? lanes.count
    if index == lanes.count { lanes.append(Lane(asker: asker)) }
    lanes[index].waiting = query
    return advance(index, now)
  }

  /// Sends waiting queries whose time has come.
  package mutating func tick(now: Int) -> [Effect] {
    lanes.indices.flatMap { advance($0, now) }
  }

  /// Cancels the matching queries of an asker.
  package mutating func cancel(_ asker: Asker, where isConcerned: (Query) -> Bool) -> [Effect] {
    guard let index = lanes.firstIndex(where: { $0.asker == asker }) else { return [] }
    if let query = lanes[index].waiting, isConcerned(query) { lanes[index].waiting = nil }
    let cancelled = lanes[index].open.filter { isConcerned($0.query) }
    lanes[index].open.removeAll { isConcerned($0.query) }
    return cancelled.map { .cancel(number: $0.number) }
  }

  /// Receives a batch. Nil if the query is no longer open, was cancelled, or is unknown. An empty batch ends its query
  /// even if `isComplete` is false. The end of an asker's newest query also ends the older one.
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

  /// Handles a query that will not be answered, because the source failed or is late. If a newer query has replaced it,
  /// this does not count as a failure; otherwise the next query is sent after the back-off.
  ///
  /// - Returns: the query, if its answer was still needed.
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

  /// The delay after the next failure.
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

  /// Sends the waiting query of a lane, if its time has come.
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
