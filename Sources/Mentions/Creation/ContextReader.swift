import TextModel

/// Reads the surroundings of a position for the state machines. All reads are local: one or two graphemes, or a word,
/// or at most as many graphemes as the look-back limit. Create a reader for each question and discard it afterwards: it
/// shares the document's storage, which an edit must copy while a reader exists.
struct ContextReader {
  let text: IndexedText
  let annotations: Annotations
  let triggers: TriggerTable
  let policy: MentionsPolicy
  /// Whether underscores may mark emphasis, as in Markdown.
  let marksEmphasis: Bool

  private var buffer: TextBuffer { text.buffer }

  // MARK: Before a position

  /// Classifies the text before an offset. An annotation counts as a word, regardless of its last character.
  ///
  /// - Parameter trigger: the trigger that begins at the offset, before which any other trigger counts as a separator;
  ///   nil if no trigger begins there.
  func preceding(_ offset: TextOffset, trigger: Int? = nil) -> PrecedingText {
    if endsAnnotation(offset) { return .normal }
    return precedingText(offset, trigger: trigger)
  }

  private func precedingText(_ offset: TextOffset, trigger: Int?) -> PrecedingText {
    guard offset > .zero else { return .start }
    if let match = triggers.match(endingAt: offset, in: buffer) {
      return trigger == nil || trigger == match.trigger ? .control : .separator
    }
    guard let grapheme = buffer.grapheme(before: offset) else { return .start }
    if marksEmphasis, buffer[offset - 1] == UInt8(ascii: "_"), opensEmphasis(offset) { return .separator }
    return Self.preceding(of: grapheme.kind)
  }

  /// Whether the underscores that end here open emphasis: neither a word nor a backslash precedes them (CommonMark,
  /// sections 6.2 and 2.4).
  private func opensEmphasis(_ end: TextOffset) -> Bool {
    var start = end
    while start > .zero, end - start < Self.mostUnderscores, buffer[start - 1] == UInt8(ascii: "_") {
      start = start - 1
    }
    if start > .zero, buffer[start - 1] == UInt8(ascii: "\\") { return false }
    return buffer.grapheme(before: start)?.kind.isSeparator ?? true
  }

  /// The maximum number of underscores that mark emphasis.
  private static let mostUnderscores = 3

  static func preceding(of kind: CharacterClass) -> PrecedingText {
    if kind.isSeparator { return .separator }
    return kind.contains(.unspaced) ? .unspaced : .normal
  }

  private func endsAnnotation(_ offset: TextOffset) -> Bool {
    !annotations.isEmpty && annotations.annotation(endingAt: offset) != nil
  }

  /// A run of normal graphemes that ends at a position.
  struct Run {
    var start: TextOffset
    var count: Int
    /// Whether a separator or the start of the text precedes the run, rather than a trigger or an annotation. False if
    /// the limit was reached before the start of the run.
    var isFree: Bool
    var startsLowercase: Bool
  }

  /// The run of normal graphemes before a position, of which at most `limit` are read.
  private func run(before offset: TextOffset, limit: Int) -> Run {
    let floor = annotationEnd(before: offset)
    var run = Run(start: offset, count: 0, isFree: true, startsLowercase: false)
    while run.count < limit {
      if run.start == floor {
        run.isFree = false
        return run
      }
      guard let grapheme = buffer.grapheme(before: run.start) else { return run }
      let isMark =
        marksEmphasis && buffer[run.start - 1] == UInt8(ascii: "_") && opensEmphasis(run.start)
      if grapheme.kind.isSeparator || isMark {
        run.isFree = triggers.match(endingAt: run.start, in: buffer) == nil
        return run
      }
      run.start = grapheme.range.start
      run.count += 1
      run.startsLowercase = grapheme.kind.contains(.lowercase)
    }
    run.isFree = false
    return run
  }

  /// The end of the last annotation before a position, if it is near enough to matter; `offset` itself if the position
  /// is inside an annotation.
  private func annotationEnd(before offset: TextOffset) -> TextOffset? {
    guard !annotations.isEmpty else { return nil }
    let far = TextOffset(max(0, offset.utf8 - 8 * (policy.lookBackLimit + policy.maximumKeyLength)))
    return annotations.indices(touching: TextRange(far, offset)).last.flatMap { index in
      let range = annotations.range(at: index)
      if range.end <= offset { return range.end }
      if range.start < offset { return offset }
      return index > 0 ? annotations.range(at: index - 1).end : nil
    }
  }

  // MARK: After a position

  /// The rest of the word after a position, up to the next annotation.
  private func wordAfter(_ offset: TextOffset) -> String {
    let ceiling = annotations.isEmpty ? nil : annotationStart(after: offset)
    var end = offset
    var count = 0
    while count <= policy.maximumKeyLength, end != ceiling, let grapheme = buffer.grapheme(after: end),
      grapheme.kind.contains(.normal)
    {
      end = grapheme.range.end
      count += 1
    }
    return end == offset ? "" : buffer.string(in: TextRange(offset, end))
  }

  private func annotationStart(after offset: TextOffset) -> TextOffset? {
    let far = buffer.clamp(offset + 8 * policy.maximumKeyLength)
    return annotations.indices(touching: TextRange(offset, max(offset, far))).lazy
      .map { annotations.range(at: $0) }.first { $0.start >= offset }?.start
  }

  // MARK: Facts

