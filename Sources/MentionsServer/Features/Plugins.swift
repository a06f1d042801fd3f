import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextEvents
import TextModel

/// Starting and ending the programs of plug-ins (`"plugins"` in the settings), and setting them up for documents.
extension Session {
  /// Applies the plug-ins of new settings.
  func applyPlugins() {
    for entry in plugins.configure(settings.all.flatMap(\.plugins)) {
      retire(entry)
      plugins.end(entry.key)
    }
    setUpPlugins()
  }

  /// Sets each registered plug-in up for the open documents whose settings contain it, after starting its program if
  /// necessary. Asks it to clean up the documents whose settings no longer contain it.
  func setUpPlugins() {
    for entry in plugins.entries where !entry.isUnregistered {
      let wanted = openKeys.filter { key in
        documents[key].map { settings[$0.uri].plugins.contains(entry.specification) } ?? false
      }
      for key in openKeys where entry.documents.contains(key) && !wanted.contains(key) {
        cleanUp(entry, in: key)
      }
      guard !wanted.isEmpty else { continue }
      if !entry.isRunning { startProgram(of: entry) }
      for key in wanted where !entry.documents.contains(key) { setUp(entry, in: key) }
    }
  }

  /// Starts a program, which is unregistered if it does not answer `setUp` in time.
  private func startProgram(of entry: PluginPrograms.Entry) {
    let number = plugins.begin(entry.key)
    perform(.startPlugin(entry.specification, key: entry.key, start: number))
    let due = now.advanced(by: plugins.policy.setUpTime)
    start { session async throws(RPCError) in
      if try await session.until(.pluginSetUp(start: number), by: due) { return }
      guard let entry = session.plugins[entry.key] else { return }
      session.unregister(
        entry, "because it did not answer setUp within \(session.plugins.policy.setUpTime) ms")
    }
  }

  private func setUp(_ entry: PluginPrograms.Entry, in key: DocumentURI) {
    guard let document = documents[key] else { return }
    document.textEvents.begin()
    plugins.setUp(key, for: entry.key)
    let buffer = document.mentions.text.buffer
    var shown: JSONObject = [
      "uri": .string(document.uri.text), "languageId": .string(document.languageID),
      "version": .integer(document.version),
    ]
    if buffer.count <= plugins.policy.longestText { shown["text"] = .string(buffer.string(in: buffer.range)) }
    send(
      [
        "event": "setUp", "document": .object(shown),
        "positionEncoding": .string(positions.encoding.rawValue),
      ], to: entry)
  }

  private func cleanUp(_ entry: PluginPrograms.Entry, in key: DocumentURI) {
    plugins.cleanUp(key, for: entry.key)
    send(["event": "cleanUp", "document": ["uri": .string((documents[key]?.uri ?? key).text)]], to: entry)
  }

  /// Cleans up plug-ins before a document is closed.
  func closePlugins(in key: DocumentURI) {
    for entry in plugins.entries where entry.documents.contains(key) { cleanUp(entry, in: key) }
    plugins.forget(key)
  }

  /// Ends all plug-ins before the server ends.
  func endPlugins() {
    for entry in plugins.entries where entry.isRunning {
      retire(entry)
      plugins.unregister(entry.key)
    }
  }

  /// Asks a running program to clean up its documents, then ends it.
  private func retire(_ entry: PluginPrograms.Entry) {
    guard entry.isRunning else { return }
    for key in openKeys where entry.documents.contains(key) { cleanUp(entry, in: key) }
    perform(.stopPlugin(key: entry.key))
  }

  /// Sends one line to a program.
  private func send(_ message: JSONObject, to entry: PluginPrograms.Entry) {
    perform(.tellPlugin(key: entry.key, JSONWriter.bytes(of: JSONValue.object(message)) + [0x0A]))
  }
}

/// The state of a document's plug-ins.
struct DocumentPlugins {
  /// The number of the last creation about which the deciding plug-in was asked.
  fileprivate var creationAsked: Int?
  /// The open question of whether to offer entities for that creation.
  fileprivate var offerQuestion: Int?
  fileprivate var changes = RevertibleChanges()
}

