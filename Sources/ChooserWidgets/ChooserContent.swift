public import Entities

/// One entry of a chooser, which a widget shows and the user can pick.
public struct ChooserObject: Hashable, Sendable {
  public var entity: Entity
  /// The parts of the entity's name that matched, in UTF-8 offsets.
  public var matches: [Range<Int>]
  /// How long ago the entity was last mentioned, in the host's unit: mentions or days. Nil if never, or if the host
  /// does not know.
  public var age: Int?

  public init(entity: Entity, matches: [Range<Int>] = [], age: Int? = nil) {
    self.entity = entity
    self.matches = matches
    self.age = age
  }
}

/// The query whose results a list of entries shows.
public struct ChooserSearch: Hashable, Sendable {
  /// The key string: the text typed so far, without the trigger.
  public var keyString: String
  /// The trigger, such as `@`; nil for names that are typed without one.
  public var controlCharacter: String?

  public init(keyString: String = "", controlCharacter: String? = nil) {
    self.keyString = keyString
    self.controlCharacter = controlCharacter
  }
}

/// Draws the cell of an entry (`cellForMentionsEntity:withMatchString:tableView:` in Hakawai). The number of lines is
/// the height of the cell; an empty array yields an empty cell of one line.
public typealias ChooserCells = (_ object: ChooserObject, _ search: ChooserSearch) -> [StyledLine]

/// Draws the cell at the end of the list while more results are expected (`loadingCellForTableView:` in Hakawai). The
/// number of lines is the height of the cell.
public typealias ChooserLoadingCell = (_ search: ChooserSearch) -> [StyledLine]

/// The content of a chooser at one moment.
public struct ChooserContent: Hashable, Sendable {
  /// The entries in the order in which they are shown. The index of an entry is its position in this array.
  public var objects: [ChooserObject]
  /// Whether more results are expected.
  public var isLoading: Bool
  /// The query that yielded these entries. It is passed to the functions that draw cells.
  public var search: ChooserSearch

  public init(objects: [ChooserObject] = [], isLoading: Bool = false, search: ChooserSearch = ChooserSearch())
  {
    self.objects = objects
    self.isLoading = isLoading
    self.search = search
  }
}

/// The data of a Type A chooser: cells drawn by the application.
public protocol ChooserDataSource: AnyObject {
  /// Whether more results are expected. The value may differ each time the widget is asked to reload its data.
  var shouldDisplayLoadingIndicator: Bool { get }
  /// The number of entries.
  var numberOfCells: Int { get }
  /// The lines of the cell at an index; empty if there is no such cell.
  func cell(at index: Int) -> [StyledLine]
  /// The cell at the end of the list while more results are expected; if empty, the widget shows its own text.
  var loadingCell: [StyledLine] { get }
  /// Must be called from the widget's `view` for each cell that it shows: the application may then fetch further data
  /// for the cell, such as a picture (`autoCompleteManager:willPresentCell:forTrigger:` in Hakawai).
  func willPresentCell(at index: Int)
  /// Reports that the user selected a cell. Invalid indices are ignored.
  func cellSelected(at index: Int)
}

/// The data of a Type B chooser (`HKWCustomChooserViewDelegate` in Hakawai).
public protocol ChooserDelegate: AnyObject {
  /// Whether more results are expected. The value may differ each time the widget is asked to reload its data.
  var shouldDisplayLoadingIndicator: Bool { get }
  /// The number of entries.
  var numberOfModelObjects: Int { get }
  /// The object at an index; nil if there is none.
  func modelObject(at index: Int) -> ChooserObject?
  /// Must be called from the widget's `view` for each object that it shows, so that the application can fetch further
  /// data for the object; see ``ChooserDataSource/willPresentCell(at:)``.
  func willPresentModelObject(at index: Int)
  /// Reports that the user selected an object. Invalid indices are ignored.
  func modelObjectSelected(at index: Int)
}

/// The host's implementation of both protocols.
final class ContentStore: ChooserDataSource, ChooserDelegate {
  var content = ChooserContent() {
    didSet { presented = [] }
  }
  private let cells: ChooserCells
  private let drawLoadingCell: ChooserLoadingCell?
  var didSelect: (Int) -> Void = { _ in }
  /// The indices shown since the content was set.
  private var presented: Set<Int> = []
  /// Indices shown for the first time since the last call of `takePresented`.
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

/// Standard cells for choosers that have no cells of their own: name, handle and detail in columns.
public enum StandardCells {
  private static let nameColumns = 20
  private static let handleColumns = 12

  /// Draws a cell of one line: the name with its matches highlighted, then handle and detail. Handle and detail each
  /// begin at a fixed column, or further right if the text before them extends beyond that column.
  ///
  /// - Parameters:
  ///   - object: the entry.
  ///   - search: has no effect, since the entry contains its matches.
  /// - Complexity: linear in the entity's name, handle and detail.
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

  /// Pads the line to a column unless it is already longer, then adds a space as separator.
  private static func advance(_ line: inout StyledLine, to column: Int) {
    line.append(String(repeating: " ", count: max(0, column - line.columns) + 1))
  }

  /// The name with its matches highlighted. A character that matched only in part is highlighted as a whole.
  ///
  /// - Complexity: O(characters of the name · matches).
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
