import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// Edits that a naive reading loses mentions by: filters and sorting, wrapping, letters that go at a mention's front and
/// come back, one deletion in two notifications, text that is typed and cut in one. What the text must be afterwards is
/// worked out here, by lines and places alone.
extension Simulation {
  /// A mention that must be there, in scalars.
  struct Wanted {
    let range: Swift.Range<Int>
    let name: String
  }

  func rework() throws(EditorError) {
    switch random.below(100) {
    case 0..<40: try filter()
    case 40..<55: try wrap()
    case 55..<75: try takeLettersAway()
    case 75..<90: try deleteInTwo()
    case 90..<95: try typeAndCut()
    default: try typeIgnoredWord()
    }
  }

  // MARK: Lines

  private enum Filter: CaseIterable { case sort, reverse, prefix, shout, fill }
  private enum Order: CaseIterable { case oneChange, newFirst, oldFirst, newFirstInOne, oldFirstInOne }

  /// Replaces all lines by what a filter makes of them, in one of the ways of clients.
  private func filter() throws(EditorError) {
    let model = documents[current].model
    guard let lines = lines(of: model), lines.count > 1 else { return }
    let filter = random.pick(Filter.allCases)
    let order = random.pick(Order.allCases)
    // What may be accepted lies still.
    try escape()
    host.advance(4000)
    try settle()
    note("filter the lines by \(filter), \(order)")
    let (text, wanted) = filtered(lines, by: filter)
    let old = model.count
    let size = text.unicodeScalars.count
    switch order {
    case .oneChange: try edit([(0..<old, text)], cursor: 0, appearing: .anywhere)
    case .newFirst:
      try edit([(old..<old, text)], cursor: old + size, appearing: .anywhere)
      host.advance(random.pick([0, 3, 400]))
      try settle()
      try edit([(0..<old, "")], cursor: 0, appearing: .anywhere)
    case .oldFirst:
      try edit([(0..<old, "")], cursor: 0, appearing: .anywhere)
      host.advance(random.pick([0, 3, 400]))
      try settle()
      try edit([(0..<0, text)], cursor: size, appearing: .anywhere)
    case .newFirstInOne: try edit([(old..<old, text), (0..<old, "")], cursor: 0, appearing: .anywhere)
    case .oldFirstInOne: try edit([(0..<old, ""), (0..<0, text)], cursor: size, appearing: .anywhere)
    }
    guard documents[current].model.text.string == text else { return }
    count("filtered")
    try expect(wanted, "a filter")
  }

  private struct Line {
    var text: String
    /// Counted from the line's start.
    var mentions: [Wanted]
  }

  /// Nil for a text that is not of whole lines ended by LF, or where a mention lies over a line end.
  private func lines(of model: TaggedText) -> [Line]? {
    let scalars = model.text.scalars
    guard scalars.last == "\n", !scalars.contains("\r") else { return nil }
    var lines: [Line] = []
    var start = 0
    let standing = model.standing
    for end in scalars.indices where scalars[end] == "\n" {
      let inside = standing.filter { start <= $0.range.lowerBound && $0.range.upperBound <= end }
      let mentions = inside.compactMap { mention in
        model.annotations[mention.tag].map {
          Wanted(range: mention.range.lowerBound - start..<mention.range.upperBound - start, name: $0.name)
        }
      }
      lines.append(Line(text: model.text.string(start..<end), mentions: mentions))
      start = end + 1
    }
    return lines.reduce(0) { $0 + $1.mentions.count } == standing.count ? lines : nil
  }

