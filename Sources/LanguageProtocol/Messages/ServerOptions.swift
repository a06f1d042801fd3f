public import JSONText

/// How documents are synchronised (LSP: TextDocumentSyncOptions).
public struct TextDocumentSyncOptions: Hashable, Sendable {
  public var openClose: Bool?
  public var change: TextDocumentSyncKind?
  public var willSave: Bool?
  public var willSaveWaitUntil: Bool?
  public var save: SaveOptions?

  public init(
    openClose: Bool? = nil, change: TextDocumentSyncKind? = nil, willSave: Bool? = nil,
    willSaveWaitUntil: Bool? = nil, save: SaveOptions? = nil
  ) {
    self.openClose = openClose
    self.change = change
    self.willSave = willSave
    self.willSaveWaitUntil = willSaveWaitUntil
    self.save = save
  }
}

extension TextDocumentSyncOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var openClose: Bool?
    var change: TextDocumentSyncKind?
    var willSave: Bool?
    var willSaveWaitUntil: Bool?
    var save: SaveOptions?
    while let member = try reader.nextName() {
      switch member {
      case "openClose": openClose = try reader.read()
      case "change": change = try reader.read()
      case "willSave": willSave = try reader.read()
      case "willSaveWaitUntil": willSaveWaitUntil = try reader.read()
      case "save": save = try reader.read()
      default: break
      }
    }
    self.openClose = openClose
    self.change = change
    self.willSave = willSave
    self.willSaveWaitUntil = willSaveWaitUntil
    self.save = save
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("openClose", ifPresent: openClose)
      $0.member("change", ifPresent: change)
      $0.member("willSave", ifPresent: willSave)
      $0.member("willSaveWaitUntil", ifPresent: willSaveWaitUntil)
      $0.member("save", ifPresent: save)
    }
  }
}

/// LSP: TextDocumentSyncKind.
public struct TextDocumentSyncKind: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let none = Self(rawValue: 0)
  public static let full = Self(rawValue: 1)
  public static let incremental = Self(rawValue: 2)
}

/// LSP: SaveOptions.
public struct SaveOptions: Hashable, Sendable {
  public var includeText: Bool?

  public init(includeText: Bool? = nil) {
    self.includeText = includeText
  }
}

extension SaveOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var includeText: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "includeText": includeText = try reader.read()
      default: break
      }
    }
    self.includeText = includeText
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("includeText", ifPresent: includeText)
    }
  }
}

/// LSP: CompletionOptions.
public struct CompletionOptions: Hashable, Sendable {
  public var triggerCharacters: [String]?
  public var allCommitCharacters: [String]?
  public var resolveProvider: Bool?
  public var completionItem: CompletionItemOptions?

  public init(
    triggerCharacters: [String]? = nil, allCommitCharacters: [String]? = nil, resolveProvider: Bool? = nil,
    completionItem: CompletionItemOptions? = nil
  ) {
    self.triggerCharacters = triggerCharacters
    self.allCommitCharacters = allCommitCharacters
    self.resolveProvider = resolveProvider
    self.completionItem = completionItem
  }
}

extension CompletionOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var triggerCharacters: [String]?
    var allCommitCharacters: [String]?
    var resolveProvider: Bool?
    var completionItem: CompletionItemOptions?
    while let member = try reader.nextName() {
      switch member {
      case "triggerCharacters": triggerCharacters = try reader.read()
      case "allCommitCharacters": allCommitCharacters = try reader.read()
      case "resolveProvider": resolveProvider = try reader.read()
      case "completionItem": completionItem = try reader.read()
      default: break
      }
    }
    self.triggerCharacters = triggerCharacters
    self.allCommitCharacters = allCommitCharacters
    self.resolveProvider = resolveProvider
    self.completionItem = completionItem
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("triggerCharacters", ifPresent: triggerCharacters)
      $0.member("allCommitCharacters", ifPresent: allCommitCharacters)
      $0.member("resolveProvider", ifPresent: resolveProvider)
      $0.member("completionItem", ifPresent: completionItem)
    }
  }
}

/// LSP: CompletionOptions.completionItem.
public struct CompletionItemOptions: Hashable, Sendable {
  public var labelDetailsSupport: Bool?

  public init(labelDetailsSupport: Bool? = nil) {
    self.labelDetailsSupport = labelDetailsSupport
  }
}

extension CompletionItemOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var labelDetailsSupport: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "labelDetailsSupport": labelDetailsSupport = try reader.read()
      default: break
      }
    }
    self.labelDetailsSupport = labelDetailsSupport
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("labelDetailsSupport", ifPresent: labelDetailsSupport)
    }
  }
}

