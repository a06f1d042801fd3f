import JSONText

/// The name that was probably meant.
package enum NearestName {
  /// The known name nearest to `name`, where it is near enough to be meant.
  ///
  /// - Complexity: bounded: the first 64 scalars of names count, and the first 200 names.
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

  /// `, did you mean "x"?`, or which names there are, or nothing where there are none.
  static func hint(for name: String, among known: [String]) -> String {
    if let near = of(name, among: known) { return "; did you mean \(JSONExcerpt.of(.string(near)))?" }
    guard !known.isEmpty else { return "" }
    return "; known are " + known.prefix(20).map { JSONExcerpt.of(.string($0)) }.joined(separator: ", ")
  }

  /// Without case, `_` and `-`; the first 64 scalars.
  private static func simplified(_ name: String) -> [Unicode.Scalar] {
    name.unicodeScalars.prefix(64).filter { $0 != "_" && $0 != "-" }
      .map { $0.isASCII ? $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 : $0 }
  }

  private static func contains(_ long: [Unicode.Scalar], _ short: [Unicode.Scalar]) -> Bool {
    guard long.count >= short.count else { return false }
    return (0...long.count - short.count).contains { long[$0...].starts(with: short) }
  }

  /// Insertions, deletions, changes and swaps of neighbours.
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
