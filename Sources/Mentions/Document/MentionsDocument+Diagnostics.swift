public import Entities
public import TextModel

/// Diagnostics for the mentions of a document.
extension MentionsDocument {
  /// Problems with the mentions read so far, in order. Omits text being typed, declined mentions and damaged ones.
  ///
  /// - Parameters:
  ///   - rules: the problems to report.
  ///   - range: the range that a reported problem must touch, in UTF-8 offsets; nil for the whole text.
  ///   - current: returns the current description of a mentioned entity; nil if it is unknown.
  ///   - isListed: whether an entity comes from a source that lists all of its entities. If such an entity is no
  ///     longer known, it is reported as unknown; one added by a host or reported by another program is not.
  /// - Complexity: O(annotations and mentions in the range).
  public func findings(
    _ rules: MentionRules, touching range: TextRange? = nil, current: (Entity) -> Entity?,
    isListed: (Entity) -> Bool = { _ in false }
  ) -> [MentionFinding] {
    let range = range ?? text.buffer.range
    var known: [Entity: Entity?] = [:]
    var findings: [MentionFinding] = []
    for index in annotations.indices(touching: range) {
      let annotation = annotations[index]
      let old = annotation.entity
      let found = known[old] ?? current(old)
      known[old] = .some(found)
      let entity = found ?? old
      let written = String(decoding: annotation.text, as: UTF8.self)
      let read = track.mentions(touching: annotation.range).first { $0.range == annotation.range }
      if found == nil, isListed(old), let read, read.meaning == .unknown {
        if let finding = rules.finding(of: read, written: written) { findings.append(finding) }
      } else if let finding = rules.finding(of: entity, at: annotation.range, written: written) {
        findings.append(finding)
      } else if rules.kinds.contains(.stale), !policy.listsPeople,
        let now = former(read, as: entity) ?? rewritten(annotation, as: entity)
      {
        findings.append(
          MentionFinding(
            .stale, at: annotation.range, written: written, trigger: read?.trigger ?? trigger(of: annotation),
            entities: [entity], note: now))
      }
    }
    for mention in track.mentions(touching: range) {
      guard isPlain(mention.range) else { continue }
      let written = String(decoding: text.buffer.bytes(in: mention.range), as: UTF8.self)
      let finding = rules.finding(of: mention, written: written) {
        mentionReader.written($0, instead: mention, in: text)
      }
      if let finding { findings.append(finding) }
    }
    return findings.sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
  }

  /// The current text for an annotation whose text is a former name; nil for any other annotation.
  private func former(_ read: ReadMention?, as entity: Entity) -> String? {
    guard let read, case .stale(let known) = read.meaning, known.isSameEntity(as: entity) else { return nil }
    return mentionReader.written(entity, instead: read, in: text)
  }

  /// Whether a range is free of mentions: annotated, declined, damaged or in creation.
  func isPlain(_ range: TextRange) -> Bool {
    if let creation, creation.range.touches(range.start) || creation.range.touches(range.end) { return false }
    return annotations.indices(in: range).isEmpty && declinedMentions.indices(in: range).isEmpty
      && !damagedMentions.contains { $0.remains.overlaps(range) }
  }

  // MARK: Written text

  /// The visible text of an entity in ``plan(writing:)``: the text that its annotation covers.
  ///
  /// - Parameters:
  ///   - entity: the mentioned entity.
  ///   - trigger: the index of the trigger in the policy; nil for the format of implicit mentions.
  ///   - offset: the position of the mention as a UTF-8 offset.
  /// - Complexity: linear in the text returned.
  public func written(_ entity: Entity, trigger: Int?, at offset: TextOffset) -> String {
    let (format, character) = format(of: trigger, at: offset)
    return String(decoding: format.write(entity, trigger: character).visibleBytes, as: UTF8.self)
  }

