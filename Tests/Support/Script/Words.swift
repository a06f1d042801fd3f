import LanguageProtocol

/// Takes a line apart.
struct Words {
  private(set) var text: Substring

  init(_ text: Substring) { self.text = text }

  mutating func next() -> String {
    text = text.drop { $0 == " " }
    let word = text.prefix { $0 != " " }
    text = text.dropFirst(word.count)
    return String(word)
  }

  var rest: String { String(text.drop { $0 == " " }) }
  var method: Method { mutating get { Method(rawValue: next()) } }
  /// What is left, as parameters; absent if nothing is.
  var payload: RPCPayload { rest.isEmpty ? .absent : RPCPayload(json: Array(rest.utf8)[...]) }
}
