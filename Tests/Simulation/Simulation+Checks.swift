import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing

/// What the model knows for certain after something has happened.
struct Evidence {
  enum Appearing {
    case nowhere
    /// Only with text that was just put in, or as what is left of an annotation.
    case withFreshText
    case anywhere
  }

  /// Annotations that must still be where the model has them.
  var kept: Set<Int>
  var appearing: Appearing
  /// Whether an annotation may turn out to be another person of the same text.
  var mayRename = false
  /// Whether text may have come back with the mentions that it once had.
  var isUndo = false

  init(kept: Set<Int>, appearing: Appearing) {
    self.kept = kept
    self.appearing = appearing
  }

  /// Nothing was edited.
  init(unchanged model: TaggedText) {
    self.init(kept: Set(model.standing.map(\.tag)), appearing: .nowhere)
  }

  /// The server saw the very changes that were made.
  init(exact model: TaggedText) {
    let boundaries = model.boundaries
    let kept = model.standing.filter {
      boundaries.contains($0.range.lowerBound) && boundaries.contains($0.range.upperBound)
    }
    self.init(kept: Set(kept.map(\.tag)), appearing: .withFreshText)
  }

  /// The server saw one change over `range` of the old text. What is certain is what no reading of it touches.
  init(from old: TaggedText, to new: TaggedText, outside range: Swift.Range<Int>) {
    let a = old.text.scalars
    let b = new.text.scalars
    let limit = min(a.count, b.count)
    var prefix = 0
    while prefix < limit, a[prefix] == b[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < limit, a[a.count - 1 - suffix] == b[b.count - 1 - suffix] { suffix += 1 }
    let low = max(min(prefix, limit - suffix), range.lowerBound)
    let high = min(a.count - min(suffix, limit - prefix), range.upperBound)
    self.init(exact: new)
    let shift = b.count - a.count
    kept = kept.filter { tag in
      guard let place = old.place(of: tag), let now = new.place(of: tag) else { return false }
      // Text put in directly before it may be equal to it, and so may any text put in where the change includes it:
      // then it may as well have been put in after it.
      if place.lowerBound >= high {
        let text = b[now]
        let isRepeated =
          place.lowerBound == high && b[..<now.lowerBound].suffix(text.count).elementsEqual(text)
        let isInside = place.lowerBound < range.upperBound && low < high + shift
        let mayBeOther = isRepeated || isInside && b[low..<high + shift].firstRange(of: text) != nil
        return now.lowerBound == place.lowerBound + shift && !mayBeOther
      }
      return place.upperBound <= low && now == place
    }
    appearing = .anywhere
  }
}

extension Simulation {
  /// The texts that the simulation's formats write for its people, whole and trimmed.
  static var writtenForms: [String: Set<String>] {
    var forms: [String: Set<String>] = [:]
    for person in SimulationCast.people {
      forms[person.name, default: []].formUnion([person.name, "@" + (person.handle ?? "")])
      let words = person.name.split(separator: " ")
      guard person.canTrim else { continue }
      if let short = person.shortName { forms[person.name]?.insert(short) }
      if person.shortName == nil, words.count > 1 { forms[person.name]?.insert(String(words[0])) }
    }
    return forms
  }

  // MARK: Mentions

  /// Compares the server's mentions with the model's, and takes over what the law leaves open.
  func reconcile(_ index: Int, _ evidence: Evidence) throws(EditorError) {
    let listed = try listedMentions(index)
    var evidence = evidence
    if host.hasRead { evidence.appearing = .anywhere }
    var model = documents[index].model
    let standing = model.standing
    var found: Set<Int> = []
    var fresh: [(range: Swift.Range<Int>, info: MentionInfo)] = []
    for (range, info) in listed {
      if let same = standing.first(where: { $0.range == range }), let known = model.annotations[same.tag],
        known.name == info.entity.name, evidence.mayRename || known.id == info.entity.id
      {
        found.insert(same.tag)
        model.rename(same.tag, id: info.entity.id, source: info.entity.source)
        model.settle(same.tag, in: range)
        continue
      }
      guard mayAppear(range, info, model, evidence, makingStart: documents[index].makingStart) else {
        throw EditorError("“\(info.text)” at \(range) is a mention out of nothing")
      }
      fresh.append((range, info))
    }
    for tag in evidence.kept where !found.contains(tag) {
      let range = model.place(of: tag)
      if fresh.contains(where: { new in range.map { $0.overlaps(new.range) } ?? false }) { continue }
      if let range, try mayBePlain(range, model, index) { continue }
      throw EditorError(
        "“\(model.annotations[tag]?.text ?? "")” at \(range.map { "\($0)" } ?? "") is a mention no more")
    }
    for tag in model.annotations.keys where !found.contains(tag) { model.forget(tag) }
    for (range, info) in fresh {
      model.annotate(
        range, id: info.entity.id, name: info.entity.name, source: info.entity.source)
    }
    documents[index].model = model
  }

