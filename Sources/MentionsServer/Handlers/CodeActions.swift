import LanguageProtocol

/// `textDocument/codeAction`: what every family of messages has to offer.
extension Session {
  func codeActions(_ params: CodeActionParams) -> [CodeActionAnswer] {
    quickFixes(params) + transformActions(params)
  }
}
