import TextEvents
import TextModel

/// Registering plug-ins, and passing them the document.
extension MentionsDocument {
  /// The plug-ins of the document, in the order in which they were registered.
  public var registeredPlugins: [PluginID] { plugins.ids }

  /// The deciding plug-in; nil if there is none, so that everything is allowed.
  public var decidingPlugin: PluginID? { plugins.deciding }

  /// Registers a plug-in and sets it up. A document has any number of plug-ins, at most one of which decides.
  ///
  /// - Returns: the id of the plug-in, and the effects for the host.
  /// - Throws: ``PluginError/otherDecides(_:)``, in which case the plug-in is not set up.
  public mutating func register(
    _ plugin: some Plugin, now: Instant
  ) throws(PluginError) -> (id: PluginID, report: DocumentReport) {
    let id = try plugins.add(deciding: plugin.decides)
    var plugin = plugin
    var report = plugin.performInitialSetup(in: &self, now: now)
    let registered = RegisteredPlugin(
      id: id, plugin: plugin, textEvents: plugin.textEventPolicy.map { TextEventRecognizer(policy: $0) })
    report.effects += putBack(registered, now).effects
    return (id, report)
  }

  /// Unregisters a plug-in and cleans it up; if it is being called, after that call. Does nothing if it is not
  /// registered.
  public mutating func unregister(_ id: PluginID, now: Instant) -> DocumentReport {
    guard let plugin = plugins.remove(id) else { return DocumentReport() }
    return cleanUp(plugin, now)
  }

  /// Unregisters all plug-ins in registration order, as before the document is closed. Plug-ins that are registered
  /// during their clean-up stay registered.
  public mutating func unregisterAllPlugins(now: Instant) -> DocumentReport {
    var report = DocumentReport()
    for id in plugins.ids { report.effects += unregister(id, now: now).effects }
    return report
  }

  /// Passes the document to a plug-in for an operation of the host.
  ///
  /// - Parameters:
  ///   - id: the id of the plug-in.
  ///   - type: the type of the plug-in.
  ///   - now: the time.
  ///   - body: the operation.
  /// - Returns: the result of `body` and the effects for the host; nil if there is no such plug-in, it has another
  ///   type, or is being called.
  public mutating func withPlugin<P: Plugin, Result>(
    _ id: PluginID, as type: P.Type, now: Instant, _ body: (inout P, inout MentionsDocument) -> Result
  ) -> (result: Result, report: DocumentReport)? {
    guard var registered = plugins.take(id) else { return nil }
    guard var plugin = registered.plugin as? P else {
      _ = plugins.putBack(registered)
      return nil
    }
    let result = body(&plugin, &self)
    registered.plugin = plugin
    return (result, putBack(registered, now))
  }

  /// Requests a planned edit from the host on behalf of a plug-in. The document recognizes the resulting change.
  ///
  /// - Parameter plan: a plan for the current text.
  public mutating func requestChange(_ plan: EditPlan) -> DocumentReport {
    expect(plan)
    return plan.edits.isEmpty
      ? applyWithoutEdit(plan) : DocumentReport(effects: [.changeByPlugin(plan.edits)])
  }

  /// Calls a plug-in, unless it is being called already.
  private mutating func call(
    _ id: PluginID, _ now: Instant, _ body: (inout RegisteredPlugin, inout Self) -> DocumentReport
  ) -> DocumentReport {
    guard var plugin = plugins.take(id) else { return DocumentReport() }
    var report = body(&plugin, &self)
    report.effects += putBack(plugin, now).effects
    return report
  }

  /// Returns a plug-in to the registry after a call; one that was unregistered meanwhile is cleaned up.
  private mutating func putBack(_ plugin: RegisteredPlugin, _ now: Instant) -> DocumentReport {
    plugins.putBack(plugin) ? DocumentReport() : cleanUp(plugin, now)
  }

  /// Cleans up a plug-in that has left the registry.
  private mutating func cleanUp(_ plugin: RegisteredPlugin, _ now: Instant) -> DocumentReport {
    var plugin = plugin
    var report = tell(&plugin, plugin.textEvents?.finish() ?? [], now)
    report.effects += plugin.plugin.performFinalCleanup(in: &self, now: now).effects
    return report
  }
}

/// Following changes in a document with plug-ins, which are asked before a change is followed and notified after it.
extension MentionsDocument {
  /// The rest of ``finishChanges(now:)`` in a document with plug-ins.
  mutating func follow(_ change: Change, askingPlugins now: Instant) -> DocumentReport {
    if plugins.isReversal(change) { return followUnheard(change, now) }
    var report = DocumentReport()
    guard isAllowed(&report, now, { $0.allowsChange(change, in: &$1, now: now) }) else {
      report.effects += followUnheard(change, now).effects
      let edits = change.reversal
      guard !edits.isEmpty else { return report }
      plugins.expectReversal(
        edits.map {
          AppliedEdit(range: $0.range, removed: text.buffer.bytes(in: $0.range), inserted: $0.replacement)
        })
      report.effects.append(.changeByPlugin(edits))
      return report
    }
    report.effects += decided(inCall(now) { $0.follow(change) }, on: change, now).effects
    let cause: TextEvent.Cause? = report.acceptsOffer ? .server : nil
    let heard = callPlugins(now) { $1.tell(&$0, change, cause, now) }
    // The edits of the report follow the change, so they are announced after all plug-ins have received it.
    plugins.announce(report, in: text.buffer, now: now)
    return DocumentReport(effects: report.effects + heard.effects)
  }

