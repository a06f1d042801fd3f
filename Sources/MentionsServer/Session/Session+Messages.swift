import JSONText
import LanguageProtocol
import Mentions

extension Session {
  /// Takes the body of one frame.
  func receive(_ body: [UInt8]) {
    switch RPCMessage.decode(body) {
    case .request(let id, let method, let params): receiveRequest(id, method, params)
    case .notification(let method, let params): receiveNotification(method, params)
    case .response(let id, let result): receiveResponse(id, result)
    case .invalid(let id, let error): send(RPCEncoder.error(id: id, error))
    }
  }

  func receive(_ fault: FramerFault) {
    log(.error, "the input is broken: \(fault)")
    send(RPCEncoder.error(id: .null, RPCError(.parseError, "\(fault)")))
    if fault.isFatal { exit(status: 1) }
  }

  // MARK: Answers and questions

  /// Answers a request. Whoever answers twice has a bug.
  func answer(_ id: RPCID, _ result: some JSONWritable) {
    guard closeRequest(id) else { return }
    send(RPCEncoder.response(id: id, result: result))
  }

  func answer(_ id: RPCID, _ error: RPCError) {
    guard closeRequest(id) else { return }
    send(RPCEncoder.error(id: id, error))
  }

  func notify(_ method: Method, _ params: some JSONWritable) {
    send(RPCEncoder.notification(method: method, params: params))
  }

  /// Asks the client something. The continuation runs once: when it answers, or with an error when the
  /// time in milliseconds is over; never, if there is no such time and no answer.
  func ask(
    _ method: Method, _ params: (some JSONWritable)?, within time: Int? = nil,
    then: @escaping RequestLedger.Continuation
  ) {
    let deadline = time.map { now.advanced(by: $0) }
    let id = ledger.newRequest(until: deadline, then)
    if let deadline { perform(.wake(at: deadline)) }
    send(RPCEncoder.request(id: id, method: method, params: params))
  }

  private func closeRequest(_ id: RPCID) -> Bool {
    if ledger.close(id) { return true }
    Bug.report("request \(id) answered twice") { log(.error, "\($0)") }
    return false
  }

  // MARK: Incoming

  /// What a client that set a trace wants to see.
  private func traceReceived(_ method: Method, _ id: RPCID?) {
    guard trace != .off, case .running = lifecycle else { return }
    let message = id.map { "received request '\(method) - (\($0))'" } ?? "received notification '\(method)'"
    notify(.logTrace, LogTraceParams(message: message))
  }

  private func receiveRequest(_ id: RPCID, _ method: Method, _ params: RPCPayload) {
    guard ledger.receive(id) else {
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
    guard let route = routes[method], route.kind == .request else {
      return answer(id, RPCError(.methodNotFound, "unknown request \(method)"))
    }
    do {
      try route.run(self, params, id)
    } catch {
      answer(id, error)
    }
  }

  private func receiveNotification(_ method: Method, _ params: RPCPayload) {
    switch (lifecycle, method) {
    case (_, .exit), (.running, _): break
    // A request that waits may be cancelled at any time.
    case (_, .cancelRequest), (_, .setTrace): break
    case (.created, _), (.initializing, _), (.shutDown, _), (.exited, _): return
    }
    traceReceived(method, nil)
    guard let route = routes[method], route.kind == .notification else {
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

  private func receiveResponse(_ id: RPCID, _ result: Result<RPCPayload, RPCError>) {
    guard let continuation = ledger.answered(id) else {
      return log(.warning, "the client answered request \(id), which was not sent to it")
    }
    continuation(self, result)
  }
}
