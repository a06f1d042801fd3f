import LanguageProtocol

/// Every message that the server understands, declared once: to add one, add a row here and a
/// handler in `Handlers`.
enum Routes {
  static let table = RouteTable(uniqueKeysWithValues: rows.map { ($0.method, $0) })

  private static let rows: [Route] = [
    .waiting(.initialize, Session.initialize),
    .notification(.initialized, Session.initialized),
    .request(.shutdown, Session.shutdown),
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
    .request(.semanticTokensFull, Session.semanticTokensFull),
    .request(.semanticTokensFullDelta, Session.semanticTokensDelta),
    .request(.semanticTokensRange, Session.semanticTokensRange),
    .waiting(.definition, Session.definition),
    .waiting(.declaration, Session.declaration),
    .waiting(.documentSymbol, Session.documentSymbols),
    .waiting(.documentLink, Session.documentLinks),
    .waiting(.documentLinkResolve, Session.resolveDocumentLink),
    .request(.selectionRange, Session.selectionRanges),
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
