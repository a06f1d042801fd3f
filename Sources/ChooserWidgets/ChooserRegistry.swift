public import JSONText

/// Why a widget was not registered or not made.
public enum ChooserRegistryError: Error, Hashable, CustomStringConvertible {
  case emptyName
  case nameTaken(String)
  /// The type offers neither of the two ways to be made.
  case noWayToMake(String, type: String)
  case emptyEventName(String)
  case unknown(String, known: [String])

  public var description: String {
    switch self {
    case .emptyName: "a chooser needs a name to be registered by"
    case .nameTaken(let name): "a chooser “\(name)” is registered already"
    case .noWayToMake(let name, let type):
      "chooser “\(name)”: \(type) offers neither way to be made; it must conform to CellChooserWidget"
        + " (Type A: init(eventDelegate:environment:dataSource:)) or to CustomChooserWidget"
        + " (Type B: init(eventDelegate:environment:delegate:))"
    case .emptyEventName(let name): "chooser “\(name)” declares an event without a name"
    case .unknown(let name, let known):
      "no chooser “\(name)” is registered (registered: "
        + (known.isEmpty ? "none" : known.joined(separator: ", ")) + ")"
    }
  }
}

/// Choosers by name, each with its model, its events and what it looks like.
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

  /// In order of the alphabet.
  public var names: [String] { entries.keys.sorted() }

  /// Registers a widget.
  ///
  /// - Parameters:
  ///   - name: what the user's settings call it; not empty and not taken yet.
  ///   - type: has to conform to ``CellChooserWidget``, else to ``CustomChooserWidget`` too.
  ///   - model: the properties that its environment's model begins with.
  ///   - events: the events that it may raise, and what then happens.
  ///   - cells: draws the cells of a chooser of Type A; called for no other.
  ///   - loadingCell: draws the cell at the end of one of Type A while more may come; nil: the widget's own words.
  ///   - borderMode: where the widget draws a border.
  ///   - background: the name of a colour.
  /// - Throws: if the name is empty or taken, the type conforms to neither, or an event has no name.
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

  /// The registered entry of a name.
  func entry(_ name: String) throws(ChooserRegistryError) -> Entry {
    guard let entry = entries[name] else { throw .unknown(name, known: names) }
    return entry
  }
}

extension ChooserRegistry {
  /// Makes a chooser of this name. Each has a model of its own.
  ///
  /// - Parameters:
  ///   - name: of a registered widget.
  ///   - room: the frame that it may take, in character cells.
  ///   - onProblem: is called when the widget breaks a rule.
  /// - Throws: ``ChooserRegistryError/unknown(_:known:)`` if no widget has the name.
  public func makeHost(
    _ name: String, room: CellFrame, onProblem: @escaping (ChooserProblem) -> Void
  ) throws(ChooserRegistryError) -> ChooserHost {
    ChooserHost(name, try entry(name), room: room, onProblem: onProblem)
  }
}
