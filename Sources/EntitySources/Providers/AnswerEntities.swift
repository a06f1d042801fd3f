import Entities

/// The entities of one answer, up to as many as anybody could look through.
struct AnswerEntities {
  /// Entities of one query that are kept; a chooser holds a few dozen.
  static let limit = ProviderProcess.Policy().entityLimit
  /// Bytes that a program may print for one query.
  static let outputLimit = 1 << 23

  private(set) var entities: [Entity] = []
  private var leftOut = 0

  mutating func take(_ entity: Entity) -> EntityReception {
    if entities.count < Self.limit { entities.append(entity) } else { leftOut += 1 }
    return .kept
  }

  /// Says so where there were too many.
  func finish(_ problems: inout SourceProblems) {
    guard leftOut > 0 else { return }
    problems.add(
      .warning, "the answer has more than \(Self.limit) entities; the rest is left out", details: "\(leftOut)"
    )
  }
}
