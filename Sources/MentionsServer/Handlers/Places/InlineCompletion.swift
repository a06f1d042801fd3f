import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/inlineCompletion`: the one person who fits, as ghost text.
extension Session {
  /// Nothing is shown while sources are asked or where several people fit: the list is there for those. What is accepted
  /// is recognised as an item of the list would be.
  func inlineCompletion(_ params: InlineCompletionParams) -> InlineCompletionList {
    let nothing = InlineCompletionList(items: [])
    let key = params.textDocument.uri
    guard let document = documents[key],
      let offset = positions.exactOffset(of: params.position, in: document.mentions.text),
      let offers = document.mentions.offers(), offers.range.end == offset, !offers.isIncomplete,
      offers.offers.count == 1
    else { return nothing }
    let translation = CompletionTranslation(
      positions: positions, client: client, loadingItem: "", document: document.number)
    guard let item = translation.inlineItem(offers, in: document.mentions) else { return nothing }
    offered.remember(offers, in: document.number)
    update(key) { $0.markShown() }
    return InlineCompletionList(items: [item])
  }
}
