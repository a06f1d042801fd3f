/// What a piece of text is, for whoever colours it. Open: a widget may have roles of its own.
public struct CellRole: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let text = CellRole(rawValue: "text")
  public static let name = CellRole(rawValue: "name")
  /// What of a name matched the key.
  public static let match = CellRole(rawValue: "match")
  public static let handle = CellRole(rawValue: "handle")
  public static let detail = CellRole(rawValue: "detail")
  /// That something is being searched for, or how much is not shown.
  public static let status = CellRole(rawValue: "status")
  /// The line between the chooser and the text.
  public static let border = CellRole(rawValue: "border")
  /// The handle that a slider is moved by, what lies between two of them, and the rest.
  public static let thumb = CellRole(rawValue: "thumb")
  public static let range = CellRole(rawValue: "range")
  public static let track = CellRole(rawValue: "track")
  /// In the text of a document: a mention as a whole, shortened, under the cursor.
  public static let mention = CellRole(rawValue: "mention")
  public static let trimmedMention = CellRole(rawValue: "trimmedMention")
  public static let litUpMention = CellRole(rawValue: "litUpMention")
}

/// How a piece of text is to be shown. Colours are the host's: a style says what, not how.
public struct CellStyle: Hashable, Sendable {
  public var role: CellRole
  /// Whether it belongs to the entry that Return would take.
  public var isSelected: Bool
  /// The chooser's background as the host named it; nil where it has none.
  public var background: String?

  public init(_ role: CellRole = .text, isSelected: Bool = false, background: String? = nil) {
    self.role = role
    self.isSelected = isSelected
    self.background = background
  }

  public static let plain = CellStyle()
}
