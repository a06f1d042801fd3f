import Entities

/// A `.mailmap` (gitmailmap(5)): maps names and addresses in a repository's history to canonical ones.
///
/// It is applied here instead of by Git, because Git's own parser takes quadratic time (two seconds for 80,000 lines),
/// and because a repository's configuration can name any file or object as its mailmap. Here each line and each look-up
/// takes constant time.
package struct Mailmap: Sendable {
  private struct Mapping {
    var name: [UInt8]?
    var email: [UInt8]?
  }

  private struct Address {
    /// The mapping that applies to any name.
    var simple = Mapping()
    /// Mappings by the name in the history, with ASCII letters in lower case.
    var byName: [[UInt8]: Mapping] = [:]
  }

  /// Mappings by the address in the history, with ASCII letters in lower case.
  private var addresses: [[UInt8]: Address] = [:]

  /// The maximum size in bytes of a mailmap (the largest in packages have 100 kB).
  package static let sizeLimit = 4 << 20

  /// Reads the lines of a file; lines that are not mappings are skipped, as by Git.
  ///
  /// - Complexity: O(n) in its bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    for line in Array(bytes).split(separator: 0x0A) { read(line) }
  }

  /// Parses a line `New Name <new@address> Old Name <old@address>`, in which everything but the last address is
  /// optional.
  private mutating func read(_ whole: ArraySlice<UInt8>) {
    // Git reads a line as a C string, which ends at a NUL.
    let line = whole.prefix { $0 != 0 }
    guard line.first != UInt8(ascii: "#"), let first = Self.contact(in: line), !first.email.isEmpty else {
      return
    }
    if let second = Self.contact(in: first.rest) {
      let mapping = Mapping(name: first.name.map(Array.init), email: Array(first.email))
      add(mapping, to: Array(second.email), name: second.name.map(Array.init))
    } else {
      add(Mapping(name: first.name.map(Array.init)), to: Array(first.email), name: nil)
    }
  }

  private mutating func add(_ mapping: Mapping, to email: [UInt8], name: [UInt8]?) {
    var address = addresses[Self.lowered(email)] ?? Address()
    if let name {
      address.byName[Self.lowered(name)] = mapping
    } else {
      // Two simple lines for one address are combined.
      address.simple.name = mapping.name ?? address.simple.name
      address.simple.email = mapping.email ?? address.simple.email
    }
    addresses[Self.lowered(email)] = address
  }

  /// The name (nil if missing), the address, and the rest of the text.
  private static func contact(
    in text: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>?, email: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard let left = text.firstIndex(of: UInt8(ascii: "<")),
      let right = text[(left + 1)...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    var name = text[..<left].drop(while: isSpace)
    while let last = name.last, isSpace(last) { name.removeLast() }
    return (name.isEmpty ? nil : name, text[(left + 1)..<right], text[(right + 1)...])
  }

  /// The first line that names a person: preferably one with both name and address, else with either. Nil if there is
  /// none.
  ///
  /// - Returns: ranges in `bytes`: the line, and the canonical name and address in it, each nil unless an edit there
  ///   would change the name or the address of the person. An address without a second one on its line is the address
  ///   in the commits, so its range is nil. If several lines name the person, both are nil, because a change of one
  ///   line would split the person in two.
  /// - Complexity: O(n) in `bytes`.
  static func line(
    naming person: (name: String, email: String?), in bytes: [UInt8]
  ) -> (line: Range<Int>, name: Range<Int>?, email: Range<Int>?)? {
    var best: (line: Range<Int>, name: Range<Int>?, email: Range<Int>?)?
    var (bestRank, lines) = (0, 0)
    let name = NameFolding.fold(person.name)
    let email = person.email.map { lowered(Array($0.utf8)) }
    for whole in bytes.split(separator: 0x0A) {
      let line = whole.prefix { $0 != 0 }
      guard line.first != UInt8(ascii: "#"), let own = contact(in: line), !own.email.isEmpty else { continue }
      // Compares names and addresses as `GitIdentities` does.
      let ownName = own.name.flatMap { EntityRecord.cleaned(String(decoding: $0, as: UTF8.self)) }
      let hasName = ownName == person.name || !name.isEmpty && ownName.map(NameFolding.fold) == name
      let hasEmail = email == lowered(Array(own.email))
      let rank = (hasName ? 1 : 0) + (hasEmail ? 1 : 0)
      if rank > 0 { lines += 1 }
      guard rank > bestRank else { continue }
      best = (
        line.indices, ownName == person.name ? own.name?.indices : nil,
        hasEmail && contact(in: own.rest) != nil ? own.email.indices : nil
      )
      bestRank = rank
    }
    guard let best, lines > 1 else { return best }
    return (best.line, nil, nil)
  }

  /// The canonical name and address for a name and an address in the history.
  ///
  /// - Complexity: O(n) in their bytes.
  package func identity(name: [UInt8], email: [UInt8]) -> (name: [UInt8], email: [UInt8]) {
    guard let address = addresses[Self.lowered(email)] else { return (name, email) }
    let mapping = address.byName.isEmpty ? nil : address.byName[Self.lowered(name)]
    let chosen = mapping ?? address.simple
    return (chosen.name ?? name, chosen.email ?? email)
  }

  private static func lowered(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }
}
