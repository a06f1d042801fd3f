import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Requests that this server defines in addition to LSP (`mentions/…`), about annotations and the mention in creation.
extension Session {
  func listMentions(_ params: MentionsListParams) throws(RPCError) -> MentionsListResult {
    let document = try openDocument(params.textDocument).mentions
    let styles = styleSheet(for: params.textDocument.uri)
    let translation = MentionTranslation(positions: positions, styles: styles)
    let infos = styles.infos(attributes: [])
    return MentionsListResult(
      mentions: document.annotations.map { translation.info($0, in: document.text) },
      styles: infos.isEmpty ? nil : infos)
  }

  func addMentions(_ params: MentionsAddParams) throws(RPCError) -> MentionsAddResult {
    let document = try openDocument(params.textDocument).mentions
    var refused: [MentionRefusal] = []
    var requests: [(index: Int, request: AddRequest)] = []
    for (index, addition) in params.mentions.enumerated() {
      do throws(AdditionError) {
        requests.append((index, try addRequest(addition, in: document.text)))
      } catch {
        refused.append(MentionRefusal(index: index, reason: error.description))
      }
    }
    var outcome: AddOutcome?
    update(params.textDocument.uri) {
      let result = $0.add(requests.map(\.request))
      outcome = result
      return result.report
    }
    for refusal in outcome?.refused ?? [] {
      refused.append(MentionRefusal(index: requests[refusal.index].index, reason: "\(refusal.reason)"))
    }
    return MentionsAddResult(
      added: outcome?.added.count ?? 0, refused: refused.sorted { $0.index < $1.index })
  }

  func removeMentions(_ params: MentionsRemoveParams) throws(RPCError) -> MentionsRemoveResult {
    let document = try openDocument(params.textDocument).mentions
    let ranges = params.ranges?.map { positions.range($0, in: document.text) }
    var removed = 0
    update(params.textDocument.uri) {
      let (count, report) = $0.removeAnnotations(in: ranges)
      removed = count
      return report
    }
    return MentionsRemoveResult(removed: removed)
  }

  func mentionsState(_ params: MentionsListParams) throws(RPCError) -> MentionsStateResult {
    let document = try openDocument(params.textDocument).mentions
    let chooser = document.chooser
    let shown = ChooserState(
      visible: chooser.isVisible, loading: chooser.isLoading, count: chooser.count)
    switch document.phase {
    case .ready: return MentionsStateResult(state: .ready, chooser: shown)
    case .stalled: return MentionsStateResult(state: .stalled, chooser: shown)
    case .creating(let creation):
      return MentionsStateResult(
        state: .creating, kind: MentionSearchType(rawValue: creation.kind.rawValue),
        controlCharacter: creation.controlCharacter, keyString: creation.key,
        range: positions.range(creation.range, in: document.text), chooser: shown)
    }
  }

  func explainMentions(_ params: TextDocumentPositionParams) throws(RPCError) -> MentionsExplainResult {
    let document = try openDocument(params.textDocument).mentions
    let offset = positions.offset(of: params.position, in: document.text)
    let explanation = document.explain(at: offset)
    if explanation.offered {
      if let reason = explanationOfNobody(at: offset, explanation.kind, in: params.textDocument.uri) {
        return MentionsExplainResult(offered: false, rule: "nobody", reason: reason)
      }
      if let reason = explanationOfNoMatch(at: offset, in: document, params.textDocument.uri) {
        return MentionsExplainResult(offered: false, rule: "no-match", reason: reason)
      }
    }
    return MentionsExplainResult(
      offered: explanation.offered, rule: explanation.rule, reason: explanation.reason)
  }

  func didChangeSelection(_ params: MentionsDidChangeSelectionParams) {
    let key = params.textDocument.uri
    guard let text = documents[key]?.mentions.text, let primary = params.selections.first else { return }
    let range = positions.range(primary, in: text)
    // The cursor is at the end of the range.
    let cursor = positions.offset(of: primary.end, in: text)
    update(key) { $0.moveCursor(to: cursor, selection: range, now: now) }
    readSelection(range, in: key)
  }

  /// The translation of a document's mentions into messages.
  func mentionTranslation(for document: DocumentURI) -> MentionTranslation {
    MentionTranslation(positions: positions, styles: styleSheet(for: document))
  }

  private func addRequest(
    _ addition: MentionAddition, in text: IndexedText
  ) throws(AdditionError) -> AddRequest {
    guard let range = positions.exactRange(addition.range, in: text) else {
      throw AdditionError("the range is out of bounds")
    }
    switch EntityTranslation.read(addition.entity, source: addition.entity["source"]?.stringValue ?? "") {
    case .success(let entity):
      return AddRequest(range: range, text: Array(addition.text.utf8), entity: entity)
    case .failure(let fault): throw AdditionError("entity\(fault.description)")
    }
  }
}

/// The reason why an annotation or attribute was not added, in words for the client.
struct AdditionError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

// MARK: - Notifications

