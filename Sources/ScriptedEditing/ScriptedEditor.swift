import JSONText
import LanguageProtocol

/// An editor without a user interface: it maintains its own simple copy of the text, communicates with a server as an
/// editor does, and checks the server's behaviour.
///
/// ```swift
/// let editor = ScriptedEditor(SessionTransport(), options)
/// try editor.start()
/// try editor.open("/w/notes.md", "markdown", "")
/// try editor.type("Thanks to @don")
/// try editor.accept("Donald Knuth")
/// try editor.finish()
/// ```
///
/// All methods throw an ``EditorError`` if the server sends something that an editor could not process.
package final class ScriptedEditor {
  struct Buffer {
    let uri: DocumentURI
    var version: Int
    var text: EditorText
    /// The offset of the cursor, in scalars.
    var cursor: Int
    /// The tokens received last, to which the next delta applies.
    var tokens: (resultID: String, data: [Int])?
  }

  package let options: EditorOptions
  let transport: any EditorTransport
  /// The active document; set by ``open(_:_:_:)``.
  var buffer: Buffer?
  /// Other open documents.
  var others: [Buffer] = []
  var capabilities = ServerCapabilities()
  var encoding = PositionEncodingKind.utf16
  var ledger = EditorLedger()
  var lastTokens: [Int] = []
  /// The chooser as currently shown.
  package internal(set) var chooser = EditorChooser.closed
  /// The methods of the requests that the server has sent to this editor, in order.
  package internal(set) var serverRequests: [Method] = []
  /// Messages for the user that have not been read yet.
  package internal(set) var messages: [String] = []
  /// The tokens of the progress reports that the server has created but not ended.
  package internal(set) var progress: [ProgressToken] = []

  package init(_ transport: any EditorTransport, _ options: EditorOptions = EditorOptions()) {
    self.transport = transport
    self.options = options
  }

  // MARK: Starting

  /// Starts the session: sends `initialize` and, after its response, `initialized`.
  package func start() throws(EditorError) {
    let folder = options.root.map { DocumentURI(filePath: $0) }
    let params = InitializeParams(
      processId: nil, clientInfo: ClientInfo(name: options.name), rootUri: folder,
      initializationOptions: options.initializationOptions, capabilities: options.capabilities,
      workspaceFolders: folder.map { [WorkspaceFolder(uri: $0, name: "workspace")] })
    let result: InitializeResult = try request(.initialize, params)
    capabilities = result.capabilities
    encoding = capabilities.positionEncoding ?? .utf16
    guard encoding == options.encoding || encoding == .utf16 else {
      throw EditorError("the server chose \(encoding.rawValue), which the editor did not offer")
    }
    try notify(.initialized, JSONValue.object([:]))
    try settle()
  }

  /// Opens a document with the cursor at its end, and makes it active. `name` is its absolute path or its URI.
  package func open(_ name: String, _ languageID: String, _ text: String) throws(EditorError) {
    let uri = name.hasPrefix("/") ? DocumentURI(filePath: name) : DocumentURI(name)
    let text = EditorText(text, encoding: encoding)
    if let buffer { others.append(buffer) }
    buffer = Buffer(uri: uri, version: 0, text: text, cursor: text.count)
    chooser = .closed
    try notify(
      .didOpen,
      DidOpenTextDocumentParams(
        textDocument: TextDocumentItem(
          uri: uri, languageId: languageID, version: 0, text: Array(text.string.utf8))))
    try settle()
  }

  /// Makes another open document active.
  package func show(_ name: String) throws(EditorError) {
    let uri = name.hasPrefix("/") ? DocumentURI(filePath: name) : DocumentURI(name)
    guard let at = others.firstIndex(where: { $0.uri == uri }) else {
      throw EditorError("\(name) is not open in the background")
    }
    let shown = others.remove(at: at)
    if let buffer { others.append(buffer) }
    buffer = shown
    chooser = .closed
  }

  package func close() throws(EditorError) {
    try notify(.didClose, DidCloseTextDocumentParams(textDocument: try document))
    buffer = nil
    chooser = .closed
    try settle()
  }

  // MARK: Displayed text

  package var text: String { buffer?.text.string ?? "" }

  /// The text with `|` at the cursor.
  package var markedText: String {
    guard let buffer else { return "" }
    return buffer.text.string(0..<buffer.cursor) + "|" + buffer.text.string(buffer.cursor..<buffer.text.count)
  }

  var document: TextDocumentIdentifier {
    get throws(EditorError) { TextDocumentIdentifier(uri: try current().uri) }
  }

  func current() throws(EditorError) -> Buffer {
    guard let buffer else { throw EditorError("no document is open") }
    return buffer
  }

  func cursorPosition() throws(EditorError) -> Position {
    let buffer = try current()
    return buffer.text.position(of: buffer.cursor)
  }
}

