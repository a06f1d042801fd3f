import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// The same text in other forms: letters that a dead key makes, another case, other normal forms, and mentions at the
/// edges of a document.
extension Simulation {
  func vary() throws(EditorError) {
    switch random.below(4) {
    case 0: try typeDeadKey()
    case 1: try writeHandle()
    case 2: try normalize()
    default: try leaveAlone()
    }
  }

  // MARK: Dead keys

  /// Types a name whose last letter comes by a dead key, `´` and then `é` in its place, in one notification or two.
  private func typeDeadKey() throws(EditorError) {
    try escape()
    let start = documents[current].cursor
    let typed = [" ", "@", "J", "o", "s"]
    note("type \(typed.joined().debugDescription), ´ and é")
    var key: String?
    for letter in typed + ["´"] {
      key = try keyBeingMade()
      let cursor = documents[current].cursor
      try edit([(cursor..<cursor, letter)], cursor: cursor + letter.unicodeScalars.count)
      if options.asking != .never { try complete() }
      host.advance(random.pick([0, 30, 120]))
      try settle()
    }
    let end = start + typed.count
    let change = expressible((end..<end + 1, "é"), in: documents[current].model.text)
    // Where a server's edit came in between, there is no dead key at that place.
    guard end < documents[current].model.count, documents[current].model.text.scalars[end] == "´" else {
      return
    }
    switch random.below(3) {
    case 0: try edit([change], cursor: end + 1)
    case 1: try edit([(change.range, ""), (end..<end, "é")], cursor: end + 1)
    default:
      try edit([(change.range, "")], cursor: end)
      try edit([(end..<end, "é")], cursor: end + 1)
    }
    count("dead keys typed")
    // With the text behind it, it may be a mention again that an edit changed inside.
    let isFree = !documents[current].model.standing.contains { $0.range.overlaps(start + 1..<end + 1) }
    // Where no answer, or a request before its change, may have ended it.
    let isCertain =
      isFree && key == "Jos" && options.sync == .exact && options.asking != .beforeTheChange
      && options.editor.initializationOptions?["continueAfterEmptyResults"] == true
    let now = try keyBeingMade() ?? ""
    if isCertain, !now.utf8.elementsEqual("José".utf8) {
      throw EditorError("a dead key’s letter was typed, and the key is “\(now)”")
    }
    if options.asking != .never { try complete() }
  }

  private func keyBeingMade() throws(EditorError) -> String? {
    let state: MentionsStateResult = try demand(
      .mentionsState, MentionsStateParams(textDocument: identifier))
    return state.state == .creating ? state.keyString ?? "" : nil
  }

  // MARK: Case

  /// Writes a handle as it stands in the text of people who do not care for its case.
  private func writeHandle() throws(EditorError) {
    let person = random.pick(SimulationCast.people)
    guard let handle = person.handle else { return }
    let written = random.pick([
      handle, handle.uppercased(), handle.prefix(1).uppercased() + handle.dropFirst(),
    ])
    let text = " \(random.pick(["@", "@", "+"]))\(written)\(random.pick([" ", "\n", ", ", ". "]))"
    note("write \(text.debugDescription)")
    let isPasted = random.chance(30)
    for key in isPasted ? [text] : text.map(String.init) {
      let cursor = documents[current].cursor
      try edit([(cursor..<cursor, key)], cursor: cursor + key.unicodeScalars.count)
    }
    count("handles written")
  }

  // MARK: Normal forms

  /// Something else gives the file's letters another canonical form while it is closed.
  private func normalize() throws(EditorError) {
    let text = documents[current].model.text.string
    let isApart = random.chance(50)
    let changed = Self.normalized(text, isApart: isApart)
    let model = documents[current].model
    try close(current)
    note("the file is normalized, letters \(isApart ? "in parts" : "whole")")
    // Of two equal texts with equal surroundings it is neither.
    let words = documents[current].kept?.filter {
      isWord($0.range, model) && model.text.string.ranges(of: model.text.string($0.range)).count == 1
    }
    let kept = words?.map { kept in
      let places = [kept.range.lowerBound, kept.range.upperBound].map {
        Self.normalized(model.text.string(0..<$0), isApart: isApart).unicodeScalars.count
      }
      return Kept(range: places[0]..<places[1], id: kept.id, name: kept.name)
    }
    try open(rewrittenAs: changed, kept: kept)
    count("normalized")
  }

  private static func normalized(_ text: String, isApart: Bool) -> String {
    let pairs = [("\u{E9}", "e\u{301}"), ("\u{ED}", "i\u{301}"), ("한", "\u{1112}\u{1161}\u{11AB}")]
    return pairs.reduce(text) { replace(isApart ? $1.0 : $1.1, by: isApart ? $1.1 : $1.0, in: $0) }
  }

  /// By scalars: to Swift's own comparison the forms are equal.
  private static func replace(_ part: String, by other: String, in text: String) -> String {
    let (all, wanted) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
    var result = String.UnicodeScalarView()
    var at = 0
    while at < all.count {
      if all[at...].starts(with: wanted) {
        result.append(contentsOf: other.unicodeScalars)
        at += wanted.count
      } else {
        result.append(all[at])
        at += 1
      }
    }
    return String(result)
  }

  // MARK: Edges

  /// Deletes all but one mention, or all before or after it, types at its edges, and opens it again.
  private func leaveAlone() throws(EditorError) {
    let model = documents[current].model
    guard let mention = model.standing.isEmpty ? nil : random.pick(model.standing),
      model.boundaries.contains(mention.range.lowerBound), model.boundaries.contains(mention.range.upperBound)
    else { return }
    note("leave the mention at \(mention.range) at an edge of the document")
    let after = mention.range.upperBound..<model.count
    if random.chance(70), !after.isEmpty {
      try edit([(after, "")], cursor: after.lowerBound, appearing: .anywhere)
    }
    let before = 0..<mention.range.lowerBound
    if random.chance(70), !before.isEmpty { try edit([(before, "")], cursor: 0, appearing: .anywhere) }
    let now = documents[current].model
    let end = now.place(of: mention.tag)?.upperBound ?? now.count
    let place = random.pick([0, end])
    if now.boundaries.contains(place), random.chance(50) {
      let key = random.pick(["x", " ", "\n", ".", "\u{301}"])
      try edit([(place..<place, key)], cursor: place + key.unicodeScalars.count, appearing: .anywhere)
    }
    count("left alone")
    try close(current)
    try open(current)
  }
}
