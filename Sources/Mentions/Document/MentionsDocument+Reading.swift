import Entities
import TextEvents
public import TextModel

/// Reading the mentions of the text with ``MentionReader`` as the document is edited. Unambiguous mentions are
/// annotated (``Annotation/Source/readBack``), the others are tracked.
extension MentionsDocument {
  /// The number of bytes read on each side of an edit, because the edit may change whether the text there is prose. The
  /// scanner reports changes that reach further.
  private static let surroundings = 4096
  /// The number of bytes to read around a paste, and the maximum length of a line that is read alone if only words in
  /// it were edited.
  private static let nearby = 512
  /// The maximum number of tracked mentions of a document that are not annotated.
  private static let mostKept = 10_000

  /// Whether text was edited since it was read.
  public var isUnread: Bool { !track.unread.isEmpty }

  /// Marks the text as unread, because mentions may refer to other people than when it was read.
  public mutating func forgetReading() { track.forget() }

  /// Reads the text edited since the last call: annotates mentions in prose that refer to exactly one entity, and turns
  /// annotations that were read before and are no longer mentions into plain text. Declined mentions and the mention in
  /// creation are not affected.
  ///
  /// - Parameter known: as for ``MentionReader/read(_:known:)``.
  /// - Complexity: O(text read): the edits since the last call, their surroundings, and text that has become or ceased
  ///   to be prose; at the first call, and after ``forgetReading()``, the whole document.
  public mutating func read(known: (_ trigger: Int?) -> MentionReader.Known?) -> DocumentReport {
    guard let edited = track.unread.last?.range.end, isAnybodyKnown(known) else { return DocumentReport() }
    if let other = prose.takeChanges(behind: edited, in: text) { track.forget(other) }
    var read = TextOffset.zero
    let isAnew = track.unread.map(\.range) == [text.buffer.range]
    return inCall(call.now) {
      var isChanged = false
      for unread in $0.track.unread {
        let isLocal = unread.isOfWords && $0.isAmongWords(unread.range)
        let wide = $0.lines(around: unread.range, within: isLocal ? 0 : Self.surroundings)
        // The widened ranges may overlap; each part is read once.
        let rest = TextRange(max(read, wide.start), max(read, wide.end))
        read = rest.end
        for piece in MentionReader.pieces(of: rest, in: $0.text)
        where $0.read(piece, isAnew: isAnew, known) { isChanged = true }
      }
      $0.track.noteRead()
      if let creation = $0.creation { $0.track.forget(creation.range) }
      if isChanged { $0.emit(.annotationsChangedWithoutEdit) }
    }
  }

  /// Annotates mentions in text that was pasted or typed in full. O(lines of the text), or a part of them if they are
  /// long.
  ///
  /// - Parameters:
  ///   - touched: only mentions that overlap this range are annotated.
  ///   - known: as for ``MentionReader/read(_:known:)``.
  public mutating func read(
    touching touched: TextRange, known: (_ trigger: Int?) -> MentionReader.Known?
  ) -> DocumentReport {
    let range = lines(around: touched, within: Self.nearby)
    let found = mentionReader.read(text, in: range, prose: &prose, known: known)
    return inCall(call.now) {
      for mention in found where mention.unit.overlaps(touched) {
        if $0.annotate(mention), let made = $0.annotations.annotation(touching: mention.range.end) {
          $0.emit(.didCreate(made))
        }
      }
    }
  }

  /// Turns annotations that were read from the text into plain text, as if it had not been read yet. O(annotations).
  package mutating func takeBackReading() -> DocumentReport {
    track.forget()
    let read = annotations.filter { $0.source == .readBack }.map(\.range)
    return inCall(call.now) {
      let gone = read.isEmpty ? [] : $0.annotations.remove(in: read)
      guard !gone.isEmpty else { return }
      $0.call.noteLost(gone.count, .readAnew)
      $0.emit(.annotationsChangedWithoutEdit)
    }
  }

