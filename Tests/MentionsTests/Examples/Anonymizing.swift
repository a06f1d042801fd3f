import Mentions
import TextModel

/// Plans a text that names nobody: “…” for each mention.
func anonymized(_ range: TextRange, of document: MentionsDocument) -> EditPlan {
  document.transform(range) { source in
    var result = TransformedText(of: source)
    for piece in source.pieces {
      switch piece {
      case .plain: result.append(piece)
      case .mention(let index):
        result.leaveOut(mention: index)
        result.append("…".utf8)
      }
    }
    return result
  }
}