// MARK: - Messages to programs

/// Messages to the programs of plug-ins: events of documents, and questions to the deciding one.
extension Session {
  private func send(_ message: @autoclosure () -> JSONObject, toPluginsOf key: DocumentURI) {
    let hearing = plugins.entries.filter { $0.documents.contains(key) }
    guard !hearing.isEmpty else { return }
    let message = message()
    for entry in hearing { send(message, to: entry) }
  }

  /// Sends a document's plug-ins an action of the user, in the form of `mentions/textEvent`.
  func sendTextEvent(_ event: MentionsTextEventParams, toPluginsOf key: DocumentURI) {
    guard plugins.isSetUp(for: key), let document = documents[key],
      var message = RPCPayload(event).tree.objectValue
    else { return }
    message["version"] = .integer(document.version)
    send(message, toPluginsOf: key)
  }

  /// Notifies a document's plug-ins that a mention was created, trimmed or removed. Asks the deciding plug-in whether
  /// to allow an accepted offer or a removal.
  func informPlugins(of effect: MentionsEffect, in key: DocumentURI) {
    switch effect {
    case .didAccept(let annotation): askPluginToAccept(annotation, in: key)
    case .didCreate(let annotation): sendMention("created", annotation, toPluginsOf: key)
    case .didTrim(let annotation): sendMention("trimmed", annotation, toPluginsOf: key)
    case .didDelete(let annotation), .didDeleteAdded(let annotation): mentionDeleted(annotation, in: key)
    default: break
    }
  }

  private func sendMention(_ what: String, _ annotation: Annotation, toPluginsOf key: DocumentURI) {
    guard plugins.isSetUp(for: key), let document = documents[key] else { return }
    let mention = mentionTranslation(for: key).info(annotation, in: document.mentions.text)
    send(
      [
        "event": "mention", "what": .string(what), "textDocument": ["uri": .string(document.uri.text)],
        "version": .integer(document.version), "mention": RPCPayload(mention).tree,
      ], toPluginsOf: key)
  }

  /// Records a change of a document. Questions to the deciding plug-in that arise while the effects of the change are
  /// performed refer to it, so that it can be reverted.
  ///
  /// - Parameters:
  ///   - version: the version before the change, for which plug-ins may still send edits for a short time.
  ///   - report: queues the effects of the change.
  func beginPluginChange(
    _ change: Change, after version: Int, in key: DocumentURI, _ report: () -> Void
  ) {
    guard plugins.isSetUp(for: key) else { return report() }
    plugins.noteVersion(version, of: key, end: now)
    withDocument(key) { $0.plugins.changes.begin(change) }
    report()
    start { session in session.withDocument(key) { $0.plugins.changes.end() } }
  }

  // MARK: Asking

  /// The deciding plug-in of a document.
  private func controller(of key: DocumentURI) -> PluginPrograms.Entry? {
    plugins.controller.flatMap { plugins[$0] }.flatMap { $0.documents.contains(key) ? $0 : nil }
  }

  /// Whether a query must wait because the deciding plug-in has not allowed offers yet. Asks the plug-in once per
  /// creation.
  func holdsOffer(_ query: Query, in key: DocumentURI) -> Bool {
    guard let controller = controller(of: key), let document = documents[key] else { return false }
    if document.plugins.creationAsked == document.mentions.creationNumber {
      return document.plugins.offerQuestion != nil
    }
    if let outdated = document.plugins.offerQuestion { plugins.decisions.decide(outdated, isAllowed: true) }
    let question = ask(
      controller, "offer", in: document,
      ["key": .string(query.key), "controlCharacter": query.controlCharacter.map { .string($0) } ?? .null])
    document.plugins.creationAsked = document.mentions.creationNumber
    document.plugins.offerQuestion = question
    start { session async throws(RPCError) in
      let isAllowed = try await session.isAllowed(question)
      // Another creation may have begun since, with a question of its own.
      guard let document = session.documents[key], document.plugins.offerQuestion == question else { return }
      document.plugins.offerQuestion = nil
      guard let query = document.mentions.query else { return }
      if isAllowed {
        session.search(query, in: key)
      } else {
        session.update(key) { $0.cancel(now: session.now) }
      }
    }
    return true
  }

