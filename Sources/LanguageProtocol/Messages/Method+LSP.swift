/// The methods of LSP 3.17 that we use, under the last part of their names.
extension Method {
  // MARK: Lifecycle

  package static let initialize = Method(rawValue: "initialize")
  package static let initialized = Method(rawValue: "initialized")
  package static let shutdown = Method(rawValue: "shutdown")
  package static let exit = Method(rawValue: "exit")
  package static let setTrace = Method(rawValue: "$/setTrace")
  package static let logTrace = Method(rawValue: "$/logTrace")
  package static let cancelRequest = Method(rawValue: "$/cancelRequest")
  package static let progress = Method(rawValue: "$/progress")
  package static let registerCapability = Method(rawValue: "client/registerCapability")
  package static let unregisterCapability = Method(rawValue: "client/unregisterCapability")

  // MARK: Documents

  package static let didOpen = Method(rawValue: "textDocument/didOpen")
  package static let didChange = Method(rawValue: "textDocument/didChange")
  package static let willSave = Method(rawValue: "textDocument/willSave")
  package static let didSave = Method(rawValue: "textDocument/didSave")
  package static let didClose = Method(rawValue: "textDocument/didClose")

  // MARK: Language features

  package static let completion = Method(rawValue: "textDocument/completion")
  package static let completionItemResolve = Method(rawValue: "completionItem/resolve")
  package static let definition = Method(rawValue: "textDocument/definition")
  package static let declaration = Method(rawValue: "textDocument/declaration")
  package static let selectionRange = Method(rawValue: "textDocument/selectionRange")
  package static let foldingRange = Method(rawValue: "textDocument/foldingRange")
  package static let linkedEditingRange = Method(rawValue: "textDocument/linkedEditingRange")
  package static let inlineCompletion = Method(rawValue: "textDocument/inlineCompletion")
  package static let hover = Method(rawValue: "textDocument/hover")
  package static let references = Method(rawValue: "textDocument/references")
  package static let prepareRename = Method(rawValue: "textDocument/prepareRename")
  package static let rename = Method(rawValue: "textDocument/rename")
  package static let documentHighlight = Method(rawValue: "textDocument/documentHighlight")
  package static let documentLink = Method(rawValue: "textDocument/documentLink")
  package static let documentLinkResolve = Method(rawValue: "documentLink/resolve")
  package static let documentSymbol = Method(rawValue: "textDocument/documentSymbol")
  package static let codeAction = Method(rawValue: "textDocument/codeAction")
  package static let codeActionResolve = Method(rawValue: "codeAction/resolve")
  package static let inlayHint = Method(rawValue: "textDocument/inlayHint")
  package static let inlayHintResolve = Method(rawValue: "inlayHint/resolve")
  package static let codeLens = Method(rawValue: "textDocument/codeLens")
  package static let codeLensResolve = Method(rawValue: "codeLens/resolve")
  package static let diagnostic = Method(rawValue: "textDocument/diagnostic")
  package static let publishDiagnostics = Method(rawValue: "textDocument/publishDiagnostics")
  package static let semanticTokens = Method(rawValue: "textDocument/semanticTokens")
  package static let semanticTokensFull = Method(rawValue: "textDocument/semanticTokens/full")
  package static let semanticTokensFullDelta = Method(rawValue: "textDocument/semanticTokens/full/delta")
  package static let semanticTokensRange = Method(rawValue: "textDocument/semanticTokens/range")

  // MARK: Workspace

  package static let workspaceSymbol = Method(rawValue: "workspace/symbol")
  package static let executeCommand = Method(rawValue: "workspace/executeCommand")
  package static let applyEdit = Method(rawValue: "workspace/applyEdit")
  package static let configuration = Method(rawValue: "workspace/configuration")
  package static let didChangeConfiguration = Method(rawValue: "workspace/didChangeConfiguration")
  package static let didChangeWatchedFiles = Method(rawValue: "workspace/didChangeWatchedFiles")
  package static let didChangeWorkspaceFolders = Method(rawValue: "workspace/didChangeWorkspaceFolders")
  package static let workspaceFolders = Method(rawValue: "workspace/workspaceFolders")
  package static let didRenameFiles = Method(rawValue: "workspace/didRenameFiles")
  package static let semanticTokensRefresh = Method(rawValue: "workspace/semanticTokens/refresh")
  package static let inlayHintRefresh = Method(rawValue: "workspace/inlayHint/refresh")
  package static let codeLensRefresh = Method(rawValue: "workspace/codeLens/refresh")
  package static let diagnosticRefresh = Method(rawValue: "workspace/diagnostic/refresh")

  package static let textDocumentContent = Method(rawValue: "workspace/textDocumentContent")

  // MARK: Window

  package static let showMessage = Method(rawValue: "window/showMessage")
  package static let logMessage = Method(rawValue: "window/logMessage")
  package static let workDoneProgressCreate = Method(rawValue: "window/workDoneProgress/create")
  package static let workDoneProgressCancel = Method(rawValue: "window/workDoneProgress/cancel")
}
