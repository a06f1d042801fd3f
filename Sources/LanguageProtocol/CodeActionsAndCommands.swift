import JSONText

extension Method {
  package static let codeAction = Method(rawValue: "textDocument/codeAction")
  package static let codeActionResolve = Method(rawValue: "codeAction/resolve")
  package static let executeCommand = Method(rawValue: "workspace/executeCommand")
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

/// `textDocument/codeAction`.
package struct CodeActionParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var range: Range
  package var context: CodeActionContext

  package init(textDocument: TextDocumentIdentifier, range: Range, context: CodeActionContext) {
    (self.textDocument, self.range, self.context) = (textDocument, range, context)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("range", \.range),
    required("context", \.context))
}

/// The context of a request for code actions (LSP: CodeActionContext).
package struct CodeActionContext: Structure {
  package var diagnostics: [Diagnostic]
  /// The requested kinds, including their subkinds; nil means all kinds.
  package var only: [CodeActionKind]?
  /// The reason for the request: 1 if the user invoked it, 2 if it is automatic (``automatic``).
  package var triggerKind: Int?

  package static let automatic = 2

  package init(diagnostics: [Diagnostic] = [], only: [CodeActionKind]? = nil, triggerKind: Int? = nil) {
    (self.diagnostics, self.only, self.triggerKind) = (diagnostics, only, triggerKind)
  }

  package static let members = Members(
    Self.init, optional("diagnostics", \.diagnostics, default: []), optional("only", \.only),
    optional("triggerKind", \.triggerKind))
}

extension CodeActionContext {
  /// Whether the user asked for code actions, or the client requested particular kinds. Clients show a light bulb if an
  /// automatic request yields actions, so an automatic request should yield only actions that fix something.
  package var isAsked: Bool { triggerKind != Self.automatic || only?.isEmpty == false }

  /// Whether the client requests actions of all kinds, of this kind, or of a kind that is more general or more specific
  /// than this one.
  package func wants(_ kind: CodeActionKind) -> Bool {
    only?.contains {
      $0.rawValue.isEmpty || $0 == kind || kind.rawValue.hasPrefix($0.rawValue + ".")
        || $0.rawValue.hasPrefix(kind.rawValue + ".")
    } ?? true
  }
}

/// An action on a document (LSP: CodeAction).
package struct CodeAction: Structure {
  package var title: String
  package var kind: CodeActionKind?
  package var diagnostics: [Diagnostic]?
  package var isPreferred: Bool?
  package var edit: WorkspaceEdit?
  package var command: Command?
  package var data: JSONValue?

  package init(
    title: String, kind: CodeActionKind? = nil, diagnostics: [Diagnostic]? = nil, isPreferred: Bool? = nil,
    edit: WorkspaceEdit? = nil, command: Command? = nil, data: JSONValue? = nil
  ) {
    (self.title, self.kind, self.diagnostics, self.isPreferred) = (title, kind, diagnostics, isPreferred)
    (self.edit, self.command, self.data) = (edit, command, data)
  }

  package static let members = Members(
    Self.init, required("title", \.title), optional("kind", \.kind), optional("diagnostics", \.diagnostics),
    optional("isPreferred", \.isPreferred), optional("edit", \.edit), optional("command", \.command),
    optional("data", \.data))
}

/// A kind of action: identifiers separated by dots, from general to specific (LSP: CodeActionKind).
package struct CodeActionKind: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let quickFix = Self(rawValue: "quickfix")
}

/// An item in the result of `textDocument/codeAction` (LSP: `Command | CodeAction`).
package enum CodeActionAnswer: JSONWritable {
  case action(CodeAction)
  case command(Command)

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .action(let action): action.write(to: &writer)
    case .command(let command): command.write(to: &writer)
    }
  }
}

// MARK: - Commands

/// LSP: ExecuteCommandOptions.
package struct ExecuteCommandOptions: Structure {
  package var commands: [CommandName]

  package init(commands: [CommandName]) { self.commands = commands }
  package static let members = Members(Self.init, required("commands", \.commands))
}

/// A command that the client offers to the user, or runs after the user accepts an item (LSP: Command).
package struct Command: Structure {
  package var title: String
  package var command: CommandName
  package var arguments: [JSONValue]?

  package init(title: String, command: CommandName, arguments: [JSONValue]? = nil) {
    (self.title, self.command, self.arguments) = (title, command, arguments)
  }

  package static let members = Members(
    Self.init, required("title", \.title), required("command", \.command),
    optional("arguments", \.arguments))
}

// Implemented directly for speed: each completion item has a command.
extension Command {
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("title", title)
      $0.member("command", command)
      $0.member("arguments", ifPresent: arguments)
    }
  }
}

/// `workspace/executeCommand`.
package struct ExecuteCommandParams: Structure {
  package var command: CommandName
  package var arguments: [JSONValue]

  package init(command: CommandName, arguments: [JSONValue] = []) {
    (self.command, self.arguments) = (command, arguments)
  }

  package static let members = Members(
    Self.init, required("command", \.command), optional("arguments", \.arguments, default: []))
}

/// The name of a command. Clients may send names that are not declared here.
package struct CommandName: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// For a code lens without a command: editors show its title and run nothing.
  package static let none = Self(rawValue: "")
  /// Confirms that an item was accepted.
  package static let accept = Self(rawValue: "mentions.accept")
  package static let reloadSources = Self(rawValue: "mentions.reloadSources")
  /// Turns an annotation back into plain text.
  package static let toPlainText = Self(rawValue: "mentions.toPlainText")
  /// Restores a damaged annotation.
  package static let restore = Self(rawValue: "mentions.restore")
  package static let trim = Self(rawValue: "mentions.trim")
  package static let delete = Self(rawValue: "mentions.delete")
  package static let explain = Self(rawValue: "mentions.explain")
  package static let forget = Self(rawValue: "mentions.forget")
  /// Requests completion explicitly, for clients whose completion requests do not indicate that the user invoked
  /// completion.
  package static let complete = Self(rawValue: "mentions.complete")
  /// Transforms text and preserves the mentions in it.
  package static let transform = Self(rawValue: "mentions.transform")

  /// Replaces text with a mention.
  package static let write = Self(rawValue: "mentions.write")

  /// All commands that the server runs.
  package static let all: [CommandName] = [
    .accept, .reloadSources, .toPlainText, .restore, .trim, .delete, .explain, .complete, .forget, .transform,
    .write,
  ]
}
