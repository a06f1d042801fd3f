public import JSONText

/// Which files to watch (LSP: GlobPattern).
public enum GlobPattern: Hashable, Sendable {
  /// Under any workspace folder, or absolute.
  case pattern(String)
  case relative(RelativePattern)
}

extension GlobPattern: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    self =
      try reader.peekKind() == .string
      ? .pattern(reader.readString()) : .relative(RelativePattern(from: &reader))
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .pattern(let pattern): writer.string(pattern)
    case .relative(let pattern): pattern.write(to: &writer)
    }
  }
}
