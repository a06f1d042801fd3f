public import TextModel

extension MentionsDocument {
  /// Handles a selection message, or the position of a documentHighlight request. A non-empty selection ends the
  /// creation of a mention.
  public mutating func moveCursor(
    to offset: TextOffset, selection: TextRange?, now: Instant
  ) -> DocumentReport {
    let selection = Selection(cursor: offset, range: selection)
    return plugins.isEmpty
      ? inCall(now) { $0.settleCursor(selection) } : selectWithPlugins(selection, now: now)
  }

  /// Handles a completion request, which may resume a mention (<doc:Behaviour>, sections 1 and 2). A request for a
  /// position beyond the text has no effect, because it arrived before the change that adds this position.
  public mutating func requestCompletion(
    at offset: TextOffset, asked: AskedHint, now: Instant
  ) -> DocumentReport {
    let request = CompletionRequest(offset: offset, asked: asked)
    return plugins.isEmpty ? inCall(now) { $0.answer(request) } : answerWithPlugins(request, now: now)
  }

  mutating func settleCursor(_ selection: Selection) {
    let offset = text.buffer.scalarStart(at: selection.cursor)
    // A position alone does not change the selection if the cursor is already there.
    let hasSelection = selection.range.map { !$0.isEmpty } ?? (hasSelection && offset == cursor)
    settleCursor(at: offset, hasSelection: hasSelection)
  }

  /// Updates the cursor to the position reported by the host.
  mutating func settleCursor(at offset: TextOffset, hasSelection: Bool) {
    if let creation {
      if offset != creation.cursor || hasSelection { toMachine(.cursorMoved) }
    } else if offset != cursor {
      toDetector(.cursorMoved(reader.preceding(offset)))
    }
    cursor = offset
    self.hasSelection = hasSelection
    light()
  }

  /// Handles a completion request at a position in the text.
  mutating func answer(_ request: CompletionRequest) {
    guard request.offset >= .zero, request.offset <= text.buffer.end else { return }
    beginRequested(at: text.buffer.scalarStart(at: request.offset), request.asked)
    requests.noteAnswered(at: request.offset, now: call.now)
    cursor = request.offset
    hasSelection = false
    light()
  }

  private mutating func beginRequested(at offset: TextOffset, _ hint: AskedHint) {
    let isRepeated = requests.isRepeated(at: offset, now: call.now, pause: policy.repeatedRequestTime)
    if let creation {
      if offset == creation.cursor {
        switch hint {
        case .no: break
        case .unknown where !isRepeated: break
        case .yes, .byCommand, .unknown: process.askAgain(under: policy, in: &call)
        }
        return
      }
      toMachine(.cursorMoved)
    } else if offset != cursor {
      toDetector(.cursorMoved(reader.preceding(offset)))
    }
    let isAsked =
      switch hint {
      case .yes, .byCommand: true
      case .no: false
      case .unknown: requests.isUsers(at: offset, isRepeated: isRepeated)
      }
    if isAsked {
      let candidate = candidate(at: offset, isAsked: true)
      // A completion request at a word of code is meant for the language's own server.
      if candidate?.kind == .implicit, hint != .byCommand, isCode(at: offset) { return }
      toDetector(.asked(candidate))
    } else if let candidate = candidate(at: offset, isAsked: false),
      !process.cancelledTriggers.contains(candidate.start),
      offersByItself(candidate)
    {
      toDetector(.requested(candidate))
    }
  }

  /// Repeats the search for the mention in creation after the sources were reloaded.
  public mutating func reloadSources(now: Instant) -> DocumentReport {
    inCall(now) { $0.toMachine(.sourcesReloaded) }
  }

  private func candidate(at offset: TextOffset, isAsked: Bool) -> CreationStart? {
    guard annotations.annotation(containing: offset) == nil else { return nil }
    let reader = reader
    var candidate = reader.lookBack(from: offset, spaces: .asTheTriggerAllows)
    if isAsked { candidate = candidate ?? reader.word(before: offset) }
    guard candidate?.typed.isNoLonger(than: policy.maximumKeyLength) ?? false else { return nil }
    candidate?.invoked = isAsked
    return candidate
  }

  // MARK: Lighting up

  /// Highlights the annotation that strictly contains the cursor, or the one at whose end a backspace was pressed, and
  /// no other. Nothing is highlighted while text is selected.
  private mutating func light() {
    guard policy.lightUp else { return }
    let index = annotations.isEmpty || hasSelection ? nil : annotationIndex(at: cursor)
    if annotations.lightUp(at: index) { emit(.annotationsChangedWithoutEdit) }
  }

  /// Removes the highlight from an annotation if an edit moved the cursor out of it. Emits no effect, because the
  /// client fetches the annotations after an edit anyway. `keepsBackspaced`: whether a highlight set by a backspace is
  /// kept.
  mutating func dimHighlight(keepsBackspaced: Bool) {
    hasSelection = false
    if !keepsBackspaced { backspaced = nil }
    guard let index = annotations.litUpIndex, annotationIndex(at: cursor) != index else { return }
    annotations.lightUp(at: nil)
  }

  private mutating func annotationIndex(at offset: TextOffset) -> Int? {
    if let backspaced {
      if let index = annotationIndex(endingAt: offset), annotations[index].id == backspaced { return index }
      self.backspaced = nil
    }
    return annotations.indices(touching: TextRange(at: offset)).first {
      annotations.range(at: $0).start < offset && annotations.range(at: $0).end > offset
    }
  }

  func annotationIndex(endingAt offset: TextOffset) -> Int? {
    annotations.indices(touching: TextRange(at: offset)).first { annotations.range(at: $0).end == offset }
  }
}
