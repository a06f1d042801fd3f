import ChooserWidgets
import ScriptedEditing

/// What is coloured, and how.
enum PlayRoles {
  static let button = CellRole(rawValue: "button")
  static let title = CellRole(rawValue: "title")
  static let tab = CellRole(rawValue: "tab")
  static let currentTab = CellRole(rawValue: "currentTab")
  static let problem = CellRole(rawValue: "problem")

  /// By `SGR` parameters. Bold and inverse are all that a terminal without colours needs.
  static let colours: [CellRole: String] = [
    .match: "1", .handle: "2", .detail: "2", .status: "2", .border: "2", .track: "2", .range: "36",
    .thumb: "1;36", .mention: "1;36", .litUpMention: "1;30;46", .trimmedMention: "1;4;36", button: "1;30;47",
    title: "1",
    tab: "2", currentTab: "1;7", problem: "1;31",
  ]

  /// Without colours, for `NO_COLOR`.
  static let plain: [CellRole: String] = [
    .match: "1", .thumb: "1", .mention: "1", .litUpMention: "1;7", .trimmedMention: "1;4", button: "7",
    title: "1",
    currentTab: "1;7", problem: "1",
  ]

  static func role(of token: EditorToken) -> CellRole {
    if token.modifiers.contains("litUp") { return .litUpMention }
    return token.modifiers.contains("trimmed") ? .trimmedMention : .mention
  }
}
