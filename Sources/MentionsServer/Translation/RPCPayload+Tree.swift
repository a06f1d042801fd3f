import JSONText
import LanguageProtocol

extension RPCPayload {
  /// What was written, as a tree: for the few members of the protocol that may hold anything.
  var tree: JSONValue {
    do {
      return try value()
    } catch {
      Bug.report("the server wrote invalid JSON: \(error)")
      return .null
    }
  }
}
