public import JSONText
public import TextModel

/// Something that the host shows beside the text (seed 003: accessory views). It is no part of the text.
public struct TextAccessory: Hashable, Sendable {
  /// What it stands by.
  public enum Anchor: Hashable, Sendable {
    /// A UTF-8 offset. Text that is put in right there goes behind an accessory that is shown after its place, and in front
    /// of one that is shown above it.
    case position(TextOffset)
    /// A stretch of text, never empty; the accessory goes with the last of it.
    case range(TextRange)
    /// Each mention of the document. The label is a format then (``InsertFormat``).
    case mentions
  }

  /// Where it is shown.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// In the line, behind what it stands by.
    case after
    /// Above the line in which that starts.
    case above
  }

  /// Names it in its document. Never empty.
  public let id: String
  public internal(set) var anchor: Anchor
  /// Never empty.
  public let label: String
  public let tooltip: String?
  /// What the host does when it is clicked; only the host knows what it means.
  public let command: JSONValue?
  public let place: Place

  public init(
    id: String, anchor: Anchor, label: String, tooltip: String? = nil, command: JSONValue? = nil, place: Place
  ) {
    self.id = id
    self.anchor = anchor
    self.label = label
    self.tooltip = tooltip
    self.command = command
    self.place = place
  }

  /// The offset after which it is shown, or above whose line; nil by mentions.
  public var offset: TextOffset? {
    switch (anchor, place) {
    case (.position(let offset), _): offset
    case (.range(let range), .after): range.end
    case (.range(let range), .above): range.start
    case (.mentions, _): nil
    }
  }
}

/// Why an accessory was not added, moved or removed.
public enum AccessoryError: Error, Hashable, CustomStringConvertible {
  case emptyID
  case emptyLabel
  /// The label of an accessory by mentions is no format.
  case wrongFormat(InsertFormatError)
  case inUse(String)
  case unknown(String)
  case outOfBounds(TextRange, count: Int)
  /// A document has as many accessories as it may have.
  case tooMany(Int)

  public var description: String {
    switch self {
    case .emptyID: "the id is empty"
    case .emptyLabel: "the label is empty"
    case .wrongFormat(let fault): "the label is no format: \(fault)"
    case .inUse(let id): "the id “\(id)” is in use"
    case .unknown(let id): "there is no accessory “\(id)”"
    case .outOfBounds(let range, let count):
      "the range \(range.start.utf8)..<\(range.end.utf8) is outside of the text of \(count) bytes"
    case .tooMany(let limit): "the document has \(limit) accessories already"
    }
  }
}
