public import Entities

/// One entry of a chooser: what a widget shows and the user picks.
public struct ChooserObject: Hashable, Sendable {
  public var entity: Entity
  /// The parts of the entity's name that matched, in UTF-8 offsets.
  public var matches: [Range<Int>]
  /// How long ago the entity was last mentioned, in what the host counts by: mentions, or days. Nil: never,
  /// or the host does not know.
  public var age: Int?

  public init(entity: Entity, matches: [Range<Int>] = [], age: Int? = nil) {
    self.entity = entity
    self.matches = matches
    self.age = age
  }
}

/// The search that a list of entries answers.
public struct ChooserSearch: Hashable, Sendable {
  /// The text searched for.
  public var keyString: String
  /// The trigger, `@` say; nil for names that are typed without one.
  public var controlCharacter: String?

  public init(keyString: String = "", controlCharacter: String? = nil) {
    self.keyString = keyString
    self.controlCharacter = controlCharacter
  }
}

/// Draws the cell of an entry (`cellForMentionsEntity:withMatchString:tableView:`, seed 003). As many lines as it
/// gives are the height of the cell; none count as an empty one.
public typealias ChooserCells = (_ object: ChooserObject, _ search: ChooserSearch) -> [StyledLine]

/// Draws the cell at the end of the list while more may come (`loadingCellForTableView:`, seed 001). As many lines as
/// it gives are the height of the cell.
public typealias ChooserLoadingCell = (_ search: ChooserSearch) -> [StyledLine]

/// The content of a chooser at one moment.
public struct ChooserContent: Hashable, Sendable {
  public var objects: [ChooserObject]
  /// Whether more may come.
  public var isLoading: Bool
  public var search: ChooserSearch

  public init(objects: [ChooserObject] = [], isLoading: Bool = false, search: ChooserSearch = ChooserSearch())
  {
    self.objects = objects
    self.isLoading = isLoading
    self.search = search
  }
}

/// The data of a Type A chooser: cells drawn by the application (seed 000).
public protocol ChooserDataSource: AnyObject {
  /// Whether more results are expected: to be read whenever the widget is asked to reload.
  var shouldDisplayLoadingIndicator: Bool { get }
  var numberOfCells: Int { get }
  /// One or more lines; none where there is no such cell.
  func cell(at index: Int) -> [StyledLine]
  /// The cell at the end of the list while more may come; none: the widget says so in its own words.
  var loadingCell: [StyledLine] { get }
  /// To be called from the widget's `view` for each cell that it shows: the application may fetch then what the cell
  /// needs besides, a picture say (`autoCompleteManager:willPresentCell:forTrigger:`, seed 004).
  func willPresentCell(at index: Int)
  /// The user took this one. Indices that are not there do nothing.
  func cellSelected(at index: Int)
}

/// The data of a Type B chooser (`HKWCustomChooserViewDelegate`, seed 000).
public protocol ChooserDelegate: AnyObject {
  /// Whether more results are expected: to be read whenever the widget is asked to reload.
  var shouldDisplayLoadingIndicator: Bool { get }
  var numberOfModelObjects: Int { get }
  /// Nil where there is no such object.
  func modelObject(at index: Int) -> ChooserObject?
  /// To be called from the widget's `view` for each object that it shows, as
  /// ``ChooserDataSource/willPresentCell(at:)``.
  func willPresentModelObject(at index: Int)
  /// The user took this one. Indices that are not there do nothing.
  func modelObjectSelected(at index: Int)
}

/// The host's side of both.
final class ContentStore: ChooserDataSource, ChooserDelegate {
  var content = ChooserContent() {
    didSet { presented = [] }
  }
  private let cells: ChooserCells
  private let drawLoadingCell: ChooserLoadingCell?
  var didSelect: (Int) -> Void = { _ in }
  /// The indices that were shown.
  private var presented: Set<Int> = []
  /// Indices shown for the first time, not reported to the host yet.
  private var newlyPresented: [Int] = []

  init(cells: @escaping ChooserCells, loadingCell: ChooserLoadingCell?) {
    self.cells = cells
    drawLoadingCell = loadingCell
  }

  var shouldDisplayLoadingIndicator: Bool { content.isLoading }
  var numberOfCells: Int { content.objects.count }
  var numberOfModelObjects: Int { content.objects.count }

  func cell(at index: Int) -> [StyledLine] {
    modelObject(at: index).map { cells($0, content.search) } ?? []
  }

  var loadingCell: [StyledLine] { drawLoadingCell?(content.search) ?? [] }

  func modelObject(at index: Int) -> ChooserObject? {
    content.objects.indices.contains(index) ? content.objects[index] : nil
  }

  func willPresentCell(at index: Int) { willPresentModelObject(at: index) }

  func willPresentModelObject(at index: Int) {
    guard content.objects.indices.contains(index), presented.insert(index).inserted else { return }
    newlyPresented.append(index)
  }

  func takePresented() -> [Int] {
    defer { newlyPresented = [] }
    return newlyPresented
  }

  func cellSelected(at index: Int) { modelObjectSelected(at: index) }

  func modelObjectSelected(at index: Int) {
    guard content.objects.indices.contains(index) else { return }
    didSelect(index)
  }
}

// MARK: - Standard cells

/// The cells of choosers that have none of their own: name, handle and detail in columns.
public enum StandardCells {
  private static let nameColumns = 20
  private static let handleColumns = 12

  public static func draw(_ object: ChooserObject, _ search: ChooserSearch = ChooserSearch()) -> [StyledLine]
  {
    let entity = object.entity
    var line = name(of: object)
    let rest = [entity.handle.map { "@" + $0 } ?? "", entity.detail ?? ""]
    guard rest.contains(where: { !$0.isEmpty }) else { return [line] }
    advance(&line, to: nameColumns)
    line.append(rest[0], .handle)
    guard !rest[1].isEmpty else { return [line] }
    advance(&line, to: nameColumns + 1 + handleColumns)
    line.append(rest[1], .detail)
    return [line]
  }

  /// Goes on in this column, or one space further where the line is there already.
  private static func advance(_ line: inout StyledLine, to column: Int) {
    line.append(String(repeating: " ", count: max(0, column - line.columns) + 1))
  }

  /// The name, what matched set off. A character that matched in part is set off whole.
  public static func name(of object: ChooserObject) -> StyledLine {
    var line = StyledLine()
    var start = 0
    for character in object.entity.name {
      let end = start + character.utf8.count
      let isMatch = object.matches.contains { $0.lowerBound < end && start < $0.upperBound }
      line.append(String(character), isMatch ? .match : .name)
      start = end
    }
    return line
  }
}
