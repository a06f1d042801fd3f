public import JSONText

/// What `textDocument/diagnostic` answers.
public enum DocumentDiagnosticReport: Hashable, Sendable {
  case full(resultId: String? = nil, items: [Diagnostic])
  /// What was answered under that id still holds.
  case unchanged(resultId: String)
}

extension DocumentDiagnosticReport: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var kind: String?
    var resultId: String?
    var items: [Diagnostic]?
    while let name = try reader.nextName() {
      switch name {
      case "kind": kind = try reader.read()
      case "resultId": resultId = try reader.read()
      case "items": items = try reader.read()
      default: break
      }
    }
    if kind == "unchanged" {
      self = .unchanged(resultId: try reader.require(resultId, "resultId", of: object))
    } else {
      self = .full(resultId: resultId, items: try reader.require(items, "items", of: object))
    }
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .full(let resultId, let items):
        $0.member("kind", "full")
        $0.member("resultId", ifPresent: resultId)
        $0.member("items", items)
      case .unchanged(let resultId):
        $0.member("kind", "unchanged")
        $0.member("resultId", resultId)
      }
    }
  }
}
