import LanguageProtocol
import ScriptedEditing

/// What the ordinary typist does not: several cursors, asking for the same again, and words that offer nobody.
extension Simulation {
  /// Accepts an item at several cursors, wherever else the same text was typed: one notification, the last place
  /// first, as VS Code sends it. False if it is nowhere else.
  func acceptAtSeveralCursors(
    _ row: EditorChooser.Row, _ additional: [ScriptedEditor.Change], _ typed: String
  ) throws(EditorError) -> Bool {
    let range = row.range
    let others = places(
      of: typed, beside: range, tail: additional.first?.range.upperBound ?? range.upperBound)
    guard !others.isEmpty, isRecognisable(range, row.newText, isExact: true) else { return false }
    let size = row.newText.unicodeScalars.count
    let growth = size - range.count
    let all = (others + [range]).sorted { $0.lowerBound < $1.lowerBound }
    let main: [ScriptedEditor.Change] = all.reversed().map { ($0, row.newText) }
    let changes = (main + additional).sorted { $0.range.lowerBound > $1.range.lowerBound }
    let tail = additional.reduce(0) { $0 + $1.range.count }
    let written = all.enumerated().map { index, place in
      let start = place.lowerBound + index * growth - (place.lowerBound > range.lowerBound ? tail : 0)
      return start..<start + size
    }
    let own = all.firstIndex(of: range) ?? 0
    try edit(changes, cursor: written[own].upperBound, appearing: .anywhere)
    count("accepted at several cursors")
    if options.sync == .exact {
      for place in written { try expect(Accepted(range: place, name: row.label)) }
    }
    return true
  }

  /// Where else a text is, apart from one another and from what is a mention.
  private func places(of typed: String, beside range: Swift.Range<Int>, tail: Int) -> [Swift.Range<Int>] {
    let model = documents[current].model
    let (scalars, wanted) = (Array(model.text.scalars), Array(typed.unicodeScalars))
    let boundaries = model.boundaries
    guard !wanted.isEmpty, scalars.count <= 2000 else { return [] }
    var found: [Swift.Range<Int>] = []
    var start = 0
    while start + wanted.count <= scalars.count, found.count < 3 {
      let place = start..<start + wanted.count
      start += 1
      let isApart = place.upperBound < range.lowerBound || place.lowerBound > tail
      guard isApart, scalars[place].elementsEqual(wanted), boundaries.contains(place.lowerBound),
        boundaries.contains(place.upperBound),
        !model.standing.contains(where: { $0.range.overlaps(place) })
      else { continue }
      found.append(place)
      start = place.upperBound + 1
    }
    return found
  }

  /// Ends a line with a word at which nobody is offered: Enter would take what a menu holds that nobody asked for.
  func typeIgnoredWord() throws(EditorError) {
    guard options.asking != .beforeTheChange, let word = SimulationCast.ignored(seed: seed) else { return }
    note("type the ignored word “\(word)”")
    for key in ["\n"] + word.map(String.init) {
      let cursor = documents[current].cursor
      try edit([(cursor..<cursor, key)], cursor: cursor + key.unicodeScalars.count)
    }
    try complete()
    try settle()
    let offered = documents[current].chooser?.shown.labels.filter { forms[$0] != nil } ?? []
    guard offered.isEmpty else {
      throw EditorError("nobody asked for \(offered), and “\(word)” is not a name")
    }
    count("ignored words typed")
    let cursor = documents[current].cursor
    try edit([(cursor..<cursor, "\n")], cursor: cursor + 1)
  }

  /// Asks twice for the same: what was found stays found, in its order.
  func askAgain() throws(EditorError) {
    note("ask again")
    try complete()
    try settle()
    let state: MentionsStateResult = try demand(
      .mentionsState, MentionsStateParams(textDocument: identifier))
    guard waiting.isEmpty, let first = documents[current].chooser?.shown.labels, !first.isEmpty,
      state.kind == .explicit, !state.chooser.loading
    else { return }
    host.advance(200)
    try complete()
    try settle()
    let second = documents[current].chooser?.shown.labels ?? []
    count("asked again")
    guard second.starts(with: first) else {
      throw EditorError("asked again, \(first) became \(second)")
    }
  }
}