  /// The text that a mention's format writes for the entity now: the visible part or, if only the text around it has
  /// changed, the whole output, such as a link. Nil if the text is up to date, or if no format wrote it.
  private func rewritten(_ annotation: Annotation, as entity: Entity) -> String? {
    let old = annotation.entity
    guard (old.name, old.handle, old.shortName) != (entity.name, entity.handle, entity.shortName) else {
      return nil
    }
    if let trigger = policy.triggerOfHandle(in: annotation.text, of: old) {
      // A handle that differs only in case is not out of date.
      guard let new = entity.handle, !new.isEmpty, let handle = old.handle,
        CaselessText(new) != CaselessText(handle)
      else { return nil }
      return policy.triggers[trigger].character + new
    }
    var isAsItIs = false
    for (format, character) in policy.allFormats {
      let (was, now) = (format.write(old, trigger: character), format.write(entity, trigger: character))
      let (visible, new) =
        annotation.state == .whole
        ? (was.visibleBytes, now.visibleBytes)
        : (
          format.shortForm(for: old, trigger: character) ?? [],
          format.shortForm(for: entity, trigger: character) ?? []
        )
      guard visible == annotation.text else { continue }
      if new != visible {
        return isAsItIs || new.isEmpty ? nil : String(decoding: new, as: UTF8.self)
      }
      isAsItIs = true
      if annotation.state == .whole, now != was, unit(of: annotation.range, in: was) != nil {
        return String(decoding: now.bytes, as: UTF8.self)
      }
    }
    return nil
  }

  /// The trigger whose format wrote a mention (its index in the policy); nil if no trigger's format writes it in this
  /// form, or if the format of implicit mentions matches more of the text. The mention's own text is not sufficient:
  /// `{name}` and `[«{name}»]({url})` differ only in the surrounding text.
  package func trigger(of annotation: Annotation) -> Int? {
    if let trigger = policy.triggerOfHandle(in: annotation.text, of: annotation.entity) { return trigger }
    let place = insertPlace(at: annotation.range.start)
    /// The length of the text written by a format, including the text around the mention; nil if the format did not
    /// write it.
    func length(_ templates: InsertTemplates, _ character: String) -> Int? {
      let format = templates.format(for: languageID, at: place)
      let written = format.write(annotation.entity, trigger: character)
      let text =
        annotation.state == .whole
        ? written.visibleBytes : format.shortForm(for: annotation.entity, trigger: character)
      guard let text, WhiteSpace.areEqualButForRuns(text, annotation.text) else { return nil }
      return unit(of: annotation.range, in: written)?.count
    }
    var best: (trigger: Int?, length: Int) = (nil, -1)
    for (index, trigger) in policy.triggers.enumerated() {
      if let length = length(trigger.insert, trigger.character), length > best.length {
        best = (index, length)
      }
    }
    if let implicit = length(policy.implicit.insert, ""), implicit > best.length { return nil }
    return best.trigger
  }

  // MARK: As plain text

  /// Stops reporting mentions in these ranges, which the user wants as plain text.
  public mutating func declineRead(in ranges: [TextRange]) -> DocumentReport {
    inCall(call.now) {
      var isChanged = false
      for range in ranges {
        for mention in $0.track.mentions(touching: range) where $0.isPlain(mention.range) {
          let written = $0.text.buffer.bytes(in: mention.range)
          let text = String(decoding: written, as: UTF8.self)
          // If no entity is known, any will do: a declined mention is restored by its text, not by its entity.
          let entity = mention.entity ?? Entity(id: text, name: text)
          $0.decline(
            NewAnnotation(range: mention.range, entity: entity, source: .restored, expectedText: written))
          isChanged = true
        }
      }
      if isChanged { $0.emit(.annotationsChangedWithoutEdit) }
    }
  }
}

/// Finding names in the text that are not mentions yet.
extension MentionsDocument {
  private static let mostWords = 5
  /// The number of bytes examined on each side of a position.
  private static let nearby = 256