  /// Asks the deciding plug-in about a mention created from an offer.
  private func askPluginToAccept(_ annotation: Annotation, in key: DocumentURI) {
    guard let controller = controller(of: key), let document = documents[key] else { return }
    let question = ask(
      controller, "accept", in: document, ["entity": EntityTranslation.json(annotation.entity)])
    start { session async throws(RPCError) in
      if try await session.isAllowed(question) { return }
      session.update(key) { $0.refuseAcceptance(of: annotation.id, now: session.now) }
    }
  }

  /// Handles the removal of a mention. If an edit caused it, the deciding plug-in may object.
  private func mentionDeleted(_ annotation: Annotation, in key: DocumentURI) {
    sendMention("removed", annotation, toPluginsOf: key)
    guard let controller = controller(of: key), let document = documents[key],
      let change = document.plugins.changes.openQuestion()
    else { return }
    let question = ask(
      controller, "delete", in: document, ["entity": EntityTranslation.json(annotation.entity)])
    start { session async throws(RPCError) in
      let isAllowed = try await session.isAllowed(question)
      let edits = document.plugins.changes.closeQuestion(about: change, reverts: !isAllowed)
      if isAllowed { return }
      guard let edits else {
        return session.log(
          .info, "the mention cannot be restored: it has been restored already, or its text has changed")
      }
      document.mentions.expectPuttingBack()
      session.applyEdits(edits, in: key, label: "Restore mention")
    }
  }

  /// Asks the deciding plug-in. Returns the number of the question.
  private func ask(
    _ entry: PluginPrograms.Entry, _ what: String, in document: OpenDocument, _ more: JSONObject
  ) -> Int {
    let due = now.advanced(by: plugins.policy.decisionTime)
    let question = plugins.decisions.ask(in: document.uri, due: due)
    var message: JSONObject = [
      "decide": .integer(question), "what": .string(what),
      "textDocument": ["uri": .string(document.uri.text)], "version": .integer(document.version),
    ]
    for (name, value) in more.members { message[name] = value }
    send(message, to: entry)
    return question
  }

  /// Waits for the decision on a question. If there is no decision in time, the action is allowed, and a fault is
  /// reported.
  private func isAllowed(_ question: Int) async throws(RPCError) -> Bool {
    try await until(.decided(question), by: plugins.decisions.due(question))
    if plugins.decisions.isOpen(question), let controller = plugins.controller {
      // All late decisions count as one fault, since they have one cause.
      plugins.decisions.allowLate(at: now)
      fault("no decision within \(plugins.policy.decisionTime) ms, so the action is allowed", of: controller)
    }
    return !plugins.decisions.takeRefusal(of: question)
  }
}

// MARK: - Messages from programs

/// Handling messages from the programs of plug-ins, and their faults.
extension Session {
  func pluginSaid(_ event: PluginEvent, plugin key: String, start: Int) {
    guard let entry = plugins[key], entry.start == start, entry.isRunning else { return }
    switch event {
    case .lines(let lines):
      for line in lines where plugins[key]?.isRunning == true && plugins[key]?.start == start {
        receive(line, from: key)
      }
    case .flooded:
      fault(
        "sends more than \(PluginProcess.Policy().linesPerSecond) lines per second, or a line that is too long",
        of: key)
    case .stuck: fault("does not read its input", of: key)
    case .log(let line): log(.info, "plug-in \(key): \(personal: line)")
    case .ended(let reason):
      plugins.end(key)
      fault(reason, of: key)
      setUpPlugins()
    }
  }

