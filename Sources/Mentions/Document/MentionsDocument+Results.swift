import TextModel

extension MentionsDocument {
  /// What to offer; nil where nothing is being created. Linear in the chooser's entries.
  public func offers() -> OfferList? {
    guard let creation else { return nil }
    let format = format(of: creation)
    let trigger = creation.controlCharacter ?? ""
    let offers = chooser.entries.enumerated().map { index, entry in
      let text = format.write(entry.entity, trigger: trigger)
      return Offer(
        id: OfferID(queryID: chooser.queryID, index: index), entity: entry.entity, newText: text.bytes,
        visible: text.visible.start.utf8..<text.visible.end.utf8, matches: entry.matches)
    }
    return OfferList(
      range: creation.range, additionalEdits: additionalEdits(of: creation),
      typed: text.buffer.string(in: creation.range), key: creation.typed, queryID: chooser.queryID,
      offers: offers, isIncomplete: chooser.isLoading || chooser.more, isLoading: chooser.isLoading)
  }

  /// The client has the list now: its entries keep their places and can be accepted.
  @discardableResult
  public mutating func markShown() -> DocumentReport {
    inCall(call.now) {
      guard let creation = $0.creation else { return }
      $0.process.markShown()
      $0.rememberOffers(creation)
      $0.process.reportShown(in: &$0.call)
    }
  }

  /// Names the sources that will answer a query. An empty list ends it without results.
  @discardableResult
  public mutating func beginQuery(queryID: Int, sources: [String]) -> DocumentReport {
    inCall(call.now) { $0.process.expect(sources, for: queryID, under: $0.policy, in: &$0.call) }
  }

  /// Takes some results. What answers an older query of this creation is only remembered.
  public mutating func deliver(_ batch: ResultBatch, now: Instant) -> DocumentReport {
    inCall(now) { $0.process.take(batch, under: $0.policy, in: &$0.call) }
  }

  /// A source failed or ran out of time: it ends as with an empty batch.
  public mutating func sourceEnded(_ source: String, queryID: Int, now: Instant) -> DocumentReport {
    inCall(now) { $0.process.sourceEnded(source, of: queryID, under: $0.policy, in: &$0.call) }
  }
}