  /// Sequences of words around a position that may be names, longest first, all on one line. If `range` is not empty,
  /// the only candidate is the text in it, without surrounding white space. O(1).
  ///
  /// - Parameter range: UTF-8 offsets in the current text.
  public func nameCandidates(around range: TextRange) -> [TextRange] {
    let range = text.buffer.clamp(range)
    let line = text.content(ofLine: text.lines.line(at: range.start))
    guard range.end <= line.end, range.count <= Self.nearby else { return [] }
    if !range.isEmpty {
      let name = WhiteSpace.trimmed(0..<range.count, in: text.buffer.bytes(in: range).span)
      return name.isEmpty ? [] : [TextRange(range.start + name.lowerBound, range.start + name.upperBound)]
    }
    let stretch = stretch(around: range, in: line)
    let words = Self.words(in: stretch)
    var candidates: [TextRange] = []
    func offer(_ word: Range<Int>) {
      let candidate = word.range(in: stretch)
      if !word.isEmpty, candidate.touches(range.start), !candidates.contains(candidate) {
        candidates.append(candidate)
      }
    }
    for first in words.indices {
      for last in first..<min(words.count, first + Self.mostWords) {
        let word = words[first].lowerBound..<words[last].upperBound
        offer(word)
        offer(Self.withoutEmphasis(word, in: stretch.bytes))
        if let genitive = Self.genitive(of: stretch.bytes[..<word.upperBound]) {
          offer(word.lowerBound..<max(word.lowerBound, word.upperBound - genitive))
        }
      }
    }
    return candidates.sorted { ($1.count, $0.start) < ($0.count, $1.start) }
  }

  /// The words directly before and after a range, on the same line and separated from it by nothing but white space.
  ///
  /// - Parameter range: UTF-8 offsets in the current text.
  package func words(beside range: TextRange) -> [String] {
    let stretch = stretch(around: range, in: text.content(ofLine: text.lines.line(at: range.start)))
    let (start, end) = (range.start - stretch.start, range.end - stretch.start)
    let words = Self.words(in: stretch)
    let before = words.last { $0.upperBound <= start }.flatMap { word in
      stretch.bytes[word.upperBound..<start].allSatisfy(WhiteSpace.isASCIISpace) ? word : nil
    }
    let behind = words.first { $0.lowerBound >= end }.flatMap { word in
      stretch.bytes[end..<word.lowerBound].allSatisfy(WhiteSpace.isASCIISpace) ? word : nil
    }
    return [before, behind].compactMap { $0.map { String(decoding: stretch.bytes[$0], as: UTF8.self) } }
  }

  private func stretch(around range: TextRange, in limits: TextRange) -> TextStretch {
    let start = text.buffer.scalarStart(at: max(limits.start, range.start - Self.nearby))
    let end = text.buffer.scalarStart(at: min(limits.end, range.end + Self.nearby))
    return TextStretch(
      start: start, bytes: text.buffer.bytes(in: TextRange(start, end)),
      before: text.buffer.scalar(before: start), after: text.buffer.scalar(at: end))
  }

  /// The words of a stretch: letters, digits and characters that join them, as in `O’Hara`, `Jean-Luc`, `J.R`.
  private static func words(in stretch: TextStretch) -> [Range<Int>] {
    func isNormal(_ offset: Int) -> Bool { stretch.kind(at: offset).contains(.normal) }
    var words: [Range<Int>] = []
    var at = 0
    while let first = stretch.scalar(at: at) {
      guard isNormal(at) else {
        at += UTF8.width(first)
        continue
      }
      let start = at
      while let scalar = stretch.scalar(at: at) {
        let next = at + UTF8.width(scalar)
        guard isNormal(at) || "-.'’".unicodeScalars.contains(scalar) && isNormal(next) else { break }
        at = next
      }
      words.append(start..<at)
    }
    return words
  }

  /// A word without the underscores of `_Ada Lovelace_`, which only Markdown treats as markup.
  private static func withoutEmphasis(_ word: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    let sign = UInt8(ascii: "_")
    let start = bytes[word].firstIndex { $0 != sign } ?? word.upperBound
    let end = bytes[start..<word.upperBound].lastIndex { $0 != sign } ?? start
    return start..<min(end + 1, word.upperBound)
  }