  /// Follows a change that plug-ins do not receive: it was refused, or reverts a refused one.
  private mutating func followUnheard(_ change: Change, _ now: Instant) -> DocumentReport {
    let report = inCall(now) { $0.followRefused(change) }
    plugins.follow(change, in: text.buffer, now: now)
    return report
  }

  /// The rest of ``moveCursor(to:selection:now:)`` in a document with plug-ins.
  mutating func selectWithPlugins(_ selection: Selection, now: Instant) -> DocumentReport {
    var report = DocumentReport()
    guard isAllowed(&report, now, { $0.allowsSelection(selection, in: &$1, now: now) }) else { return report }
    report.effects += inCall(now) { $0.settleCursor(selection) }.effects
    report.effects +=
      callPlugins(now) { plugin, document in
        let range = selection.range ?? TextRange(at: document.cursor)
        let events = plugin.textEvents?.select(range, now: Int(now.milliseconds)) ?? []
        var report = plugin.plugin.didSelect(selection, in: &document, now: now)
        report = plugin.announced(report, in: document.text.buffer, now)
        report.effects += document.tell(&plugin, events, now).effects
        return report
      }.effects
    return report
  }

  /// The rest of ``requestCompletion(at:asked:now:)`` in a document with plug-ins.
  mutating func answerWithPlugins(_ request: CompletionRequest, now: Instant) -> DocumentReport {
    var report = DocumentReport()
    guard isAllowed(&report, now, { $0.allowsCompletion(request, in: &$1, now: now) }) else { return report }
    report.effects += decided(inCall(now) { $0.answer(request) }, on: nil, now).effects
    report.effects +=
      callPlugins(now) { plugin, document in
        let report = plugin.plugin.didRequestCompletion(request, in: &document, now: now)
        return plugin.announced(report, in: document.text.buffer, now)
      }.effects
    return report
  }

  /// The rest of ``tick(now:)`` in a document with plug-ins.
  mutating func tickPlugins(now: Instant) -> DocumentReport {
    callPlugins(now) { plugin, document in
      let events = plugin.textEvents?.tick(now: Int(now.milliseconds)) ?? []
      var report = plugin.plugin.timePassed(in: &document, now: now)
      report = plugin.announced(report, in: document.text.buffer, now)
      report.effects += document.tell(&plugin, events, now).effects
      return report
    }
  }

  // MARK: Calling

  /// Calls all plug-ins in order. Edits requested by one of them are not reported to the others as the user's.
  private mutating func callPlugins(
    _ now: Instant, _ body: (inout RegisteredPlugin, inout Self) -> DocumentReport
  ) -> DocumentReport {
    let reports = plugins.ids.map { id in (id: id, report: call(id, now, body)) }
    for (id, report) in reports { plugins.announce(report, in: text.buffer, except: id, now: now) }
    return DocumentReport(effects: reports.flatMap(\.report.effects))
  }

  /// Reports a change to a plug-in, as edits and as text events.
  private mutating func tell(
    _ plugin: inout RegisteredPlugin, _ change: Change, _ cause: TextEvent.Cause?, _ now: Instant
  ) -> DocumentReport {
    let ruling = rule(on: change, cause, by: &plugin, now)
    var report = plugin.announced(plugin.plugin.didChange(change, in: &self, now: now), in: text.buffer, now)
    guard let ruling else { return report }
    if let edits = ruling.takingBack?.edits { report.effects.append(.changeByPlugin(edits)) }
    let events = ruling.events.indices.filter { !ruling.rejected.contains($0) }.map { ruling.events[$0] }
    report.effects += tell(&plugin, events, now).effects
    return report
  }

  /// The text events of a change and, if the plug-in is the deciding one, the events among them that it refuses; nil if
  /// the plug-in receives no text events.
  private mutating func rule(
    on change: Change, _ cause: TextEvent.Cause?, by plugin: inout RegisteredPlugin, _ now: Instant
  ) -> TextEventRecognizer.Ruling? {
    guard var recognizer = plugin.textEvents else { return nil }
    let isAsked = plugins.deciding == plugin.id
    let ruling = recognizer.receive(change, cause: cause, in: text.buffer, now: Int(now.milliseconds)) {
      !isAsked || plugin.plugin.allows($0, in: &self, now: now)
    }
    plugin.textEvents = recognizer
    return ruling
  }