/// Notifications for hosts that requested them (Behaviour, section 10).
extension Session {
  /// Sends the notification for an effect in a document, if the effect has one.
  func notifyHost(of effect: MentionsEffect, in key: DocumentURI) {
    guard let document = documents[key] else { return }
    switch effect {
    case .didCreate(let annotation): notify(.mentionsDidCreate, annotation, in: key)
    case .didTrim(let annotation): notify(.mentionsDidTrim, annotation, in: key)
    case .didDelete(let annotation): notify(.mentionsDidDelete, annotation, in: key)
    case .didSelect(let entity, let index):
      notify(
        .mentionsDidSelect,
        MentionsDidSelectParams(
          textDocument: TextDocumentIdentifier(uri: document.uri), entity: EntityTranslation.whole(entity),
          index: index))
    case .stateChanged(let phase): notify(phase, of: document)
    default: break
    }
  }

  private func notify(_ method: Method, _ annotation: Annotation, in key: DocumentURI) {
    guard let document = documents[key] else { return }
    let mention = mentionTranslation(for: key).info(annotation, in: document.mentions.text)
    notify(
      method,
      MentionsDidChangeMentionParams(
        textDocument: TextDocumentIdentifier(uri: document.uri), version: document.version, mention: mention))
  }

  private func notify(_ phase: CreationPhase, of document: OpenDocument) {
    var params = MentionsDidChangeStateParams(
      textDocument: TextDocumentIdentifier(uri: document.uri), state: .quiescent)
    if case .creating(let creation) = phase {
      params.state = .creating
      params.kind = MentionSearchType(rawValue: creation.kind.rawValue)
      params.controlCharacter = creation.controlCharacter
    }
    notify(.mentionsDidChangeState, params)
  }
}

/// Converts annotations to their form in `mentions/list` and in notifications.
struct MentionTranslation {
  let positions: PositionTranslation
  let styles: StyleSheet

  func info(_ annotation: Annotation, in text: IndexedText) -> MentionInfo {
    let styles = styles.styles(of: annotation)
    return MentionInfo(
      range: positions.range(annotation.range, in: text),
      text: String(decoding: annotation.text, as: UTF8.self),
      state: annotation.state == .trimmed ? .trimmed : .whole, litUp: annotation.litUp,
      entity: EntityTranslation.whole(annotation.entity), styles: styles.isEmpty ? nil : styles)
  }

  /// The effect of a plan for a document's current text on each mention of the document. O(mentions).
  func fates(by plan: EditPlan, in document: MentionsDocument) -> [PlannedMention] {
    var after = document.text
    for edit in plan.edits.reversed() { after.apply(edit) }
    let planned = Dictionary(uniqueKeysWithValues: plan.mentions.map { ($0.before.id, $0) })
    return document.annotations.map { annotation in
      let before = positions.range(annotation.range, in: document.text)
      if let mention = planned[annotation.id] {
        return PlannedMention(
          before: before, after: mention.after.map { positions.range($0, in: after) },
          fate: PlannedFate(rawValue: mention.fate.rawValue))
      }
      let shift = annotation.range.start >= plan.region.end ? plan.shift : 0
      return PlannedMention(
        before: before, after: positions.range(annotation.range.shifted(by: shift), in: after), fate: .moved)
    }
  }
}

// MARK: - Spelling

/// `mentions/spelling`: the ranges in which spell checking must stay off (Hakawai: autocorrect and spelling).
extension Session {
  func spelling(_ params: MentionsSpellingParams) throws(RPCError) -> MentionsSpellingResult {
    MentionsSpellingResult(off: spellingOff(in: try openDocument(params.textDocument).mentions))
  }
}

/// Notifications of ranges without spell checking, for hosts that requested them. For other hosts, the feature costs
/// only the check of a flag.
extension Session {
  /// Notifies the client of each document whose ranges without spell checking have changed, unless they only moved with
  /// the text.
  func reportSpelling() {
    for key in openKeys { reportSpelling(of: key) }
  }

  private func reportSpelling(of key: DocumentURI) {
    guard let document = documents[key] else { return }
    let mentions = document.mentions
    let state = SpellingState(
      membership: mentions.annotations.membershipRevision, creation: mentions.creation?.range.count ?? 0)
    guard state != document.spelling else { return }
    document.spelling = state
    notify(
      .mentionsSpelling,
      MentionsSpellingChangeParams(
        textDocument: VersionedTextDocumentIdentifier(uri: document.uri, version: document.version),
        off: spellingOff(in: mentions)))
  }

  /// The ranges of mentions and of the name being typed, which are not in dictionaries.
  private func spellingOff(in document: MentionsDocument) -> [LanguageProtocol.Range] {
    var ranges = document.annotations.indices.map(document.annotations.range(at:))
    if let creation = document.creation, !creation.range.isEmpty {
      let at = ranges.firstIndex { $0.start >= creation.range.start } ?? ranges.count
      ranges.insert(creation.range, at: at)
    }
    var cursor = PositionCursor(positions.encoding)
    func position(_ offset: TextOffset) -> Position {
      let position = cursor.position(of: offset, in: document.text)
      return Position(line: position.line, character: position.column)
    }
    return ranges.map { range in
      let start = position(range.start)
      return LanguageProtocol.Range(start: start, end: position(range.end))
    }
  }
}

/// The state on which the ranges without spell checking depend, apart from edits of the text.
struct SpellingState: Hashable {
  /// The annotations' membership revision.
  fileprivate var membership = 0
  /// The length of the text being typed in UTF-8 code units; 0 for none.
  fileprivate var creation = 0
}
