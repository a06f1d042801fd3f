import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Where every event enters.
extension Session {
  /// Takes one event and returns all that follows from it, in order.
  package func handle(_ event: ServerEvent, now: Instant) -> [Outgoing] {
    self.now = max(self.now, now)
    var outgoing: [Outgoing] = []
    dispatch(event)
    finishWork(&outgoing)
    for followUp in Routes.followUps where followUp.isDue(self) {
      followUp.run(self)
      finishWork(&outgoing)
    }
    return outgoing
  }

  private func dispatch(_ event: ServerEvent) {
    switch event {
    case .message(let body): receive(body)
    case .framingFault(let fault): framingFailed(fault)
    case .clock: clockStruck()
    case .settings(let files): settingsRead(files)
    case .loaded(let source, let load, let loaded): sourceLoaded(source, load: load, loaded)
    case .merged(let names, let mergeID, let catalog): sourcesMerged(names, mergeID: mergeID, catalog)
    case .provider(let source, let start, let event): providerSaid(event, source: source, start: start)
    case .plugin(let key, let start, let event): pluginSaid(event, plugin: key, start: start)
    case .near(let number, let people): foundNear(people, number: number)
    case .filesChanged(let paths): filesChanged(paths)
    case .storeRead(let path, let contents): storeRead(path, contents)
    case .storeFound(let folder, let documents): updateKept(.found(documents, folder: folder))
    case .storeWritten(let path, let fault): updateKept(.written(path: path, fault: fault))
    case .located(let number, let places): located(number, places)
    case .scanned(let scan, let report): workspaceScanned(scan, report)
    case .reread(let number, let files): filesReread(number, files)
    case .ending(let reason): end(reason)
    }
  }

  private func clockStruck() {
    tickDocuments()
    tickTextEvents()
    tickPlugins()
    tickFindings()
    then { session in
      for continuation in session.requests.overdue(at: session.now) {
        continuation(session, .failure(RPCError(.requestFailed, "no answer in time")))
      }
      // The clock strikes once for the earliest of all times.
      if let next = session.requests.nextDeadline { session.perform(.wake(at: next)) }
      session.tickSources()
    }
  }

  // MARK: Messages

  /// Takes the body of one frame.
  private func receive(_ body: [UInt8]) {
    switch RPCMessage.decode(body) {
    case .request(let id, let method, let params): startRequest(id, method, params)
    case .notification(let method, let params): takeNotification(method, params)
    case .response(let id, let result): takeResponse(id, result)
    case .invalid(let id, let error): send(RPCEncoder.error(id: id, error))
    }
  }

  private func framingFailed(_ fault: FramerError) {
    log(.error, "the input is broken: \(fault)")
    send(RPCEncoder.error(id: .null, RPCError(.parseError, "\(fault)")))
    if fault.isFatal { exit(status: 1) }
  }

  /// What a client that set a trace wants to see.
  private func traceReceived(_ method: Method, _ id: RPCID?) {
    guard trace != .off, case .running = lifecycle else { return }
    let message = id.map { "received request '\(method) - (\($0))'" } ?? "received notification '\(method)'"
    notify(.logTrace, LogTraceParams(message: message))
  }

  private func startRequest(_ id: RPCID, _ method: Method, _ params: RPCPayload) {
    guard requests.open(id) else {
      send(RPCEncoder.error(id: id, RPCError(.invalidRequest, "request id \(id) is in use")))
      return
    }
    switch (lifecycle, method) {
    case (.running, .initialize):
      return answer(id, RPCError(.invalidRequest, "the session is initialized already"))
    case (.created, .initialize), (.running, _): break
    case (.created, _), (.initializing, _):
      let refusal = "\(method) came before initialize was answered"
      return answer(id, RPCError(.serverNotInitialized, refusal))
    case (.shutDown, _), (.exited, _):
      let refusal = "\(method) came after shutdown"
      return answer(id, RPCError(.invalidRequest, refusal))
    }
    traceReceived(method, id)
    guard let route = Routes.table[method], route.kind == .request else {
      return answer(id, RPCError(.methodNotFound, "unknown request \(method)"))
    }
    do {
      try route.run(self, params, id)
    } catch {
      answer(id, error)
    }
  }

