import LanguageProtocol
import Mentions

/// The tokens that a client was sent last, so that the next answer can be a difference.
struct SemanticTokenCache {
  let resultID: Int
  /// The store's revision that the tokens show.
  let revision: Int
  /// How many annotations there were.
  let annotations: Int
  /// Whether there were attributes, which make tokens of their own and parts of others.
  let hasAttributes: Bool
  /// Which modifiers the styles had.
  let styles: Int
  let data: [Int]

  /// Whether each annotation is one token, so that places in the one list are places in the other.
  private var isUniform: Bool { !hasAttributes && data.count == annotations * 5 }

  init(_ data: [Int], of document: MentionsDocument, _ translation: SemanticTokenTranslation, resultID: Int) {
    self.resultID = resultID
    revision = document.annotations.revision
    annotations = document.annotations.count
    hasAttributes = !document.attributes.isEmpty
    styles = translation.styles.revision
    self.data = data
  }

  /// What changed since, as one edit of the number list. Costs what changed where the store can tell,
  /// else the whole list.
  func delta(
    to document: MentionsDocument, by translation: SemanticTokenTranslation, resultID: Int
  ) -> (edit: SemanticTokensEdit?, next: SemanticTokenCache) {
    let store = document.annotations
    func change(_ old: Swift.Range<Int>, to new: [Int]) -> (SemanticTokensEdit?, SemanticTokenCache) {
      let isSame = data[old].elementsEqual(new)
      var next = data
      if !isSame { next.replaceSubrange(old, with: new) }
      return (
        isSame ? nil : SemanticTokensEdit(start: old.lowerBound, deleteCount: old.count, data: new),
        SemanticTokenCache(next, of: document, translation, resultID: resultID)
      )
    }
    if isUniform, document.attributes.isEmpty, styles == translation.styles.revision,
      let untouched = store.untouched(since: revision)
    {
      let middle = untouched.prefix..<store.count - untouched.suffix
      let new = translation.tokens(of: middle, in: document)
      if new.count == middle.count * 5 {
        return change(untouched.prefix * 5..<(annotations - untouched.suffix) * 5, to: new)
      }
    }
    let all = translation.tokens(of: document)
    let prefix = zip(data, all).prefix { $0 == $1 }.count
    let suffix = zip(data[prefix...].reversed(), all[prefix...].reversed()).prefix { $0 == $1 }.count
    return change(prefix..<data.count - suffix, to: Array(all[prefix..<all.count - suffix]))
  }
}
