import JSONText

/// `mentions/attributes`: the host's own named ranges. First those of `strip` go, then those of `add` come; with neither
/// they are only listed.
package struct MentionsAttributesParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var add: [AttributeAddition]?
  package var strip: AttributeStripping?

  package init(
    textDocument: TextDocumentIdentifier, add: [AttributeAddition]? = nil, strip: AttributeStripping? = nil
  ) {
    (self.textDocument, self.add, self.strip) = (textDocument, add, strip)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("add", \.add), optional("strip", \.strip))
}

/// One attribute to be put on the text. Another one of its name gives way to it in the range.
package struct AttributeAddition: Structure {
  package var range: Range
  package var name: String
  /// Whatever the host wants to know again.
  package var value: JSONValue?
  /// `grow` or `keep`, which is the default: whether what is typed right behind it takes it.
  package var whenTypedAt: String?
  /// `keep`, which is the default, or `strip`: what a change of the text inside does.
  package var whenChanged: String?

  package init(
    range: Range, name: String, value: JSONValue? = nil, whenTypedAt: String? = nil,
    whenChanged: String? = nil
  ) {
    (self.range, self.name, self.value) = (range, name, value)
    (self.whenTypedAt, self.whenChanged) = (whenTypedAt, whenChanged)
  }

  package static let members = Members(
    Self.init, required("range", \.range), required("name", \.name), optional("value", \.value),
    optional("whenTypedAt", \.whenTypedAt), optional("whenChanged", \.whenChanged))
}

/// Which attributes to take off the text; of one that reaches out of a range, the rest stays.
package struct AttributeStripping: Structure {
  /// nil: everywhere.
  package var ranges: [Range]?
  /// nil: all.
  package var names: [String]?

  package init(ranges: [Range]? = nil, names: [String]? = nil) { (self.ranges, self.names) = (ranges, names) }
  package static let members = Members(
    Self.init, optional("ranges", \.ranges), optional("names", \.names))
}

/// What `mentions/attributes` answers: all attributes of the document.
package struct MentionsAttributesResult: Structure {
  package var attributes: [AttributeInfo]
  package var styles: [StyleInfo]
  /// Those of `add` that were not put on the text.
  package var refused: [MentionRefusal]

  package init(attributes: [AttributeInfo], styles: [StyleInfo], refused: [MentionRefusal]) {
    (self.attributes, self.styles, self.refused) = (attributes, styles, refused)
  }

  package static let members = Members(
    Self.init, required("attributes", \.attributes), required("styles", \.styles),
    required("refused", \.refused))
}

/// An attribute as clients see it.
package struct AttributeInfo: Structure {
  package var range: Range
  package var name: String
  package var value: JSONValue?
  /// Names of the styles that it is shown in, by the settings; nil: the one of its own name.
  package var styles: [String]?

  package init(range: Range, name: String, value: JSONValue? = nil, styles: [String]? = nil) {
    (self.range, self.name) = (range, name)
    (self.value, self.styles) = (value, styles)
  }

  package static let members = Members(
    Self.init, required("range", \.range), required("name", \.name), optional("value", \.value),
    optional("styles", \.styles))
}

/// How editors show a style.
package struct StyleInfo: Structure {
  package var name: String
  /// The token modifier that stands for it; nil where all are taken.
  package var modifier: String?
  /// Neovim's highlight group.
  package var highlight: String?
  /// Emacs's face.
  package var face: String?
  /// Whether its background is a rectangle with rounded corners.
  package var rounded: Bool?
  /// VS Code's decoration.
  package var decoration: JSONValue?

  package init(
    name: String, modifier: String? = nil, highlight: String? = nil, face: String? = nil,
    rounded: Bool? = nil, decoration: JSONValue? = nil
  ) {
    (self.name, self.modifier, self.highlight) = (name, modifier, highlight)
    (self.face, self.rounded, self.decoration) = (face, rounded, decoration)
  }

  package static let members = Members(
    Self.init, required("name", \.name), optional("modifier", \.modifier), optional("highlight", \.highlight),
    optional("face", \.face), optional("rounded", \.rounded), optional("decoration", \.decoration))
}
