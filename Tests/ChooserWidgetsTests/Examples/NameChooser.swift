import ChooserWidgets
import Entities
import JSONText

final class NameChooser: CustomChooserWidget, ChooserKeyResponder {
  private let environment: ChooserEnvironment
  private let delegate: any ChooserDelegate
  private var selection = 0

  init(eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, delegate: any ChooserDelegate) {
    self.environment = environment
    self.delegate = delegate
  }

  var view: [StyledLine] {
    let sign = environment.model["sign"]?.stringValue ?? ">"
    return (0..<delegate.numberOfModelObjects).map { index in
      let name = delegate.modelObject(at: index)?.entity.name ?? ""
      return StyledLine((index == selection ? sign : " ") + " " + name, .name)
    }
  }

  func preferredSize(givenSize: CellSize) -> CellSize {
    CellSize(columns: givenSize.columns, rows: min(5, delegate.numberOfModelObjects))
  }
  func setFrame(_ frame: CellFrame) {}
  func becomeVisible() {}
  func resetScrollPositionAndHide() { selection = 0 }
  func reloadData() { selection = 0 }

  func keyPressed(_ key: ChooserKey) -> Bool {
    switch key {
    case .down: selection = min(selection + 1, delegate.numberOfModelObjects - 1)
    case .accept: delegate.modelObjectSelected(at: selection)
    default: return false
    }
    return true
  }
}