  /// Reports text events to a plug-in.
  private mutating func tell(
    _ plugin: inout RegisteredPlugin, _ events: [TextEvent], _ now: Instant
  ) -> DocumentReport {
    var report = DocumentReport()
    for event in events { report.effects += plugin.plugin.userDid(event, in: &self, now: now).effects }
    report = plugin.announced(report, in: text.buffer, now)
    if let due = plugin.textEvents?.due {
      report.effects.append(.wake(at: Instant(milliseconds: Int64(due))))
    }
    return report
  }
}

/// Asking the deciding plug-in.
extension MentionsDocument {
  /// Asks the deciding plug-in and returns its decision; true if there is no such plug-in, or if it is being called.
  private mutating func isAllowed(
    _ report: inout DocumentReport, _ now: Instant, _ ask: (inout any Plugin, inout Self) -> Bool
  ) -> Bool {
    guard let id = plugins.deciding else { return true }
    var isAllowed = true
    report.effects +=
      call(id, now) {
        isAllowed = ask(&$0.plugin, &$1)
        return DocumentReport()
      }.effects
    return isAllowed
  }

  /// Asks the deciding plug-in, if there is one, about the effects of a call.
  ///
  /// - Parameters:
  ///   - report: the report of the call.
  ///   - change: the change; nil if nothing was edited.
  ///   - now: the time.
  /// - Returns: the report without refused queries and acceptances, and with the effects of the decisions.
  mutating func decided(_ report: DocumentReport, on change: Change?, _ now: Instant)
    -> DocumentReport
  {
    guard let id = plugins.deciding, var decider = plugins.take(id) else { return report }
    var decided = DocumentReport()
    var refused: [Annotation] = []
    var (isOfferRefused, isDeletionRefused) = (false, false)
    for effect in report.effects {
      switch effect {
      case .ask(let query) where !decider.plugin.allowsOffer(for: query, in: &self, now: now):
        isOfferRefused = true
      case .didAccept(let annotation)
      where !decider.plugin.allowsAcceptance(of: annotation.entity, in: &self, now: now):
        refused.append(annotation)
      case .didCreate(let annotation) where refused.contains { $0.id == annotation.id }: break
      case .didSelect(let entity, _) where refused.contains { $0.entity.isSameEntity(as: entity) }: break
      case .didDelete(let annotation) where change != nil,
        .didDeleteAdded(let annotation) where change != nil:
        if !decider.plugin.allowsDeletion(of: annotation, in: &self, now: now) { isDeletionRefused = true }
        decided.effects.append(effect)
      default: decided.effects.append(effect)
      }
    }
    decided.effects += putBack(decider, now).effects
    if isOfferRefused { decided.effects += inCall(now) { $0.toMachine(.cancelled) }.effects }
    if !refused.isEmpty { decided.effects += inCall(now) { $0.refuse(refused) }.effects }
    if isDeletionRefused, let change {
      let edits = change.reversal
      expectPuttingBack()
      if !edits.isEmpty { decided.effects.append(.changeByPlugin(edits)) }
    }
    return decided
  }

  /// Prepares for the restoration of deleted text and its mention, so that the restored text does not count as
  /// accepting an offer. Has no effect during a creation.
  public mutating func expectPuttingBack() {
    if creation == nil { process.offerMemory.forget() }
  }

  /// Turns an accepted mention into plain text after a late refusal. Does nothing if the mention no longer exists.
  ///
  /// - Parameters:
  ///   - id: the id of the mention's annotation.
  ///   - now: the time.
  /// - Complexity: O(mentions).
  public mutating func refuseAcceptance(of id: AnnotationID, now: Instant) -> DocumentReport {
    guard let index = annotations.index(of: id) else { return DocumentReport() }
    let annotation = annotations[index]
    return inCall(now) {
      $0.refuse([annotation])
      $0.emit(.didDelete(annotation))
    }
  }

  /// Turns accepted mentions into plain text. Does not report their deletion, because their creation is usually not
  /// reported either.
  private mutating func refuse(_ refused: [Annotation]) {
    let gone = refused.compactMap { annotations.index(of: $0.id) }.map { annotations[$0] }
    for annotation in gone {
      annotations.index(of: annotation.id).map { _ = annotations.remove(at: $0) }
    }
    acceptedAnnotation = nil
    // Keeps the offers if the user is already creating another mention.
    if creation == nil { process.offerMemory.forget() }
    decline(gone)
    call.noteLost(gone.count, .refused)
    emit(.annotationsChangedWithoutEdit)
  }
}

extension RegisteredPlugin {
  /// Announces the edits in a plug-in's report, so that they do not count as the user's, and returns the report.
  fileprivate mutating func announced(
    _ report: DocumentReport, in buffer: TextBuffer, _ now: Instant
  ) -> DocumentReport {
    for case .changeByPlugin(let edits) in report.effects {
      textEvents?.announce(edits, in: buffer, isSilent: true, now: Int(now.milliseconds))
    }
    return report
  }
}
