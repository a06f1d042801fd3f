import Entities
import JSONText
import Mentions

/// Selects mentions or attributes and defines their appearance in editors (`styles` in the settings).
package struct DisplayStyle: Hashable, Sendable {
  /// A condition on the state of a mention.
  package enum State: String, Hashable, Sendable, CaseIterable { case whole, trimmed, litUp, unlit }

  package var name: String

  // All that are given must hold.
  package var kind: String?
  package var source: String?
  package var state: State?
  package var metadata: JSONObject
  /// The name of the attributes for which it is; then it does not apply to mentions.
  package var attribute: String?

  /// The highlight group in Neovim.
  package var highlight: String?
  /// The face in Emacs.
  package var face: String?
  /// Whether its background is a rectangle with rounded corners.
  package var rounded: Bool
  /// The decoration in VS Code; empty for none.
  package var decoration: JSONObject

  /// Whether the style applies to a mention.
  package func matches(_ entity: @autoclosure () -> Entity, _ mention: Annotation.State, litUp: Bool) -> Bool
  {
    guard attribute == nil else { return false }
    switch state {
    case nil: break
    case .whole: if mention != .whole { return false }
    case .trimmed: if mention != .trimmed { return false }
    case .litUp: if !litUp { return false }
    case .unlit: if litUp { return false }
    }
    guard kind != nil || source != nil || !metadata.isEmpty else { return true }
    let entity = entity()
    return (kind ?? entity.kind.rawValue) == entity.kind.rawValue
      && (source ?? entity.source) == entity.source
      && metadata.members.allSatisfy {
        FormatField.metadata($0.name).value(of: entity, trigger: "") == $0.value.stringValue
      }
  }
}
