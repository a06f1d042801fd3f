import TextModel

/// Decides where mentions are offered automatically (<doc:Behaviour>, section 7).
///
/// Scans lazily. A query scans from the last known state before the offset and stores the state every 2 KiB (less often
/// in huge documents), so that a query near the previous one costs about the same in a document of any size. An edit
/// only invalidates states, in O(checkpoints between this edit and the previous one).
package struct ProseScanner: Sendable {
  /// The client's language identifier.
  package let languageID: String
  private let kind: LanguageKind
  /// Whether underscores may mark emphasis.
  let marksEmphasis: Bool
  private var checkpoints = ScanCheckpoints()
  private var textCount: Int?
  /// The range in which verdicts have changed since the last call of `takeChanges`; nil if there is none.
  private var changed: TextRange?
  /// The paragraph of the last query.
  private var paragraph: Paragraph?
  /// The line of the last query: its start, the state at its start, and the mode of the line.
  private var line: (start: Int, state: ScanState, mode: ScanState.Mode)?
  /// The number of bytes scanned line by line or token by token, for tests.
  private(set) var scannedBytes = 0
  /// The number of bytes scanned around queried positions, for tests.
  private(set) var surroundingBytes = 0
  var checkpointCount: Int { checkpoints.count }

  /// The number of bytes read after a position to find the end of a construct, and before it to find the start of its
  /// paragraph. Tests of complexity reduce it.
  var lookAround = 2048
  /// The offset before which front matter must be closed.
  private static let frontMatterLimit = 1 << 16

  package init(languageID: String) {
    self.languageID = languageID
    kind = LanguageSyntaxTable.kind(of: languageID)
    if case .markdown = kind { marksEmphasis = true } else { marksEmphasis = false }
  }

  /// Whether the language is prose, in which explicit and implicit mentions are offered, rather than a programming or
  /// markup language, in which explicit mentions are offered in comments.
  package var isProseLanguage: Bool {
    if case .code = kind { false } else { true }
  }

  /// Adapts the stored states to an edit. Must be called for each edit, in order.
  package mutating func invalidate(_ edit: AppliedEdit) {
    (paragraph, line) = (nil, nil)
    guard let count = textCount else { return }
    let start = edit.range.start.utf8
    checkpoints.invalidate(from: start, oldEnd: edit.range.end.utf8, shift: edit.shift)
    // An edit in front matter may open or close it, which affects all of its lines.
    if case .markdown = kind, start < Self.frontMatterLimit { checkpoints.doubtAll() }
    textCount = count + edit.shift
    if let old = changed { changed = old.moved(by: edit) }
  }

  /// Returns the range in which the edits since the last call have changed verdicts, and forgets it. Considers only
  /// text that was scanned for earlier queries. May return nil if verdicts have changed only within a few KiB of the
  /// edits; returns nil if none have changed.
  ///
  /// - Parameters:
  ///   - edited: the end of the last edit, a UTF-8 offset in the current text.
  ///   - text: the current text.
  /// - Complexity: O(changed range), and the checkpoints from the first to the last edit.
  mutating func takeChanges(behind edited: TextOffset, in text: IndexedText) -> TextRange? {
    defer { changed = nil }
    guard textCount == text.buffer.count else { return changed }
    checkpoints.goOn()
    // Text after the last guess was not scanned for earlier queries, so its verdicts need not be updated.
    if let last = checkpoints.lastGuess { extend(to: min(last, edited.utf8), in: text) }
    // Once the state at one position after the edits is confirmed, all later states are correct as well.
    while let guess = checkpoints.nextGuess,
      checkpoints.isNextDoubtful || (checkpoints.last?.place ?? 0) < edited.utf8
    {
      extend(to: guess + checkpoints.spacing - 1, in: text)
      guard checkpoints.nextGuess != guess else { break }
    }
    return changed
  }

  /// The verdict at `offset`, the start of a trigger or of the word of an implicit mention. `trigger` is nil for
  /// implicit mentions. The text after the offset matters only if it closes a construct that is open there, such as a
  /// code span, or is `@` with the name of a documentation tag.
  package mutating func verdict(at offset: TextOffset, in text: IndexedText, trigger: String?) -> ProseVerdict
  {
    let offset = text.buffer.scalarStart(at: text.buffer.clamp(offset))
    if case .code(let syntax) = kind {
      return ProseVerdict(codeRule(at: offset, in: text, syntax: syntax, trigger: trigger))
    }
    return ProseVerdict(
      blockRule(at: offset, in: text) ?? addressRule(at: offset, in: text, trigger) ?? .prose)
  }

  // MARK: Where the offset is

  /// The rule about blocks, or about inline constructs such as code spans, that forbids mentions here, if any.
  private mutating func blockRule(at offset: TextOffset, in text: IndexedText) -> ProseRule? {
    switch kind {
    case .prose(let backticks):
      return backticks ? inlineRule(at: offset, in: text, backticksOnly: true) : nil
    case .org: return nil
    case .gitCommit:
      if case .diff = lineMode(at: offset, in: text) { return .diff }
      return nil
    case .markdown:
      switch lineMode(at: offset, in: text) {
      case .fence: return .codeFence
      case .frontMatter: return .frontMatter
      case .rawHTML: return .htmlTag
      default: return inlineRule(at: offset, in: text, backticksOnly: false)
      }
    case .code: return nil
    }
  }

  private mutating func lineMode(at offset: TextOffset, in text: IndexedText) -> ScanState.Mode {
    let number = text.lines.line(at: offset)
    let start = text.lines.start(ofLine: number)
    if let line, line.start == start.utf8, textCount == text.buffer.count { return line.mode }
    let end = number + 1 < text.lines.lineCount ? text.lines.start(ofLine: number + 1) : text.buffer.end
    let state = state(at: start.utf8, in: text)
    let bytes = text.buffer.bytes(in: TextRange(start, min(end, start + lookAround)))
    surroundingBytes += bytes.count
    let scanner = LineScanner(bytes: bytes, isCommitMessage: isCommitMessage)
    let mode = scanner.mode(on: 0..<bytes.count, after: state)
    line = (start.utf8, state, mode)
    return mode
  }

  /// Whether `#` at the start of a line begins a heading or a comment.
  var hashBeginsLines: Bool { marksEmphasis || isCommitMessage }

  /// Whether a position is on a comment line of a commit message, which Git removes. O(log lines).
  func isCommitComment(at place: TextOffset, in text: IndexedText) -> Bool {
    guard isCommitMessage else { return false }
    let line = text.content(ofLine: text.lines.line(at: place))
    return text.buffer.holds([UInt8(ascii: "#")], at: line.start)
  }

  private var isCommitMessage: Bool {
    if case .gitCommit = kind { true } else { false }
  }

  /// A paragraph, or the examined part of a long one.
  private struct Paragraph {
    var range: TextRange
    /// Whether it is the whole paragraph.
    var isWhole: Bool
    var textCount: Int
    var inline: MarkdownInline

    /// Whether this paragraph is sufficient to decide about a position, so that no other text has to be read.
    func isLooked(at offset: TextOffset, within reach: Int) -> Bool {
      isWhole && range.start <= offset && offset < range.end && offset - range.start < reach
        && range.end - offset < reach
    }
  }

  private mutating func inlineRule(at offset: TextOffset, in text: IndexedText, backticksOnly: Bool)
    -> ProseRule?
  {
    if paragraph?.textCount != text.buffer.count { paragraph = nil }
    if paragraph?.isLooked(at: offset, within: lookAround) != true {
      let (range, isWhole) = surroundings(of: offset, in: text)
      if paragraph?.range != range {
        let bytes = text.buffer.bytes(in: range)
        surroundingBytes += bytes.count
        paragraph = Paragraph(
          range: range, isWhole: isWhole, textCount: text.buffer.count,
          inline: MarkdownInline(bytes: bytes, backticksOnly: backticksOnly))
      }
    }
    guard let start = paragraph?.range.start else { return nil }
    return paragraph?.inline.rule(at: offset - start)
  }

  /// The paragraph at a position, or the examined part of a long one.
  private func surroundings(of offset: TextOffset, in text: IndexedText) -> (TextRange, isWhole: Bool) {
    var (startsIt, endsIt) = (false, false)
    var line = text.lines.line(at: offset)
    var start = text.lines.start(ofLine: line)
    while line > 0, offset - start < lookAround {
      let previous = text.lines.start(ofLine: line - 1)
      startsIt = isBlank(TextRange(previous, start), in: text)
      if startsIt { break }
      line -= 1
      start = previous
    }
    if line == 0 { startsIt = true }
    let near = text.buffer.scalarStart(at: max(start, offset - 2 * lookAround))
    if near != start { startsIt = false }
    line = text.lines.line(at: offset)
    var end = offset
    while line < text.lines.lineCount, end - offset < lookAround {
      line += 1
      let next = line < text.lines.lineCount ? text.lines.start(ofLine: line) : text.buffer.end
      endsIt = end > offset && isBlank(TextRange(end, next), in: text)
      if endsIt { break }
      end = next
    }
    if end == text.buffer.end { endsIt = true }
    let last = min(end, offset + 2 * lookAround)
    return (TextRange(near, last), startsIt && endsIt && last == end)
  }

  private func isBlank(_ line: TextRange, in text: IndexedText) -> Bool {
    guard line.count <= lookAround else { return false }
    guard !line.isEmpty, WhiteSpace.isASCIISpace(text.buffer[line.start]) else { return line.isEmpty }
    return text.buffer.bytes(in: line).allSatisfy(WhiteSpace.isASCIISpace)
  }

  private func addressRule(at offset: TextOffset, in text: IndexedText, _ trigger: String?) -> ProseRule? {
    let line = line(before: offset, in: text)
    if case .org = kind, OrgCitation.isOpen(line) { return .citation }
    return TypedAddress(line: line[...]).rule(trigger: trigger)
  }

  private func line(before offset: TextOffset, in text: IndexedText) -> [UInt8] {
    let start = text.lines.start(ofLine: text.lines.line(at: offset))
    return text.buffer.bytes(in: TextRange(max(start, offset - lookAround), offset))
  }

  // MARK: Code

  private mutating func codeRule(
    at offset: TextOffset, in text: IndexedText, syntax: LanguageSyntax, trigger: String?
  ) -> ProseRule {
    let state = state(at: offset.utf8, in: text)
    let found: ProseRule
    switch state.mode {
    case .lineComment, .blockComment: found = .comment
    case .string(_, _, _, isDoc: true): found = .docString
    case .string:
      let opensScope =
        syntax.special.contains(.packageScopes) && trigger == "@" && offset > .zero
        && "\"'`".utf8.contains(text.buffer[offset - 1])
      return opensScope ? .packageScope : .string
    default: return trigger == "@" ? syntax.ownTag ?? .outsideComment : .outsideComment
    }
    guard trigger != nil else { return .commentsExplicitOnly }
    if let rule = addressRule(at: offset, in: text, trigger) { return rule }
    let isTag =
      trigger == "@"
      && DocTags.owns(
        line: line(before: offset, in: text), state: state, syntax: syntax, after: following(offset, in: text)
      )
    return isTag ? .docTag : found
  }

  /// The text that begins with the trigger at `offset`, long enough for the words of documentation tags.
  private func following(_ offset: TextOffset, in text: IndexedText) -> [UInt8] {
    text.buffer.bytes(in: TextRange(offset, min(text.buffer.end, offset + 24)))
  }

  // MARK: Scanning

  /// The state at an offset, which must be the start of a line in languages that are scanned line by line.
  private mutating func state(at offset: Int, in text: IndexedText) -> ScanState {
    extend(to: offset, in: text)
    var known = checkpoints.nearest(before: offset) ?? (0, initial(in: text))
    if let line, line.start <= offset, line.start > known.place { known = (line.start, line.state) }
    var state = known.state
    _ = run(&state, from: known.place, to: offset, exact: true, in: text)
    return state
  }

  private mutating func extend(to offset: Int, in text: IndexedText) {
    if textCount != text.buffer.count {
      (paragraph, line) = (nil, nil)
      checkpoints.reset(textCount: text.buffer.count)
      textCount = text.buffer.count
    }
    switch kind {
    case .prose, .org: return
    case .markdown, .gitCommit, .code: break
    }
    let spacing = checkpoints.spacing
    var (place, state) = checkpoints.last ?? (0, initial(in: text))
    if place + spacing <= offset { checkpoints.goOn() }
    while place + spacing <= offset {
      var limit = place + spacing
      if let guess = checkpoints.nextGuess, guess > place, guess < limit + spacing {
        limit = guess
      }
      let reached = run(&state, from: place, to: min(limit, text.buffer.count), exact: false, in: text)
      guard reached > place else { return }
      scannedBytes += reached - place
      if let other = checkpoints.add(state, at: reached, upTo: offset) {
        changed = changed.map { TextRange(min($0.start, other.start), max($0.end, other.end)) } ?? other
      }
      (place, state) = checkpoints.last ?? (reached, state)
    }
  }

  private func initial(in text: IndexedText) -> ScanState {
    var state = ScanState()
    guard case .markdown = kind else { return state }
    let head = text.buffer.bytes(in: TextRange(.zero, min(text.buffer.end, TextOffset(3))))
    guard head == Array("---".utf8) || head == Array("+++".utf8) else { return state }
    let bytes = text.buffer.bytes(
      in: TextRange(.zero, min(text.buffer.end, TextOffset(Self.frontMatterLimit))))
    let scanner = LineScanner(bytes: bytes, isCommitMessage: false)
    if let sign = scanner.beginsWithFrontMatter() { state.mode = .frontMatter(sign) }
    return state
  }

  private func run(
    _ state: inout ScanState, from start: Int, to limit: Int, exact: Bool, in text: IndexedText
  ) -> Int {
    guard start < limit else { return start }
    switch kind {
    case .prose, .org: return limit
    case .markdown, .gitCommit: return runLines(&state, from: start, to: limit, exact: exact, in: text)
    case .code(let syntax):
      let from = max(0, start - 64)
      let bytes = text.buffer.bytes(
        in: TextRange(TextOffset(from), min(text.buffer.end, TextOffset(limit + 64))))
      let lexer = CodeLexer(syntax: syntax, bytes: bytes)
      return from + lexer.run(&state, from: start - from, to: limit - from, exact: exact)
    }
  }

  /// Scans line by line. The line index provides the starts of the lines, so that only the beginning of each line is
  /// examined.
  private func runLines(
    _ state: inout ScanState, from start: Int, to limit: Int, exact: Bool, in text: IndexedText
  ) -> Int {
    var at = start
    let bytes = text.buffer.bytes(in: TextRange(start, min(text.buffer.count, limit + lookAround)))
    let scanner = LineScanner(bytes: bytes, isCommitMessage: isCommitMessage)
    text.lines.forEachStart(fromLine: text.lines.line(at: TextOffset(start)) + 1) { next in
      if exact, next.utf8 > limit { return false }
      // The delimiter that opens front matter must not be scanned as the one that closes it.
      if !(at == 0 && isFrontMatter(state)) {
        scanner.step(&state, line: at - start..<min(next.utf8, at + lookAround) - start)
      }
      at = next.utf8
      return at < limit
    }
    return at
  }

  private func isFrontMatter(_ state: ScanState) -> Bool {
    if case .frontMatter = state.mode { true } else { false }
  }
}

