// swift-format-ignore-file: the messages are kept as they were recorded, one to a line.

/// One message of every shape that Neovim 0.12, Helix 25.07, Eglot, lsp-mode and JupyterLab were recorded to send.
let recordedMessages: [String] = [
  #"""
  {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}
  """#,
  #"""
  {"jsonrpc":"2.0","id":23,"method":"completionItem/resolve","params":{"label":"山田 太郎","kind":23,"detail":"@yamada","sortText":"04","filterText":"@yamada","textEdit":{"range":{"start":{"line":4,"character":10},"end":{"line":4,"character":14}},"newText":"山田 太郎"},"data":{"uri":"file:///ws/notes.md","id":"u5"},"command":{"title":"Commit mention","command":"mentions.commit","arguments":[{"uri":"file:///ws/notes.md","id":"u5","text":"山田 太郎","version":7,"position":{"line":4,"character":10}}]}}}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"exit","params":null}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"exit"}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"initialized","params":{}}
  """#,
  #"""
  {"jsonrpc":"2.0","id":54,"method":"shutdown","params":null}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"shutdown","id":15}
  """#,
  #"""
  {"jsonrpc":"2.0","id":4,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///ws/notes.md"},"position":{"line":3,"character":6},"context":{"triggerKind":1}}}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/completion","params":{"context":{"triggerCharacter":"@","triggerKind":2},"position":{"character":4,"line":3},"textDocument":{"uri":"file:///ws/notes.md"}},"id":1}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///ws/notes.md","version":7},"contentChanges":[{"range":{"start":{"line":3,"character":4},"end":{"line":3,"character":6}},"rangeLength":2,"text":""}]}}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"contentChanges":[{"range":{"end":{"character":0,"line":3},"start":{"character":0,"line":3}},"text":"H"}],"textDocument":{"uri":"file:///ws/notes.md","version":2}}}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///ws/notes.md","version":0},"contentChanges":[{"text":"# Notes 😀\n\nIntro 日本語 text.\n\n"}]}}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///ws/notes.md"}}}
  """#,
  #"""
  {"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///ws/notes.md","version":0,"text":"# Notes\n\n","languageId":"markdown"}},"jsonrpc":"2.0"}
  """#,
  #"""
  {"method":"textDocument/didSave","params":{"text":"# Notes\n\nHi Alice Smithxyz @bo Carol Danvers Carol Danvers  @alice s C-x: Alice Smith\n","textDocument":{"uri":"file:///ws/notes.md"}},"jsonrpc":"2.0"}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///ws/notes.md","version":52},"text":"# Notes 😀\n\nIntro 日本語 text.\nHi @al\n and @bo\n , ok.\n 😀👩‍👩‍👧 漢字 @yam done \n"}}
  """#,
  #"""
  {"jsonrpc":"2.0","id":3,"method":"textDocument/documentHighlight","params":{"textDocument":{"uri":"file:///ws/notes.md"},"position":{"line":0,"character":0}}}
  """#,
  #"""
  {"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///ws/notes.md"},"position":{"line":0,"character":0}}}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/semanticTokens/full","params":{"textDocument":{"uri":"file:///ws/notes.md"}},"id":2}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/semanticTokens/full/delta","params":{"textDocument":{"uri":"file:///ws/notes.md"},"previousResultId":"2"},"id":7}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"textDocument/willSave","params":{"reason":1,"textDocument":{"uri":"file:///ws/notes.md"}}}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{}}}
  """#,
  #"""
  {"jsonrpc":"2.0","method":"workspace/executeCommand","params":{"command":"mentions.commit","arguments":[{"uri":"file:///ws/notes.md","id":"u5","text":"山田 太郎","version":69,"position":{"line":4,"character":10}}]},"id":36}
  """#,
]

/// The same clients' `initialize`, with the capabilities cut down to what is looked at here.
let recordedInitializations: [(client: String, params: String)] = [
  (
    "eglot-1.17.30-emacs-30.2",
    #"""
    {"capabilities":{"general":{"positionEncodings":["utf-32","utf-8","utf-16"]},"textDocument":{"completion":{"completionItem":{"deprecatedSupport":true,"resolveSupport":{"properties":["documentation","details","additionalTextEdits"]},"snippetSupport":false,"tagSupport":{"valueSet":[1]}},"contextSupport":true,"dynamicRegistration":false}},"workspace":{"applyEdit":true,"configuration":true,"workspaceEdit":{"documentChanges":true}}},"clientInfo":{"name":"Eglot","version":"1.17.30"},"initializationOptions":{},"processId":31898,"rootPath":"/ws/","rootUri":"file:///ws","workspaceFolders":[{"name":"~/ws/","uri":"file:///ws"}]}
    """#
  ),
  (
    "helix-25.07.1",
    #"""
    {"capabilities":{"general":{"positionEncodings":["utf-8","utf-32","utf-16"]},"textDocument":{"completion":{"completionItem":{"deprecatedSupport":true,"insertReplaceSupport":true,"resolveSupport":{"properties":["documentation","detail","additionalTextEdits"]},"snippetSupport":true,"tagSupport":{"valueSet":[1]}}}},"workspace":{"applyEdit":true,"configuration":true,"workspaceEdit":{"documentChanges":true,"failureHandling":"abort","normalizesLineEndings":false,"resourceOperations":["create","rename","delete"]}}},"clientInfo":{"name":"helix","version":"25.07.1"},"processId":30049,"rootPath":"/ws","rootUri":"file:///ws","workspaceFolders":[{"name":"ws","uri":"file:///ws"}]}
    """#
  ),
  (
    "jupyterlab-lsp-5.3.0",
    #"""
    {"capabilities":{"textDocument":{"completion":{"completionItem":{"commitCharactersSupport":true,"deprecatedSupport":true,"documentationFormat":["markdown","plaintext"],"preselectSupport":false,"snippetSupport":false,"tagSupport":{"valueSet":[1]}},"contextSupport":true,"dynamicRegistration":true}},"workspace":{}},"initializationOptions":null,"processId":null,"rootUri":"file:///ws","workspaceFolders":null}
    """#
  ),
  (
    "lsp-mode-10.0.0-emacs-30.2",
    #"""
    {"capabilities":{"general":{"positionEncodings":["utf-32","utf-8","utf-16"]},"textDocument":{"completion":{"completionItem":{"deprecatedSupport":true,"documentationFormat":["markdown","plaintext"],"insertReplaceSupport":true,"insertTextModeSupport":{"valueSet":[1,2]},"labelDetailsSupport":true,"resolveAdditionalTextEditsSupport":true,"resolveSupport":{"properties":["documentation","detail","additionalTextEdits","command"]},"snippetSupport":false},"contextSupport":true,"dynamicRegistration":true}},"workspace":{"applyEdit":true,"configuration":true,"workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename","delete"]}}},"clientInfo":{"name":"emacs","version":"GNU Emacs 30.2 (build 2, x86_64-pc-linux-gnu)\n of 2026-08-15, modified by Debian"},"initializationOptions":null,"processId":32475,"rootPath":"/ws","rootUri":"file:///ws","workDoneToken":"1"}
    """#
  ),
  (
    "neovim-0.12.4",
    #"""
    {"capabilities":{"general":{"positionEncodings":["utf-8","utf-16","utf-32"]},"textDocument":{"completion":{"completionItem":{"commitCharactersSupport":false,"deprecatedSupport":true,"documentationFormat":["markdown","plaintext"],"insertReplaceSupport":true,"labelDetailsSupport":true,"preselectSupport":false,"resolveSupport":{"properties":["additionalTextEdits","command","documentation"]},"snippetSupport":true,"tagSupport":{"valueSet":[1]}},"completionList":{"itemDefaults":["editRange","insertTextFormat","insertTextMode","data"]},"contextSupport":true,"dynamicRegistration":false}},"workspace":{"applyEdit":true,"configuration":true,"workspaceEdit":{"changeAnnotationSupport":{"groupsOnLabel":true},"normalizesLineEndings":true,"resourceOperations":["rename","create","delete"]}}},"clientInfo":{"name":"Neovim","version":"0.12.4"},"processId":27699,"rootPath":"/ws","rootUri":"file:///ws","trace":"off","workDoneToken":"1","workspaceFolders":[{"name":"/ws","uri":"file:///ws"}]}
    """#
  ),
]
