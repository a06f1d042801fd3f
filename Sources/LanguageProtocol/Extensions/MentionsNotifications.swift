import JSONText

/// `mentions/didChangeState`, to the client.
package struct MentionsDidChangeStateParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var state: MentionsCreationState
  /// The state before.
  package var previous: MentionsCreationState?
  package var kind: MentionSearchType?
  package var controlCharacter: String?

  package init(
    textDocument: TextDocumentIdentifier, state: MentionsCreationState,
    previous: MentionsCreationState? = nil, kind: MentionSearchType? = nil, controlCharacter: String? = nil
  ) {
    (self.textDocument, self.state, self.previous, self.kind) = (textDocument, state, previous, kind)
    self.controlCharacter = controlCharacter
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("state", \.state),
    optional("previous", \.previous), optional("kind", \.kind),
    optional("controlCharacter", \.controlCharacter))
}

/// Whether a mention is being created.
package struct MentionsCreationState: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let quiescent = Self(rawValue: "quiescent")
  package static let creating = Self(rawValue: "creating")
}

/// `mentions/didCreate`, `mentions/didTrim`, `mentions/didDelete`, to the client: one annotation, and what became of it.
package struct MentionsDidChangeMentionParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var version: Int?
  package var mention: MentionInfo

  package init(textDocument: TextDocumentIdentifier, version: Int? = nil, mention: MentionInfo) {
    (self.textDocument, self.version, self.mention) = (textDocument, version, mention)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("version", \.version),
    required("mention", \.mention))
}

/// `mentions/didSelect`, to the client.
package struct MentionsDidSelectParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var entity: MentionEntity
  /// The row, from 0.
  package var index: Int

  package init(textDocument: TextDocumentIdentifier, entity: MentionEntity, index: Int) {
    (self.textDocument, self.entity, self.index) = (textDocument, entity, index)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("entity", \.entity),
    required("index", \.index))
}

/// `mentions/chooser`, to the client: what becomes of the chooser.
package struct MentionsChooserParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var event: ChooserEventName
  package var range: Range?
  package var generation: Int
  package var count: Int
  package var loading: Bool
  package var borderMode: ChooserBorderMode
  package var background: String?

  package init(
    textDocument: TextDocumentIdentifier, event: ChooserEventName, range: Range? = nil, generation: Int,
    count: Int, loading: Bool, borderMode: ChooserBorderMode, background: String? = nil
  ) {
    (self.textDocument, self.event, self.range, self.generation) = (textDocument, event, range, generation)
    (self.count, self.loading, self.borderMode, self.background) = (count, loading, borderMode, background)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("event", \.event),
    optional("range", \.range), required("generation", \.generation), required("count", \.count),
    required("loading", \.loading), required("borderMode", \.borderMode),
    optional("background", \.background))
}

/// What becomes of the chooser.
package struct ChooserEventName: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let willShow = Self(rawValue: "willShow")
  package static let shown = Self(rawValue: "shown")
  package static let changed = Self(rawValue: "changed")
  package static let hidden = Self(rawValue: "hidden")
}

/// On which side of the chooser there is a border.
package struct ChooserBorderMode: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let top = Self(rawValue: "top")
  package static let bottom = Self(rawValue: "bottom")
  package static let none = Self(rawValue: "none")
}
