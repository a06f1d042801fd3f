import Entities
import LanguageProtocol
import Mentions

/// What hosts that opted in hear (the behaviour, section 10).
extension Session {
  func tellHost(_ method: Method, _ annotation: Annotation, in key: DocumentURI) {
    guard client.wantsNotifications, let document = documents[key] else { return }
    let mention = mentionTranslation(for: key).info(annotation, in: document.mentions.text)
    notify(
      method,
      MentionsDidChangeMentionParams(
        textDocument: TextDocumentIdentifier(uri: document.uri), version: document.version, mention: mention))
  }

  func tellHost(selected entity: Entity, index: Int, in key: DocumentURI) {
    guard client.wantsNotifications, let document = documents[key] else { return }
    notify(
      .mentionsDidSelect,
      MentionsDidSelectParams(
        textDocument: TextDocumentIdentifier(uri: document.uri), entity: EntityTranslation.whole(entity),
        index: index))
  }

  func tellHost(_ phase: CreationPhase, in key: DocumentURI) {
    guard client.wantsNotifications, let document = documents[key] else { return }
    var params = MentionsDidChangeStateParams(
      textDocument: TextDocumentIdentifier(uri: document.uri), state: .quiescent)
    if case .creating(let creation) = phase {
      params.state = .creating
      params.kind = MentionSearchType(rawValue: creation.kind.rawValue)
      params.controlCharacter = creation.controlCharacter
    }
    notify(.mentionsDidChangeState, params)
  }

  func tell(_ event: ChooserEvent, in key: DocumentURI) {
    // Answers that came at once have been told of, and may have left nothing that could have changed.
    guard event != .changed || documents[key]?.mentions.chooser.isVisible == true else { return }
    tellHost(event, in: key)
  }

  private func tellHost(_ event: ChooserEvent, in key: DocumentURI) {
    guard client.wantsNotifications, let document = documents[key] else { return }
    let mentions = document.mentions
    let params = MentionsChooserParams(
      textDocument: TextDocumentIdentifier(uri: document.uri),
      event: ChooserEventName(rawValue: event.rawValue),
      range: mentions.creation.map { positions.range($0.range, in: mentions.text) },
      generation: mentions.chooser.queryID, count: mentions.chooser.count,
      loading: mentions.chooser.isLoading, borderMode: .none)
    // One key may change the chooser twice without a difference that shows.
    guard params != document.lastChooser else { return }
    withDocument(key) { $0.lastChooser = params }
    notify(.mentionsChooser, params)
  }
}
