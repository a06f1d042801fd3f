import JSONText

/// JSON pointers (RFC 6901).
enum JSONPointer {
  /// The value there; nil if there is none, or if the pointer is invalid.
  static func value(at pointer: String, in root: JSONValue) -> JSONValue? {
    var value = root
    if pointer.isEmpty { return value }
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    for part in pointer.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      // In this order: `~01` is `~1`, no slash.
      let unescaped = Placeholder.fill(["~1"], in: String(Substring(part)), with: "/")
      let name = Placeholder.fill(["~0"], in: unescaped, with: "~")
      switch value {
      case .object(let object):
        guard let member = object[name] else { return nil }
        value = member
      case .array(let items):
        guard let index = Int(name), items.indices.contains(index) else { return nil }
        value = items[index]
      default: return nil
      }
    }
    return value
  }
}
