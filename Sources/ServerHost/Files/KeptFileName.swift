/// The names of files that the server keeps: 32 hexadecimal digits and an ending.
enum KeptFileName {
  /// A document's mentions.
  static let documentEnding = ".json"
  /// A catalog of entities.
  static let catalogEnding = ".catalog"
  /// The mentions of a workspace.
  static let indexEnding = ".index"
  private static let endings = [documentEnding, catalogEnding, indexEnding]

  /// Nothing else in the store is read or touched.
  static func isDocument(_ name: String) -> Bool { isWhole(name) && name.hasSuffix(documentEnding) }

  static func isCatalog(_ name: String) -> Bool { isWhole(name) && name.hasSuffix(catalogEnding) }

  static func isWhole(_ name: String) -> Bool {
    name.utf8.prefix(32).count(where: isHexadecimal) == 32
      && endings.contains { name.utf8.dropFirst(32).elementsEqual($0.utf8) }
  }

  /// A name that nobody can know beforehand.
  static func temporary(for name: String) -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "\(name).\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits).new"
  }

  static func isTemporary(_ name: String) -> Bool { middle(of: name) != nil }

  /// Whether the file is locked by its writer. Earlier versions did not, and had the process's number in the name.
  static func tellsItsWriter(_ name: String) -> Bool { middle(of: name)?.utf8.count == 16 }

  /// What is between a whole file's name and `.new`.
  private static func middle(of name: String) -> Substring? {
    guard name.hasSuffix(".new"),
      let whole = endings.map({ 32 + $0.utf8.count }).first(where: {
        name.utf8.count > $0 + 5 && isWhole(String(name.prefix($0)))
      })
    else { return nil }
    let rest = name.dropFirst(whole)
    guard rest.first == ".", rest.utf8.dropFirst().prefix(while: isHexadecimal).count == rest.utf8.count - 5
    else {
      return nil
    }
    return rest.dropFirst().dropLast(4)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(byte)
  }
}
