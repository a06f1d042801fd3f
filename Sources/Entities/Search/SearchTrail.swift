/// What searches for ever longer keys have found, so that the search for the next key goes on from there while somebody
/// types. The answers are the same as without it.
///
/// Texts that hold a key's letters in order hold those of each of its beginnings. So of the entities that were looked at
/// for a beginning only those count that held it. The way back, by deleting, is kept as well.
public struct SearchTrail: Sendable {
  /// What is known about a key that was looked for as a subsequence.
  struct Step: Sendable {
    /// Folded.
    let key: [UInt8]
    /// All entities in front of this index have been looked at.
    var end = 0
    /// Those of them that hold the key, ascending.
    var holders: [UInt32] = []
  }

  /// Longer keys forget their first letters' steps, and steps with more holders are not worth keeping.
  private static let mostSteps = 32
  private static let mostHolders = 1 << 14

  /// A catalog lives no longer for being searched.
  private weak var catalog: EntityCatalog?
  /// Each key is a beginning of the next.
  private var steps: [Step] = []

  public init() {}

  /// What is known about the longest beginning of a key, the key itself included, in a catalog. What it is no
  /// continuation of is forgotten.
  mutating func step(towards key: [UInt8], in catalog: EntityCatalog) -> Step? {
    if self.catalog !== catalog { self = SearchTrail() }
    self.catalog = catalog
    while let last = steps.last, !key.starts(with: last.key) { steps.removeLast() }
    return steps.last
  }

  /// Notes what has become known about the key that was asked for last.
  mutating func add(_ step: Step) {
    if step.holders.count > Self.mostHolders { return }
    if steps.last?.key == step.key { steps.removeLast() }
    if steps.count == Self.mostSteps { steps.removeFirst() }
    steps.append(step)
  }
}
