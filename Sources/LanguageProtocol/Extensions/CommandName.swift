import JSONText

/// The name of a command. Open: a client may send any.
public struct CommandName: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Confirms that an item was accepted.
  public static let accept = Self(rawValue: "mentions.accept")
  public static let reloadSources = Self(rawValue: "mentions.reloadSources")
  /// Turns an annotation back into plain text.
  public static let toPlainText = Self(rawValue: "mentions.toPlainText")
  /// Brings back an annotation that was damaged.
  public static let restore = Self(rawValue: "mentions.restore")
  public static let trim = Self(rawValue: "mentions.trim")
  public static let delete = Self(rawValue: "mentions.delete")
  public static let explain = Self(rawValue: "mentions.explain")
  /// Asks for mentions at the cursor.
  public static let complete = Self(rawValue: "mentions.complete")

  /// All commands that the server runs.
  public static let all: [CommandName] = [
    .accept, .reloadSources, .toPlainText, .restore, .trim, .delete, .explain, .complete,
  ]
}