  private func receive(_ line: [UInt8], from key: String) {
    guard let value = try? JSONParser.parse(line), let message = value.objectValue else {
      return refuse(.fault("expected one JSON object per line"), key)
    }
    let isAnswer = plugins[key]?.isSettingUp == true
    if isAnswer {
      plugins.noteSetUp(key)
      log(.info, "plug-in \(key) is set up")
    }
    do throws(PluginRefusal) {
      if isAnswer, let controls = message["controls"] { try takeControl(controls, key) }
      for (name, value) in message.members { try perform(name, value, in: message, from: key) }
    } catch {
      refuse(error, key)
    }
  }

  private func perform(
    _ name: String, _ value: JSONValue, in message: JSONObject, from key: String
  ) throws(PluginRefusal) {
    switch name {
    case "decide": try decide(value, message, key)
    case "edit":
      let params = try read(value, name, MentionsEditParams.self)
      try inDocument(params.textDocument, name, key) { session throws(RPCError) in
        let (document, plan) = try session.editPlan(params)
        try session.make(
          plan, in: params.textDocument.uri, document, readsText: true, label: "Edit by plug-in \(key)")
      }
    case "transform":
      let params = try read(value, name, MentionsTransformParams.self)
      try inDocument(params.textDocument, name, key) { session throws(RPCError) in
        let (document, plan) = try session.transformPlan(params)
        try session.make(plan, in: params.textDocument.uri, document, label: "Transform by plug-in \(key)")
      }
    case "attributes": try changeAttributes(value, key)
    case "accessories": try changeAccessories(value, key)
    // `controls` is evaluated only in the answer to the first `setUp`; `allow` and `reason` are evaluated together with
    // `decide`.
    case "controls", "allow", "reason": break
    default:
      let known = ["decide", "edit", "transform", "attributes", "accessories", "controls"]
      throw .fault(
        "\(name): unknown" + (NearestName.of(name, among: known).map { "; did you mean “\($0)”?" } ?? ""))
    }
  }

  /// Handles `mentions/attributes` from a plug-in; the plug-in receives the result.
  private func changeAttributes(_ value: JSONValue, _ key: String) throws(PluginRefusal) {
    let params = try read(value, "attributes", MentionsAttributesParams.self)
    let result = try changed("attributes", value, params.textDocument.uri, key) { session throws(RPCError) in
      try session.attributes(params)
    }
    guard let result else { return }
    if let refused = result.refused.first {
      throw .fault("attributes: add[\(refused.index)]: \(refused.reason)")
    }
    sendResult("attributes", result, params.textDocument.uri, key)
  }

  /// Handles `mentions/accessories` from a plug-in; the plug-in receives the result.
  private func changeAccessories(_ value: JSONValue, _ key: String) throws(PluginRefusal) {
    let params = try read(value, "accessories", MentionsAccessoriesParams.self)
    let result = try changed("accessories", value, params.textDocument.uri, key) { session throws(RPCError) in
      try session.accessories(params)
    }
    if let result { sendResult("accessories", result, params.textDocument.uri, key) }
  }

  /// Performs a change of attributes or accessories if the document still has the version that the plug-in names.
  /// Returns the result.
  private func changed<Result>(
    _ path: String, _ value: JSONValue, _ uri: DocumentURI, _ key: String,
    _ body: (Session) throws(RPCError) -> Result
  ) throws(PluginRefusal) -> Result? {
    let identifier = OptionalVersionedTextDocumentIdentifier(
      uri: uri, version: value["textDocument"]?["version"]?.intValue)
    var result: Result?
    try inDocument(identifier, path, key) { session throws(RPCError) in
      _ = try session.currentDocument(identifier)
      result = try body(session)
    }
    return result
  }

  private func sendResult(_ event: String, _ result: some JSONWritable, _ uri: DocumentURI, _ key: String) {
    guard let entry = plugins[key] else { return }
    var message = RPCPayload(result).tree.objectValue ?? JSONObject()
    message["event"] = .string(event)
    message["textDocument"] = ["uri": .string(uri.text)]
    send(message, to: entry)
  }

