import JSONText
import MentionsServer

/// Where a replayed session and its recording part.
package struct TranscriptDifference: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable {
    /// The recording has a message that the server did not send.
    case missing(JSONValue)
    /// The server sent a message that the recording does not have.
    case extra(JSONValue)
    /// Both have one, and they are not the same.
    case content(path: String, recorded: JSONValue?, sent: JSONValue?, message: JSONValue)
    /// Whatever was sent, the session is in a state that it must never be in.
    case broken(String)
  }

  /// The line of the recording, counted from 1; for an extra message or a broken state the line after which it came.
  package let line: Int
  let kind: Kind

  /// What tells one difference from another when other lines go.
  var signature: String {
    switch kind {
    case .missing(let message): "\(line) missing \(message.title)"
    case .extra(let message): "extra \(message.title)"
    case .content(let path, let recorded, let sent, let message):
      "\(line) \(message.title) \(path) \(recorded?.description ?? "") \(sent?.description ?? "")"
    // Its places are others once text is left out.
    case .broken(let what): "broken \(what.filter { !$0.isNumber })"
    }
  }

  package var description: String {
    switch kind {
    case .missing(let message):
      "line \(line): the recording has \(message.title), the server did not send it\n  recorded: \(message.excerpt)"
    case .extra(let message):
      "after line \(line): the server sent \(message.title), the recording has no such message\n"
        + "  sent:     \(message.excerpt)"
    case .content(let path, let recorded, let sent, let message):
      "line \(line): \(message.title) differs at \(path.isEmpty ? "its root" : path)\n"
        + "  recorded: \(recorded?.excerpt ?? "nothing")\n  sent:     \(sent?.excerpt ?? "nothing")"
    case .broken(let what): "after line \(line): what must always hold does not: \(what)"
    }
  }
}

extension JSONValue {
  /// `textDocument/publishDiagnostics`, `the answer to request 3`.
  var title: String {
    if let method = self["method"]?.stringValue { return method }
    return "the answer to request \(self["id"]?.description ?? "?")"
  }

  fileprivate var excerpt: String {
    let text = description
    let limit = 400
    guard text.utf8.count > limit else { return text }
    return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
  }

  /// The first place where two values differ, as a JSON Pointer; nil where they are the same. Members may come in
  /// any order.
  func firstDifference(
    from other: JSONValue
  ) -> (path: String, here: JSONValue?, there: JSONValue?)? {
    switch (self, other) {
    case (.object(let a), .object(let b)):
      for (name, value) in a.members {
        guard let against = b[name] else { return ("/\(name)", value, nil) }
        if let (path, here, there) = value.firstDifference(from: against) {
          return ("/\(name)\(path)", here, there)
        }
      }
      return b.members.first { a[$0.name] == nil }.map { ("/\($0.name)", nil, $0.value) }
    case (.array(let a), .array(let b)):
      for index in 0..<min(a.count, b.count) {
        if let (path, here, there) = a[index].firstDifference(from: b[index]) {
          return ("/\(index)\(path)", here, there)
        }
      }
      if a.count > b.count { return ("/\(b.count)", a[b.count], nil) }
      return a.count < b.count ? ("/\(a.count)", nil, b[a.count]) : nil
    default:
      if self == other { return nil }
      if let a = doubleValue, let b = other.doubleValue, a == b { return nil }
      return ("", self, other)
    }
  }
}
