/// When a source may be asked: rate, coalescing, query numbers, back-off. A value; the clock is passed in, in
/// milliseconds, and only goes forward.
///
/// ```
///   submit a   submit ab  submit abc        cooldown ends
///      │send a    │wait       │wait              │send abc
///   ───┴──────────┴───────────┴──────────────────┴────────►
/// ```
public struct SourceSchedule<Query: Hashable & Sendable>: Hashable, Sendable {
  /// Limits on how often a source is queried, and its treatment when it fails.
  public struct Policy: Hashable, Sendable {
    /// After a query, none is sent for this long.
    public var cooldown: Int
    /// After the first failure, none is sent for this long; after each further one twice as long.
    public var firstBackOff: Int
    public var longestBackOff: Int

    public init(cooldown: Int, firstBackOff: Int, longestBackOff: Int) {
      self.cooldown = max(0, cooldown)
      self.firstBackOff = max(0, firstBackOff)
      self.longestBackOff = max(0, longestBackOff)
    }
  }

  public enum Effect: Hashable, Sendable {
    /// Ask the source; its answers carry the number.
    case send(Query, number: Int)
    /// Call `tick` at that moment; an earlier wish is void.
    case wait(until: Int)
    /// Log the fault; show it to the user as well if `isNew`.
    case report(fault: String, isNew: Bool)
  }

  /// Use of a batch.
  public enum Verdict: Hashable, Sendable {
    /// It belongs to the query asked last and is shown; `isLast`: the query has ended with it.
    case current(isLast: Bool)
    /// It answers an older query: it changes no chooser, its entities may be kept for later.
    case older
    /// It comes after the last batch of its query, or answers none.
    case ignored
  }

  public var policy: Policy
  /// Number of the query sent last; 0 before the first.
  public private(set) var number = 0
  /// Failures since the last answer.
  public private(set) var failures = 0
  private var open: Set<Int> = []
  private var waiting: Query?
  private var coolUntil = Int.min
  private var blockedUntil = Int.min
  private var told: Set<String> = []

  public init(policy: Policy) { self.policy = policy }

  /// Whether the query asked last, or one that waits, has not ended.
  public var isPending: Bool { waiting != nil || open.contains(number) }

  /// The moment from which on a query is sent at once.
  public var readyAt: Int { max(coolUntil, blockedUntil) }

  /// Asks: at once if the source may be asked, else when it may, in place of what waited for that.
  public mutating func submit(_ query: Query, now: Int) -> [Effect] {
    if now >= readyAt { return [send(query, now: now)] }
    waiting = query
    return [.wait(until: readyAt)]
  }

  /// Sends what waits, if its time has come.
  public mutating func tick(now: Int) -> [Effect] {
    guard let query = waiting else { return [] }
    return now >= readyAt ? [send(query, now: now)] : [.wait(until: readyAt)]
  }

  /// Nobody waits for answers any more; what comes of them is older.
  public mutating func cancel() {
    waiting = nil
    number &+= 1
  }

  /// Judges a batch. An empty one ends its query, whatever it says about being the last.
  public mutating func received(number answered: Int, count: Int, isComplete: Bool) -> Verdict {
    guard open.contains(answered) else { return .ignored }
    failures = 0
    blockedUntil = .min
    let isLast = isComplete || count == 0
    if isLast { open.remove(answered) }
    return answered == number ? .current(isLast: isLast) : .older
  }

  /// The source broke down, or the query of that number did (nil: all of them). Those queries have ended;
  /// what it had answered stays. The next is sent when the back-off is over.
  public mutating func failed(_ fault: String, number failed: Int? = nil, now: Int) -> [Effect] {
    if let failed { open.remove(failed) } else { open = [] }
    blockedUntil = sum(now, backOff)
    failures = min(failures + 1, 64)
    var isNew = false
    if told.count < 64 { isNew = told.insert(fault).inserted }
    var effects: [Effect] = [.report(fault: fault, isNew: isNew)]
    if waiting != nil { effects.append(.wait(until: readyAt)) }
    return effects
  }

  /// Delay after the next failure.
  private var backOff: Int {
    var time = policy.firstBackOff
    for _ in 0..<failures where time < policy.longestBackOff { time = sum(time, time) }
    return min(time, policy.longestBackOff)
  }

  private mutating func send(_ query: Query, now: Int) -> Effect {
    waiting = nil
    number &+= 1
    // Queries that never end must not be remembered for ever.
    if open.count >= 64 { open = open.filter { $0 > number - 32 } }
    open.insert(number)
    coolUntil = sum(now, policy.cooldown)
    return .send(query, number: number)
  }

  private func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, isTooMuch) = a.addingReportingOverflow(b)
    return isTooMuch ? .max : sum
  }
}