  private func filtered(_ lines: [Line], by filter: Filter) -> (text: String, wanted: [Wanted]) {
    var lines = lines
    switch filter {
    case .sort:
      lines = lines.enumerated().sorted {
        let (a, b) = (Array($0.element.text.unicodeScalars), Array($1.element.text.unicodeScalars))
        return a == b ? $0.offset < $1.offset : a.lexicographicallyPrecedes(b)
      }.map(\.element)
    case .reverse: lines.reverse()
    case .prefix, .shout:
      let added = filter == .prefix ? "> " : "!! "
      lines = lines.map { line in
        Line(
          text: added + line.text,
          mentions: line.mentions.map {
            Wanted(
              range: $0.range.lowerBound + added.count..<$0.range.upperBound + added.count, name: $0.name)
          })
      }
    case .fill: return filled(lines)
    }
    var text = ""
    var wanted: [Wanted] = []
    var start = 0
    for line in lines {
      wanted += line.mentions.map {
        Wanted(range: start + $0.range.lowerBound..<start + $0.range.upperBound, name: $0.name)
      }
      text += line.text + "\n"
      start += line.text.unicodeScalars.count + 1
    }
    // Of equal lines that name different people, or some nobody, what comes of it is the server's to say, and so it is
    // where a line begins with another one: either may have been the one that grew.
    let texts = lines.map { trimmed($0.text) }
    let isPlain =
      Set(texts).count == texts.count
      && !texts.contains { line in
        texts.contains { $0 != line && !$0.isEmpty && line.hasPrefix($0) }
      }
    return (text, isPlain ? wanted : [])
  }

