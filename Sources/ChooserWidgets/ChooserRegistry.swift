public import JSONText

/// The reason why a widget could not be registered or created.
public enum ChooserRegistryError: Error, Hashable, CustomStringConvertible {
  case emptyName
  case nameTaken(String)
  /// The type conforms to neither of the two protocols through which a widget can be created.
  case noWayToMake(String, type: String)
  case emptyEventName(String)
  case unknown(String, known: [String])

  public var description: String {
    switch self {
    case .emptyName: "a chooser needs a name to be registered"
    case .nameTaken(let name): "a chooser “\(name)” is already registered"
    case .noWayToMake(let name, let type):
      "chooser “\(name)”: \(type) cannot be created; it must conform to CellChooserWidget"
        + " (Type A: init(eventDelegate:environment:dataSource:)) or to CustomChooserWidget"
        + " (Type B: init(eventDelegate:environment:delegate:))"
    case .emptyEventName(let name): "chooser “\(name)” declares an event without a name"
    case .unknown(let name, let known):
      "no chooser “\(name)” is registered (registered: "
        + (known.isEmpty ? "none" : known.joined(separator: ", ")) + ")"
    }
  }
}

/// Registered choosers by name, each with its model, events and appearance.
public struct ChooserRegistry {
  private var entries: [String: Entry] = [:]

  struct Entry {
    var make: (ChooserEventDelegate, ChooserEnvironment, ContentStore) -> any ChooserWidget
    var model: JSONObject
    var events: [String: ChooserEventHandler]
    var cells: ChooserCells
    var loadingCell: ChooserLoadingCell?
    var borderMode: BorderMode
    var background: String?
  }

  public init() {}

  /// The names of the registered choosers, in alphabetical order.
  public var names: [String] { entries.keys.sorted() }

  /// Registers a widget.
  ///
  /// - Parameters:
  ///   - name: the name for `makeHost`; not empty and not registered yet.
  ///   - type: the widget's type, which must also conform to ``CellChooserWidget`` or ``CustomChooserWidget``.
  ///   - model: the initial properties of its environment's model.
  ///   - events: the handlers of the events that the widget may raise, by name.
  ///   - cells: draws the cells of a Type A chooser; not called for Type B.
  ///   - loadingCell: draws the last cell of a Type A chooser while more results are expected; if nil, the widget shows
  ///     its own text.
  ///   - borderMode: the edge where the widget draws a border.
  ///   - background: the name of the background, which the application maps to a colour; nil for none.
  /// - Throws: if the name is empty or taken, the type conforms to neither protocol, or the name of an event is empty.
  public mutating func register(
    _ name: String, _ type: any ChooserWidget.Type, model: JSONObject = JSONObject(),
    events: [String: ChooserEventHandler] = [:], cells: @escaping ChooserCells = StandardCells.draw,
    loadingCell: ChooserLoadingCell? = nil, borderMode: BorderMode = .none, background: String? = nil
  ) throws(ChooserRegistryError) {
    guard !name.isEmpty else { throw .emptyName }
    guard entries[name] == nil else { throw .nameTaken(name) }
    guard let make = Self.way(to: type) else { throw .noWayToMake(name, type: "\(type)") }
    guard !events.keys.contains("") else { throw .emptyEventName(name) }
    entries[name] = Entry(
      make: make, model: model, events: events, cells: cells, loadingCell: loadingCell,
      borderMode: borderMode,
      background: background)
  }

  private static func way(
    to type: any ChooserWidget.Type
  ) -> ((ChooserEventDelegate, ChooserEnvironment, ContentStore) -> any ChooserWidget)? {
    if let type = type as? any CellChooserWidget.Type {
      return { type.init(eventDelegate: $0, environment: $1, dataSource: $2) }
    }
    if let type = type as? any CustomChooserWidget.Type {
      return { type.init(eventDelegate: $0, environment: $1, delegate: $2) }
    }
    return nil
  }

  /// The entry registered under a name.
  private func entry(_ name: String) throws(ChooserRegistryError) -> Entry {
    guard let entry = entries[name] else { throw .unknown(name, known: names) }
    return entry
  }
}

extension ChooserRegistry {
  /// Creates a chooser: a host with a new widget, which has its own model.
  ///
  /// - Parameters:
  ///   - name: the name of a registered widget.
  ///   - room: the space in which the chooser may be placed, in cells.
  ///   - onProblem: is called when the widget breaks a rule.
  /// - Throws: ``ChooserRegistryError/unknown(_:known:)`` if no widget has the name.
  public func makeHost(
    _ name: String, room: CellFrame, onProblem: @escaping (ChooserProblem) -> Void
  ) throws(ChooserRegistryError) -> ChooserHost {
    ChooserHost(name, try entry(name), room: room, onProblem: onProblem)
  }
}
