/// The methods of LSP 3.17 that we use, under the last part of their names.
extension Method {
  // MARK: Lifecycle

  public static let initialize = Method(rawValue: "initialize")
  public static let initialized = Method(rawValue: "initialized")
  public static let shutdown = Method(rawValue: "shutdown")
  public static let exit = Method(rawValue: "exit")
  public static let setTrace = Method(rawValue: "$/setTrace")
  public static let logTrace = Method(rawValue: "$/logTrace")
  public static let cancelRequest = Method(rawValue: "$/cancelRequest")
  public static let progress = Method(rawValue: "$/progress")
  public static let registerCapability = Method(rawValue: "client/registerCapability")
  public static let unregisterCapability = Method(rawValue: "client/unregisterCapability")

  // MARK: Documents

  public static let didOpen = Method(rawValue: "textDocument/didOpen")
  public static let didChange = Method(rawValue: "textDocument/didChange")
  public static let willSave = Method(rawValue: "textDocument/willSave")
  public static let didSave = Method(rawValue: "textDocument/didSave")
  public static let didClose = Method(rawValue: "textDocument/didClose")

  // MARK: Language features

  public static let completion = Method(rawValue: "textDocument/completion")
  public static let completionItemResolve = Method(rawValue: "completionItem/resolve")
  public static let hover = Method(rawValue: "textDocument/hover")
  public static let documentHighlight = Method(rawValue: "textDocument/documentHighlight")
  public static let documentLink = Method(rawValue: "textDocument/documentLink")
  public static let documentSymbol = Method(rawValue: "textDocument/documentSymbol")
  public static let codeAction = Method(rawValue: "textDocument/codeAction")
  public static let inlayHint = Method(rawValue: "textDocument/inlayHint")
  public static let diagnostic = Method(rawValue: "textDocument/diagnostic")
  public static let publishDiagnostics = Method(rawValue: "textDocument/publishDiagnostics")
  public static let semanticTokens = Method(rawValue: "textDocument/semanticTokens")
  public static let semanticTokensFull = Method(rawValue: "textDocument/semanticTokens/full")
  public static let semanticTokensFullDelta = Method(rawValue: "textDocument/semanticTokens/full/delta")
  public static let semanticTokensRange = Method(rawValue: "textDocument/semanticTokens/range")

  // MARK: Workspace

  public static let executeCommand = Method(rawValue: "workspace/executeCommand")
  public static let applyEdit = Method(rawValue: "workspace/applyEdit")
  public static let configuration = Method(rawValue: "workspace/configuration")
  public static let didChangeConfiguration = Method(rawValue: "workspace/didChangeConfiguration")
  public static let didChangeWatchedFiles = Method(rawValue: "workspace/didChangeWatchedFiles")
  public static let didChangeWorkspaceFolders = Method(rawValue: "workspace/didChangeWorkspaceFolders")
  public static let workspaceFolders = Method(rawValue: "workspace/workspaceFolders")
  public static let didRenameFiles = Method(rawValue: "workspace/didRenameFiles")
  public static let semanticTokensRefresh = Method(rawValue: "workspace/semanticTokens/refresh")
  public static let inlayHintRefresh = Method(rawValue: "workspace/inlayHint/refresh")
  public static let diagnosticRefresh = Method(rawValue: "workspace/diagnostic/refresh")

  // MARK: Window

  public static let showMessage = Method(rawValue: "window/showMessage")
  public static let logMessage = Method(rawValue: "window/logMessage")
  public static let workDoneProgressCreate = Method(rawValue: "window/workDoneProgress/create")
  public static let workDoneProgressCancel = Method(rawValue: "window/workDoneProgress/cancel")
}
