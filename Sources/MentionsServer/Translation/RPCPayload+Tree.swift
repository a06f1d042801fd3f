import JSONText
import LanguageProtocol

extension RPCPayload {
  /// What was written, as a tree: for the few members of the protocol that may hold anything.
  var tree: JSONValue {
    do {
      return try value()
    } catch {
      Bug.report("we wrote what is no JSON: \(error)")
      return .null
    }
  }
}