// MARK: - Messages

extension ScriptedEditor {
  /// Sends a request and waits for its response. Messages that arrive before the response are processed.
  package func request<Answer: JSONReadable>(
    _ method: Method, _ params: some JSONWritable
  ) throws(EditorError) -> Answer {
    switch try answer(to: try send(method, params)) {
    case .success(let payload):
      do {
        return try payload.read(Answer.self)
      } catch {
        throw EditorError("the answer to \(method) cannot be read: \(error)")
      }
    case .failure(let error): throw EditorError("\(method) was refused: \(error)")
    }
  }

  /// Sends a request without waiting; ``answer(to:)`` returns the response.
  package func send(_ method: Method, _ params: some JSONWritable) throws(EditorError) -> RPCID {
    let id = ledger.ask(method)
    try transport.send(.request(id: id, method: method, params: RPCPayload(params)))
    return id
  }

  package func answer(to id: RPCID) throws(EditorError) -> Result<RPCPayload, RPCError> {
    while true {
      if let answer = ledger.takeAnswer(to: id) { return answer }
      guard let message = try transport.receive(waiting: true) else {
        throw EditorError("request \(id) (\(ledger.open[id]?.rawValue ?? "?")) was not answered")
      }
      try take(message)
    }
  }

  package func notify(_ method: Method, _ params: some JSONWritable) throws(EditorError) {
    try transport.send(.notification(method: method, params: RPCPayload(params)))
  }

  /// Processes received messages without waiting for more.
  package func settle() throws(EditorError) {
    while let message = try transport.receive(waiting: false) { try take(message) }
  }

  /// Removes and returns the unread notifications of one method.
  package func notifications(_ method: Method) throws(EditorError) -> [RPCPayload] {
    try settle()
    return ledger.read(method)
  }

  /// Removes and returns the messages for the user.
  package func readMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  private func take(_ message: RPCMessage) throws(EditorError) {
    switch message {
    case .response(let id, let result): try ledger.take(id, result)
    case .notification(let method, let params): try hear(method, params)
    case .request(let id, let method, let params):
      serverRequests.append(method)
      try transport.send(.response(id: id, try answer(method, params)))
    case .invalid(_, let error): throw EditorError("the server sent an invalid message: \(error)")
    }
  }

  private func hear(_ method: Method, _ params: RPCPayload) throws(EditorError) {
    switch method {
    case .showMessage: messages.append((try? params.value())?["message"]?.stringValue ?? "")
    case .logMessage, .logTrace: break
    case .progress:
      guard let value = try? params.read(ProgressParams.self) else {
        throw EditorError("the parameters of $/progress are invalid")
      }
      let kind = (try? params.value())?["value"]?["kind"]?.stringValue
      guard progress.contains(value.token) else {
        throw EditorError("progress for a token that was not created, or has ended")
      }
      if kind == "end" { progress.removeAll { $0 == value.token } }
    default: ledger.keep(method, params)
    }
  }

  /// The editor's response to a request of the server.
  private func answer(
    _ method: Method, _ params: RPCPayload
  ) throws(EditorError) -> Result<RPCPayload, RPCError> {
    switch method {
    case .configuration:
      guard let wanted = try? params.read(ConfigurationParams.self) else {
        throw EditorError("the parameters of workspace/configuration are invalid")
      }
      return .success(RPCPayload(JSONValue.array(wanted.items.map { _ in options.configuration ?? .null })))
    case .registerCapability, .unregisterCapability, .semanticTokensRefresh, .inlayHintRefresh,
      .codeLensRefresh:
      return .success(RPCPayload(JSONValue.null))
    case .workDoneProgressCreate:
      guard let wanted = try? params.read(WorkDoneProgressCreateParams.self) else {
        throw EditorError("the parameters of window/workDoneProgress/create are invalid")
      }
      progress.append(wanted.token)
      return .success(RPCPayload(JSONValue.null))
    case .applyEdit: return .success(RPCPayload(try applyEdit(params)))
    default: return .failure(RPCError(.methodNotFound, "\(method) is not supported by this editor"))
    }
  }
}