  /// The length of an English genitive ending; nil if there is none.
  private static func genitive(of bytes: ArraySlice<UInt8>) -> Int? {
    ["'s", "’s"].map { Array($0.utf8) }.first { bytes.suffix($0.count).elementsEqual($0) }?.count
  }

  /// Whether a mention may be created in this range: it contains a whole name, or a trigger and a word, in prose, and
  /// no annotation. This method is mutating only to remember how far the text has been scanned for prose.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets in the current text.
  ///   - trigger: the index of the trigger in the policy; nil for a mention without one.
  public mutating func admitsMention(in range: TextRange, trigger: Int? = nil) -> Bool {
    let character = trigger.flatMap {
      policy.triggers.indices.contains($0) ? policy.triggers[$0].character : nil
    }
    return annotations.indices(in: range).isEmpty && isByItself(range)
      && prose.verdict(at: range.start, in: text, trigger: character).isProse
  }

  /// All occurrences of a text as a separate word that may become a mention, in order. O(document).
  ///
  /// - Parameters:
  ///   - wanted: the text to find; an empty text is not found.
  ///   - trigger: the index in the policy of the trigger with which the text begins, or whose format writes the
  ///     mentions; nil for mentions without a trigger.
  ///   - limit: the maximum number of results.
  package mutating func plainOccurrences(of wanted: [UInt8], trigger: Int?, limit: Int) -> [TextRange] {
    guard let first = wanted.first else { return [] }
    var found: [TextRange] = []
    var at = TextOffset.zero
    while found.count < limit, let next = text.buffer.firstIndex(of: first, from: at, limit: text.buffer.end)
    {
      at = next + 1
      let range = TextRange(next, next + wanted.count)
      guard range.end <= text.buffer.end, text.buffer.holds(wanted, at: next),
        admitsMention(in: range, trigger: trigger)
      else { continue }
      found.append(range)
      at = range.end
    }
    return found
  }

  /// Whether a range is not part of a longer word, an address, a path or another mention.
  private func isByItself(_ range: TextRange) -> Bool {
    let stretch = stretch(around: range, in: text.buffer.range)
    // An address contains `@` even if `@` is not a trigger.
    let triggers = policy.triggers.map { Array($0.character.utf8) } + [[UInt8(ascii: "@")]]
    return stretch.admitsName(
      at: range.start - stretch.start..<range.end - stretch.start, triggers: triggers)
  }
}

extension TextStretch {
  /// Whether a mention may replace this text. Besides the rules for mentions, a name must not be part of a longer
  /// token, such as a file's name.
  fileprivate func admitsName(at range: Range<Int>, triggers: [[UInt8]]) -> Bool {
    let emphasis = emphasis(around: range)
    let (start, end) = (range.lowerBound - emphasis, range.upperBound + emphasis)
    guard triggers.allSatisfy({ admitsStart(at: start, of: $0) && admitsEnd(at: end, of: $0) }),
      !kind(at: end).contains(.normal),
      // In a script without spaces, the start of a name cannot be recognized.
      !(kind(at: start).contains(.normal) && kind(before: start).contains(.normal))
    else { return false }
    if start > 0, UnknownRule.joinsCode(bytes[start - 1]) { return false }
    // In `ada+lists@example.org`, the name is part of an address.
    return bytes[end...].first { !TypedAddress.isLocalPart($0) } != UInt8(ascii: "@")
  }
  /// The number of underscores of Markdown emphasis on each side of a name; 0 if the sides differ.
  private func emphasis(around range: Range<Int>) -> Int {
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") }
    let before = bytes[..<range.lowerBound].reversed().prefix(while: isSign).count
    return before == bytes[range.upperBound...].prefix(while: isSign).count ? before : 0
  }
}

extension Range<Int> {
  /// Converts offsets in a stretch to offsets in the document.
  fileprivate func range(in stretch: TextStretch) -> TextRange {
    TextRange(stretch.start + lowerBound, stretch.start + upperBound)
  }
}