extension TextRange {
  /// The position of this range after an edit; if the edit overlaps the range, the result includes the edited text.
  fileprivate func moved(by edit: AppliedEdit) -> TextRange {
    let start = start < edit.range.end ? min(start, edit.range.start) : start + edit.shift
    return TextRange(start, end > edit.range.start ? max(end, edit.range.end) + edit.shift : end)
  }
}

/// The scanner's states at positions in the text, with a gap at the last edit.
///
/// Positions before the gap are relative to the start of the text, positions after the gap to the end of the text, so
/// that no stored position changes with an edit. The first states are known to be correct; all others are guesses: the
/// states from before the edits. If scanning reaches the position of a guess and finds the same state, all following
/// guesses are correct, up to the next edit.
struct ScanCheckpoints: Sendable {
  struct Checkpoint: Sendable {
    /// The distance from the start of the text if the checkpoint is before the gap, from the end of the text if it is
    /// after the gap.
    var place: Int
    var state: ScanState
    /// Whether the text between the previous checkpoint and this one was edited since it was scanned, or was scanned
    /// from a different state.
    var isDoubtful = false
  }

  /// The number of following bytes on which the meaning of a token may depend.
  private static let reach = 64

  private var front: [Checkpoint] = []
  /// The checkpoints after the gap, in reverse order.
  private var behind: [Checkpoint] = []
  /// The number of checkpoints before the gap that are not guesses.
  private var known = 0
  private var textCount = 0

