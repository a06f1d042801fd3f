import ChooserWidgets
import Entities
import LanguageProtocol
import ScriptedEditing

extension EditorChooser {
  /// What the rows are to a widget that draws the chooser.
  ///
  /// - Parameter mentioned: the mentions of the text, the oldest first.
  func objects(mentioned: [String]) -> [ChooserObject] {
    let latest = mentioned.reversed().map { Array($0.utf8) }
    return rows.map { row in
      var entity = Entity(id: row.label, name: row.label)
      let handle = row.item.labelDetails?.detail?.drop { $0 == " " || $0 == "@" }
      entity.handle = handle.map(String.init)
      entity.detail = row.item.labelDetails?.description ?? row.item.detail
      let name = Array(row.label.utf8)
      return ChooserObject(entity: entity, age: latest.firstIndex(of: name).map { $0 + 1 })
    }
  }
}
