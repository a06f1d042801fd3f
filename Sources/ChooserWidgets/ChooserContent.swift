public import Entities

/// One entry of a chooser: what a widget shows and the user picks.
public struct ChooserObject: Hashable, Sendable {
  public var entity: Entity
  /// What of the entity's name matched: UTF-8 offsets in it.
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

/// Draws the cell of an entry, given the text searched for (`cellForMentionsEntity:withMatchString:`, seed
/// 003).
public typealias ChooserCells = (_ object: ChooserObject, _ keyString: String) -> [StyledLine]

/// What a chooser has to show at one moment.
public struct ChooserContent: Hashable, Sendable {
  public var objects: [ChooserObject]
  /// Whether more may come.
  public var isLoading: Bool
  /// The text searched for.
  public var keyString: String

  public init(objects: [ChooserObject] = [], isLoading: Bool = false, keyString: String = "") {
    self.objects = objects
    self.isLoading = isLoading
    self.keyString = keyString
  }
}

/// What a chooser of Type A draws its list from: cells that somebody else has drawn, the application (seed
/// 000).
public protocol ChooserDataSource: AnyObject {
  /// Whether more may come: to be looked at whenever the widget is told to reload.
  var shouldDisplayLoadingIndicator: Bool { get }
  var numberOfCells: Int { get }
  /// One or more lines; none where there is no such cell.
  func cell(at index: Int) -> [StyledLine]
  /// The user took this one. Indices that are not there do nothing.
  func cellSelected(at index: Int)
}

/// What a chooser of Type B draws itself from (`HKWCustomChooserViewDelegate`, seed 000).
public protocol ChooserDelegate: AnyObject {
  /// Whether more may come: to be looked at whenever the widget is told to reload.
  var shouldDisplayLoadingIndicator: Bool { get }
  var numberOfModelObjects: Int { get }
  /// Nil where there is no such object.
  func modelObject(at index: Int) -> ChooserObject?
  /// The user took this one. Indices that are not there do nothing.
  func modelObjectSelected(at index: Int)
}

/// The host's side of both.
final class ContentStore: ChooserDataSource, ChooserDelegate {
  var content = ChooserContent()
  let cells: ChooserCells
  var didSelect: (Int) -> Void = { _ in }

  init(cells: @escaping ChooserCells) { self.cells = cells }

  var shouldDisplayLoadingIndicator: Bool { content.isLoading }
  var numberOfCells: Int { content.objects.count }
  var numberOfModelObjects: Int { content.objects.count }

  func cell(at index: Int) -> [StyledLine] {
    modelObject(at: index).map { cells($0, content.keyString) } ?? []
  }

  func modelObject(at index: Int) -> ChooserObject? {
    content.objects.indices.contains(index) ? content.objects[index] : nil
  }

  func cellSelected(at index: Int) { modelObjectSelected(at: index) }

  func modelObjectSelected(at index: Int) {
    guard content.objects.indices.contains(index) else { return }
    didSelect(index)
  }
}