  /// The number of known checkpoints.
  var count: Int { known }

  /// The minimum distance between checkpoints in bytes; greater in a huge document, so that an edit moves the gap past
  /// a few thousand checkpoints at most.
  var spacing: Int { max(2048, textCount >> 13) }

  mutating func reset(textCount: Int) {
    front = []
    behind = []
    known = 0
    self.textCount = textCount
  }

  /// The nearest known state at or before `offset`.
  func nearest(before offset: Int) -> (place: Int, state: ScanState)? {
    var low = 0
    var high = known
    while low < high {
      let middle = low + (high - low) / 2
      if front[middle].place <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (front[low - 1].place, front[low - 1].state) : nil
  }

  var last: (place: Int, state: ScanState)? {
    known > 0 ? (front[known - 1].place, front[known - 1].state) : nil
  }
  /// The position of the next guess.
  var nextGuess: Int? { behind.last.map { textCount - $0.place } }
  /// The position of the last guess.
  var lastGuess: Int? { behind.first.map { textCount - $0.place } }
  /// Whether the next guess is not implied by the checkpoint before it.
  var isNextDoubtful: Bool { behind.last?.isDoubtful ?? false }

  /// Moves the gap to the end of the known checkpoints, where scanning continues. O(guesses before the gap).
  mutating func goOn() {
    while front.count > known { moveBack(front.removeLast()) }
  }

  /// Records that scanning has reached `place`, after the last known checkpoint, in `state`. If this confirms a guess,
  /// adopts the following guesses up to `limit`. Returns the range around the guesses that turned out to be wrong, in
  /// which the state may differ from the one before the edits; nil if there are none.
  mutating func add(_ state: ScanState, at place: Int, upTo limit: Int) -> TextRange? {
    defer { known = front.count }
    let start = front.last?.place ?? 0
    var isOther = false
    while let guess = behind.last, textCount - guess.place <= place {
      behind.removeLast()
      guard textCount - guess.place == place, guess.state == state else {
        isOther = true
        continue
      }
      front.append(Checkpoint(place: place, state: state))
      while let next = behind.last, !next.isDoubtful, front.last.map({ $0.place <= limit }) ?? false {
        moveForward()
      }
      return isOther ? TextRange(start, place) : nil
    }
    front.append(Checkpoint(place: place, state: state))
    // The following checkpoints were computed from a different state.
    if let next = behind.indices.last { behind[next].isDoubtful = true }
    return isOther ? TextRange(start, max(place, nextGuess ?? textCount)) : nil
  }

  /// Invalidates the state at the start of the text: all checkpoints become guesses.
  mutating func doubtAll() { known = 0 }

  /// Invalidates checkpoints after an edit that begins at `from`. O(checkpoints between this edit and the previous
  /// one).
  mutating func invalidate(from: Int, oldEnd: Int, shift: Int) {
    // Checkpoints between the previous edit and this one remain guesses.
    while let next = behind.last, textCount - next.place <= from - Self.reach { moveForward() }
    while let last = front.last, last.place > from - Self.reach {
      front.removeLast()
      if last.place >= oldEnd { moveBack(last) }
    }
    while let next = behind.last, textCount - next.place < oldEnd { behind.removeLast() }
    if let next = behind.indices.last { behind[next].isDoubtful = true }
    known = min(known, front.count)
    textCount += shift
  }

  private mutating func moveForward() {
    var next = behind.removeLast()
    next.place = textCount - next.place
    front.append(next)
  }

  private mutating func moveBack(_ last: Checkpoint) {
    var last = last
    last.place = textCount - last.place
    behind.append(last)
  }
}
