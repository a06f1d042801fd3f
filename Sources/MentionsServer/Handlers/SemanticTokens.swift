import LanguageProtocol
import Mentions

/// `textDocument/semanticTokens/full`, `full/delta` and `range`.
extension Session {
  func semanticTokensFull(_ params: SemanticTokensParams) -> SemanticTokens {
    fullTokens(of: params.textDocument.uri)
  }

  func semanticTokensDelta(_ params: SemanticTokensDeltaParams) -> SemanticTokensDeltaResult {
    let key = params.textDocument.uri
    guard let document = documents[key], let known = document.tokens,
      String(known.resultID) == params.previousResultId
    else { return .tokens(fullTokens(of: key)) }
    let (edit, next) = known.delta(
      to: document.mentions, by: tokenTranslation(for: key), resultID: nextResultID())
    withDocument(key) { $0.tokens = next }
    return .delta(SemanticTokensDelta(resultId: String(next.resultID), edits: edit.map { [$0] } ?? []))
  }

  func semanticTokensRange(_ params: SemanticTokensRangeParams) -> SemanticTokens {
    guard let document = documents[params.textDocument.uri] else { return SemanticTokens(data: []) }
    let mentions = document.mentions
    let range = positions.range(params.range, in: mentions.text)
    return SemanticTokens(
      data: tokenTranslation(for: params.textDocument.uri).tokens(in: range, of: mentions))
  }

  private func fullTokens(of key: DocumentURI) -> SemanticTokens {
    guard let document = documents[key] else { return SemanticTokens(data: []) }
    let translation = tokenTranslation(for: key)
    let cache = SemanticTokenCache(
      translation.tokens(of: document.mentions), of: document.mentions, translation, resultID: nextResultID())
    withDocument(key) { $0.tokens = cache }
    return SemanticTokens(resultId: String(cache.resultID), data: cache.data)
  }

  private func tokenTranslation(for key: DocumentURI) -> SemanticTokenTranslation {
    SemanticTokenTranslation(encoding: client.positionEncoding, styles: styleSheet(for: key))
  }
}