  /// Mentions of unknown entities in the text read so far, in order. Omits text being typed and declined mentions.
  /// O(tracked mentions).
  public var unknownMentions: [TextRange] {
    track.mentions(touching: text.buffer.range).filter { $0.meaning == .unknown && isPlain($0.range) }
      .map(\.range)
  }

  private func isAnybodyKnown(_ known: (_ trigger: Int?) -> MentionReader.Known?) -> Bool {
    known(nil) != nil || policy.triggers.indices.contains { known($0) != nil }
  }

  // MARK: One stretch

  /// Reads a stretch of the text. Returns whether an annotation was added, updated or removed.
  private mutating func read(
    _ stretch: TextRange, isAnew: Bool, _ known: (_ trigger: Int?) -> MentionReader.Known?
  ) -> Bool {
    readBytes += stretch.count
    let found = mentionReader.read(text, in: stretch, prose: &prose, known: known)
    var isChanged = removeUnread(in: stretch, found) { trigger in isAnew && known(trigger) != nil }
    for mention in found where annotate(mention) { isChanged = true }
    let room = Self.mostKept - track.count
    track.put(Array(found.lazy.filter(\.meaning.isDoubtful).prefix(max(0, room))), in: stretch)
    return isChanged
  }

  /// Bleaches annotations that were read in a range and are no longer mentions.
  ///
  /// - Parameter isJudged: whether a mention with the trigger (its index in the policy) is also bleached if its key now
  ///   matches no entity, or several. False after an edit, because the entity may be about to be added.
  private mutating func removeUnread(
    in stretch: TextRange, _ found: [ReadMention], isJudged: (_ trigger: Int?) -> Bool
  ) -> Bool {
    var next = 0
    var gone: [TextRange] = []
    for index in annotations.indices(in: stretch) {
      let annotation = annotations[index]
      guard annotation.source == .readBack, stretch.contains(annotation.range) else { continue }
      while next < found.count, found[next].range.end <= annotation.range.start { next += 1 }
      let rival = next < found.count && found[next].range.overlaps(annotation.range) ? found[next] : nil
      if let rival, rival.range == annotation.range, rival.entity != nil { continue }
      let isGone =
        rival.map { $0.range != annotation.range || isJudged($0.trigger) } ?? !admitsReading(annotation)
      if isGone {
        gone.append(annotation.range)
      } else if !canBeReadBack(annotation) {
        // After the edit, no reading would find the mention, so it becomes a stored one.
        annotations.keep(at: index)
      }
    }
    guard !gone.isEmpty else { return false }
    call.noteLost(annotations.remove(in: gone).count, .readAnew)
    return true
  }

  /// Settles a copy of a mention that was read from the text: it is removed if nothing is read at the new place. Returns
  /// whether it stays.
  mutating func settle(_ copy: Annotation) -> Bool {
    if copy.source != .readBack || keepIfUnreadable(copy) || admitsReading(copy) { return true }
    annotations.remove(in: [copy.range])
    return false
  }

  /// Keeps the copy of a mention that was read from the text if the copied text alone is not read as the mention in this
  /// language. An example is the text of a link. Returns whether it is kept.
  @discardableResult
  mutating func keepIfUnreadable(_ copy: Annotation) -> Bool {
    guard copy.source == .readBack, let index = annotations.indices(in: copy.range).first else {
      return false
    }
    let trigger = policy.triggerOfHandle(in: copy.text, of: copy.entity).map { policy.triggers[$0] }
    if canBeReadBack(copy), trigger?.isOffered(in: languageID) ?? true { return false }
    annotations.keep(at: index)
    return true
  }

  /// Whether the surrounding text allows an annotation to be a mention.
  private mutating func admitsReading(_ annotation: Annotation) -> Bool {
    let trigger = policy.trigger(beginning: annotation.text).map { policy.triggers[$0].character }
    return !isJoined(annotation)
      && prose.verdict(at: annotation.range.start, in: text, trigger: trigger).isProse
  }

