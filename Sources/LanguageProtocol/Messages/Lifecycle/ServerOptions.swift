import JSONText

/// How documents are synchronised (LSP: TextDocumentSyncOptions).
public struct TextDocumentSyncOptions: Structure {
  public var openClose: Bool?
  public var change: TextDocumentSyncKind?
  public var save: SaveOptions?

  public init(openClose: Bool? = nil, change: TextDocumentSyncKind? = nil, save: SaveOptions? = nil) {
    (self.openClose, self.change, self.save) = (openClose, change, save)
  }

  public static let members = Members(
    Self.init, optional("openClose", \.openClose), optional("change", \.change), optional("save", \.save))
}

/// LSP: TextDocumentSyncKind.
public struct TextDocumentSyncKind: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let none = Self(rawValue: 0)
  public static let full = Self(rawValue: 1)
  public static let incremental = Self(rawValue: 2)
}

/// LSP: SaveOptions.
public struct SaveOptions: Structure {
  public var includeText: Bool?

  public init(includeText: Bool? = nil) { self.includeText = includeText }
  public static let members = Members(Self.init, optional("includeText", \.includeText))
}

/// LSP: CompletionOptions.
public struct CompletionOptions: Structure {
  public var triggerCharacters: [String]?
  public var resolveProvider: Bool?
  public var completionItem: CompletionItemOptions?

  public init(
    triggerCharacters: [String]? = nil, resolveProvider: Bool? = nil,
    completionItem: CompletionItemOptions? = nil
  ) {
    (self.triggerCharacters, self.resolveProvider) = (triggerCharacters, resolveProvider)
    self.completionItem = completionItem
  }

  public static let members = Members(
    Self.init, optional("triggerCharacters", \.triggerCharacters),
    optional("resolveProvider", \.resolveProvider), optional("completionItem", \.completionItem))
}

/// LSP: CompletionOptions.completionItem.
public struct CompletionItemOptions: Structure {
  public var labelDetailsSupport: Bool?

  public init(labelDetailsSupport: Bool? = nil) { self.labelDetailsSupport = labelDetailsSupport }
  public static let members = Members(Self.init, optional("labelDetailsSupport", \.labelDetailsSupport))
}

/// LSP: CodeActionOptions.
public struct CodeActionOptions: Structure {
  public var codeActionKinds: [CodeActionKind]?
  public var resolveProvider: Bool?

  public init(codeActionKinds: [CodeActionKind]? = nil, resolveProvider: Bool? = nil) {
    (self.codeActionKinds, self.resolveProvider) = (codeActionKinds, resolveProvider)
  }

  public static let members = Members(
    Self.init, optional("codeActionKinds", \.codeActionKinds),
    optional("resolveProvider", \.resolveProvider))
}

/// LSP: DocumentLinkOptions.
public struct DocumentLinkOptions: Structure {
  public var resolveProvider: Bool?

  public init(resolveProvider: Bool? = nil) { self.resolveProvider = resolveProvider }
  public static let members = Members(Self.init, optional("resolveProvider", \.resolveProvider))
}

/// LSP: ExecuteCommandOptions.
public struct ExecuteCommandOptions: Structure {
  public var commands: [CommandName]

  public init(commands: [CommandName]) { self.commands = commands }
  public static let members = Members(Self.init, required("commands", \.commands))
}

/// LSP: SemanticTokensOptions.
public struct SemanticTokensOptions: Structure {
  public var legend: SemanticTokensLegend
  public var range: Bool?
  public var full: SemanticTokensFullOptions?

  public init(legend: SemanticTokensLegend, range: Bool? = nil, full: SemanticTokensFullOptions? = nil) {
    (self.legend, self.range, self.full) = (legend, range, full)
  }

  public static let members = Members(
    Self.init, required("legend", \.legend), optional("range", \.range), optional("full", \.full))
}

/// LSP: SemanticTokensOptions.full.
public struct SemanticTokensFullOptions: Structure {
  public var delta: Bool?

  public init(delta: Bool? = nil) { self.delta = delta }
  public static let members = Members(Self.init, optional("delta", \.delta))
}

/// LSP: DiagnosticOptions.
public struct DiagnosticOptions: Structure {
  public var identifier: String?
  public var interFileDependencies: Bool
  public var workspaceDiagnostics: Bool

  public init(identifier: String? = nil, interFileDependencies: Bool, workspaceDiagnostics: Bool) {
    (self.identifier, self.interFileDependencies) = (identifier, interFileDependencies)
    self.workspaceDiagnostics = workspaceDiagnostics
  }

  public static let members = Members(
    Self.init, optional("identifier", \.identifier),
    required("interFileDependencies", \.interFileDependencies),
    required("workspaceDiagnostics", \.workspaceDiagnostics))
}
