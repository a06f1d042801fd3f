import JSONText
import LanguageProtocol

/// What an editor has asked and heard: it makes sure that every request gets exactly one answer and that no message
/// goes unread.
package struct EditorLedger {
  private var lastID = 0
  package private(set) var open: [RPCID: Method] = [:]
  private var answers: [RPCID: Result<RPCPayload, RPCError>] = [:]
  private var answered: Set<RPCID> = []
  /// Notifications that nobody has looked at.
  package private(set) var unread: [(method: Method, params: RPCPayload)] = []

  package init() {}

  package mutating func ask(_ method: Method) -> RPCID {
    lastID += 1
    let id = RPCID.integer(lastID)
    open[id] = method
    return id
  }

  package mutating func take(_ id: RPCID, _ answer: Result<RPCPayload, RPCError>) throws(EditorError) {
    guard open.removeValue(forKey: id) != nil else {
      throw EditorError(
        answered.contains(id)
          ? "request \(id) was answered twice" : "the server answered request \(id), which was never asked")
    }
    answered.insert(id)
    answers[id] = answer
  }

  package mutating func takeAnswer(to id: RPCID) -> Result<RPCPayload, RPCError>? {
    answers.removeValue(forKey: id)
  }

  package mutating func keep(_ method: Method, _ params: RPCPayload) { unread.append((method, params)) }

  /// Takes out the notifications of one method.
  package mutating func read(_ method: Method) -> [RPCPayload] {
    defer { unread.removeAll { $0.method == method } }
    return unread.filter { $0.method == method }.map(\.params)
  }

  /// What is left that should not be.
  package var leftover: String? {
    if let (id, method) = open.first { return "request \(id) (\(method)) got no answer" }
    if let (method, params) = unread.first {
      return "nobody read \(method) \(String(decoding: params.json ?? [], as: UTF8.self))"
    }
    if let id = answers.keys.first { return "nobody read the answer to request \(id)" }
    return nil
  }
}
