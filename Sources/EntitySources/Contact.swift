/// A person as written in e-mail and Git: `Name <address>`, or the address alone.
package struct Contact: Hashable, Sendable {
  /// The name without the address or, if there is no name, the part of the address before the `@`.
  package var name: String
  package var email: String?
  /// The range of the name; nil if the name is derived from the address.
  var nameRange: Range<Int>?

  package init(_ bytes: ArraySlice<UInt8>) {
    let trimmed = Self.trimmed(bytes)
    if trimmed.last == UInt8(ascii: ">"), let open = trimmed.lastIndex(of: UInt8(ascii: "<")) {
      let address = Self.address(Self.trimmed(trimmed[trimmed.index(after: open)...].dropLast()))
      if !address.isEmpty { email = String(decoding: address, as: UTF8.self) }
      var before = Self.trimmed(trimmed[..<open])
      if before.count > 1, before.first == UInt8(ascii: "\""), before.last == UInt8(ascii: "\"") {
        before = Self.trimmed(before.dropFirst().dropLast())
      }
      name = String(decoding: before, as: UTF8.self)
      if before.isEmpty {
        name = Self.name(of: address)
      } else {
        nameRange = before.indices
      }
    } else if Self.isAddress(Self.address(trimmed)) {
      let address = Self.address(trimmed)
      email = String(decoding: address, as: UTF8.self)
      name = Self.name(of: address)
    } else {
      name = String(decoding: trimmed, as: UTF8.self)
      nameRange = trimmed.indices
    }
  }

  /// The people in a line that may list several: `Ada <ada@x.org>, Ben <ben@x.org>`. Text between and after them is
  /// ignored, as is text in `<>` that is not an address.
  package static func all(in line: ArraySlice<UInt8>) -> [Contact] {
    let close = UInt8(ascii: ">")
    guard line.contains(close) else { return [Contact(line)] }
    var people: [Contact] = []
    var rest = line
    while let end = rest.firstIndex(of: close) {
      var own = rest[...end].drop { $0 <= 0x20 || ",;&".utf8.contains($0) }
      if own.starts(with: "and ".utf8) { own = own.dropFirst(4) }
      let contact = Contact(own)
      if let email = contact.email, isAddress(Array(email.utf8)[...]) { people.append(contact) }
      rest = rest[(end + 1)...]
    }
    return people
  }

  /// An address without a leading `mailto:`.
  static func address(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let scheme = Array("mailto:".utf8)
    let isLink = String(decoding: bytes.prefix(scheme.count), as: UTF8.self).lowercased().utf8.elementsEqual(
      scheme)
    return isLink ? bytes.dropFirst(scheme.count) : bytes
  }

  /// Whether the text is exactly one address.
  static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    let at = UInt8(ascii: "@")
    return bytes.first != at && bytes.last != at && bytes.count { $0 == at } == 1
      && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>()[]\\,;:\"".utf8.contains($0) }
  }

  private static func name(of address: ArraySlice<UInt8>) -> String {
    String(decoding: address.prefix { $0 != UInt8(ascii: "@") }, as: UTF8.self)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return bytes
  }
}
