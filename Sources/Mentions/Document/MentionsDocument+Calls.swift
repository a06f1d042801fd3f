extension MentionsDocument {
  /// Runs one call from outside and works out what has changed through it.
  mutating func inCall(_ now: Instant, _ body: (inout Self) -> Void) -> DocumentReport {
    call.begin(at: now)
    process.offerMemory.expire(now: call.now)
    let before = process.runningNumber
    body(&self)
    process.report(since: before, under: policy, in: &call)
    call.noteForgotten(damage.takeForgotten())
    return call.end()
  }

  mutating func emit(_ effect: MentionsEffect) { call.emit(effect) }

  /// Gives the detector an event and begins what it decides.
  mutating func toDetector(_ event: StartDetector.Event) { process.detect(event, under: policy, in: &call) }

  /// Gives the creation an event, and the detector its end.
  mutating func toMachine(_ event: CreationMachine.Event) { process.advance(event, under: policy, in: &call) }
}
