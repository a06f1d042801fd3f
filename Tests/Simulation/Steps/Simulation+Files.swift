import LanguageProtocol
import ScriptedEditing

/// Closing and opening again, renaming, restarting: what was a mention is one afterwards.
extension Simulation {
  /// A mention of a closed document.
  struct Kept: Hashable {
    let range: Swift.Range<Int>
    let id: String
    let name: String
  }

  /// The mentions of a document that is closed or about to be.
  func kept(of index: Int) -> [Kept] {
    let model = documents[index].model
    return model.standing.compactMap { tag, range in
      model.annotations[tag].map { Kept(range: range, id: $0.id, name: $0.name) }
    }
  }

  /// All that was there when the document was closed is there again: not a letter has changed since.
  func expectKept(_ index: Int) throws(EditorError) {
    let model = documents[index].model
    for kept in documents[index].kept ?? [] {
      let isThere = model.standing.contains { tag, range in
        range == kept.range && model.annotations[tag].map { $0.id == kept.id && $0.name == kept.name } == true
      }
      guard isThere else {
        throw EditorError(
          "“\(model.text.string(kept.range))” at \(kept.range) was \(kept.id) when it was closed")
      }
      count("kept")
    }
  }

  /// Gives the file another name, in one of the orders that clients have.
  func renameFile() throws(EditorError) {
    renames += 1
    let old = documents[current].uri
    let new = DocumentURI(filePath: "/w/\(current)-\(renames)")
    let order = random.below(3)
    note("rename \(current) to \(new), told \(["first", "while it is closed", "last"][order])")
    let params = RenameFilesParams(files: [FileRename(oldUri: old, newUri: new)])
    if order == 0 { try notify(.didRenameFiles, params) }
    try close(current)
    if order == 1 { try notify(.didRenameFiles, params) }
    documents[current].uri = new
    if order < 2 { return try open(current) }
    let kept = documents[current].kept
    documents[current].kept = nil
    try open(current)
    try notify(.didRenameFiles, params)
    try reconcile(current, Evidence(kept: [], appearing: .anywhere))
    documents[current].kept = kept
    try expectKept(current)
  }

  /// Something else changes the file while it is closed.
  func changeOnDisk() throws(EditorError) {
    try close(current)
    var text = documents[current].model.text
    for _ in 0...random.below(3) {
      let start = random.below(text.count + 1)
      let end = min(text.count, start + random.below(12))
      text.replace(start..<end, with: random.pick(SimulationCast.words + SimulationCast.keys))
    }
    note("the file is now \(text.string.debugDescription)")
    documents[current].model = TaggedText(text.string, encoding: encoding)
    documents[current].cursor = 0
    documents[current].kept = nil
    documents[current].undo = []
    documents[current].redo = []
    try open(current)
  }
}
