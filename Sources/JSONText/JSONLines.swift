/// The lines of a JSON Lines text: one value each, empty lines passed over.
///
/// Lines are slices of the text; nothing is copied or read before it is asked for.
public struct JSONLines: Sequence, IteratorProtocol, Sendable {
  public struct Line: Sendable {
    /// From 1.
    public let number: Int
    /// UTF-8 offset of the line in the text.
    public let offset: Int
    /// Without the line's end.
    public let bytes: ArraySlice<UInt8>

    /// Reads the line. Faults count lines and offsets in the whole text.
    public func read<Value: JSONReadable>(
      _ type: Value.Type = Value.self, options: JSONParser.Options = .init()
    ) throws(JSONError) -> Value {
      do {
        return try Value(json: bytes, options: options)
      } catch {
        var fault = error
        fault.line = number
        fault.offset += offset
        throw fault
      }
    }
  }

  private let bytes: ArraySlice<UInt8>
  private var at: Int
  private var number = 0

  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  public mutating func next() -> Line? {
    while at < bytes.endIndex {
      let start = at
      var isBlank = true
      while at < bytes.endIndex, bytes[at] != 0x0A {
        if bytes[at] > 0x20 { isBlank = false }
        at += 1
      }
      var end = at
      if at < bytes.endIndex { at += 1 }
      number += 1
      if isBlank { continue }
      if bytes[end - 1] == 0x0D { end -= 1 }
      return Line(number: number, offset: start - bytes.startIndex, bytes: bytes[start..<end])
    }
    return nil
  }
}
