/// What editors do with brackets and quotes while somebody types: behind the opening one they put the closing one, and
/// leave the cursor between the two.
package enum AutoClosing {
  private static let closing: [UInt8: UInt8] = [
    UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "["): UInt8(ascii: "]"),
    UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "<"): UInt8(ascii: ">"),
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "'"): UInt8(ascii: "'"),
    UInt8(ascii: "`"): UInt8(ascii: "`"),
  ]

  /// Whether an insertion is an opening character with its closing one.
  package static func isPair(_ inserted: [UInt8]) -> Bool {
    inserted.count == 2 && closing[inserted[0]] == inserted[1]
  }

  /// The text behind the cursor if an editor closed what a trigger opens with its last
  /// characters: `]]` for `[[`, nothing for `@`.
  package static func closers(of control: String) -> [UInt8] {
    var closers: [UInt8] = []
    for byte in control.utf8.reversed() {
      guard let closer = closing[byte] else { break }
      closers.append(closer)
    }
    return closers
  }
}
