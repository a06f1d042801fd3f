import JSONText

/// The name of a command. Open: a client may send any.
package struct CommandName: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Of a code lens that only says something: editors show its title and run nothing.
  package static let none = Self(rawValue: "")
  /// Confirms that an item was accepted.
  package static let accept = Self(rawValue: "mentions.accept")
  package static let reloadSources = Self(rawValue: "mentions.reloadSources")
  /// Turns an annotation back into plain text.
  package static let toPlainText = Self(rawValue: "mentions.toPlainText")
  /// Brings back an annotation that was damaged.
  package static let restore = Self(rawValue: "mentions.restore")
  package static let trim = Self(rawValue: "mentions.trim")
  package static let delete = Self(rawValue: "mentions.delete")
  package static let explain = Self(rawValue: "mentions.explain")
  /// Asks for mentions at the cursor.
  package static let complete = Self(rawValue: "mentions.complete")
  /// Transforms text and keeps the mentions in it.
  package static let transform = Self(rawValue: "mentions.transform")

  /// Puts a mention in place of text.
  package static let write = Self(rawValue: "mentions.write")

  /// All commands that the server runs.
  package static let all: [CommandName] = [
    .accept, .reloadSources, .toPlainText, .restore, .trim, .delete, .explain, .complete, .transform,
    .write,
  ]
}
