import ChooserWidgets
import Entities
import JSONText

/// Choosers of an editor: names for every trigger, and a list with details for issues.
func makeChooser(room: CellFrame, log: @escaping (String) -> Void) throws -> DocumentChooser {
  var registry = ChooserRegistry()
  try registry.register("names", NameChooser.self, model: ["sign": "→"])
  try registry.register(
    "issues", ListChooser.self,
    cells: { object, search in
      let title = StyledLine((search.controlCharacter ?? "") + object.entity.name, .name)
      return object.entity.detail.map { [title, StyledLine("  " + $0, .detail)] } ?? [title]
    },
    loadingCell: { _ in [StyledLine("One moment …", .status)] })
  let report = { (problem: ChooserProblem) in log("\(problem)") }
  return DocumentChooser(
    try registry.makeHost("names", room: room, onProblem: report),
    byTrigger: ["#": try registry.makeHost("issues", room: room, onProblem: report)])
}