  /// Annotates a mention, or updates its entity. Returns whether anything changed.
  private mutating func annotate(_ mention: ReadMention) -> Bool {
    guard let entity = mention.entity, declinedMentions.indices(in: mention.range).isEmpty else {
      return false
    }
    let standing = annotations.indices(in: mention.range)
    if let index = standing.first {
      let old = annotations[index]
      guard old.source == .readBack, old.range == mention.range, old.entity != entity else { return false }
      annotations.update(at: index, entity: entity, shortForm: old.state == .whole ? mention.shortForm : nil)
      return true
    }
    return restore(
      NewAnnotation(
        range: mention.range, entity: entity, source: .readBack, shortForm: mention.shortForm))
  }

  // MARK: The text to read

  /// Whether the edited words follow another word of their line, and the line contains nothing that opens or closes
  /// code, a link, a tag or a citation. Editing letters there changes nothing on other lines.
  private func isAmongWords(_ edited: TextRange) -> Bool {
    let range = lines(around: edited, within: 0)
    guard prose.isProseLanguage, range.count <= Self.nearby else { return false }
    let line = text.buffer.bytes(in: range)
    var hasWordBefore = false
    var (start, end) = (edited.start - range.start, edited.end - range.start)
    while start > 0, line[start - 1].isOfWord, line[start - 1] != 0x20 { start -= 1 }
    while end < line.count, line[end].isOfWord, line[end] != 0x20 { end += 1 }
    for (index, byte) in line.enumerated() {
      switch byte {
      case UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "\\"):
        return false
      default: if index < start, byte > 0x20 { hasWordBefore = true }
      }
    }
    return hasWordBefore && line[start - 1] == 0x20 && (end == line.count || line[end] <= 0x20)
  }

  /// The lines within a distance of a range; of very long lines, a part that ends at white space.
  private func lines(around range: TextRange, within reach: Int) -> TextRange {
    let start = max(.zero, range.start - reach)
    let end = min(text.buffer.end, range.end + reach)
    let reach = max(reach, Self.nearby)
    let next = text.lines.line(at: end) + 1
    let lineStart = text.lines.start(ofLine: text.lines.line(at: start))
    let lineEnd = next < text.lines.lineCount ? text.lines.start(ofLine: next) : text.buffer.end
    return TextRange(
      lineStart < start - reach ? wordEdge(near: start - reach, step: -1) : lineStart,
      lineEnd > end + reach ? wordEdge(near: end + reach, step: 1) : lineEnd)
  }

  /// The next position at white space in the direction of `step`; if none is near, the start of the scalar at `offset`.
  private func wordEdge(near offset: TextOffset, step: Int) -> TextOffset {
    var place = offset
    for _ in 0..<Self.nearby where place > .zero && place < text.buffer.end {
      if WhiteSpace.isASCIISpace(text.buffer[place]) { return place }
      place = place + step
    }
    return text.buffer.scalarStart(at: text.buffer.clamp(offset))
  }
}

extension ReadMention.Meaning {
  /// Whether a mention with this meaning must be tracked or reported.
  fileprivate var isDoubtful: Bool {
    if case .known = self { false } else { true }
  }
}

// MARK: - At the edge of a mention

/// A mention that was typed in full, until something is typed after the separator that ended it.
struct TypedOutMention: Hashable, Sendable {
  /// The range of the trigger and the key.
  var range: TextRange
  /// The position of the cursor, after the separator.
  var end: TextOffset
}

