extension MentionsDocument {
  /// Takes new settings. A mention that is being made is cancelled where they change what may start one.
  public mutating func setPolicy(_ policy: MentionsPolicy, now: Instant) -> DocumentReport {
    inCall(now) {
      let old = $0.policy
      if old.triggers != policy.triggers || old.implicit != policy.implicit {
        $0.toMachine(.cancelled)
        $0.process.offerMemory.forget()
      }
      $0.policy = policy
      $0.triggers = TriggerTable(policy)
      $0.annotations.removed.limit = RemovedText.Limit(
        count: policy.removedTextCount, bytes: policy.removedTextBytes)
      $0.annotations.recentTime = policy.recentLineTime
      if policy.deletion == .plain { $0.giveUpRepairs() }
      if !policy.lightUp, $0.annotations.lightUp(at: nil) { $0.emit(.annotationsChangedWithoutEdit) }
    }
  }
}
