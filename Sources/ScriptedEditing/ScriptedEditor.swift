import JSONText
import LanguageProtocol

/// An editor without a screen: it keeps its own text by its own simple means, talks to a server as an editor does,
/// and finds out whether the server keeps its side.
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
/// All methods throw an ``EditorError`` where the server does what no editor could make sense of.
package final class ScriptedEditor {
  struct Buffer {
    let uri: DocumentURI
    var version: Int
    var text: EditorText
    /// In scalars.
    var cursor: Int
    /// The tokens as last received, for deltas.
    var tokens: (resultID: String, data: [Int])?
  }

  package let options: EditorOptions
  let transport: any EditorTransport
  /// The document that is worked on; set by ``open(_:_:_:)``.
  var buffer: Buffer?
  /// Documents that are open besides.
  var others: [Buffer] = []
  var capabilities = ServerCapabilities()
  var encoding = PositionEncodingKind.utf16
  var ledger = EditorLedger()
  var lastTokens: [Int] = []
  /// What is shown now.
  package internal(set) var chooser = EditorChooser.closed
  /// What the server asked of this editor, in order.
  package internal(set) var serverRequests: [Method] = []
  /// Messages that the server wanted shown to the user and that nobody has read yet.
  package internal(set) var messages: [String] = []
  /// Progress that has begun and not ended, by token.
  package internal(set) var progress: [ProgressToken] = []

  package init(_ transport: any EditorTransport, _ options: EditorOptions = EditorOptions()) {
    self.transport = transport
    self.options = options
  }

  // MARK: Starting

  /// `initialize` and `initialized`.
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
      throw EditorError("the server chose \(encoding.rawValue), which was not on offer")
    }
    try notify(.initialized, JSONValue.object([:]))
    try settle()
  }

  /// Opens a document with the cursor at its end, and works on it from now on. Its name is an absolute path or a URI.
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

  /// Works on a document that was opened before and is open still.
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

  /// Says that the document was written to its file.
  package func save() throws(EditorError) {
    try notify(.didSave, DidSaveTextDocumentParams(textDocument: try document))
    try settle()
  }

  /// Says that a file or folder has another name now.
  package func rename(_ old: String, to new: String) throws(EditorError) {
    let file = FileRename(oldUri: DocumentURI(filePath: old), newUri: DocumentURI(filePath: new))
    try notify(.didRenameFiles, RenameFilesParams(files: [file]))
    try settle()
  }

  package func close() throws(EditorError) {
    try notify(.didClose, DidCloseTextDocumentParams(textDocument: try document))
    buffer = nil
    chooser = .closed
    try settle()
  }

  // MARK: What it shows

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

  /// Where the cursor is.
  func cursorPosition() throws(EditorError) -> Position {
    let buffer = try current()
    return buffer.text.position(of: buffer.cursor)
  }
}
