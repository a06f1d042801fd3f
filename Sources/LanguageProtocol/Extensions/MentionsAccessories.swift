import JSONText

/// `mentions/accessories`: what the host shows beside the text. First those of `remove` go, then those of `move` change their
/// places, then those of `add` come; without any of them they are only listed.
package struct MentionsAccessoriesParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var add: [Accessory]?
  package var move: [AccessoryMove]?
  /// Ids.
  package var remove: [String]?

  package init(
    textDocument: TextDocumentIdentifier, add: [Accessory]? = nil, move: [AccessoryMove]? = nil,
    remove: [String]? = nil
  ) {
    (self.textDocument, self.add, self.move, self.remove) = (textDocument, add, move, remove)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("add", \.add), optional("move", \.move),
    optional("remove", \.remove))
}

/// Something shown beside the text.
package struct Accessory: Structure {
  package var id: String
  package var at: AccessoryAnchor
  /// By mentions a format with the placeholders of an entity.
  package var label: String
  package var tooltip: String?
  /// What the client does when it is clicked: LSP's Command, whose title is passed over.
  package var command: JSONValue?
  /// `after` or `above`.
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

/// Another place for an accessory.
package struct AccessoryMove: Structure {
  package var id: String
  package var at: AccessoryAnchor

  package init(id: String, at: AccessoryAnchor) { (self.id, self.at) = (id, at) }
  package static let members = Members(Self.init, required("id", \.id), required("at", \.at))
}

/// What an accessory stands by: a position, a range, or `"mention"`, which is each mention of the document.
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

/// What `mentions/accessories` answers: all accessories of the document, in the order in which they were added.
package struct MentionsAccessoriesResult: Structure {
  package var accessories: [Accessory]

  package init(accessories: [Accessory]) { self.accessories = accessories }
  package static let members = Members(Self.init, required("accessories", \.accessories))
}
