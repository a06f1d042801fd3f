/// Suggests the name that was probably meant.
package enum NearestName {
  /// The most similar known name, if it is similar enough.
  ///
  /// - Complexity: bounded; considers the first 64 scalars of each name, and the first 200 names.
  package static func of(_ name: String, among known: [String]) -> String? {
    let wanted = simplified(name)
    var best: (name: String, distance: Int)?
    for candidate in known.prefix(200) {
      let other = simplified(candidate)
      if other == wanted { return candidate }
      var far = distance(wanted, other)
      if min(wanted.count, other.count) >= 4, contains(wanted, other) || contains(other, wanted) {
        far = min(far, 2)
      }
      let allowed = max(1, max(wanted.count, other.count) / 3)
      if far <= allowed, far < best?.distance ?? Int.max { best = (candidate, far) }
    }
    return best?.name
  }

  /// The known name of which the name is probably a misspelling, where unknown names are valid as well: both have at
  /// least five scalars and differ by one edit, or by two if they have at least eight.
  ///
  /// - Complexity: as for ``of(_:among:)``.
  package static func misspelled(_ name: String, among known: [String]) -> String? {
    let written = simplified(name)
    return known.prefix(200).first { candidate in
      let other = simplified(candidate)
      let length = min(written.count, other.count)
      return length >= 5 && distance(written, other) <= (length >= 8 ? 2 : 1)
    }
  }

  /// The first 64 scalars, without `_` and `-`, and with ASCII letters in lowercase.
  private static func simplified(_ name: String) -> [Unicode.Scalar] {
    name.unicodeScalars.prefix(64).filter { $0 != "_" && $0 != "-" }
      .map { $0.isASCII ? $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 : $0 }
  }

  private static func contains(_ long: [Unicode.Scalar], _ short: [Unicode.Scalar]) -> Bool {
    guard long.count >= short.count else { return false }
    return (0...long.count - short.count).contains { long[$0...].starts(with: short) }
  }

  /// The edit distance with insertions, deletions, substitutions and transpositions of neighbours.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(above[j + 1] + 1, row[j] + 1, above[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
