import Entities

/// What several annotated texts say of one stretch of bytes.
enum MarkAgreement {
  case none, disagree
  case marks([AnnotatedText.Mark])

  /// Candidates are given latest first.
  init(_ candidates: [[AnnotatedText.Mark]]) {
    guard let first = candidates.first else {
      self = .none
      return
    }
    self = candidates.dropFirst().contains { Self.contradicts($0, first) } ? .disagree : .marks(first)
  }

  /// Whether both annotate some byte, and not with the same entity.
  static func contradicts(_ a: [AnnotatedText.Mark], _ b: [AnnotatedText.Mark]) -> Bool {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let isShared = a[i].range.overlaps(b[j].range)
      if isShared, !a[i].content.entity.isSameEntity(as: b[j].content.entity) { return true }
      if a[i].range.upperBound <= b[j].range.upperBound { i += 1 } else { j += 1 }
    }
    return false
  }
}