  private func mayAppear(
    _ range: Swift.Range<Int>, _ info: MentionInfo, _ model: TaggedText, _ evidence: Evidence,
    makingStart: Int?
  ) -> Bool {
    if isReadable(info.text, as: info.entity.name), isApart(range, model) { return true }
    let said = Array(info.text.unicodeScalars)
    let words = info.text.split(whereSeparator: \.isWhitespace)
    let isForm = forms[info.entity.name]?.contains {
      // Also in another canonical form: to Swift the two are equal.
      $0.split(whereSeparator: \.isWhitespace) == words
        || TaggedText.isSame(Array($0.unicodeScalars)[...], said[...])
    }
    if isLinkText(range, of: info.entity.id, in: model) { return true }
    // What is left of a mention that an edit changed is one, whatever it says, and comes back as it was.
    let hasBeen = documents.contains { document in
      document.model.said[info.entity.name]?.contains {
        $0.split(whereSeparator: \.isWhitespace) == words
      } == true
    }
    guard isForm == true || hasBeen || isReadable(info.text, as: info.entity.name) else {
      return false
    }
    switch evidence.appearing {
    case .nowhere: return false
    case .anywhere: return true
    case .withFreshText:
      // Typed out by hand: it is a mention once its creation ends, which the request before the change may have begun.
      if hasAskedEarly { return true }
      if range.lowerBound == makingStart { return true }
      if evidence.isUndo, model.named.contains(info.entity.name) { return true }
      let around = max(0, range.lowerBound - 1)..<min(model.count, range.upperBound + 1)
      if model.fresh[around].contains(true) { return true }
      if model.scars[range].contains(where: { $0.contains(info.entity.name) }) { return true }
      // What once was a mention in these words may be put right by a deletion in other text, down to them or to the
      // space after them.
      let space = model.text.scalars[range.upperBound...].prefix(while: \.properties.isWhitespace).count
      if hasBeen,
        model.cuts.contains(where: { range.lowerBound <= $0 && $0 <= range.upperBound + space })
      {
        return true
      }
      // A line that came less than a second before one like it went takes over the mentions of that one.
      if model.born[range].contains(where: { $0 >= host.clock - 1000 }), model.gone.contains(info.entity.name)
      {
        return true
      }
      let tags = Set(model.tags[range])
      return info.state == .trimmed && tags.count == 1
        && tags.allSatisfy { model.annotations[$0]?.name == info.entity.name }
    }
  }

  // MARK: Handles

  /// Whether a link that ends in this id follows: it is a mention of theirs, whatever it shows.
  func isLinkText(_ range: Swift.Range<Int>, of id: String, in model: TaggedText) -> Bool {
    let after = model.text.scalars[range.upperBound...]
    let link = "](u:\(id))".unicodeScalars
    // A space may have been typed since the end of a creation made it one.
    return after.starts(with: link) || after.first == " " && after.dropFirst().starts(with: link)
  }

  /// In prose every trigger and handle that is a word of its own is a mention, whoever wrote it there and how.
  private func checkHandles(_ index: Int) throws(EditorError) {
    let document = documents[index]
    guard document.languageID == "plaintext", !host.isLoading else { return }
    let scalars = document.model.text.scalars
    let standing = document.model.standing
    for start in scalars.indices where "@+".unicodeScalars.contains(scalars[start]) {
      // Words that begin with something else may be addresses or paths.
      if start > 0, !scalars[start - 1].properties.isWhitespace { continue }
      let end = scalars[start...].dropFirst().firstIndex { !$0.isNormal } ?? scalars.count
      let range = start..<end
      let text = document.model.text.string(range)
      let person = SimulationCast.people.first { isReadable(text, as: $0.name) }
      guard let person, isApart(range, document.model), options.knows(text), start != document.makingStart,
        !document.declined.contains(where: { text.contains($0) }),
        !standing.contains(where: { $0.range.overlaps(range) })
      else { continue }
      throw EditorError("“\(text)” at \(range) is no mention of \(person.name)")
    }
  }