  private func read<P: JSONReadable>(
    _ value: JSONValue, _ path: String, _ type: P.Type
  ) throws(PluginRefusal) -> P {
    do throws(JSONError) {
      return try P(json: value)
    } catch {
      throw .fault("\(path): \(error.message)")
    }
  }

  /// Performs an operation in one of the plug-in's documents, and converts the operation's errors to refusals: a
  /// version that was replaced only recently, and an operation that the client does not support, are not faults of the
  /// plug-in.
  private func inDocument(
    _ identifier: OptionalVersionedTextDocumentIdentifier, _ path: String, _ key: String,
    _ body: (Session) throws(RPCError) -> Void
  ) throws(PluginRefusal) {
    guard plugins[key]?.documents.contains(identifier.uri) == true else {
      if plugins[key]?.formerDocuments.contains(identifier.uri) == true {
        throw .void("\(path): the document is closed")
      }
      throw .fault("\(path).textDocument: the plug-in was not set up for \(identifier.uri)")
    }
    guard let version = identifier.version else { throw .fault("\(path).textDocument.version: missing") }
    do throws(RPCError) {
      try body(self)
    } catch {
      let reason = "\(path): \(error.message)"
      switch error.code {
      case .contentModified where plugins.isRecent(version, of: identifier.uri, now: now): throw .void(reason)
      // The client does not support the operation, so the plug-in is not at fault.
      case .requestFailed: throw .void(reason)
      default: throw .fault(reason)
      }
    }
  }

  private func takeControl(_ value: JSONValue, _ key: String) throws(PluginRefusal) {
    guard value == "mentions" else { throw .fault("controls: expected “mentions”") }
    guard plugins.takeControl(key) else {
      throw .fault("controls: plug-in \(plugins.controller ?? "") already controls mentions")
    }
  }

  // MARK: Deciding

  private func decide(
    _ value: JSONValue, _ message: JSONObject, _ key: String
  ) throws(PluginRefusal) {
    guard case .integer(let question) = value, plugins.decisions.wasAsked(question), plugins.controller == key
    else { throw .fault("decide: there is no question with this number") }
    // If the question is closed, the decision is late or repeated. A late one was already reported as a fault.
    guard plugins.decisions.isOpen(question) else { return }
    guard case .bool(let isAllowed)? = message["allow"] else {
      plugins.decisions.decide(question, isAllowed: true)
      throw .fault("allow: expected true or false")
    }
    plugins.decisions.decide(question, isAllowed: isAllowed)
    if isAllowed { return }
    let reason = message["reason"]?.stringValue.map { ": \($0)" } ?? ""
    log(.info, "plug-in \(key) did not allow the action\(personal: reason)")
  }

  // MARK: Faults

  /// Refuses a message. Notifies the plug-in, and the user if the plug-in is at fault.
  private func refuse(_ refusal: PluginRefusal, _ key: String) {
    if let entry = plugins[key], entry.isRunning {
      send(["event": "refused", "reason": .string(refusal.reason)], to: entry)
    }
    switch refusal {
    case .fault(let reason): fault(reason, of: key)
    case .void(let reason): log(.info, "rejected a message from plug-in \(key): \(personal: reason)")
    }
  }

  /// Handles a fault of a plug-in. After several faults it is unregistered.
  private func fault(_ reason: String, of key: String) {
    tellUser(.warning, "plug-in \(key): \(reason)", about: .plugin(key))
    guard plugins.noteFault(of: key), let entry = plugins[key] else { return }
    unregister(entry, "after \(plugins.policy.mostFaults) faults")
  }

  private func unregister(_ entry: PluginPrograms.Entry, _ why: String) {
    tellUser(.error, "plug-in \(entry.key): unregistered \(why)", about: .plugin(entry.key))
    retire(entry)
    plugins.unregister(entry.key)
  }
}

/// The reason why a message from a plug-in is refused.
private enum PluginRefusal: Error {
  case fault(String)
  /// The plug-in is not at fault: its information was outdated, or the client does not support the operation.
  case void(String)

  var reason: String {
    switch self {
    case .fault(let reason), .void(let reason): reason
    }
  }
}