  /// The grapheme typed in a range, with the facts about its surroundings. `behind` is the cursor's position in the new
  /// text, after which the rest of the word is read.
  func typed(_ range: TextRange, behind: TextOffset) -> TypedGrapheme {
    var fact = TypedGrapheme(
      text: buffer.string(in: range), kind: buffer.grapheme(before: range.end)?.kind ?? [])
    if let match = triggers.match(endingAt: range.end, in: buffer) {
      let candidate = CreationStart(
        kind: .explicit, trigger: match.trigger, start: match.start, keyStart: range.end, typed: "",
        tail: wordAfter(behind))
      fact.control = TypedGrapheme.Control(
        preceding: preceding(match.start, trigger: match.trigger), candidate: candidate)
    } else if !fact.kind.isSeparator, policy.implicit.minimumLength > 0 {
      let run = run(before: range.end, limit: policy.implicit.minimumLength + 1)
      var word = TypedGrapheme.Word(
        count: run.count, isFree: run.isFree, startsLowercase: run.startsLowercase, isAllowed: true)
      if run.count == policy.implicit.minimumLength, run.isFree {
        word.candidate = implicitStart(run, to: range.end)
      }
      fact.word = word
    }
    return fact
  }

  private func implicitStart(_ run: Run, to end: TextOffset) -> CreationStart {
    CreationStart(
      kind: .implicit, start: run.start, keyStart: run.start,
      typed: buffer.string(in: TextRange(run.start, end)))
  }

  /// The context before `cursor` after a deletion. `removed` is the deleted text.
  func deleted(_ removed: [UInt8], cursor: TextOffset, isBackward: Bool) -> DeletionFacts {
    var facts = DeletionFacts(removed: Self.kind(of: removed), preceding: preceding(cursor))
    facts.endsAnnotation = endsAnnotation(cursor)
    guard isBackward, !facts.endsAnnotation, facts.removed != .other else { return facts }
    if let match = triggers.match(endingAt: cursor, in: buffer) {
      guard preceding(match.start, trigger: match.trigger).admitsControl else { return facts }
      facts.resumable = .control(
        CreationStart(
          kind: .explicit, trigger: match.trigger, start: match.start, keyStart: cursor, typed: "",
          tail: wordAfter(cursor)))
    } else if let candidate = lookBack(from: cursor, spaces: .none) {
      facts.resumable = .explicitWord(candidate)
    } else if !facts.preceding.isSeparator {
      let run = run(before: cursor, limit: policy.maximumKeyLength + 1)
      guard run.isFree, run.count > 0 else { return facts }
      facts.resumable = .implicitWord(
        implicitStart(run, to: cursor), count: run.count, startsLowercase: run.startsLowercase)
    }
    return facts
  }

  private static func kind(of removed: [UInt8]) -> DeletionFacts.Removed {
    guard removed.count <= 1024 else { return .other }
    var kind = DeletionFacts.Removed.whitespace
    for character in String(decoding: removed, as: UTF8.self) {
      let characterClass = CharacterClass(character)
      guard characterClass.isSeparator else { return .other }
      if !characterClass.contains(.whitespace) { kind = .separators }
    }
    return kind
  }

  // MARK: Looking back

  enum Spaces { case none, asTheTriggerAllows }

  /// The mention that may be in progress at a position: a trigger on the same line, at most the
  /// look-back limit away, preceded by a separator, and followed only by characters that may occur
  /// in a key.
  func lookBack(from cursor: TextOffset, spaces: Spaces) -> CreationStart? {
    let floor = annotationEnd(before: cursor)
    var place = cursor
    var hasSpaces = false
    for _ in 0...policy.lookBackLimit {
      if let match = triggers.match(endingAt: place, in: buffer), floor.map({ $0 <= match.start }) ?? true {
        guard precedingText(match.start, trigger: match.trigger).admitsControl, floor != match.start else {
          return nil
        }
        let trigger = policy.triggers[match.trigger]
        guard !hasSpaces || trigger.allowSpaces else { return nil }
        let typed = buffer.string(in: TextRange(place, cursor))
        if typed.utf8.first.map({ $0 == 0x20 || $0 == 0x09 }) ?? false { return nil }
        return CreationStart(
          kind: .explicit, trigger: match.trigger, start: match.start, keyStart: place, typed: typed,
          tail: typed.isEmpty ? wordAfter(cursor) : "")
      }
      guard place != floor, let grapheme = buffer.grapheme(before: place) else { return nil }
      if grapheme.kind.contains(.whitespace) {
        guard spaces == .asTheTriggerAllows, !grapheme.kind.contains(.lineEnd) else { return nil }
        hasSpaces = true
      } else if !grapheme.kind.belongsInKey {
        return nil
      }
      place = grapheme.range.start
    }
    return nil
  }

  /// The word before a position, however short; nil if there is none, or if it is longer than a key may be.
  func word(before cursor: TextOffset) -> CreationStart? {
    let run = run(before: cursor, limit: policy.maximumKeyLength + 1)
    guard run.count > 0, run.count <= policy.maximumKeyLength else { return nil }
    return implicitStart(run, to: cursor)
  }
}

extension ContextReader {
  /// Whether the word before a position directly follows a trigger that cannot begin a mention, as in the e-mail
  /// address `foo@bar`.
  func isWithinAddress(_ offset: TextOffset) -> Bool {
    let run = run(before: offset, limit: policy.lookBackLimit)
    guard let match = triggers.match(endingAt: run.start, in: text.buffer) else { return false }
    return !preceding(match.start, trigger: match.trigger).admitsControl
  }
}
