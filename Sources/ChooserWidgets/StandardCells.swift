import Entities

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
