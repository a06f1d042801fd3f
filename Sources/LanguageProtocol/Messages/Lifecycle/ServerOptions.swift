import JSONText

/// How documents are synchronised (LSP: TextDocumentSyncOptions).
package struct TextDocumentSyncOptions: Structure {
  package var openClose: Bool?
  package var change: TextDocumentSyncKind?
  package var save: SaveOptions?

  package init(openClose: Bool? = nil, change: TextDocumentSyncKind? = nil, save: SaveOptions? = nil) {
    (self.openClose, self.change, self.save) = (openClose, change, save)
  }

  package static let members = Members(
    Self.init, optional("openClose", \.openClose), optional("change", \.change), optional("save", \.save))
}

/// LSP: TextDocumentSyncKind.
package struct TextDocumentSyncKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let none = Self(rawValue: 0)
  package static let full = Self(rawValue: 1)
  package static let incremental = Self(rawValue: 2)
}

/// LSP: SaveOptions.
package struct SaveOptions: Structure {
  package var includeText: Bool?

  package init(includeText: Bool? = nil) { self.includeText = includeText }
  package static let members = Members(Self.init, optional("includeText", \.includeText))
}

/// LSP: CompletionOptions.
package struct CompletionOptions: Structure {
  package var triggerCharacters: [String]?
  package var resolveProvider: Bool?
  package var completionItem: CompletionItemOptions?

  package init(
    triggerCharacters: [String]? = nil, resolveProvider: Bool? = nil,
    completionItem: CompletionItemOptions? = nil
  ) {
    (self.triggerCharacters, self.resolveProvider) = (triggerCharacters, resolveProvider)
    self.completionItem = completionItem
  }

  package static let members = Members(
    Self.init, optional("triggerCharacters", \.triggerCharacters),
    optional("resolveProvider", \.resolveProvider), optional("completionItem", \.completionItem))
}

/// LSP: CompletionOptions.completionItem.
package struct CompletionItemOptions: Structure {
  package var labelDetailsSupport: Bool?

  package init(labelDetailsSupport: Bool? = nil) { self.labelDetailsSupport = labelDetailsSupport }
  package static let members = Members(Self.init, optional("labelDetailsSupport", \.labelDetailsSupport))
}

/// LSP: CodeActionOptions.
package struct CodeActionOptions: Structure {
  package var codeActionKinds: [CodeActionKind]?
  package var resolveProvider: Bool?

  package init(codeActionKinds: [CodeActionKind]? = nil, resolveProvider: Bool? = nil) {
    (self.codeActionKinds, self.resolveProvider) = (codeActionKinds, resolveProvider)
  }

  package static let members = Members(
    Self.init, optional("codeActionKinds", \.codeActionKinds),
    optional("resolveProvider", \.resolveProvider))
}

/// LSP: CodeLensOptions, DocumentLinkOptions and InlayHintOptions, which are the same.
package struct ResolvingOptions: Structure {
  package var resolveProvider: Bool?

  package init(resolveProvider: Bool? = nil) { self.resolveProvider = resolveProvider }
  package static let members = Members(Self.init, optional("resolveProvider", \.resolveProvider))
}

/// LSP: WorkDoneProgressOptions; ReferenceOptions are the same.
package struct ProgressOptions: Structure {
  /// Whether progress is reported under the client's token.
  package var workDoneProgress: Bool?

  package init(workDoneProgress: Bool? = nil) { self.workDoneProgress = workDoneProgress }
  package static let members = Members(Self.init, optional("workDoneProgress", \.workDoneProgress))
}

/// LSP: ExecuteCommandOptions.
package struct ExecuteCommandOptions: Structure {
  package var commands: [CommandName]

  package init(commands: [CommandName]) { self.commands = commands }
  package static let members = Members(Self.init, required("commands", \.commands))
}

/// LSP: SemanticTokensOptions.
package struct SemanticTokensOptions: Structure {
  package var legend: SemanticTokensLegend
  package var range: Bool?
  package var full: SemanticTokensFullOptions?

  package init(legend: SemanticTokensLegend, range: Bool? = nil, full: SemanticTokensFullOptions? = nil) {
    (self.legend, self.range, self.full) = (legend, range, full)
  }

  package static let members = Members(
    Self.init, required("legend", \.legend), optional("range", \.range), optional("full", \.full))
}

/// LSP: SemanticTokensOptions.full.
package struct SemanticTokensFullOptions: Structure {
  package var delta: Bool?

  package init(delta: Bool? = nil) { self.delta = delta }
  package static let members = Members(Self.init, optional("delta", \.delta))
}

/// LSP: DiagnosticOptions.
package struct DiagnosticOptions: Structure {
  package var identifier: String?
  package var interFileDependencies: Bool
  package var workspaceDiagnostics: Bool

  package init(identifier: String? = nil, interFileDependencies: Bool, workspaceDiagnostics: Bool) {
    (self.identifier, self.interFileDependencies) = (identifier, interFileDependencies)
    self.workspaceDiagnostics = workspaceDiagnostics
  }

  package static let members = Members(
    Self.init, optional("identifier", \.identifier),
    required("interFileDependencies", \.interFileDependencies),
    required("workspaceDiagnostics", \.workspaceDiagnostics))
}
