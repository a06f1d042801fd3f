import JSONText
import LanguageProtocol

/// How a scripted editor behaves, and what it says it can do.
public struct EditorOptions: Sendable {
  /// In what pieces an accepted item reaches the server.
  public enum AcceptStyle: Sendable, CaseIterable {
    /// One change (VS Code, Helix, Eglot).
    case oneChange
    /// One notification, the old text taken away and the new put in character by character (Neovim).
    case characterByCharacter
    /// The old text goes in one notification, the new comes in the next (lsp-mode).
    case deleteThenInsert
  }

  public var name = "scripted editor"
  public var encoding = PositionEncodingKind.utf16
  public var acceptStyle = AcceptStyle.oneChange
  /// Send the whole document with every change.
  public var sendsWholeDocument = false
  /// Ask for completion after each typed letter, digit and trigger character, as most editors do.
  public var asksWhileTyping = true
  /// Run the command of an accepted item.
  public var runsCommands = true
  public var insertReplace = false
  public var itemDefaults = false
  public var resolves = true
  /// Tell the server of files that change.
  public var watchesFiles = true
  /// Let the server edit.
  public var appliesEdits = true
  /// Milliseconds between two keys.
  public var pace = 80
  public var initializationOptions: JSONValue?
  /// What `workspace/configuration` is answered with; nil for an editor that cannot be asked.
  public var configuration: JSONValue?
  /// The workspace folder's path.
  public var root: String?

  public init() {}

  var capabilities: ClientCapabilities {
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
