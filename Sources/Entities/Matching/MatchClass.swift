/// How much a match is worth, best first (the behaviour, section 8). Within a class everything that matches is
/// compared; a later class is only searched where the earlier ones have not filled the list.
public enum MatchClass: Int, CaseIterable, Comparable, Sendable {
  /// The key is a whole text.
  case exact
  /// The key, or each of its words, begins something.
  case strong
  /// The key's letters occur in order.
  case weak
  /// The key matches once typing errors are mended.
  case mended
  /// The key is empty: everything matches.
  case everybody

  public static func < (a: MatchClass, b: MatchClass) -> Bool { a.rawValue < b.rawValue }

  /// All classes of a key that is not empty.
  static let searched = allCases.filter { $0 != .everybody }
}
