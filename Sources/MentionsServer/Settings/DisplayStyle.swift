import Entities
import JSONText
import Mentions

/// Selects mentions or attributes and says how editors show them (`styles` in the settings).
package struct DisplayStyle: Hashable, Sendable {
  /// A condition that a mention fulfils or not.
  package enum State: String, Hashable, Sendable, CaseIterable { case whole, trimmed, litUp, unlit }

  package var name: String

  // All that are given must hold.
  package var kind: String?
  package var source: String?
  package var state: State?
  package var metadata: JSONObject
  /// Then it is for attributes of this name, and for no mention.
  package var attribute: String?

  /// Neovim's highlight group.
  package var highlight: String?
  /// Emacs's face.
  package var face: String?
  /// Whether its background is a rectangle with rounded corners.
  package var rounded: Bool
  /// VS Code's decoration; empty: none.
  package var decoration: JSONObject

  /// Whether a mention is shown so.
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