  private func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Every run of white space becomes a space, here and there a line end.
  private func filled(_ lines: [Line]) -> (text: String, wanted: [Wanted]) {
    var scalars = String.UnicodeScalarView()
    var count = 0
    var wanted: [Wanted] = []
    var width = 0
    for line in lines {
      var places: [Int] = []
      for scalar in line.text.unicodeScalars + ["\n"] {
        places.append(count)
        if scalar.properties.isWhitespace {
          guard let last = scalars.last, !last.properties.isWhitespace else { continue }
          let breaks = width > 20
          scalars.append(breaks ? "\n" : " ")
          width = breaks ? 0 : width + 1
        } else {
          scalars.append(scalar)
          width += 1
        }
        count += 1
      }
      wanted += line.mentions.map {
        Wanted(range: places[$0.range.lowerBound]..<places[$0.range.upperBound], name: $0.name)
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    if scalars.last != "\n" { scalars.append("\n") }
    return (String(scalars), wanted)
  }

  // MARK: White space

  /// Breaks a line inside a mention, or joins one.
  private func wrap() throws(EditorError) {
    let model = documents[current].model
    let places = model.standing.flatMap { mention in
      mention.range.filter { model.text.scalars[$0].properties.isWhitespace }.map { (mention, $0) }
    }
    guard let (mention, place) = places.isEmpty ? nil : random.pick(places),
      model.boundaries.contains(place), model.boundaries.contains(place + 1),
      let name = model.annotations[mention.tag]?.name
    else { return }
    let new = random.pick(["\n", "\n    ", "  ", " ", "\t"])
    note("the white space at \(place) becomes \(new.debugDescription)")
    let size = new.unicodeScalars.count
    try edit([(place..<place + 1, new)], cursor: place + size, appearing: .anywhere)
    count("wrapped")
    let range = mention.range.lowerBound..<mention.range.upperBound + size - 1
    try expect([Wanted(range: range, name: name)], "wrapping")
  }

  // MARK: Letters

  /// Deletes letters of a mention one by one, often at its front, and takes that back.
  private func takeLettersAway() throws(EditorError) {
    guard options.sync == .exact, !deletesByItself, let mention = certainMention(), mention.range.count > 3
    else {
      return
    }
    try endOffers()
    note("take letters of “\(mention.name)” away, and back")
    let isFront = random.chance(60)
    let times = 1 + random.below(min(3, mention.range.count - 2))
    for turn in 0..<times {
      let place = mention.range.lowerBound + (isFront ? 0 : random.below(mention.range.count - turn))
      try edit([(place..<place + 1, "")], cursor: place, appearing: .anywhere)
      host.advance(random.pick([5, 50, 500]))
      try settle()
    }
    for _ in 0..<times {
      try undo()
      host.advance(random.pick([5, 50, 500]))
      try settle()
    }
    count("letters put back")
    try expect([mention], "letters that came back")
  }

  /// Deletes the rest of a name in two notifications, as word-deleting keys do.
  private func deleteInTwo() throws(EditorError) {
    guard options.sync == .exact, let mention = certainMention(),
      let space = mention.name.firstIndex(of: " "),
      SimulationCast.people.contains(where: { $0.name == mention.name && $0.canTrim && $0.shortName == nil })
    else { return }
    let short = mention.name[..<space].unicodeScalars.count
    let rest = mention.range.count - short
    guard rest > 2 else { return }
    try endOffers()
    let middle = mention.range.lowerBound + short + 1 + random.below(rest - 1)
    let end = mention.range.lowerBound + short + (random.chance(50) ? 1 : 0)
    guard end <= middle else { return }
    note("delete the rest of “\(mention.name)” in two")
    try edit([(middle..<mention.range.upperBound, "")], cursor: middle, appearing: .anywhere)
    host.advance(random.pick([0, 6, 19]))
    try settle()
    guard end < middle else { return }
    try edit([(end..<middle, "")], cursor: end, appearing: .anywhere)
    count("deleted in two")
    let range = mention.range.lowerBound..<mention.range.lowerBound + short
    try expect([Wanted(range: range, name: mention.name)], "a deletion in two notifications")
  }

  /// Types in front of a mention and cuts both within one notification, and pastes that.
  private func typeAndCut() throws(EditorError) {
    guard options.sync == .exact, let mention = certainMention() else { return }
    let text = documents[current].model.text.string(mention.range)
    let typed = "zq\(random.below(1000)) "
    let size = typed.unicodeScalars.count
    let start = mention.range.lowerBound
    note("type \(typed.debugDescription) before “\(mention.name)” and cut both at once")
    try escape()
    try edit(
      [(start..<start, typed), (start..<start + size + mention.range.count, "")], cursor: start,
      appearing: .anywhere)
    host.advance(random.pick([10, 3000]))
    try settle()
    let end = documents[current].model.count
    try edit([(end..<end, typed + text)], cursor: end + size + mention.range.count, appearing: .anywhere)
    count("typed and cut")
    try expect(
      [Wanted(range: end + size..<end + size + mention.range.count, name: mention.name)], "typing and cutting"
    )
  }

  /// Text that becomes what was offered is an acceptance, and that which becomes the typed key a preview taken back, until
  /// something is written elsewhere.
  private func endOffers() throws(EditorError) {
    try escape()
    let end = documents[current].model.count
    try edit([(end..<end, "\n")], cursor: end + 1)
    host.advance(4000)
    try settle()
  }

  /// Whether the server's own edits come between two of the typist's.
  private var deletesByItself: Bool {
    options.editor.initializationOptions?["deletion"]?.stringValue != "plain"
  }

  /// A mention that shows the whole name of one person alone, in letters that nothing joins.
  private func certainMention() -> Wanted? {
    let model = documents[current].model
    let certain = model.standing.compactMap { mention -> Wanted? in
      guard let known = model.annotations[mention.tag], known.text.utf8.elementsEqual(known.name.utf8),
        !SimulationCast.sharedNames.contains(known.name), known.text.unicodeScalars.allSatisfy(\.isASCII),
        // `@Adam` without its last letter is `@Ada`, a trigger and a handle.
        !isGlued(mention.range, model)
      else { return nil }
      return Wanted(range: mention.range, name: known.name)
    }
    return certain.isEmpty ? nil : random.pick(certain)
  }

  private func expect(_ wanted: [Wanted], _ how: String) throws(EditorError) {
    // A request before its change moves the cursor to where nobody knows.
    if options.asking == .beforeTheChange { return }
    let model = documents[current].model
    let boundaries = model.boundaries
    for mention in wanted {
      guard boundaries.contains(mention.range.lowerBound), boundaries.contains(mention.range.upperBound)
      else {
        continue
      }
      if isReadable(model.text.string(mention.range), as: mention.name) { continue }
      // With a trigger before it, it may be read as a handle.
      if isGlued(mention.range, model) { continue }
      // What follows may make a longer name of it: of “Ada Lovelace Lovelace” without the first surname the whole one.
      let isThere = model.standing.contains {
        $0.range.lowerBound == mention.range.lowerBound && $0.range.upperBound >= mention.range.upperBound
          && model.annotations[$0.tag]?.name == mention.name
      }
      guard isThere else {
        throw EditorError(
          "“\(model.text.string(mention.range))” at \(mention.range) was a mention of \(mention.name) before \(how)"
        )
      }
    }
  }
}
