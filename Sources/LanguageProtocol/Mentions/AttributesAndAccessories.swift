import JSONText

extension Method {
  package static let mentionsAttributes = Method(rawValue: "mentions/attributes")
  package static let mentionsAccessories = Method(rawValue: "mentions/accessories")
}

// MARK: - Attributes

/// `mentions/attributes`: changes and lists the attributes, which are the host's own named ranges. Removes the ones
/// that `strip` selects, then adds the ones in `add`; without either, the request only lists the attributes.
package struct MentionsAttributesParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var add: [AttributeAddition]?
  package var strip: AttributeStripping?

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("add", \.add), optional("strip", \.strip))
}

/// An attribute to add to the text. In its range, it replaces existing attributes of the same name.
package struct AttributeAddition: Structure {
  package var range: Range
  package var name: String
  /// The value of the attribute: arbitrary data of the host.
  package var value: JSONValue?
  /// `grow` or `keep` (default): whether the attribute extends to text typed directly after it.
  package var whenTypedAt: String?
  /// `keep` (default) or `strip`: whether a change inside the attribute's text keeps or removes the attribute.
  package var whenChanged: String?

  package static let members = Members(
    Self.init, required("range", \.range), required("name", \.name), optional("value", \.value),
    optional("whenTypedAt", \.whenTypedAt), optional("whenChanged", \.whenChanged))
}

/// Selects the attributes to remove. The parts of an attribute that are outside the ranges remain.
package struct AttributeStripping: Structure {
  /// The ranges from which attributes are removed; nil means the whole document.
  package var ranges: [Range]?
  /// The names of the attributes to remove; nil means all names.
  package var names: [String]?

  package static let members = Members(
    Self.init, optional("ranges", \.ranges), optional("names", \.names))
}

/// The result of `mentions/attributes`: all attributes of the document.
package struct MentionsAttributesResult: Structure {
  package var attributes: [AttributeInfo]
  package var styles: [StyleInfo]
  /// The attributes of `add` that were refused.
  package var refused: [MentionRefusal]

  package init(attributes: [AttributeInfo], styles: [StyleInfo], refused: [MentionRefusal]) {
    (self.attributes, self.styles, self.refused) = (attributes, styles, refused)
  }

  package static let members = Members(
    Self.init, required("attributes", \.attributes), required("styles", \.styles),
    required("refused", \.refused))
}

/// An attribute in messages to clients.
package struct AttributeInfo: Structure {
  package var range: Range
  package var name: String
  package var value: JSONValue?
  /// The names of the attribute's styles, according to the settings; nil means the style with the name of the
  /// attribute.
  package var styles: [String]?

  package init(range: Range, name: String, value: JSONValue? = nil, styles: [String]? = nil) {
    (self.range, self.name) = (range, name)
    (self.value, self.styles) = (value, styles)
  }

  package static let members = Members(
    Self.init, required("range", \.range), required("name", \.name), optional("value", \.value),
    optional("styles", \.styles))
}

/// The appearance of a style in editors.
package struct StyleInfo: Structure {
  package var name: String
  /// The semantic token modifier for the style; nil if all modifiers are assigned to other styles.
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

// MARK: - Accessories

/// `mentions/accessories`: changes and lists the accessories, which are the host's own labels beside the text. Removes
/// the ones in `remove`, moves the ones in `move`, then adds the ones in `add`; without any of these, the request only
/// lists the accessories.
package struct MentionsAccessoriesParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var add: [Accessory]?
  package var move: [AccessoryMove]?
  /// The ids of the accessories to remove.
  package var remove: [String]?

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("add", \.add), optional("move", \.move),
    optional("remove", \.remove))
}

/// A label displayed beside the text.
package struct Accessory: Structure {
  package var id: String
  package var at: AccessoryAnchor
  /// The text of the label; if the anchor is `mention`, a format with placeholders for the entity.
  package var label: String
  package var tooltip: String?
  /// The command to run on a click: an LSP Command, whose title is ignored.
  package var command: JSONValue?
  /// The position of the label: `after` the anchor, or `above` the line in which the anchor starts.
  package var place: String

  package init(
    id: String, at: AccessoryAnchor, label: String, tooltip: String? = nil, command: JSONValue? = nil,
    place: String
  ) {
    (self.id, self.at, self.label) = (id, at, label)
    (self.tooltip, self.command, self.place) = (tooltip, command, place)
  }

  package static let members = Members(
    Self.init, required("id", \.id), required("at", \.at), required("label", \.label),
    optional("tooltip", \.tooltip), optional("command", \.command), required("place", \.place))
}

/// A new anchor for an existing accessory.
package struct AccessoryMove: Structure {
  package var id: String
  package var at: AccessoryAnchor

  package static let members = Members(Self.init, required("id", \.id), required("at", \.at))
}

/// The anchor of an accessory: a position, a range, or `"mention"`, which means each mention of the document.
package enum AccessoryAnchor: Hashable, Sendable {
  case position(Position)
  case range(Range)
  case mention

  private static let word = "mention"
}

extension AccessoryAnchor: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    let expected = "a position, a range or \"\(Self.word)\""
    if try reader.peekKind() == .string {
      let found = try reader.readString()
      guard found == Self.word else { throw reader.fault("expected \(expected), found \"\(found)\"") }
      self = .mention
      return
    }
    let object = try reader.beginObject()
    var (line, character): (Int?, Int?)
    var (start, end): (Position?, Position?)
    while let name = try reader.nextName() {
      switch name {
      case "line": line = try reader.readUInteger()
      case "character": character = try reader.readUInteger()
      case "start": start = try reader.read(Position.self)
      case "end": end = try reader.read(Position.self)
      default: break
      }
    }
    if start != nil || end != nil {
      self = .range(
        Range(
          start: try reader.require(start, "start", of: object),
          end: try reader.require(end, "end", of: object)))
    } else {
      self = .position(
        Position(
          line: try reader.require(line, "line", of: object),
          character: try reader.require(character, "character", of: object)))
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .position(let position): position.write(to: &writer)
    case .range(let range): range.write(to: &writer)
    case .mention: Self.word.write(to: &writer)
    }
  }
}

/// The result of `mentions/accessories`: all accessories of the document, in the order in which they were added.
package struct MentionsAccessoriesResult: Structure {
  package var accessories: [Accessory]

  package init(accessories: [Accessory]) { self.accessories = accessories }
  package static let members = Members(Self.init, required("accessories", \.accessories))
}
