import Entities
import JSONText
import Mentions

/// A style: selects mentions or attributes and defines their appearance in editors (`styles` in the settings).
package struct DisplayStyle: Hashable, SettingRecord {
  package var name = ""
  package var when = Conditions()
  /// The highlight group in Neovim.
  package var highlight: String?
  /// The face in Emacs.
  package var face: String?
  /// Whether the background is drawn as a rectangle with rounded corners.
  package var rounded = false
  /// The decoration in VS Code; empty for none.
  package var decoration = JSONObject()

  static let rows: [SettingRow<DisplayStyle>] = [
    SettingRow(
      \.name, "name", .text(.filled), isRequired: true,
      "The style's name. Styles with the same name share the appearance of the first one; the first eight names become the token modifiers `style1` to `style8`."
    ),
    SettingRow(
      \.when, "when",
      "The conditions for the style, all of which must be met. Without conditions, the style applies to every mention."
    ),
    SettingRow(\.highlight, "highlight", .text(.style), "The highlight group to use in Neovim."),
    SettingRow(\.face, "face", .text(.style), "The face to use in Emacs."),
    SettingRow(
      \.rounded, "rounded",
      "Draw the background as a rectangle with rounded corners, where the editor can."),
    SettingRow(
      \.decoration, "decoration", .record(decorations),
      "The decoration to use in VS Code, as CSS properties."),
  ]

  private static let decorations = [
    ("color", "The color of the text."), ("backgroundColor", "The color of the background."),
    ("border", "The border, such as `1px solid #888888`."),
    ("borderRadius", "The radius of the border's corners, such as `4px`."),
    ("fontStyle", "`italic` or `normal`."), ("fontWeight", "`bold`, or a number from 100 to 900."),
    ("textDecoration", "Such as `underline`."),
  ].map { SettingKey($0, .text(.style), $1) }

  /// A condition on the state of a mention.
  package enum State: String, Hashable, Sendable, CaseIterable, SettingValue {
    case whole, trimmed, litUp, unlit
  }

  /// The conditions of a style. Those that are set must all hold.
  package struct Conditions: Hashable, SettingRecord {
    package var kind: String?
    package var source: String?
    package var state: State?
    package var metadata = JSONObject()
    /// The name of the attributes to which the style applies. If it is set, the style does not apply to mentions.
    package var attribute: String?

    static let rows: [SettingRow<Conditions>] = [
      SettingRow(\.kind, "kind", .text(.filled), "Mentions of entities of this kind, such as `team`."),
      SettingRow(\.source, "source", .text(.filled), "Mentions of entities from the source of this name."),
      SettingRow(
        \.state, "state",
        .choice([
          SettingChoice("whole", "not shortened"), SettingChoice("trimmed", "shortened to the short form"),
          SettingChoice("litUp", "under the cursor"), SettingChoice("unlit", "not under the cursor"),
        ]), "Mentions in this state."),
      SettingRow(
        \.metadata, "metadata", .named(names: "field", of: .text(.anything)),
        "Mentions of entities whose metadata has these values."),
      SettingRow(
        \.attribute, "attribute", .text(.filled),
        "Instead of mentions, text with the attribute of this name, which an editor or a plug-in has set with `mentions/attributes`."
      ),
    ]
  }

  /// Whether the style applies to a mention.
  package func matches(_ entity: @autoclosure () -> Entity, _ mention: Annotation.State, litUp: Bool) -> Bool
  {
    guard when.attribute == nil else { return false }
    switch when.state {
    case nil: break
    case .whole: if mention != .whole { return false }
    case .trimmed: if mention != .trimmed { return false }
    case .litUp: if !litUp { return false }
    case .unlit: if litUp { return false }
    }
    guard when.kind != nil || when.source != nil || !when.metadata.isEmpty else { return true }
    let entity = entity()
    return (when.kind ?? entity.kind.rawValue) == entity.kind.rawValue
      && (when.source ?? entity.source) == entity.source
      && when.metadata.members.allSatisfy {
        FormatField.metadata($0.name).value(of: entity, trigger: "") == $0.value.stringValue
      }
  }
}
