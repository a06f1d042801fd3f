import JSONText
import LanguageProtocol

/// How mentions and what the host has put on the text are shown.
extension Session {
  /// How a document's mentions and attributes are shown.
  func styleSheet(for document: DocumentURI) -> StyleSheet {
    StyleSheet(styles: settings[document].styles, names: styleNames)
  }

  /// Mentions or attributes look different although nobody edited.
  func refreshTokens() {
    guard client.refreshesSemanticTokens else { return }
    ask(.semanticTokensRefresh, JSONValue?.none) { _, _ in }
  }
}
