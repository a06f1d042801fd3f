import JSONText
import LanguageProtocol
import Mentions
import TextEvents
import TextModel

/// What the programs of plug-ins hear of documents, and what the one that decides is asked.
extension Session {
  private func tellPlugins(of key: DocumentURI, _ message: @autoclosure () -> JSONObject) {
    let hearing = plugins.entries.filter { $0.documents.contains(key) }
    guard !hearing.isEmpty else { return }
    let message = message()
    for entry in hearing { tell(entry, message) }
  }

  /// What the user did, as `mentions/textEvent` has it.
  func tellPlugins(_ event: MentionsTextEventParams, in key: DocumentURI) {
    guard plugins.hear(of: key), let document = documents[key],
      var message = RPCPayload(event).tree.objectValue
    else { return }
    message["version"] = .integer(document.version)
    tellPlugins(of: key, message)
  }

  /// What became of a mention: `created`, `trimmed` or `removed`.
  func tellPlugins(_ what: String, _ annotation: Annotation, in key: DocumentURI) {
    guard plugins.hear(of: key), let document = documents[key] else { return }
    let mention = mentionTranslation(for: key).info(annotation, in: document.mentions.text)
    tellPlugins(
      of: key,
      [
        "event": "mention", "what": .string(what), "textDocument": ["uri": .string(document.uri.text)],
        "version": .integer(document.version), "mention": RPCPayload(mention).tree,
      ])
  }

  /// The text of a document has changed. `report`: takes down what follows from that.
  func notePluginChange(
    _ change: DocumentChange?, after version: Int, in key: DocumentURI, _ report: () -> Void
  ) {
    guard let change, plugins.hear(of: key) else { return report() }
    plugins.noteVersion(version, of: key, end: now)
    plugins.questions.beginChange(EditBatch(change.edits).netChanges(), of: key)
    report()
    then { $0.plugins.questions.endChange(of: key) }
  }

  // MARK: Asking

  /// The plug-in that decides about a document.
  private func controller(of key: DocumentURI) -> PluginPrograms.Entry? {
    plugins.controller.flatMap { plugins[$0] }.flatMap { $0.documents.contains(key) ? $0 : nil }
  }

  /// Whether a query waits for a plug-in to allow that anything is offered. It is asked once for each mention being made.
  func holdsOffer(_ query: Query, in key: DocumentURI) -> Bool {
    guard let controller = controller(of: key), let document = documents[key] else { return false }
    if document.decidedCreation == document.mentions.creationNumber {
      return plugins.questions.replaceOffer(in: key, by: query)
    }
    document.decidedCreation = document.mentions.creationNumber
    plugins.questions.dropOffer(in: key)
    ask(
      controller, .offer(query), "offer", in: key,
      ["key": .string(query.key), "controlCharacter": query.controlCharacter.map { .string($0) } ?? .null])
    return true
  }

  /// A mention was made of an offer.
  func askToAccept(_ annotation: Annotation, in key: DocumentURI) {
    guard let controller = controller(of: key) else { return }
    ask(
      controller, .accept(annotation.id), "accept", in: key,
      ["entity": EntityTranslation.json(annotation.entity)])
  }

  /// A mention is removed, or made plain text. Where an edit has done that, somebody may object.
  func mentionDeleted(_ annotation: Annotation, in key: DocumentURI) {
    tellPlugins("removed", annotation, in: key)
    guard let controller = controller(of: key), let change = plugins.questions.change(of: key) else { return }
    ask(
      controller, .delete(change: change), "delete", in: key,
      ["entity": EntityTranslation.json(annotation.entity)])
  }

  private func ask(
    _ entry: PluginPrograms.Entry, _ matter: PluginQuestions.Question.Matter, _ what: String,
    in key: DocumentURI, _ more: JSONObject
  ) {
    guard let document = documents[key] else { return }
    let due = now.advanced(by: plugins.policy.decisionTime)
    var message: JSONObject = [
      "decide": .integer(plugins.questions.ask(matter, in: key, due: due)), "what": .string(what),
      "textDocument": ["uri": .string(document.uri.text)], "version": .integer(document.version),
    ]
    for (name, value) in more.members { message[name] = value }
    tell(entry, message)
    wakeForPlugins()
  }
}
