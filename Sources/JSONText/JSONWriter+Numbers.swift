extension JSONWriter {
  public mutating func integer(_ value: Int) {
    separate()
    sink.append(decimal: value)
  }

  /// An array of integers, in one go: for long lists.
  public mutating func array(integers: [Int]) {
    guard indentation == 0 else { return array(integers) }
    separate()
    sink.append(UInt8(ascii: "["))
    sink.append(decimals: integers)
    sink.append(UInt8(ascii: "]"))
  }

  /// The shortest text that reads back as the same number. JSON has no infinity and no NaN: they become `null`.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    sink.append(contentsOf: value.description.utf8)
  }
}
