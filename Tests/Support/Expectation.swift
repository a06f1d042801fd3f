import JSONText

/// What a script expects the server to say: an answer, an error, a notification or a request.
struct Expectation {
  let text: String

  init(_ text: String) { self.text = text }

  /// What is wrong with the message; nil if it is as expected.
  func problem(with message: String) -> String? {
    guard let json = try? JSONParser.parse(Array(message.utf8)) else { return "no JSON" }
    var words = Words(text[...])
    let first = words.next()
    if first.contains("/") || first.hasPrefix("?") { return problem(withCall: json, first, &words) }
    let id = first == "null" ? JSONValue.null : Int(first).map { .integer($0) } ?? .string(first)
    guard json["id"] == id, json["method"] == nil else { return "expected the answer to \(first)" }
    if words.rest.hasPrefix("error") {
      _ = words.next()
      let code = words.next()
      guard let error = json["error"] else { return "expected an error" }
      if error["code"]?.intValue != Int(code) { return "expected error \(code)" }
      let part = words.rest
      return error["message"]?.stringValue?.contains(part) ?? part.isEmpty
        ? nil : "expected “\(part)” in the message"
    }
    guard let result = json["result"] else { return "expected a result" }
    return JSONPattern(words.rest).problem(with: result)
  }

  private func problem(withCall json: JSONValue, _ first: String, _ words: inout Words) -> String? {
    var method = first
    if first.hasPrefix("?") {
      let id = Int(first.dropFirst()).map { JSONValue.integer($0) } ?? .string(String(first.dropFirst()))
      if json["id"] != id { return "expected a request with the id \(first.dropFirst())" }
      method = words.next()
    } else if json["id"] != nil {
      return "expected a notification"
    }
    if json["method"]?.stringValue != method { return "expected \(method)" }
    return JSONPattern(words.rest).problem(with: json["params"] ?? .null)
  }
}

/// JSON in which only what is written matters: members that an object pattern does not name may be there,
/// the string `…` stands for anything, `∅` for a member that is not there, and an empty pattern matches all.
public struct JSONPattern {
  let text: String

  public init(_ text: String) { self.text = text }

  /// The path of the first difference and what was expected there; nil if there is none.
  public func problem(with value: JSONValue) -> String? {
    if text.isEmpty { return nil }
    do throws(JSONError) {
      return Self.problem(try JSONParser.parse(Array(PlaceNotation.expanded(text).utf8)), value, "")
    } catch {
      return "the pattern is not JSON: \(error)"
    }
  }

  private static func problem(_ pattern: JSONValue, _ value: JSONValue, _ path: String) -> String? {
    switch (pattern, value) {
    case (.string("…"), _): return nil
    case (.object(let wanted), .object(let found)):
      for member in wanted.members {
        let path = "\(path).\(member.name)"
        guard let value = found[member.name] else {
          if member.value == .string("∅") { continue }
          return "\(path): missing"
        }
        if let problem = problem(member.value, value, path) { return problem }
      }
      return nil
    case (.array(let wanted), .array(let found)):
      if wanted.count != found.count {
        return "\(path): expected \(wanted.count) elements, found \(found.count)"
      }
      for (at, pair) in zip(wanted, found).enumerated() {
        if let problem = problem(pair.0, pair.1, "\(path)[\(at)]") { return problem }
      }
      return nil
    default: return pattern == value ? nil : "\(path): expected \(pattern), found \(value)"
    }
  }
}

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
    let known = try? JSONParser.parse(Array(PlaceNotation.expanded(text).utf8))
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
      if let place = PlaceNotation.text(of: object) { return place }
      let members = object.members.map { "\(JSONValue.string($0.name)): \(written($0.value))" }
      return "{" + members.joined(separator: ", ") + "}"
    default: return "\(value)"
    }
  }
}
