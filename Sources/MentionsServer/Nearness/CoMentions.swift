import Entities

/// Who is mentioned together with those whom a document mentions.
package enum CoMentions {
  /// What being mentioned together once counts, beside an author of all lines at 100.
  static let points = 20
  /// More does not make anybody nearer.
  static let most = 60

  /// - Parameters:
  ///   - here: who is mentioned in the document.
  ///   - others: for each other place, who is mentioned there.
  /// - Returns: how near those are whom other places mention together with somebody of `here`; nobody of `here`.
  /// - Complexity: O(all people of all places).
  package static func points(of here: Set<EntityKey>, _ others: [Set<EntityKey>]) -> [EntityKey: Int] {
    var points: [EntityKey: Int] = [:]
    if here.isEmpty { return points }
    for other in others where !other.isDisjoint(with: here) {
      for key in other where !here.contains(key) {
        points[key] = min(points[key, default: 0] + Self.points, most)
      }
    }
    return points
  }
}
