import JSONText

extension Method {
  package static let applyEdit = Method(rawValue: "workspace/applyEdit")
}

/// A replacement of text (LSP: TextEdit, AnnotatedTextEdit).
package struct TextEdit: Hashable, Sendable {
  package var range: Range
  package var newText: String
  /// The id of the ``ChangeAnnotation`` that describes this edit.
  package var annotationId: String?

  package init(range: Range, newText: String, annotationId: String? = nil) {
    (self.range, self.newText, self.annotationId) = (range, newText, annotationId)
  }
}

extension TextEdit: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    (range, newText) = try reader.read("range", "newText")
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", range)
      $0.member("newText", newText)
      $0.member("annotationId", ifPresent: annotationId)
    }
  }
}

/// A description of an edit, and whether the user has to confirm it (LSP: ChangeAnnotation).
package struct ChangeAnnotation: Structure {
  package var label: String
  package var needsConfirmation: Bool?
  package var description: String?

  package init(label: String, needsConfirmation: Bool? = nil, description: String? = nil) {
    (self.label, self.needsConfirmation, self.description) = (label, needsConfirmation, description)
  }

  package static let members = Members(
    Self.init, required("label", \.label), optional("needsConfirmation", \.needsConfirmation),
    optional("description", \.description))
}

/// Edits of one document at one version (LSP: TextDocumentEdit).
package struct TextDocumentEdit: Structure {
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  package var edits: [TextEdit]

  package init(textDocument: OptionalVersionedTextDocumentIdentifier, edits: [TextEdit]) {
    (self.textDocument, self.edits) = (textDocument, edits)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("edits", \.edits))
}

/// Edits of several documents (LSP: WorkspaceEdit).
package struct WorkspaceEdit: Hashable, Sendable {
  /// Edits by document, for clients that do not support `documentChanges`.
  package var changes: [Changes]?
  /// Versioned edits. Renaming and deleting files is not supported.
  package var documentChanges: [TextDocumentEdit]?
  /// The descriptions of annotated edits in ``documentChanges``.
  package var changeAnnotations: [Annotation] = []

  /// A change annotation with its id.
  package struct Annotation: Hashable, Sendable {
    package var id: String
    package var annotation: ChangeAnnotation

    package init(id: String, annotation: ChangeAnnotation) { (self.id, self.annotation) = (id, annotation) }
  }
  /// Files to create before ``documentChanges`` are applied, unless the files already exist (LSP: CreateFile).
  package var created: [DocumentURI] = []

  /// The edits of one document, regardless of its version.
  package struct Changes: Hashable, Sendable {
    package var uri: DocumentURI
    package var edits: [TextEdit]

    package init(uri: DocumentURI, edits: [TextEdit]) { (self.uri, self.edits) = (uri, edits) }
  }

  package init(
    changes: [Changes]? = nil, created: [DocumentURI] = [], documentChanges: [TextDocumentEdit]? = nil
  ) {
    (self.changes, self.documentChanges) = (changes, documentChanges)
    self.created = created
  }
}

extension WorkspaceEdit: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let name = try reader.nextName() {
      switch name {
      case "changes":
        if try reader.readNull() { continue }
        var changes: [Changes] = []
        try reader.beginObject()
        while let name = try reader.nextName() {
          changes.append(Changes(uri: DocumentURI(name.text), edits: try reader.read()))
        }
        self.changes = changes
      case "documentChanges": documentChanges = try reader.read()
      default: break
      }
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      if let changes {
        $0.member("changes") {
          $0.object {
            for change in changes { $0.member(named: change.uri.text, change.edits) }
          }
        }
      }
      writeDocumentChanges(to: &$0)
      if !changeAnnotations.isEmpty {
        $0.member("changeAnnotations") {
          $0.object {
            for one in changeAnnotations { $0.member(named: one.id, one.annotation) }
          }
        }
      }
    }
  }

  private func writeDocumentChanges(to object: inout JSONWriter) {
    if created.isEmpty { return object.member("documentChanges", ifPresent: documentChanges) }
    object.member("documentChanges") {
      $0.array { writer in
        for uri in created { writer.write(CreateFile(uri: uri)) }
        for change in documentChanges ?? [] { writer.write(change) }
      }
    }
  }
}

/// Creates an empty file unless it exists (LSP: CreateFile).
private struct CreateFile: JSONWritable {
  let uri: DocumentURI

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("kind", "create")
      $0.member("uri", uri)
      $0.member("options") { $0.object { $0.member("ignoreIfExists", true) } }
    }
  }
}

/// `workspace/applyEdit`, server to client.
package struct ApplyWorkspaceEditParams: Structure {
  package var label: String?
  package var edit: WorkspaceEdit

  package init(label: String? = nil, edit: WorkspaceEdit) { (self.label, self.edit) = (label, edit) }
  package static let members = Members(Self.init, optional("label", \.label), required("edit", \.edit))
}

/// The result of `workspace/applyEdit`. `applied` is not reliable: some clients return true for an edit of an outdated
/// version.
package struct ApplyWorkspaceEditResult: Structure {
  package var applied: Bool
  package var failureReason: String?

  package init(applied: Bool, failureReason: String? = nil) {
    (self.applied, self.failureReason) = (applied, failureReason)
  }

  package static let members = Members(
    Self.init, required("applied", \.applied), optional("failureReason", \.failureReason))
}
