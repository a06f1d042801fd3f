import JSONText

extension EncodedEntity {
  /// Writes the record of an entity of plain texts, the same as `append(_:to:)` does. Returns where it ends.
  ///
  /// - Parameters:
  ///   - out: has room for it and eight bytes more.
  ///   - email: becomes where the e-mail address begins, if there is one.
  @inline(__always)
  static func write(
    _ texts: PlainTexts, of bytes: Span<UInt8>, to out: inout MutableSpan<UInt8>, at start: Int,
    _ email: inout Int?
  ) -> Int {
    var flags: Flags = []
    var at = start + 2
    append(bytes, texts[.name], &out, &at)
    let handle = texts[.handle]
    if !handle.isEmpty {
      flags.insert(.handle)
      append(bytes, handle, &out, &at)
    }
    let address = texts[.email]
    if !address.isEmpty {
      flags.insert(.email)
      append(bytes, address, &out, &at)
      email = at - address.count
      out[at] = 0
      at += 1
    }
    if !texts[.uniqueID].isEmpty {
      flags.insert(.uniqueID)
      append(bytes, texts[.uniqueID], &out, &at)
    }
    let id = texts.idRange
    if isSame(bytes, id, handle) {
      flags.insert(.idIsHandle)
    } else if isSame(bytes, id, address) {
      flags.insert(.idIsEmail)
    } else if isSame(bytes, id, texts[.name]) {
      flags.insert(.idIsName)
    } else {
      append(bytes, id, &out, &at)
    }
    if !texts[.detail].isEmpty {
      flags.insert(.detail)
      append(bytes, texts[.detail], &out, &at)
    }
    let kind = texts[.kind]
    if !kind.isEmpty, !isPerson(bytes, kind) {
      flags.insert(.kind)
      append(bytes, kind, &out, &at)
    }
    if !texts[.url].isEmpty {
      flags.insert(.url)
      append(bytes, texts[.url], &out, &at)
    }
    if !texts[.avatar].isEmpty {
      flags.insert(.avatar)
      append(bytes, texts[.avatar], &out, &at)
    }
    if !texts[.shortName].isEmpty {
      flags.insert(.shortName)
      append(bytes, texts[.shortName], &out, &at)
    }
    out[start] = UInt8(truncatingIfNeeded: flags.rawValue)
    out[start + 1] = UInt8(truncatingIfNeeded: flags.rawValue >> 8)
    return at
  }

  private static func isPerson(_ bytes: Span<UInt8>, _ kind: Range<Int>) -> Bool {
    let person = EntityKind.person.rawValue.utf8
    if kind.count != person.count { return false }
    for (offset, byte) in person.enumerated() where bytes[kind.lowerBound + offset] != byte { return false }
    return true
  }

  /// Whether two texts are equal; neither is empty then.
  @inline(__always)
  private static func isSame(_ bytes: Span<UInt8>, _ a: Range<Int>, _ b: Range<Int>) -> Bool {
    if a.count != b.count || a.isEmpty { return false }
    for offset in 0..<a.count where bytes[a.lowerBound + offset] != bytes[b.lowerBound + offset] {
      return false
    }
    return true
  }

  /// A length and a text.
  @inline(__always)
  private static func append(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ out: inout MutableSpan<UInt8>, _ at: inout Int
  ) {
    VariableLength.write(range.count, to: &out, &at)
    let end = at + range.count
    var from = range.lowerBound
    // The last word may reach behind the text, into what is written next.
    while at < end, from + 8 <= bytes.count {
      ByteWord.store(ByteWord.load(bytes, from), &out, at)
      at += 8
      from += 8
    }
    while at < end {
      out[at] = bytes[from]
      at += 1
      from += 1
    }
    at = end
  }
}