/// The behaviour of a scripted editor, and the capabilities that it declares.
package struct EditorOptions: Sendable {
  /// The changes by which the editor reports an accepted item to the server.
  package enum AcceptStyle: Sendable, CaseIterable {
    /// One change (VS Code, Helix, Eglot).
    case oneChange
    /// One notification that removes the old text and inserts the new one character by character (Neovim).
    case characterByCharacter
    /// One notification that removes the old text, and another one that inserts the new text (lsp-mode).
    case deleteThenInsert
  }

  package var name = "scripted editor"
  package var encoding = PositionEncodingKind.utf16
  package var acceptStyle = AcceptStyle.oneChange
  /// Whether to send the whole document with each change.
  package var sendsWholeDocument = false
  /// Whether to request completion after each typed letter, digit and trigger character, as most editors do.
  package var asksWhileTyping = true
  /// Whether to run the command of an accepted item.
  package var runsCommands = true
  /// Whether to declare support for items with separate ranges to insert and to replace, which the server does not use.
  package var insertReplace = false
  package var itemDefaults = false
  package var resolves = true
  /// Whether to notify the server of changed files.
  package var watchesFiles = true
  /// Whether to apply the edits that the server requests.
  package var appliesEdits = true
  /// The number of milliseconds between two keystrokes.
  package var pace = 80
  package var initializationOptions: JSONValue?
  /// The response to `workspace/configuration`; nil for an editor that does not support it.
  package var configuration: JSONValue?
  /// The path of the workspace folder.
  package var root: String?

  package init() {}

  package var capabilities: ClientCapabilities {
    var item: JSONObject = [
      "labelDetailsSupport": true, "insertReplaceSupport": .bool(insertReplace),
      "documentationFormat": ["markdown", "plaintext"],
    ]
    if resolves { item["resolveSupport"] = ["properties": ["documentation", "detail"]] }
    let defaults: JSONValue = itemDefaults ? ["itemDefaults": ["editRange"]] : .object([:])
    return ClientCapabilities([
      "general": ["positionEncodings": [.string(encoding.rawValue)]],
      "window": ["workDoneProgress": true],
      "workspace": [
        "applyEdit": .bool(appliesEdits), "configuration": .bool(configuration != nil),
        "workspaceEdit": ["documentChanges": true],
        "didChangeConfiguration": ["dynamicRegistration": true],
        "didChangeWatchedFiles": ["dynamicRegistration": .bool(watchesFiles)],
        "semanticTokens": ["refreshSupport": true],
      ],
      "textDocument": [
        "completion": ["contextSupport": true, "completionItem": .object(item), "completionList": defaults],
        "hover": ["contentFormat": ["markdown"]],
        "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]],
        "semanticTokens": [
          "requests": ["range": true, "full": ["delta": true]], "tokenTypes": ["mention", "decorator"],
          "tokenModifiers": [], "formats": ["relative"],
        ],
      ],
    ])
  }
}

/// Records an editor's requests and responses, and checks that every request gets exactly one response and that no
/// message stays unread.
package struct EditorLedger {
  private var lastID = 0
  package private(set) var open: [RPCID: Method] = [:]
  private var answers: [RPCID: Result<RPCPayload, RPCError>] = [:]
  private var answered: Set<RPCID> = []
  package private(set) var unread: [(method: Method, params: RPCPayload)] = []

  package init() {}

  package mutating func ask(_ method: Method) -> RPCID {
    lastID += 1
    let id = RPCID.integer(lastID)
    open[id] = method
    return id
  }

  package mutating func take(_ id: RPCID, _ answer: Result<RPCPayload, RPCError>) throws(EditorError) {
    guard open.removeValue(forKey: id) != nil else {
      throw EditorError(
        answered.contains(id)
          ? "request \(id) was answered twice" : "the server answered request \(id), which was never sent")
    }
    answered.insert(id)
    answers[id] = answer
  }

  package mutating func takeAnswer(to id: RPCID) -> Result<RPCPayload, RPCError>? {
    answers.removeValue(forKey: id)
  }

  package mutating func keep(_ method: Method, _ params: RPCPayload) { unread.append((method, params)) }

  /// Removes and returns the notifications of one method.
  package mutating func read(_ method: Method) -> [RPCPayload] {
    defer { unread.removeAll { $0.method == method } }
    return unread.filter { $0.method == method }.map(\.params)
  }

  /// A description of a request without a response, or of a notification or response that was not read; nil if there is
  /// none.
  package var leftover: String? {
    if let (id, method) = open.first { return "request \(id) (\(method)) got no answer" }
    if let (method, params) = unread.first {
      return "the notification \(method) was not read: \(String(decoding: params.json ?? [], as: UTF8.self))"
    }
    if let id = answers.keys.first { return "the answer to request \(id) was not read" }
    return nil
  }
}

/// An error in the communication between a scripted editor and its server.
package struct EditorError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
