import JSONText
import LanguageProtocol
import Testing

/// Reads as the type, writes, and reads that: the same again.
private func check<Params: JSONReadable & JSONWritable & Equatable>(
  _ type: Params.Type, _ payload: RPCPayload
) throws {
  let params = try payload.params(type)
  let written = JSONWriter.bytes(of: params)
  #expect(try Params(json: written) == params)
}

@Suite struct RecordedTests {
  @Test(arguments: recordedMessages)
  func `every recorded message is read`(_ text: String) throws {
    let method: Method
    let payload: RPCPayload
    switch RPCMessage.decode(Array(text.utf8)) {
    case .request(_, let name, let params), .notification(let name, let params):
      (method, payload) = (name, params)
    case let other:
      Issue.record("\(other)")
      return
    }
    switch method {
    case .initialized, .shutdown, .exit, Method(rawValue: "textDocument/willSave"): _ = try payload.value()
    case .didOpen: try check(DidOpenTextDocumentParams.self, payload)
    case .didChange: try check(DidChangeTextDocumentParams.self, payload)
    case .didSave: try check(DidSaveTextDocumentParams.self, payload)
    case .didClose: try check(DidCloseTextDocumentParams.self, payload)
    case .didChangeConfiguration: try check(DidChangeConfigurationParams.self, payload)
    case .hover, .documentHighlight: try check(TextDocumentPositionParams.self, payload)
    case .completion: try check(CompletionParams.self, payload)
    case .completionItemResolve: try check(CompletionItem.self, payload)
    case .semanticTokensFull: try check(SemanticTokensParams.self, payload)
    case .semanticTokensFullDelta: try check(SemanticTokensDeltaParams.self, payload)
    case .executeCommand: try check(ExecuteCommandParams.self, payload)
    case .cancelRequest: try check(CancelParams.self, payload)
    default: Issue.record("no type for \(method)")
    }
  }

  @Test func `every client initializes`() throws {
    let expected = [
      "eglot-1.17.30-emacs-30.2": "Eglot utf-32 true [/ws] 31898",
      "helix-25.07.1": "helix utf-8 true [/ws] 30049",
      "jupyterlab-lsp-5.3.0": "- utf-16 false [/ws] -",
      "lsp-mode-10.0.0-emacs-30.2": "emacs utf-32 true [/ws] 32475",
      "neovim-0.12.4": "Neovim utf-8 true [/ws] 27699",
    ]
    for (client, text) in recordedInitializations {
      let params = try InitializeParams(json: Array(text.utf8))
      let roots = params.workspaceFolders?.map(\.uri) ?? params.rootUri.map { [$0] } ?? []
      let paths = roots.compactMap(\.filePath).joined(separator: " ")
      let found =
        "\(params.clientInfo?.name ?? "-") \(params.capabilities.positionEncodings[0].rawValue)"
        + " \(params.capabilities.flag("workspace.applyEdit")) [\(paths)] "
        + (params.processId.map(String.init) ?? "-")
      #expect(found == expected[client], "\(client)")
      try check(InitializeParams.self, RPCPayload(json: Array(text.utf8)[...]))
    }
  }

  @Test func `null is absence`() throws {
    let params = try InitializeParams(
      json: Array(#"{"initializationOptions":null,"capabilities":{"a":null},"trace":null}"#.utf8))
    #expect(params.initializationOptions == Optional.none)
    #expect(params.capabilities.value("a") == Optional.none)
    #expect(params.trace == nil)
    let item = try CompletionItem(json: Array(#"{"label":"x","data":null}"#.utf8))
    #expect(item.data == Optional.none)
  }

  @Test func `capabilities of wrong types count as absent`() throws {
    let text =
      #"{"processId":null,"rootUri":null,"capabilities":{"workspace":3,"general":{"positionEncodings":"x"}}}"#
    let capabilities = try InitializeParams(json: Array(text.utf8)).capabilities
    #expect(!capabilities.flag("workspace.applyEdit"))
    #expect(capabilities.has("workspace"))
    #expect(capabilities.positionEncodings == [.utf16])
  }
}
