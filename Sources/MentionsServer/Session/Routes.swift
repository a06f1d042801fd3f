import JSONText
import LanguageProtocol

/// Every message that the server understands, declared once. To add one, add a row here and a handler in the file of
/// its feature.
enum Routes {
  static let table = RouteTable(uniqueKeysWithValues: rows.map { ($0.method, $0) })

  /// Requests that clients send after each keystroke. Their answers do not depend on mentions in the text just edited.
  /// For this reason, the text is not read for mentions before such a request is handled.
  static let whileTyping: Set<Method> = [
    .completion, .completionItemResolve, .inlineCompletion, .mentionsChooserItems,
  ]

  /// The work of features that follows every event, once the handlers that waited for the event have resumed. The
  /// entries are performed in this order, so each sees the effects of the previous ones.
  static let followUps: [FollowUp] = [
    FollowUp(when: { $0.searches.hasNearQuestions }, Session.askWhoIsNear),
    FollowUp(when: { $0.progress.hasWork && $0.client.showsProgress }, Session.reportSearchProgress),
    FollowUp(
      when: {
        $0.indexing.settingsHaveChanged || $0.indexing.waiting > 0 || $0.indexing.progress != nil
      }, Session.advanceIndex),
    FollowUp(when: { $0.client.wantsSpelling }, Session.reportSpelling),
    FollowUp(when: { $0.kept.due != nil }, Session.writeKeptInTime),
  ]

  private static let rows: [Route] = [
    .waiting(.initialize, Session.initialize),
    .notification(.initialized, Session.initialized),
    .waiting(.shutdown, Session.shutdown),
    .notification(.exit, Session.exitNotification),
    .notification(.cancelRequest, Session.cancelRequest),
    .notification(.setTrace, Session.setTrace),
    .notification(.workDoneProgressCancel, Session.cancelProgress),

    .notification(.didOpen, Session.didOpen),
    .notification(.didChange, Session.didChange),
    .notification(.didSave, Session.didSave),
    .notification(.didClose, Session.didClose),

    .waiting(.completion, Session.completion),
    .waiting(.completionItemResolve, Session.resolveCompletionItem),
    .waiting(.semanticTokensFull, Session.semanticTokensFull),
    .request(.semanticTokensFullDelta, Session.semanticTokensDelta),
    .request(.semanticTokensRange, Session.semanticTokensRange),
    .waiting(.definition, Session.definition),
    .waiting(.declaration, Session.declaration),
    .waiting(.documentSymbol, Session.documentSymbols),
    .waiting(.documentLink, Session.documentLinks),
    .waiting(.documentLinkResolve, Session.resolveDocumentLink),
    .waiting(.selectionRange, Session.selectionRanges),
    .request(.foldingRange, Session.foldingRanges),
    .waiting(.linkedEditingRange, Session.linkedEditingRanges),
    .request(.inlineCompletion, Session.inlineCompletion),
    .waiting(.documentHighlight, Session.documentHighlight),
    .waiting(.hover, Session.hover),
    .waiting(.references, Session.references),
    .waiting(.prepareRename, Session.prepareRename),
    .waiting(.rename, Session.rename),
    .waiting(.workspaceSymbol, Session.workspaceSymbols),
    .waiting(.codeAction, Session.codeActions),
    .request(.codeActionResolve, Session.resolveCodeAction),
    .waiting(.inlayHint, Session.inlayHints),
    .waiting(.inlayHintResolve, Session.resolveInlayHint),
    .waiting(.codeLens, Session.codeLenses),
    .request(.codeLensResolve, Session.resolveCodeLens),
    .waiting(.diagnostic, Session.pullDiagnostics),
    .waiting(.executeCommand, Session.executeCommand),

    .notification(.didChangeConfiguration, Session.didChangeConfiguration),
    .notification(.didChangeWorkspaceFolders, Session.didChangeWorkspaceFolders),
    .notification(.didChangeWatchedFiles, Session.didChangeWatchedFiles),
    .notification(.didRenameFiles, Session.didRenameFiles),

    .request(.textDocumentContent, Session.textDocumentContent),

    .request(.mentionsList, Session.listMentions),
    .request(.mentionsAdd, Session.addMentions),
    .request(.mentionsRemove, Session.removeMentions),
    .request(.mentionsState, Session.mentionsState),
    .request(.mentionsExplain, Session.explainMentions),
    .waiting(.mentionsBackspace, Session.backspace),
    .request(.mentionsChooserItems, Session.chooserItems),
    .request(.mentionsSelect, Session.selectItem),
    .request(.mentionsEdit, Session.editMentions),
    .request(.mentionsTransform, Session.transformMentions),
    .request(.mentionsTransforms, Session.listTransforms),
    .request(.mentionsAttributes, Session.attributes),
    .request(.mentionsAccessories, Session.accessories),
    .request(.mentionsSpelling, Session.spelling),
    .notification(.mentionsDidChangeSelection, Session.didChangeSelection),
    .notification(.mentionsCancel, Session.cancelMention),
    .notification(.mentionsEntities, Session.entitiesArrived),
  ]
}

