import JSONText
import LanguageProtocol
import Mentions

/// How mentions and what the host has put on the text are shown.
extension Session {
  /// How a document's mentions and attributes are shown.
  func styleSheet(for document: DocumentURI) -> StyleSheet {
    StyleSheet(styles: settings[document].styles, names: styleNames)
  }

  /// Tells of a document's mentions.
  func mentionTranslation(for document: DocumentURI) -> MentionTranslation {
    MentionTranslation(positions: positions, styles: styleSheet(for: document))
  }

  /// Mentions or attributes look different although nobody edited.
  func refreshTokens() {
    guard client.refreshesSemanticTokens else { return }
    ask(.semanticTokensRefresh, JSONValue?.none) { _, _ in }
  }

  // MARK: Hints and lenses

  /// What is shown after mentions, or above them, may be others although nobody edited. A client that has not asked since it
  /// was told is not told again.
  func refreshAccessories(of key: DocumentURI) {
    guard let document = documents[key] else { return }
    let membership = document.mentions.annotations.membershipRevision
    let settings = settings[key]
    let places = document.mentions.accessories.accessories.filter { $0.anchor == .mentions }.map(\.place)
    if let hinted = document.hinted, hinted.membership != membership,
      settings.inlayHint != nil || settings.nameHints || places.contains(.after)
    {
      document.hinted = nil
      refreshInlayHints()
    }
    if let counted = document.counted, counted.membership != membership,
      settings.codeLens != .off || places.contains(.above)
    {
      document.counted = nil
      refreshCodeLenses()
    }
  }

  /// Other people are known now: who is meant, and who is unknown, may be others. Clients are told once for all documents.
  func refreshNames() {
    var (hints, lenses) = (false, false)
    for key in openKeys {
      guard let document = documents[key] else { continue }
      if let hinted = document.hinted, hinted.people != peopleRevision, settings[key].nameHints {
        document.hinted = nil
        hints = true
      }
      if let counted = document.counted, counted.people != peopleRevision, settings[key].codeLens != .off {
        document.counted = nil
        lenses = true
      }
    }
    if hints { refreshInlayHints() }
    if lenses { refreshCodeLenses() }
  }

  func refreshInlayHints() {
    announce(.inlayHint, client.inlayHints)
    guard client.inlayHints.refreshes else { return }
    ask(.inlayHintRefresh, JSONValue?.none) { _, _ in }
  }

  func refreshCodeLenses() {
    announce(.codeLens, client.codeLenses)
    guard client.codeLenses.refreshes else { return }
    ask(.codeLensRefresh, JSONValue?.none) { _, _ in }
  }

  /// Tells the client that there is now something to ask for, where `initialize` did not.
  private func announce(_ method: Method, _ feature: ClientFeatures.ShownFeature) {
    guard feature.registers, announced.insert(method).inserted else { return }
    let registration = Registration(
      id: "mentions-\(method.rawValue)", method: method,
      registerOptions: .object(["documentSelector": .null, "resolveProvider": true]))
    ask(.registerCapability, RegistrationParams(registrations: [registration])) { _, _ in }
  }
}
