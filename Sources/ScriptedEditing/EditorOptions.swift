import JSONText
import LanguageProtocol

/// How a scripted editor behaves, and what it says it can do.
package struct EditorOptions: Sendable {
  /// In what pieces an accepted item reaches the server.
  package enum AcceptStyle: Sendable, CaseIterable {
    /// One change (VS Code, Helix, Eglot).
    case oneChange
    /// One notification, the old text taken away and the new put in character by character (Neovim).
    case characterByCharacter
    /// The old text goes in one notification, the new comes in the next (lsp-mode).
    case deleteThenInsert
  }

  package var name = "scripted editor"
  package var encoding = PositionEncodingKind.utf16
  package var acceptStyle = AcceptStyle.oneChange
  /// Send the whole document with every change.
  package var sendsWholeDocument = false
  /// Ask for completion after each typed letter, digit and trigger character, as most editors do.
  package var asksWhileTyping = true
  /// Run the command of an accepted item.
  package var runsCommands = true
  /// Tell the server that items may have two ranges; it has no use for it.
  package var insertReplace = false
  package var itemDefaults = false
  package var resolves = true
  /// Tell the server of files that change.
  package var watchesFiles = true
  /// Let the server edit.
  package var appliesEdits = true
  /// Milliseconds between two keys.
  package var pace = 80
  package var initializationOptions: JSONValue?
  /// What `workspace/configuration` is answered with; nil for an editor that cannot be asked.
  package var configuration: JSONValue?
  /// The workspace folder's path.
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