/// Reading text typed directly after a mention whose format can be read back, as when the document is opened again
/// (<doc:Behaviour>, section 5).
extension MentionsDocument {
  /// Turns into plain text the mentions that have become part of a longer word, and the mention typed last if the
  /// separator after it was deleted.
  mutating func bleachJoined(by change: Change, _ changes: inout AnnotationChanges) {
    takeBackTypedOut(by: change)
    var shift = 0
    for part in change.parts {
      // Includes the character before the change: a mention before a joiner becomes part of a word if a letter follows,
      // as in `@ada-b`.
      let near = TextRange(max(.zero, part.newStart - 1), part.newRange.end)
      for index in annotations.indices(touching: near).reversed() {
        let annotation = annotations[index]
        guard isJoined(annotation), canBeReadBack(annotation) else { continue }
        joined = annotation.range.start
        let isBehind = annotation.range.start >= part.newRange.end
        annotations.bleachJoined(index, shift: shift + (isBehind ? part.shift : 0), &changes)
      }
      shift += part.shift
    }
  }

  /// Handles the deletion of the separator that ended a mention typed in full: the user continues to type the mention,
  /// so it becomes plain text.
  private mutating func takeBackTypedOut(by change: Change) {
    guard let old = typedOut else { return }
    typedOut = nil
    guard change.net.count == 1, change.net[0].inserted.isEmpty, cursor == old.end,
      change.net[0].range == TextRange(old.range.end, old.end),
      let index = annotationIndex(endingAt: old.range.end),
      annotations[index].source == .readBack, annotations.range(at: index) == old.range
    else { return }
    joined = old.range.start
    annotations.remove(at: index)
    call.noteLost(1, .readAnew)
  }

  /// Resumes the creation of a mention at whose end a letter was typed, or after which the separator was deleted. The
  /// key is the whole word.
  mutating func resumeJoined(at cursor: TextOffset) {
    guard let start = joined else { return }
    joined = nil
    guard creation == nil, let candidate = reader.lookBack(from: cursor, spaces: .asTheTriggerAllows),
      candidate.start == start, candidate.typed.isNoLonger(than: policy.maximumKeyLength),
      annotations.indices(in: TextRange(start, cursor)).isEmpty, offersByItself(candidate)
    else { return }
    toDetector(.resumed(candidate))
  }

  /// Whether a mention is part of a longer word.
  private func isJoined(_ annotation: Annotation) -> Bool {
    let near = 8
    let range = annotation.range
    let start = text.buffer.scalarStart(at: max(.zero, range.start - near))
    let end = text.buffer.scalarStart(at: min(text.buffer.end, range.end + near))
    let trigger = policy.trigger(beginning: annotation.text).map { policy.triggers[$0].character } ?? ""
    let stretch = TextStretch(
      start: start, bytes: text.buffer.bytes(in: TextRange(start, end)),
      before: text.buffer.scalar(before: start), after: text.buffer.scalar(at: end))
    return !stretch.admits(
      range.start - start..<range.end - start, trigger: Array(trigger.utf8))
  }

  /// Whether a mention has a form that is read when the document is opened: a trigger and a handle, or a format that
  /// can be read back.
  func canBeReadBack(_ annotation: Annotation) -> Bool {
    if policy.triggerOfHandle(in: annotation.text, of: annotation.entity) != nil { return true }
    return mentionReader.formats.readable.contains { format in
      let written = format.format.write(annotation.entity, trigger: format.character)
      return written.visibleBytes == annotation.text && unit(of: annotation.range, in: written) != nil
    }
  }
}

extension MentionsPolicy {
  /// The trigger with which a text begins (its index in the policy); if both `#` and `##` match, the longer one.
  fileprivate func trigger(beginning text: [UInt8]) -> Int? {
    triggers.indices.filter { text.starts(with: triggers[$0].character.utf8) }
      .max { triggers[$0].character.utf8.count < triggers[$1].character.utf8.count }
  }

  /// The trigger (its index in the policy) of a mention that is written as a trigger followed by a key of its entity
  /// (`@ada`); nil for any other mention.
  func triggerOfHandle(in text: [UInt8], of entity: Entity) -> Int? {
    guard let trigger = trigger(beginning: text) else { return nil }
    let key = String(decoding: text.dropFirst(triggers[trigger].character.utf8.count), as: UTF8.self)
    return MentionReader.names(key, entity) ? trigger : nil
  }
}