  /// Whether a text is a trigger and the handle of somebody of that name, in any case: prose that says it mentions them,
  /// whatever was made or accepted there.
  func isReadable(_ text: String, as name: String) -> Bool {
    guard let trigger = text.first, "@+".contains(trigger) else { return false }
    let handle = text.dropFirst().lowercased()
    return SimulationCast.people.contains { $0.name == name && $0.handle == handle }
  }

  /// Whether what is read out of the text may not be: no prose, a longer word, or being made again.
  private func mayBePlain(
    _ range: Swift.Range<Int>, _ model: TaggedText, _ index: Int
  ) throws(EditorError) -> Bool {
    let text = model.text.string(range)
    guard SimulationCast.people.contains(where: { isReadable(text, as: $0.name) }) else {
      // The link that it was read from says whom it mentions, not its text: where that is changed, it may be none.
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return !Self.writtenForms.values.contains { $0.contains(words) }
    }
    if documents[index].languageID != "plaintext" || !isWord(range, model) { return true }
    let state: MentionsStateResult = try demand(
      .mentionsState, MentionsStateParams(textDocument: TextDocumentIdentifier(uri: documents[index].uri)))
    return state.state == .creating
      && state.range.flatMap(model.text.indices)?.lowerBound == range.lowerBound
  }

  /// Whether something other than white space, punctuation or a bracket is at one of its edges.
  func isGlued(_ range: Swift.Range<Int>, _ model: TaggedText) -> Bool {
    [range.lowerBound - 1, range.upperBound].contains {
      guard $0 >= 0, $0 < model.count else { return false }
      let scalar = model.text.scalars[$0]
      return !scalar.properties.isWhitespace && !"[](){}.,;:!?\"'".unicodeScalars.contains(scalar)
    }
  }

  /// Whether a trigger and a handle there is a mention by what is around it (Behaviour, section 9): a separator, a letter
  /// of a script without spaces or an end of the text before it, a separator or an end after it. The same trigger
  /// before it, and a joining character with a letter after it, make it another word.
  private func isApart(_ range: Swift.Range<Int>, _ model: TaggedText) -> Bool {
    let scalars = model.text.scalars
    let before = range.lowerBound > 0 ? scalars[range.lowerBound - 1] : " "
    let after = scalars[range.upperBound...].prefix(2)
    if before.isLetterOfSpacedScript || before == scalars[range.lowerBound] { return false }
    guard let next = after.first else { return true }
    let isContinued = "-./".unicodeScalars.contains(next) && after.count == 2 && after.last?.isNormal == true
    let isJoined = next.properties.isGraphemeExtend || next == "\u{200D}" || next == scalars[range.lowerBound]
    return !next.isNormal && !isContinued && !isJoined
  }

  /// Whether there is white space or an end of the text on both sides.
  func isWord(_ range: Swift.Range<Int>, _ model: TaggedText) -> Bool {
    [range.lowerBound - 1, range.upperBound].allSatisfy {
      $0 < 0 || $0 >= model.count || model.text.scalars[$0].properties.isWhitespace
    }
  }

  /// The server's mentions, each looked at by itself.
  func listedMentions(
    _ index: Int
  ) throws(EditorError) -> [(range: Swift.Range<Int>, info: MentionInfo)] {
    let document = documents[index]
    let result: MentionsListResult = try demand(
      .mentionsList, MentionsListParams(textDocument: TextDocumentIdentifier(uri: document.uri)))
    guard !result.mentions.isEmpty else { return [] }
    let text = document.model.text
    let boundaries = document.model.boundaries
    var end = 0
    var listed: [(range: Swift.Range<Int>, info: MentionInfo)] = []
    for info in result.mentions {
      guard let range = text.indices(of: info.range) else {
        throw EditorError("“\(info.text)” is not in the text")
      }
      guard !range.isEmpty, range.lowerBound >= end else {
        throw EditorError("“\(info.text)” at \(range) is empty or begins before \(end)")
      }
      end = range.upperBound
      guard text.string(range).utf8.elementsEqual(info.text.utf8) else {
        throw EditorError("where the server sees “\(info.text)”, the client has “\(text.string(range))”")
      }
      guard boundaries.contains(range.lowerBound), boundaries.contains(range.upperBound) else {
        throw EditorError("“\(info.text)” at \(range) has an edge inside a character")
      }
      guard forms[info.entity.name] != nil else { throw EditorError("nobody is called \(info.entity.name)") }
      listed.append((range, info))
    }
    return listed
  }

  // MARK: After every step