  private func takeNotification(_ method: Method, _ params: RPCPayload) {
    switch (lifecycle, method) {
    case (_, .exit), (.running, _): break
    // A request that waits may be cancelled at any time.
    case (_, .cancelRequest), (_, .setTrace): break
    case (.created, _), (.initializing, _), (.shutDown, _), (.exited, _): return
    }
    traceReceived(method, nil)
    guard let route = Routes.table[method], route.kind == .notification else {
      // The specification lets anybody send "$/…" notifications.
      if !method.isOptional { log(.info, "unknown notification \(method)") }
      return
    }
    do {
      try route.run(self, params, nil)
    } catch {
      log(.error, "\(error.message)")
    }
  }

  private func takeResponse(_ id: RPCID, _ result: Result<RPCPayload, RPCError>) {
    guard let continuation = requests.takeContinuation(of: id) else {
      return log(.warning, "the client answered request \(id), which was not sent to it")
    }
    continuation(self, result)
  }
}

// MARK: - What documents ask for

/// Carries out what documents ask for.
extension Session {
  func carryOut(_ effect: MentionsEffect, in key: DocumentURI) {
    switch effect {
    case .ask(let query): search(query, in: key)
    case .askAgain(let query, let failed): search(query, again: failed, in: key)
    case .retract(let queryID): retract(queryID, in: key)
    case .wake(let instant): perform(.wake(at: instant))
    case .change(let edits): changeByItself(edits, in: key)
    case .changeByPlugin(let edits): applyEdits(edits, in: key, label: "Edit by a plug-in")
    case .damageChanged(let byEdit): reportDamage(in: key, byEdit: byEdit)
    case .annotationsChangedWithoutEdit:
      refreshTokens()
      refreshAccessories(of: key)
      findingsMayDiffer(in: key)
    case .pasted(let text): pasted(text, in: key)
    case .becamePlainText(let rules, let cameBack): logLost(rules, cameBack: cameBack, in: key)
    case .forgotten(let mentions): tellForgotten(mentions, in: key)
    case .typedOut(let range): readBack(touching: range, in: key)
    case .didAccept(let annotation): askToAccept(annotation, in: key)
    case .didCreate(let annotation):
      people.mentioned(annotation.entity)
      tellHost(.mentionsDidCreate, annotation, in: key)
      tellPlugins("created", annotation, in: key)
    case .didTrim(let annotation):
      tellHost(.mentionsDidTrim, annotation, in: key)
      tellPlugins("trimmed", annotation, in: key)
    case .didDelete(let annotation):
      tellHost(.mentionsDidDelete, annotation, in: key)
      mentionDeleted(annotation, in: key)
    case .didDeleteAdded(let annotation): mentionDeleted(annotation, in: key)
    case .didSelect(let entity, let index): tellHost(selected: entity, index: index, in: key)
    case .stateChanged(let phase):
      // What was being typed is not reported until it is left.
      if case .creating = phase {} else { findingsMayDiffer(in: key) }
      tellHost(phase, in: key)
    case .chooser(let event):
      // What a query brings at once comes before it; so it does where the query waits for a look at the files.
      if !searches.hold(event, in: key) { tell(event, in: key) }
    }
  }

  /// No mention is lost without a trace: the log names the rule.
  private func logLost(_ rules: [PlainTextRule: Int], cameBack: Int, in key: DocumentURI) {
    for (rule, count) in rules.sorted(by: { $0.key < $1.key }) {
      let mentions = count == 1 ? "1 mention" : "\(count) mentions"
      log(.info, "\(mentions) became plain text in \(key): \(rule.reason)")
    }
    if cameBack > 0 { log(.info, "\(cameBack) came back with the text that was put in") }
  }

  /// Once: the next cut of that size is nothing new.
  private func tellForgotten(_ mentions: Int, in key: DocumentURI) {
    log(.warning, "\(mentions) mentions that went cannot be remembered in \(key)")
    tellUser(
      .warning,
      "more mentions were removed than can be remembered: undo or paste may bring some back as plain text",
      about: .memory)
  }
}