/// LSP: CodeActionOptions.
public struct CodeActionOptions: Hashable, Sendable {
  public var codeActionKinds: [CodeActionKind]?
  public var resolveProvider: Bool?

  public init(codeActionKinds: [CodeActionKind]? = nil, resolveProvider: Bool? = nil) {
    self.codeActionKinds = codeActionKinds
    self.resolveProvider = resolveProvider
  }
}

extension CodeActionOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var codeActionKinds: [CodeActionKind]?
    var resolveProvider: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "codeActionKinds": codeActionKinds = try reader.read()
      case "resolveProvider": resolveProvider = try reader.read()
      default: break
      }
    }
    self.codeActionKinds = codeActionKinds
    self.resolveProvider = resolveProvider
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("codeActionKinds", ifPresent: codeActionKinds)
      $0.member("resolveProvider", ifPresent: resolveProvider)
    }
  }
}

/// LSP: DocumentLinkOptions.
public struct DocumentLinkOptions: Hashable, Sendable {
  public var resolveProvider: Bool?

  public init(resolveProvider: Bool? = nil) {
    self.resolveProvider = resolveProvider
  }
}

extension DocumentLinkOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var resolveProvider: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "resolveProvider": resolveProvider = try reader.read()
      default: break
      }
    }
    self.resolveProvider = resolveProvider
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("resolveProvider", ifPresent: resolveProvider)
    }
  }
}

/// LSP: ExecuteCommandOptions.
public struct ExecuteCommandOptions: Hashable, Sendable {
  public var commands: [CommandName]

  public init(commands: [CommandName]) {
    self.commands = commands
  }
}

extension ExecuteCommandOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var commands: [CommandName]?
    while let member = try reader.nextName() {
      switch member {
      case "commands": commands = try reader.read([CommandName].self)
      default: break
      }
    }
    self.commands = try reader.require(commands, "commands", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("commands", commands)
    }
  }
}

/// LSP: SemanticTokensOptions.
public struct SemanticTokensOptions: Hashable, Sendable {
  public var legend: SemanticTokensLegend
  public var range: Bool?
  public var full: SemanticTokensFullOptions?

  public init(legend: SemanticTokensLegend, range: Bool? = nil, full: SemanticTokensFullOptions? = nil) {
    self.legend = legend
    self.range = range
    self.full = full
  }
}

extension SemanticTokensOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var legend: SemanticTokensLegend?
    var range: Bool?
    var full: SemanticTokensFullOptions?
    while let member = try reader.nextName() {
      switch member {
      case "legend": legend = try reader.read(SemanticTokensLegend.self)
      case "range": range = try reader.read()
      case "full": full = try reader.read()
      default: break
      }
    }
    self.legend = try reader.require(legend, "legend", of: object)
    self.range = range
    self.full = full
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("legend", legend)
      $0.member("range", ifPresent: range)
      $0.member("full", ifPresent: full)
    }
  }
}

/// LSP: SemanticTokensOptions.full.
public struct SemanticTokensFullOptions: Hashable, Sendable {
  public var delta: Bool?

  public init(delta: Bool? = nil) {
    self.delta = delta
  }
}

extension SemanticTokensFullOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var delta: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "delta": delta = try reader.read()
      default: break
      }
    }
    self.delta = delta
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("delta", ifPresent: delta)
    }
  }
}

/// LSP: DiagnosticOptions.
public struct DiagnosticOptions: Hashable, Sendable {
  public var identifier: String?
  public var interFileDependencies: Bool
  public var workspaceDiagnostics: Bool

  public init(identifier: String? = nil, interFileDependencies: Bool, workspaceDiagnostics: Bool) {
    self.identifier = identifier
    self.interFileDependencies = interFileDependencies
    self.workspaceDiagnostics = workspaceDiagnostics
  }
}

extension DiagnosticOptions: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var identifier: String?
    var interFileDependencies: Bool?
    var workspaceDiagnostics: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "identifier": identifier = try reader.read()
      case "interFileDependencies": interFileDependencies = try reader.read(Bool.self)
      case "workspaceDiagnostics": workspaceDiagnostics = try reader.read(Bool.self)
      default: break
      }
    }
    self.identifier = identifier
    self.interFileDependencies = try reader.require(
      interFileDependencies, "interFileDependencies", of: object)
    self.workspaceDiagnostics = try reader.require(workspaceDiagnostics, "workspaceDiagnostics", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("identifier", ifPresent: identifier)
      $0.member("interFileDependencies", interFileDependencies)
      $0.member("workspaceDiagnostics", workspaceDiagnostics)
    }
  }
}
