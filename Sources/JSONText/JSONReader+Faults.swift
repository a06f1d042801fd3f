extension JSONReader {
  /// A fault at the reader's place, or at another.
  @inline(never)
  public func fault(_ reason: String, at offset: Int? = nil) -> JSONFault {
    JSONFault(reason, at: offset ?? position, in: bytes)
  }

  /// The fault that what is here was not expected.
  @inline(never)
  func unexpected(_ expected: String) -> JSONFault {
    guard position < count else { return fault("expected \(expected), found the end") }
    let found = byte(position)
    guard found >= 0x20 else { return fault("expected \(expected), found a control character") }
    var tail = bytes[(bytes.startIndex + position)...].prefix(4)
    if found < 0x80 { tail = tail.prefix(1) }
    let character = String(decoding: tail, as: UTF8.self).first.map(String.init) ?? ""
    return fault("expected \(expected), found '\(character)'")
  }

  /// The fault that a value of another kind is here.
  @inline(never)
  public func mismatch(_ expected: JSONKind) -> JSONFault {
    mismatch(expected.phrase)
  }

  /// The fault that the value here is not the one described: "a whole number".
  @inline(never)
  public func mismatch(_ expected: String) -> JSONFault {
    var copy = self
    guard let found = try? copy.peekKind() else { return unexpected(expected) }
    return fault("expected \(expected), found \(found.phrase)")
  }
}
