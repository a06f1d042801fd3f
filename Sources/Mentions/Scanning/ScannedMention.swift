public import Entities
public import TextModel

/// A mention that was read in a text.
public struct ScannedMention: Hashable, Sendable {
  /// Who is meant.
  public enum Meaning: Hashable, Sendable {
    case known(Entity)
    /// At least two, in the order in which they are known.
    case ambiguous([Entity])
    /// Somebody whom none of the sources has.
    case unknown
    /// Somebody who goes by another handle or name now.
    case stale(Entity)
  }

  /// The visible part, in UTF-8 offsets.
  public var range: TextRange
  /// What of the text was looked up: `ada` of `@ada`.
  public var key: String
  /// Its place in the policy's triggers; nil for what a format without a trigger wrote.
  public var trigger: Int?
  public var meaning: Meaning

  public init(range: TextRange, key: String, trigger: Int?, meaning: Meaning) {
    self.range = range
    self.key = key
    self.trigger = trigger
    self.meaning = meaning
  }

  /// Who is meant, where that is one entity.
  public var entity: Entity? {
    switch meaning {
    case .known(let entity), .stale(let entity): entity
    case .ambiguous, .unknown: nil
    }
  }
}
