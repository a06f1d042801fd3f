public import JSONText

/// The name under which progress is reported (LSP: ProgressToken): a number or a string.
public typealias ProgressToken = RPCID

/// How far something is (LSP: WorkDoneProgressBegin, -Report, -End).
public enum WorkDoneProgress: Hashable, Sendable {
  case begin(title: String, cancellable: Bool? = nil, message: String? = nil, percentage: Int? = nil)
  case report(cancellable: Bool? = nil, message: String? = nil, percentage: Int? = nil)
  case end(message: String? = nil)
}

extension WorkDoneProgress: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var kind: String?
    var title: String?
    var cancellable: Bool?
    var message: String?
    var percentage: Int?
    while let name = try reader.nextName() {
      switch name {
      case "kind": kind = try reader.read(String.self)
      case "title": title = try reader.read()
      case "cancellable": cancellable = try reader.read()
      case "message": message = try reader.read()
      case "percentage": percentage = try reader.read()
      default: break
      }
    }
    switch try reader.require(kind, "kind", of: object) {
    case "begin":
      let title = try reader.require(title, "title", of: object)
      self = .begin(title: title, cancellable: cancellable, message: message, percentage: percentage)
    case "report": self = .report(cancellable: cancellable, message: message, percentage: percentage)
    case "end": self = .end(message: message)
    case let other: throw reader.fault("unknown kind of progress '\(other)'", at: object)
    }
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .begin(let title, let cancellable, let message, let percentage):
        $0.member("kind", "begin")
        $0.member("title", title)
        $0.member("cancellable", ifPresent: cancellable)
        $0.member("message", ifPresent: message)
        $0.member("percentage", ifPresent: percentage)
      case .report(let cancellable, let message, let percentage):
        $0.member("kind", "report")
        $0.member("cancellable", ifPresent: cancellable)
        $0.member("message", ifPresent: message)
        $0.member("percentage", ifPresent: percentage)
      case .end(let message):
        $0.member("kind", "end")
        $0.member("message", ifPresent: message)
      }
    }
  }
}
