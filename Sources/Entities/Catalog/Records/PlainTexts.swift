/// The texts of an entity that need no mending: well-formed UTF-8 in which nothing is hidden, without spaces at their
/// ends; the e-mail address and the id are ASCII. Ranges of the bytes that they are read from; an empty one stands for
/// no text.
package struct PlainTexts {
  /// In the order in which records hold them.
  package enum Field: Int { case name, handle, email, uniqueID, id, detail, kind, url, avatar, shortName }

  private var ranges: InlineArray<10, Range<Int>> = .init(repeating: 0..<0)

  package init() {}

  package subscript(field: Field) -> Range<Int> {
    get { ranges[field.rawValue] }
    set { ranges[field.rawValue] = newValue }
  }

  /// The id, which is the handle, the e-mail address or the name where there is none.
  var idRange: Range<Int> {
    for field in [Field.id, .handle, .email] where !self[field].isEmpty { return self[field] }
    return self[.name]
  }

  /// What a record of it takes up at most.
  var mostBytes: Int {
    // Flags, a zero behind the address, and each length.
    var sum = 3 + ranges.count * VariableLength.mostBytes
    for index in ranges.indices { sum += ranges[index].count }
    return sum
  }
}
