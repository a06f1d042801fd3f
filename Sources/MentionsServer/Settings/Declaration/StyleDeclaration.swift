import JSONText

/// The keys of one style.
enum StyleDeclaration {
  static let name = SettingKey(
    "name", .text(.filled), isRequired: true,
    "The style's name. Styles of one name look the same; the first eight names become the token modifiers `style1` to `style8`."
  )

  // MARK: When

  static let kind = Setting<String?>(
    "kind", .text(.filled), standard: nil, "Mentions of entities of this kind, such as `team`.")

  static let source = Setting<String?>(
    "source", .text(.filled), standard: nil, "Mentions of entities from the source of this name.")

  static let state = Setting<DisplayStyle.State?>(
    "state",
    .choice([
      SettingChoice("whole", "not shortened"), SettingChoice("trimmed", "shortened to the short form"),
      SettingChoice("litUp", "under the cursor"), SettingChoice("unlit", "not under the cursor"),
    ]), standard: nil, "Mentions in this state.")

  static let metadata = Setting<JSONObject>(
    "metadata", .named(names: "field", of: .text(.anything)), standard: [:],
    "Mentions of entities whose metadata has these values.")

  static let attribute = Setting<String?>(
    "attribute", .text(.filled), standard: nil,
    "Not mentions, but attributes of this name, which an editor or a plug-in has put on the text by `mentions/attributes`."
  )

  static let when = Setting<JSONObject>(
    "when",
    .record(
      SettingRecord([kind.key, source.key, state.key, metadata.key, attribute.key], fillsDefaults: false)),
    standard: [:], "What is shown so: whatever fulfils all conditions; without any, every mention.")

  // MARK: How

  static let highlight = Setting<String?>(
    "highlight", .text(.style), standard: nil, "The highlight group to use in Neovim.")

  static let face = Setting<String?>("face", .text(.style), standard: nil, "The face to use in Emacs.")

  static let rounded = Setting<Bool>(
    "rounded", .boolean, standard: false,
    "Draw the background as a rectangle with rounded corners, where the editor can.")

  static let decoration = Setting<JSONObject>(
    "decoration",
    .record(
      SettingRecord(
        [
          ("color", "The color of the text."), ("backgroundColor", "The color of the background."),
          ("border", "The border, such as `1px solid #888888`."),
          ("borderRadius", "How round its corners are, such as `4px`."),
          ("fontStyle", "`italic` or `normal`."), ("fontWeight", "`bold`, or a number from 100 to 900."),
          ("textDecoration", "Such as `underline`."),
        ].map { SettingKey($0, .text(.style), $1) }, fillsDefaults: false)), standard: [:],
    "The decoration to use in VS Code, in the terms of CSS.")

  static let record = SettingRecord(
    [name, when.key, highlight.key, face.key, rounded.key, decoration.key], fillsDefaults: false)
}

extension DisplayStyle.State: SettingValue {}