  func check() throws(EditorError) {
    defer { host.hasRead = false }
    for index in documents.indices where documents[index].isOpen {
      let document = documents[index]
      guard let text = host.text(of: document.uri) else {
        throw EditorError("\(document.uri) is not open in the server")
      }
      guard text.elementsEqual(document.model.text.string.utf8) else {
        throw EditorError("the server's text differs: “\(String(decoding: text, as: UTF8.self))”")
      }
      if let violation = host.violations(document.uri).first { throw EditorError(violation) }
      // Nobody has spoken of the others: to ask about them each time would be most of the work.
      guard index == current || host.hasRead || random.chance(15) else { continue }
      try reconcile(index, Evidence(unchanged: document.model))
      try checkState(index)
      try checkHandles(index)
      if random.chance(30) { try checkHints(index) }
      if random.chance(50) { try checkTokens(index) }
    }
  }

  private func checkState(_ index: Int) throws(EditorError) {
    let document = documents[index]
    let state: MentionsStateResult = try demand(
      .mentionsState, MentionsStateParams(textDocument: TextDocumentIdentifier(uri: document.uri)))
    documents[index].makingStart = nil
    guard state.state == .creating else {
      guard state.range == nil, !state.chooser.visible else {
        throw EditorError("a chooser is open for nothing")
      }
      return
    }
    guard let range = state.range.flatMap(document.model.text.indices) else {
      throw EditorError("what is being made is not in the text")
    }
    documents[index].makingStart = range.lowerBound
    documents[index].lastMade = host.clock
    let expected = (state.controlCharacter ?? "") + (state.keyString ?? "")
    // A word behind the cursor belongs to the key, not to the range.
    let end = min(document.model.count, range.lowerBound + expected.unicodeScalars.count)
    guard range.upperBound <= end,
      document.model.text.string(range.lowerBound..<end).utf8.elementsEqual(expected.utf8)
    else {
      throw EditorError(
        "“\(document.model.text.string(range))” is being made, but the key says “\(expected)”")
    }
    guard !document.model.standing.contains(where: { $0.range.overlaps(range) }) else {
      throw EditorError("what is being made at \(range) lies over a mention")
    }
  }

  /// Tokens by difference are those sent whole, and are where the mentions are.
  private func checkTokens(_ index: Int) throws(EditorError) {
    let document = documents[index]
    let identifier = TextDocumentIdentifier(uri: document.uri)
    guard let legend = capabilities.semanticTokensProvider?.legend else {
      throw EditorError("no semantic tokens")
    }
    var patched: [Int]?
    if let known = document.tokens {
      let result: SemanticTokensDeltaResult = try demand(
        .semanticTokensFullDelta,
        SemanticTokensDeltaParams(textDocument: identifier, previousResultId: known.resultID))
      switch result {
      case .tokens(let all): patched = all.data
      case .delta(let delta): patched = try EditorToken.patched(known.data, delta.edits)
      }
      if random.chance(50), let patched {
        documents[index].tokens = result.resultID.map { ($0, patched) }
      }
    }
    guard patched == nil || documents[index].tokens?.resultID == document.tokens?.resultID else {
      return try compareTokens(patched ?? [], legend, index)
    }
    let all: SemanticTokens = try demand(.semanticTokensFull, SemanticTokensParams(textDocument: identifier))
    documents[index].tokens = all.resultId.map { ($0, all.data) }
    guard patched == nil || patched == all.data else {
      throw EditorError("the tokens after a delta differ from the full tokens")
    }
    try compareTokens(all.data, legend, index)
  }

  private func compareTokens(_ data: [Int], _ legend: SemanticTokensLegend, _ index: Int) throws(EditorError)
  {
    let tokens = try EditorToken.decode(data, legend, in: documents[index].model.text)
    let scalars = documents[index].model.text.scalars
    // No token is longer than a line.
    let places = documents[index].model.standing.flatMap { mention in
      scalars[mention.range].split { $0 == "\n" || $0 == "\r" }.map { $0.startIndex..<$0.endIndex }
    }
    guard tokens.map(\.range) == places else {
      throw EditorError("tokens are at \(tokens.map(\.range)), mentions at \(places)")
    }
  }
}

extension SemanticTokensDeltaResult {
  fileprivate var resultID: String? {
    switch self {
    case .tokens(let all): all.resultId
    case .delta(let delta): delta.resultId
    }
  }
}

extension Unicode.Scalar {
  /// A letter, mark, digit or underscore (Behaviour, section 1).
  fileprivate var isNormal: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: self == "_"
    }
  }

  /// The simulation's only letters of scripts without spaces are ideographs.
  fileprivate var isLetterOfSpacedScript: Bool { isNormal && !properties.isIdeographic }
}