/// The messages that a session understands.
typealias RouteTable = [Method: Route]

/// Work of a feature after an event of any kind.
struct FollowUp: Sendable {
  /// Whether there is something to do. Called after each event, so it only reads a few flags.
  let isDue: @Sendable (Session) -> Bool
  let run: @Sendable (Session) -> Void

  init(
    when isDue: @escaping @Sendable (Session) -> Bool, _ run: @escaping @Sendable (Session) -> () -> Void
  ) {
    self.isDue = isDue
    self.run = { run($0)() }
  }
}

/// One message that clients may send: its method, its parameters, and its handler.
struct Route: Sendable {
  enum Kind: Sendable { case request, notification }

  let method: Method
  let kind: Kind
  /// Decodes the parameters and handles the message. Throws an error for invalid parameters, and the error of a handler
  /// that does not wait.
  let run: @Sendable (Session, _ params: RPCPayload, RPCID?) throws(RPCError) -> Void

  /// A request that is answered immediately.
  static func request<P: JSONReadable & SendableMetatype, R: JSONWritable & SendableMetatype>(
    _ method: Method, _ handler: @escaping @Sendable (Session) -> (P) throws(RPCError) -> R
  ) -> Route {
    Route(method: method, kind: .request) { session, params, id throws(RPCError) in
      let result = try handler(session)(decode(params, of: method))
      if let id { session.answer(id, result) }
    }
  }

  /// A request whose handler may wait.
  static func waiting<P: JSONReadable & SendableMetatype, R: JSONWritable & SendableMetatype>(
    _ method: Method, _ handler: @escaping @Sendable (Session) -> (P) async throws(RPCError) -> R
  ) -> Route {
    Route(method: method, kind: .request) { session, params, id throws(RPCError) in
      let params: P = try decode(params, of: method)
      guard let id else { return }
      session.start(id) { session async throws(RPCError) in try await handler(session)(params) }
    }
  }

  static func notification<P: JSONReadable & SendableMetatype>(
    _ method: Method, _ handler: @escaping @Sendable (Session) -> (P) throws(RPCError) -> Void
  ) -> Route {
    Route(method: method, kind: .notification) { session, params, _ throws(RPCError) in
      try handler(session)(decode(params, of: method))
    }
  }

  /// Decodes parameters. If they are absent or `null`, decodes an empty object instead.
  private static func decode<P: JSONReadable>(
    _ params: RPCPayload, of method: Method
  ) throws(RPCError) -> P {
    do {
      return try (params.isNull ? .emptyObject : params).read(P.self)
    } catch {
      throw RPCError(.invalidParams, "\(method): \(error.message)")
    }
  }
}

extension RPCPayload {
  fileprivate static let emptyObject = RPCPayload(json: [0x7B, 0x7D])
}
