import JSONText

extension Expectation {
  /// What to expect instead, where this is what the server says: the parts that were named, as they are now.
  func renewed(with message: String) -> String {
    guard let json = try? JSONParser.parse(Array(message.utf8)) else { return message }
    var words = Words(text[...])
    let first = words.next()
    if let method = json["method"]?.stringValue {
      let isCall = first.contains("/") || first.hasPrefix("?")
      let wasAsked = first.hasPrefix("?")
      let known = wasAsked ? words.next() : first
      let head = json["id"].map { "?\(Self.id($0)) \(method)" } ?? method
      return pattern(isCall && known == method ? words.rest : nil, json["params"], after: head)
    }
    let head = json["id"].map { Self.id($0) } ?? "null"
    if let error = json["error"] {
      let message = error["message"]?.stringValue ?? ""
      let part = words.next() == "error" ? Self.part(of: message, &words) : message
      return "\(head) error \(error["code"] ?? .null)" + (part.isEmpty ? "" : " \(part)")
    }
    let isAnswer = first == head && !words.rest.hasPrefix("error")
    return pattern(isAnswer ? words.rest : nil, json["result"], after: head)
  }

  private func pattern(_ known: String?, _ value: JSONValue?, after head: String) -> String {
    if known?.isEmpty == true { return head }
    guard let value else { return head }
    return "\(head) \(JSONPattern(known ?? "").renewed(with: value))"
  }

  /// What was expected of a message, if it is there still.
  private static func part(of message: String, _ words: inout Words) -> String {
    _ = words.next()
    return message.contains(words.rest) || words.rest.isEmpty ? words.rest : message
  }

  private static func id(_ value: JSONValue) -> String { value.stringValue ?? "\(value)" }
}

extension JSONPattern {
  /// The pattern for another value: of each object the members that were named and are still there, and all of what
  /// was not there before. `…` stays.
  func renewed(with value: JSONValue) -> String {
    let known = try? JSONParser.parse(Array(text.utf8))
    return Self.written(known.map { Self.renewed($0, value) } ?? value)
  }

  private static func renewed(_ pattern: JSONValue, _ value: JSONValue) -> JSONValue {
    switch (pattern, value) {
    case (.string("…"), _): return pattern
    case (.object(let wanted), .object(let found)):
      var object = JSONObject()
      for member in wanted.members {
        if let value = found[member.name] { object[member.name] = renewed(member.value, value) }
      }
      return .object(object)
    case (.array(let wanted), .array(let found)):
      return .array(
        found.enumerated().map { at, value in wanted.count > at ? renewed(wanted[at], value) : value })
    default: return value
    }
  }

  /// JSON as the scripts write it: on one line, with spaces.
  static func written(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements): return "[" + elements.map(written).joined(separator: ", ") + "]"
    case .object(let object):
      let members = object.members.map { "\(JSONValue.string($0.name)): \(written($0.value))" }
      return "{" + members.joined(separator: ", ") + "}"
    default: return "\(value)"
    }
  }
}
