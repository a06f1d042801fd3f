/// What an alias is, told by how it is written: a name, a further handle (`@ada`) or a further e-mail address.
///
/// So somebody who has had several handles and addresses is found by all of them, and names alone are still
/// names alone.
enum AliasForm {
  case name
  /// Begins with `@`, which is not part of what is searched.
  case handle
  /// Holds an `@` further on, and no space. Searched from its beginning only.
  case email

  private static let at = UInt8(ascii: "@")

  /// - Parameter folded: the whole alias, or its searched part if it is an address.
  @inline(__always)
  init(_ folded: Span<UInt8>) {
    self = .name
    if folded.isEmpty { return }
    if folded[0] == Self.at {
      self = .handle
      return
    }
    for place in 0..<folded.count {
      if folded[place] == 0x20 {
        self = .name
        return
      }
      if folded[place] == Self.at { self = .email }
    }
  }

  /// Whether an alias has words; an e-mail address has none.
  @inline(__always)
  static func hasWords(_ alias: Range<Int>, _ folded: Span<UInt8>) -> Bool {
    AliasForm(folded.extracting(searched(alias, folded))) != .email
  }

  /// The part of a folded alias that is searched.
  @inline(__always)
  static func searched(_ alias: Range<Int>, _ folded: Span<UInt8>) -> Range<Int> {
    if alias.isEmpty || folded[alias.lowerBound] != at { return alias }
    return alias.lowerBound + 1..<alias.upperBound
  }
}
