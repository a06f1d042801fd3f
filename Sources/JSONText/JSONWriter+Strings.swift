extension JSONWriter {
  public mutating func string(_ value: String) {
    separate()
    sink.append(quoted: value)
  }

  /// A string given as UTF-8. Bytes that are not UTF-8 become U+FFFD.
  public mutating func string(utf8 value: [UInt8]) {
    guard UTF8Validation.firstFault(in: value.span, 0..<value.count) == nil else {
      return string(String(decoding: value, as: UTF8.self))
    }
    separate()
    sink.append(UInt8(ascii: "\""))
    var runStart = 0
    let span = value.span
    for i in 0..<span.count where JSONEscape.isNeeded(span[i]) {
      sink.append(contentsOf: value[runStart..<i])
      sink.append(escaping: CollectionOfOne(span[i]))
      runStart = i + 1
    }
    sink.append(contentsOf: value[runStart...])
    sink.append(UInt8(ascii: "\""))
  }
}
