import ChooserWidgets
import JSONText

/// A widget that says of each call that it got it, by its event `log`, and then does what its model holds
/// under `on CALL`: `force`, `force once` (twice the first time), `set PROPERTY`, `count PROPERTY`, `raise
/// EVENT`.
class LoggedWidget: ChooserWidget, ChooserKeyResponder {
  let events: ChooserEventDelegate
  let environment: ChooserEnvironment
  let count: () -> Int

  init(_ events: ChooserEventDelegate, _ environment: ChooserEnvironment, count: @escaping () -> Int) {
    self.events = events
    self.environment = environment
    self.count = count
  }

  func log(_ call: String, _ details: String = "") {
    events.raise("log", ["call": .string(details.isEmpty ? call : "\(call) \(details)")])
    let words = environment.model["on \(call)"]?.stringValue?.split(separator: " ").map(String.init) ?? []
    switch words.first {
    case "force":
      guard words.count > 1 else { return environment.forceLayout() }
      guard environment.nonModelState(forKey: call) == nil else { return }
      environment.setNonModelState(true, forKey: call)
      environment.forceLayout()
      environment.forceLayout()
    case "set": environment.model[words[1]] = 1
    case "count": environment.model[words[1]] = .integer((environment.model[words[1]]?.intValue ?? 0) + 1)
    case "raise": events.raise(words[1])
    default: break
    }
  }

  var view: [StyledLine] { (0..<count()).map { StyledLine("cell \($0)") } }
  func preferredSize(givenSize: CellSize) -> CellSize {
    log("preferredSize", "\(givenSize.columns)×\(givenSize.rows)")
    return CellSize(columns: 12, rows: count())
  }
  func setFrame(_ frame: CellFrame) {
    log("setFrame", "\(frame.column),\(frame.row) \(frame.size.columns)×\(frame.size.rows)")
  }
  func becomeVisible() { log("becomeVisible") }
  func resetScrollPositionAndHide() { log("resetScrollPositionAndHide") }
  func reloadData() { log("reloadData") }
  func modelUpdated(property: String, oldValue: JSONValue?, newValue: JSONValue?) {
    log("modelUpdated", "\(property): \(oldValue?.description ?? "-") → \(newValue?.description ?? "-")")
  }
  func willBeginLayout() { log("willBeginLayout") }
  func didEndLayout() { log("didEndLayout") }
  func didCreate() { log("didCreate") }
  func willDestroy() { log("willDestroy") }
  var borderMode = BorderMode.none { didSet { log("borderMode", borderMode.rawValue) } }
  var background: String? { didSet { log("background", background ?? "-") } }
  func keyPressed(_ key: ChooserKey) -> Bool {
    log("keyPressed", key.rawValue)
    return key != .left
  }
}

final class LoggedTypeA: LoggedWidget, CellChooserWidget {
  init(
    eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, dataSource: any ChooserDataSource
  ) {
    super.init(eventDelegate, environment) { dataSource.numberOfCells }
    log("init", "Type A")
  }
}

final class LoggedTypeB: LoggedWidget, CustomChooserWidget {
  init(eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, delegate: any ChooserDelegate) {
    super.init(eventDelegate, environment) { delegate.numberOfModelObjects }
    log("init", "Type B")
  }
}

/// Has what the protocol requires and nothing else.
final class BareWidget: CellChooserWidget {
  var view: [StyledLine] { [StyledLine("bare")] }
  func preferredSize(givenSize: CellSize) -> CellSize { givenSize }
  func setFrame(_ frame: CellFrame) {}
  func becomeVisible() {}
  func resetScrollPositionAndHide() {}
  func reloadData() {}
  init(
    eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, dataSource: any ChooserDataSource
  ) {}
}
