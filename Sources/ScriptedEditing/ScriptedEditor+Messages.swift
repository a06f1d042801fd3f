import JSONText
import LanguageProtocol

extension ScriptedEditor {
  /// Sends a request and waits for its answer; everything that comes before it is taken in.
  package func request<Answer: JSONReadable>(
    _ method: Method, _ params: some JSONWritable
  ) throws(EditorError) -> Answer {
    switch try answer(to: try send(method, params)) {
    case .success(let payload):
      do {
        return try payload.read(Answer.self)
      } catch {
        throw EditorError("the answer to \(method) makes no sense: \(error)")
      }
    case .failure(let error): throw EditorError("\(method) was refused: \(error)")
    }
  }

  /// Sends a request without waiting; ``answer(to:)`` gives what comes of it.
  package func send(_ method: Method, _ params: some JSONWritable) throws(EditorError) -> RPCID {
    let id = ledger.ask(method)
    try transport.send(.request(id: id, method: method, params: RPCPayload(params)))
    return id
  }

  package func answer(to id: RPCID) throws(EditorError) -> Result<RPCPayload, RPCError> {
    while true {
      if let answer = ledger.takeAnswer(to: id) { return answer }
      guard let message = try transport.receive(waiting: true) else {
        throw EditorError("request \(id) (\(ledger.open[id]?.rawValue ?? "?")) gets no answer")
      }
      try take(message)
    }
  }

  package func notify(_ method: Method, _ params: some JSONWritable) throws(EditorError) {
    try transport.send(.notification(method: method, params: RPCPayload(params)))
  }

  /// Takes in what has come, without waiting for more.
  package func settle() throws(EditorError) {
    while let message = try transport.receive(waiting: false) { try take(message) }
  }

  /// Notifications of one method that nobody has read yet.
  package func notifications(_ method: Method) throws(EditorError) -> [RPCPayload] {
    try settle()
    return ledger.read(method)
  }

  /// Takes out the messages for the user.
  package func readMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  private func take(_ message: RPCMessage) throws(EditorError) {
    switch message {
    case .response(let id, let result): try ledger.take(id, result)
    case .notification(let method, let params): try hear(method, params)
    case .request(let id, let method, let params):
      serverRequests.append(method)
      try transport.send(.response(id: id, try answer(method, params)))
    case .invalid(_, let error): throw EditorError("the server sent no message: \(error)")
    }
  }

  private func hear(_ method: Method, _ params: RPCPayload) throws(EditorError) {
    switch method {
    case .showMessage: messages.append((try? params.value())?["message"]?.stringValue ?? "")
    case .logMessage, .logTrace: break
    case .progress:
      guard let value = try? params.read(ProgressParams.self) else {
        throw EditorError("$/progress makes no sense")
      }
      let kind = (try? params.value())?["value"]?["kind"]?.stringValue
      guard progress.contains(value.token) else {
        throw EditorError("progress for a token that was not created, or has ended")
      }
      if kind == "end" { progress.removeAll { $0 == value.token } }
    default: ledger.keep(method, params)
    }
  }

  /// What an editor answers a server that asks.
  private func answer(
    _ method: Method, _ params: RPCPayload
  ) throws(EditorError) -> Result<RPCPayload, RPCError> {
    switch method {
    case .configuration:
      guard let wanted = try? params.read(ConfigurationParams.self) else {
        throw EditorError("workspace/configuration makes no sense")
      }
      return .success(RPCPayload(JSONValue.array(wanted.items.map { _ in options.configuration ?? .null })))
    case .registerCapability, .unregisterCapability, .semanticTokensRefresh, .inlayHintRefresh,
      .codeLensRefresh:
      return .success(RPCPayload(JSONValue.null))
    case .workDoneProgressCreate:
      guard let wanted = try? params.read(WorkDoneProgressCreateParams.self) else {
        throw EditorError("window/workDoneProgress/create makes no sense")
      }
      progress.append(wanted.token)
      return .success(RPCPayload(JSONValue.null))
    case .applyEdit: return .success(RPCPayload(try applyEdit(params)))
    default: return .failure(RPCError(.methodNotFound, "\(method) is beyond this editor"))
    }
  }
}
