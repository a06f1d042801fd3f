import TextModel

extension MentionsDocument {
  /// What to offer; nil where nothing is being created. Linear in the chooser's entries.
  public func offers() -> OfferList? {
    guard let creation = machine.creation else { return nil }
    let format = format(of: creation)
    let trigger = creation.controlCharacter ?? ""
    let offers = chooser.entries.enumerated().map { index, entry in
      let text = format.write(entry.entity, trigger: trigger)
      return Offer(
        id: OfferID(generation: chooser.generation, index: index), entity: entry.entity, newText: text.bytes,
        visible: text.visible.start.utf8..<text.visible.end.utf8, matches: entry.matches)
    }
    return OfferList(
      range: creation.range, additionalEdits: additionalEdits(of: creation),
      typed: text.buffer.string(in: creation.range), key: creation.typed, generation: chooser.generation,
      offers: offers, isIncomplete: chooser.isLoading || chooser.more, isLoading: chooser.isLoading)
  }

  /// The client has the list now: its entries keep their places and can be accepted.
  @discardableResult
  public mutating func markShown() -> DocumentReport {
    inTurn(turn.now) {
      guard let creation = $0.machine.creation else { return }
      $0.chooser.markShown()
      $0.rememberOffers(creation)
      guard $0.turn.chooser == .willShow, $0.chooser.isVisible else { return }
      $0.turn.chooser = .shown
      $0.emit(.chooser(.shown))
    }
  }

  /// Names the sources that will answer a query. An empty list ends it without results.
  @discardableResult
  public mutating func beginQuery(generation: Int, sources: [String]) -> DocumentReport {
    inTurn(turn.now) {
      guard generation == $0.chooser.generation, let creation = $0.machine.creation else { return }
      $0.chooser.expect(sources)
      if $0.chooser.isLoading {
        $0.chooser.standIn(
          $0.seen.standIns(
            for: creation.key, scope: $0.policy.scope(of: creation.kind, invoked: creation.invoked),
            sources: sources, limit: $0.policy.limit))
      }
      $0.noteAnswers()
    }
  }

  /// Takes some results. What answers an older query of this creation is only remembered.
  public mutating func deliver(_ batch: ResultBatch, now: Instant) -> DocumentReport {
    inTurn(now) {
      guard $0.machine.creation != nil, batch.generation >= $0.firstGeneration,
        batch.generation <= $0.generation
      else { return }
      if $0.chooser.take(batch) {
        $0.seen.add(batch.entries, isRanked: batch.isRanked)
        $0.noteAnswers()
      } else if batch.generation < $0.generation {
        $0.seen.add(batch.entries, isRanked: batch.isRanked)
      }
    }
  }

  /// A source failed or ran out of time: it ends as with an empty batch.
  public mutating func sourceEnded(_ source: String, generation: Int, now: Instant) -> DocumentReport {
    inTurn(now) {
      guard $0.machine.creation != nil, $0.chooser.sourceEnded(source, generation: generation) else { return }
      $0.noteAnswers()
    }
  }

  private mutating func noteAnswers() {
    if chooser.isSettled {
      toMachine(.queryEnded(foundAny: chooser.foundAny))
    } else if chooser.foundAny {
      toMachine(.foundSome)
    }
  }
}
