import TextEvents
public import TextModel

/// What happens in a document goes through its control flow plug-in. Without one the text and its mentions still move.
extension MentionsDocument {
  /// Ends the notification's changes and works out what they mean. Whatever the client's way to write them,
  /// only their net effect counts.
  public mutating func finishChanges(now: Instant) -> DocumentReport {
    let change = pendingChange
    return withControlFlow(now, otherwise: { $0.followChange(now) }) { kind, document in
      switch kind {
      case .direct(var plugin, let movesMentions):
        let report = document.finish(change, asking: &plugin, movesMentions: movesMentions, now)
        kind = .direct(plugin, movesMentions: movesMentions)
        return report
      case .layered(var plugin, var layer):
        let report = document.finish(change, asking: &plugin, through: &layer, now)
        kind = .layered(plugin, layer)
        return report
      case .simple: return document.followChange(now)
      }
    }
  }

  /// Makes a planned edit at once, as if it had come from the host.
  ///
  /// - Parameters:
  ///   - plan: made for the text as it is.
  ///   - now: the time.
  public mutating func apply(_ plan: EditPlan, now: Instant) -> DocumentReport {
    guard !plan.edits.isEmpty else { return applyWithoutEdit(plan) }
    expect(plan)
    beginChanges()
    for edit in plan.edits.reversed() { splice(edit) }
    return finishChanges(now: now)
  }

  private mutating func finish(
    _ change: DocumentChange, asking plugin: inout some DirectControlFlowPlugin<MentionsDocument>,
    movesMentions: Bool, _ now: Instant
  ) -> DocumentReport {
    let isOwn = plugins.isTakingBack(change)
    let isAllowed = isOwn || plugin.shouldChange(change, in: &self, now: now)
    var report = movesMentions && isAllowed && !isOwn ? DocumentReport() : followChange(now)
    guard isAllowed else {
      let edits = EditBatch(change.edits).netChanges().takingBack
      guard !edits.isEmpty else { return report }
      plugins.expectTakingBack(
        edits.map {
          AppliedEdit(range: $0.range, removed: text.buffer.bytes(in: $0.range), inserted: $0.replacement)
        })
      report.effects.append(.changeByPlugin(edits))
      return report
    }
    if !isOwn { report.effects += plugin.didChange(change, in: &self, now: now).effects }
    return report
  }

  private mutating func finish(
    _ change: DocumentChange, asking plugin: inout some AbstractionLayerControlFlowPlugin<MentionsDocument>,
    through layer: inout AbstractionLayer, _ now: Instant
  ) -> DocumentReport {
    var report = followChange(now)
    let ruling = layer.receive(change, in: text.buffer, now: Int(now.milliseconds), asking: &plugin)
    if let edit = ruling.takingBack { report.effects.append(.changeByPlugin(edit.edits)) }
    let standing = ruling.events.indices.filter { !ruling.rejected.contains($0) }.map { ruling.events[$0] }
    report.effects += tell(standing, to: &plugin, through: &layer, now).effects
    return report
  }

  /// Tells a plug-in what the user did. What it has the host change is not the user's when it comes back.
  private mutating func tell(
    _ events: [TextEvent], to plugin: inout some AbstractionLayerControlFlowPlugin<MentionsDocument>,
    through layer: inout AbstractionLayer, _ now: Instant
  ) -> DocumentReport {
    var report = DocumentReport()
    for event in events { report.effects += plugin.userDid(event, in: &self, now: now).effects }
    for case .changeByPlugin(let edits) in report.effects {
      layer.announce(edits, in: text.buffer, isSilent: true, now: Int(now.milliseconds))
    }
    if let due = layer.due { report.effects.append(.wake(at: Instant(milliseconds: Int64(due)))) }
    return report
  }

  // MARK: Cursor, requests, time

  /// A selection message, a documentHighlight position. A selection that is not empty ends a mention's making.
  public mutating func moveCursor(
    to offset: TextOffset, selection: TextRange?, now: Instant
  ) -> DocumentReport {
    let told = ToldSelection(cursor: offset, range: selection)
    return withControlFlow(now, otherwise: { $0.noteCursor(told, now) }) { kind, document in
      switch kind {
      case .direct(var plugin, let movesMentions):
        var report = DocumentReport()
        if plugin.shouldSelect(told, in: &document, now: now) {
          if !movesMentions { report = document.noteCursor(told, now) }
          report.effects += plugin.didSelect(told, in: &document, now: now).effects
        }
        kind = .direct(plugin, movesMentions: movesMentions)
        return report
      case .layered(var plugin, var layer):
        var report = document.noteCursor(told, now)
        let range = selection ?? TextRange(at: document.cursor)
        let events = layer.select(range, now: Int(now.milliseconds))
        report.effects += document.tell(events, to: &plugin, through: &layer, now).effects
        kind = .layered(plugin, layer)
        return report
      case .simple: return DocumentReport()
      }
    }
  }

  /// A completion request: may resume a mention (the behaviour, sections 1 and 2). A place past the text
  /// changes nothing: the request came before its change.
  public mutating func requestCompletion(
    at offset: TextOffset, asked: AskedHint, now: Instant
  ) -> DocumentReport {
    let request = CompletionAsking(offset: offset, asked: asked)
    return withControlFlow(now, otherwise: { _ in DocumentReport() }) { kind, document in
      guard case .direct(var plugin, let movesMentions) = kind else { return DocumentReport() }
      var report = DocumentReport()
      if plugin.shouldComplete(request, in: &document, now: now) {
        report = plugin.didRequestCompletion(request, in: &document, now: now)
      }
      kind = .direct(plugin, movesMentions: movesMentions)
      return report
    }
  }

  /// Time has come to an instant asked for.
  public mutating func tick(now: Instant) -> DocumentReport {
    withControlFlow(now, otherwise: { _ in DocumentReport() }) { kind, document in
      switch kind {
      case .direct(var plugin, let movesMentions):
        let report = plugin.timePassed(in: &document, now: now)
        kind = .direct(plugin, movesMentions: movesMentions)
        return report
      case .layered(var plugin, var layer):
        let events = layer.tick(now: Int(now.milliseconds))
        let report = document.tell(events, to: &plugin, through: &layer, now)
        kind = .layered(plugin, layer)
        return report
      case .simple: return DocumentReport()
      }
    }
  }

  /// Lends the document to its control flow plug-in.
  private mutating func withControlFlow(
    _ now: Instant, otherwise: (inout Self) -> DocumentReport,
    _ body: (inout PluginRegistry<Self>.Kind, inout Self) -> DocumentReport
  ) -> DocumentReport {
    guard let id = plugins.controlFlow, var kind = plugins.take(id) else { return otherwise(&self) }
    var report = body(&kind, &self)
    if !plugins.putBack(kind, as: id) { report.effects += cleanUp(&kind, now).effects }
    return report
  }

  /// Ends a plug-in that the registry does not hold any more.
  mutating func cleanUp(_ kind: inout PluginRegistry<Self>.Kind, _ now: Instant) -> DocumentReport {
    switch kind {
    case .simple(var plugin): return plugin.performFinalCleanup(in: &self, now: now)
    case .direct(var plugin, _): return plugin.performFinalCleanup(in: &self, now: now)
    case .layered(var plugin, var layer):
      var report = tell(layer.finish(), to: &plugin, through: &layer, now)
      report.effects += plugin.performFinalCleanup(in: &self, now: now).effects
      return report
    }
  }
}
