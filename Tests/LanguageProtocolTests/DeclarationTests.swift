// swift-format-ignore-file

import Foundation
import JSONText
import LanguageProtocol
import Testing

/// One object of every structure, with all members and each value another, so that two that change places are found.
@Suite struct DeclarationTests {
  private var tested: Set<String> = []

  @Test mutating func `every structure is read and written as declared`() throws {
    check(MentionsAddParams.self, #"{"textDocument":{"uri":"file:///1"},"mentions":[{"range":{"start":{"line":2,"character":3},"end":{"line":4,"character":5}},"text":"s6","entity":{"k7":null}}]}"#)
    check(MentionAddition.self, #"{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"text":"s5","entity":{"k6":null}}"#)
    check(MentionsAddResult.self, #"{"added":1,"refused":[{"index":2,"reason":"s3"}]}"#)
    check(MentionRefusal.self, #"{"index":1,"reason":"s2"}"#)
    check(MentionsRemoveParams.self, #"{"textDocument":{"uri":"file:///1"},"ranges":[{"start":{"line":2,"character":3},"end":{"line":4,"character":5}}]}"#)
    check(MentionsRemoveResult.self, #"{"removed":1}"#)
    check(MentionsBackspaceParams.self, #"{"textDocument":{"uri":"file:///1","version":2},"position":{"line":3,"character":4}}"#)
    check(MentionsBackspaceResult.self, #"{"action":"v1","edit":{"range":{"start":{"line":2,"character":3},"end":{"line":4,"character":5}},"newText":"s6"},"position":{"line":7,"character":8},"version":9}"#)
    check(MentionsChooserItemsParams.self, #"{"textDocument":{"uri":"file:///1"},"start":2,"count":3}"#)
    check(MentionsChooserItemsResult.self, #"{"generation":1,"items":[{"entity":{"k2":null},"label":"s3","matches":[[4]]}],"total":5,"loading":true}"#)
    check(ChooserItem.self, #"{"entity":{"k1":null},"label":"s2","detail":"s3","matches":[[4]]}"#)
    check(MentionsSelectParams.self, #"{"textDocument":{"uri":"file:///1"},"generation":2,"index":3}"#)
    check(MentionsSelectResult.self, #"{"edit":{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"newText":"s5"},"additionalEdits":[{"range":{"start":{"line":6,"character":7},"end":{"line":8,"character":9}},"newText":"s10"}],"version":11}"#)
    check(MentionsEditParams.self, #"{"textDocument":{"uri":"file:///1","version":2},"edits":[{"range":{"start":{"line":3,"character":4},"end":{"line":5,"character":6}},"newText":"s7"}],"keep":"v8"}"#)
    check(PlannedEditResult.self, #"{"edit":{"changes":{"file:///1":[]}},"mentions":[{"before":{"start":{"line":2,"character":3},"end":{"line":4,"character":5}},"fate":"v6"}],"version":7}"#)
    check(PlannedMention.self, #"{"before":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"after":{"start":{"line":5,"character":6},"end":{"line":7,"character":8}},"fate":"v9"}"#)
    check(MentionsTransformParams.self, #"{"textDocument":{"uri":"file:///1","version":2},"range":{"start":{"line":3,"character":4},"end":{"line":5,"character":6}},"name":"s7","column":8}"#)
    check(MentionsTransformsParams.self, #"{"textDocument":{"uri":"file:///1"}}"#)
    check(MentionsTransformsResult.self, #"{"transforms":[{"name":"s1","title":"s2","of":"v3"}]}"#)
    check(TransformInfo.self, #"{"name":"s1","title":"s2","of":"v3"}"#)
    check(MentionsRetrieveEntitiesParams.self, #"{"queryID":1,"keyString":"s2","searchType":"v3","invoked":true,"controlCharacter":"s4","uri":"file:///5","languageId":"s6"}"#)
    check(MentionsRetrieveEntitiesResult.self, #"{"entities":[{"k1":null}],"dedupe":true,"isComplete":false}"#)
    check(MentionsEntitiesParams.self, #"{"queryID":1,"entities":[{"k2":null}],"dedupe":true,"isComplete":false}"#)
    check(MentionsResolveEntityParams.self, #"{"entity":{"k1":null}}"#)
    check(MentionsListResult.self, #"{"mentions":[{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"text":"s5","state":"v6","litUp":true,"entity":{"id":"s7","name":"s8","source":"s9"}}]}"#)
    check(MentionInfo.self, #"{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"text":"s5","state":"v6","litUp":true,"entity":{"id":"s7","name":"s8","source":"s9"}}"#)
    check(MentionsDidChangeStateParams.self, #"{"textDocument":{"uri":"file:///1"},"state":"v2","previous":"v3","kind":"v4","controlCharacter":"s5"}"#)
    check(MentionsDidChangeMentionParams.self, #"{"textDocument":{"uri":"file:///1"},"version":2,"mention":{"range":{"start":{"line":3,"character":4},"end":{"line":5,"character":6}},"text":"s7","state":"v8","litUp":true,"entity":{"id":"s9","name":"s10","source":"s11"}}}"#)
    check(MentionsDidSelectParams.self, #"{"textDocument":{"uri":"file:///1"},"entity":{"id":"s2","name":"s3","source":"s4"},"index":5}"#)
    check(MentionsTextEventParams.self, #"{"textDocument":{"uri":"file:///1"},"event":"v2","range":{"start":{"line":3,"character":4},"end":{"line":5,"character":6}},"text":"s7","before":"s8","cause":"v9","certainty":"v10"}"#)
    check(MentionsChooserParams.self, #"{"textDocument":{"uri":"file:///1"},"event":"v2","range":{"start":{"line":3,"character":4},"end":{"line":5,"character":6}},"generation":7,"count":8,"loading":true,"borderMode":"v9","background":"s10"}"#)
    check(MentionsStateResult.self, #"{"state":"v1","kind":"v2","controlCharacter":"s3","keyString":"s4","range":{"start":{"line":5,"character":6},"end":{"line":7,"character":8}},"chooser":{"visible":true,"loading":false,"count":9}}"#)
    check(ChooserState.self, #"{"visible":true,"loading":false,"count":1}"#)
    check(MentionsExplainResult.self, #"{"offered":true,"rule":"s1","reason":"s2"}"#)
    check(MentionsDidChangeSelectionParams.self, #"{"textDocument":{"uri":"file:///1"},"selections":[{"start":{"line":2,"character":3},"end":{"line":4,"character":5}}]}"#)
    check(VersionedTextDocumentIdentifier.self, #"{"uri":"file:///1","version":2}"#)
    check(OptionalVersionedTextDocumentIdentifier.self, #"{"uri":"file:///1","version":2}"#)
    check(TextDocumentItem.self, #"{"uri":"file:///1","languageId":"s2","version":3,"text":"text 4 é"}"#)
    check(TextDocumentParams.self, #"{"textDocument":{"uri":"file:///1"}}"#)
    check(TextDocumentPositionParams.self, #"{"textDocument":{"uri":"file:///1"},"position":{"line":2,"character":3}}"#)
    check(TextDocumentRangeParams.self, #"{"textDocument":{"uri":"file:///1"},"range":{"start":{"line":2,"character":3},"end":{"line":4,"character":5}}}"#)
    check(TextDocumentEdit.self, #"{"textDocument":{"uri":"file:///1","version":2},"edits":[{"range":{"start":{"line":3,"character":4},"end":{"line":5,"character":6}},"newText":"s7"}]}"#)
    check(DidOpenTextDocumentParams.self, #"{"textDocument":{"uri":"file:///1","languageId":"s2","version":3,"text":"text 4 é"}}"#)
    check(DidChangeTextDocumentParams.self, #"{"textDocument":{"uri":"file:///1","version":2},"contentChanges":[{"text":"text 3 é"}]}"#)
    check(TextDocumentContentChangeEvent.self, #"{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"text":"text 5 é"}"#)
    check(CodeActionParams.self, #"{"textDocument":{"uri":"file:///1"},"range":{"start":{"line":2,"character":3},"end":{"line":4,"character":5}},"context":{"diagnostics":[{"range":{"start":{"line":6,"character":7},"end":{"line":8,"character":9}},"message":"s10"}]}}"#)
    check(CodeActionContext.self, #"{"diagnostics":[{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"message":"s5"}],"only":["v6"],"triggerKind":7}"#)
    check(CodeAction.self, #"{"title":"s1","kind":"v2","diagnostics":[{"range":{"start":{"line":3,"character":4},"end":{"line":5,"character":6}},"message":"s7"}],"isPreferred":true,"edit":{"changes":{"file:///8":[]}},"command":{"title":"s9","command":"v10"},"data":{"k11":null}}"#)
    check(CompletionParams.self, #"{"textDocument":{"uri":"file:///1"},"position":{"line":2,"character":3},"context":{"triggerKind":4}}"#)
    check(CompletionContext.self, #"{"triggerKind":1,"triggerCharacter":"s2"}"#)
    check(CompletionList.self, #"{"isIncomplete":true,"itemDefaults":{},"items":[{"label":"s1"}]}"#)
    check(CompletionItemDefaults.self, #"{"editRange":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"data":{"k5":null}}"#)
    check(CompletionItem.self, #"{"label":"s1","labelDetails":{},"kind":2,"detail":"s3","documentation":{"kind":"markdown","value":"s4"},"preselect":true,"sortText":"s5","filterText":"s6","insertText":"s7","insertTextFormat":8,"insertTextMode":9,"textEdit":{"range":{"start":{"line":10,"character":11},"end":{"line":12,"character":13}},"newText":"s14"},"textEditText":"s15","additionalTextEdits":[{"range":{"start":{"line":16,"character":17},"end":{"line":18,"character":19}},"newText":"s20"}],"commitCharacters":["s21"],"command":{"title":"s22","command":"v23"},"data":{"k24":null}}"#)
    check(CompletionItemLabelDetails.self, #"{"detail":"s1","description":"s2"}"#)
    check(Diagnostic.self, #"{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"severity":5,"code":{"k6":null},"source":"s7","message":"s8","data":{"k9":null}}"#)
    check(PublishDiagnosticsParams.self, #"{"uri":"file:///1","version":2,"diagnostics":[{"range":{"start":{"line":3,"character":4},"end":{"line":5,"character":6}},"message":"s7"}]}"#)
    check(DocumentDiagnosticReport.self, #"{"kind":"s1","items":[{"range":{"start":{"line":2,"character":3},"end":{"line":4,"character":5}},"message":"s6"}]}"#)
    check(DocumentLink.self, #"{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"target":"s5","tooltip":"s6","data":{"k7":null}}"#)
    check(DocumentSymbol.self, #"{"name":"s1","detail":"s2","kind":3,"range":{"start":{"line":4,"character":5},"end":{"line":6,"character":7}},"selectionRange":{"start":{"line":8,"character":9},"end":{"line":10,"character":11}},"children":[{"name":"s12","kind":13,"range":{"start":{"line":14,"character":15},"end":{"line":16,"character":17}},"selectionRange":{"start":{"line":18,"character":19},"end":{"line":20,"character":21}}}]}"#)
    check(Hover.self, #"{"contents":{"kind":"markdown","value":"s1"},"range":{"start":{"line":2,"character":3},"end":{"line":4,"character":5}}}"#)
    check(DocumentHighlight.self, #"{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":4}},"kind":5}"#)
    check(InlayHint.self, #"{"position":{"line":1,"character":2},"label":"s3","kind":4,"textEdits":[{"range":{"start":{"line":5,"character":6},"end":{"line":7,"character":8}},"newText":"s9"}],"tooltip":{"kind":"markdown","value":"s10"},"paddingLeft":true,"paddingRight":false,"data":{"k11":null}}"#)
    check(SemanticTokensDeltaParams.self, #"{"textDocument":{"uri":"file:///1"},"previousResultId":"s2"}"#)
    check(SemanticTokens.self, #"{"resultId":"s1","data":[2]}"#)
    check(SemanticTokensDelta.self, #"{"resultId":"s1","edits":[{"start":2,"deleteCount":3}]}"#)
    check(SemanticTokensEdit.self, #"{"start":1,"deleteCount":2,"data":[3]}"#)
    check(SemanticTokensLegend.self, #"{"tokenTypes":["s1"],"tokenModifiers":["s2"]}"#)
    check(CancelParams.self, #"{"id":1}"#)
    check(SetTraceParams.self, #"{"value":"v1"}"#)
    check(LogTraceParams.self, #"{"message":"s1"}"#)
    check(RegistrationParams.self, #"{"registrations":[{"id":"s1","method":"m2"}]}"#)
    check(Registration.self, #"{"id":"s1","method":"m2","registerOptions":{"k3":null}}"#)
    check(UnregistrationParams.self, #"{"unregisterations":[{"id":"s1","method":"m2"}]}"#)
    check(Unregistration.self, #"{"id":"s1","method":"m2"}"#)
    check(InitializeParams.self, #"{"processId":1,"clientInfo":{"name":"s2"},"rootPath":"s3","rootUri":"file:///4","initializationOptions":{"k5":null},"capabilities":{"k6":true},"trace":"v7","workspaceFolders":[{"uri":"file:///8","name":"s9"}]}"#)
    check(ClientInfo.self, #"{"name":"s1","version":"s2"}"#)
    check(InitializeResult.self, #"{"capabilities":{},"serverInfo":{"name":"s1"}}"#)
    check(ServerCapabilities.self, #"{"positionEncoding":"v1","textDocumentSync":{},"completionProvider":{},"hoverProvider":true,"documentHighlightProvider":false,"documentSymbolProvider":true,"codeActionProvider":{},"documentLinkProvider":{},"executeCommandProvider":{"commands":["v2"]},"semanticTokensProvider":{"legend":{"tokenTypes":["s3"],"tokenModifiers":["s4"]}},"inlayHintProvider":false,"diagnosticProvider":{"interFileDependencies":true,"workspaceDiagnostics":false},"workspace":{}}"#)
    check(WorkspaceServerCapabilities.self, #"{"workspaceFolders":{},"fileOperations":{}}"#)
    check(WorkspaceFoldersServerCapabilities.self, #"{"supported":true,"changeNotifications":false}"#)
    check(TextDocumentSyncOptions.self, #"{"openClose":true,"change":1,"save":{}}"#)
    check(SaveOptions.self, #"{"includeText":true}"#)
    check(CompletionOptions.self, #"{"triggerCharacters":["s1"],"resolveProvider":true,"completionItem":{}}"#)
    check(CompletionItemOptions.self, #"{"labelDetailsSupport":true}"#)
    check(CodeActionOptions.self, #"{"codeActionKinds":["v1"],"resolveProvider":true}"#)
    check(DocumentLinkOptions.self, #"{"resolveProvider":true}"#)
    check(ExecuteCommandOptions.self, #"{"commands":["v1"]}"#)
    check(SemanticTokensOptions.self, #"{"legend":{"tokenTypes":["s1"],"tokenModifiers":["s2"]},"range":true,"full":{}}"#)
    check(SemanticTokensFullOptions.self, #"{"delta":true}"#)
    check(DiagnosticOptions.self, #"{"identifier":"s1","interFileDependencies":true,"workspaceDiagnostics":false}"#)
    check(WorkDoneProgressCreateParams.self, #"{"token":1}"#)
    check(ProgressParams.self, #"{"token":1,"value":{"kind":"s2"}}"#)
    check(WorkDoneProgress.self, #"{"kind":"s1","title":"s2","message":"s3"}"#)
    check(ShowMessageParams.self, #"{"type":1,"message":"s2"}"#)
    check(Command.self, #"{"title":"s1","command":"v2","arguments":[{"k3":null}]}"#)
    check(ExecuteCommandParams.self, #"{"command":"v1","arguments":[{"k2":null}]}"#)
    check(ApplyWorkspaceEditParams.self, #"{"label":"s1","edit":{"changes":{"file:///2":[]}}}"#)
    check(ApplyWorkspaceEditResult.self, #"{"applied":true,"failureReason":"s1"}"#)
    check(DidChangeConfigurationParams.self, #"{"settings":{"k1":null}}"#)
    check(ConfigurationParams.self, #"{"items":[{}]}"#)
    check(ConfigurationItem.self, #"{"section":"s1"}"#)
    check(RenameFilesParams.self, #"{"files":[{"oldUri":"file:///1","newUri":"file:///2"}]}"#)
    check(FileRename.self, #"{"oldUri":"file:///1","newUri":"file:///2"}"#)
    check(FileOperationOptions.self, #"{"didRename":{"filters":[{"pattern":{"glob":"s1"}}]}}"#)
    check(FileOperationRegistrationOptions.self, #"{"filters":[{"pattern":{"glob":"s1"}}]}"#)
    check(FileOperationFilter.self, #"{"scheme":"s1","pattern":{"glob":"s2"}}"#)
    check(FileOperationPattern.self, #"{"glob":"s1","matches":"s2"}"#)
    check(DidChangeWatchedFilesParams.self, #"{"changes":[{"uri":"file:///1","type":2}]}"#)
    check(FileEvent.self, #"{"uri":"file:///1","type":2}"#)
    check(DidChangeWatchedFilesRegistrationOptions.self, #"{"watchers":[{"globPattern":"s1"}]}"#)
    check(FileSystemWatcher.self, #"{"globPattern":"s1","kind":2}"#)
    check(WorkspaceFolder.self, #"{"uri":"file:///1","name":"s2"}"#)
    check(DidChangeWorkspaceFoldersParams.self, #"{"event":{"added":[{"uri":"file:///1","name":"s2"}],"removed":[{"uri":"file:///3","name":"s4"}]}}"#)
    check(WorkspaceFoldersChangeEvent.self, #"{"added":[{"uri":"file:///1","name":"s2"}],"removed":[{"uri":"file:///3","name":"s4"}]}"#)
    check(RPCError.self, #"{"code":-1,"message":"s2","data":{"k3":null}}"#)

    #expect(try tested.symmetricDifference(declared()) == [])
  }

  /// Has all members that are declared, in their order, and is written as it was read.
  private mutating func check<Value: Structure>(_ type: Value.Type, _ text: String) {
    tested.insert("\(type)")
    do throws(JSONError) {
      #expect(try JSONObject(json: Array(text.utf8)).members.map(\.name) == type.members.names, "\(type)")
      let written = JSONWriter.bytes(of: try Value(json: Array(text.utf8)))
      #expect(String(decoding: written, as: UTF8.self) == text, "\(type)")
    } catch {
      Issue.record("\(type): \(error)")
    }
  }

  /// The structures that the module's sources declare.
  private func declared() throws -> Set<String> {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/LanguageProtocol")
    var names: Set<String> = []
    for file in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for match in text.matches(of: #/(?m)^(?:\w+ )?struct (\w+): (?:\w+, )*Structure \{/#) {
        names.insert(String(match.1))
      }
    }
    #expect(names.count > 50)
    return names
  }
}
