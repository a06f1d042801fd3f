import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Edits that the server plans or makes: `mentions/edit`, edits in answers, and `workspace/applyEdit`.
extension Session {
  // MARK: Edits of the host

  func editMentions(_ params: MentionsEditParams) throws(RPCError) -> PlannedEditResult {
    let (document, plan) = try editPlan(params)
    return handOver(plan, in: params.textDocument.uri, document, readsText: true)
  }

  func editPlan(
    _ params: MentionsEditParams
  ) throws(RPCError) -> (document: OpenDocument, plan: EditPlan) {
    let document = try currentDocument(params.textDocument)
    if let keep = params.keep, keep != .mentions {
      throw RPCError(.invalidParams, "keep: expected “mentions”, found “\(keep.rawValue)”")
    }
    let edits = try positions.replacements(params.edits, in: document.mentions.text)
    do {
      return (document, try document.mentions.plan(edits: edits, sparing: params.keep != nil))
    } catch {
      switch error {
      case .outOfBounds(let index):
        throw RPCError(.invalidParams, "edits[\(index)].range: outside of the document")
      case .overlaps(let index):
        throw RPCError(.invalidParams, "edits[\(index)].range: overlaps another edit")
      }
    }
  }

  // MARK: Planned edits

  /// Requests a planned edit from the client with `workspace/applyEdit`. A plan that changes no text needs no request.
  @discardableResult
  func make(
    _ plan: EditPlan, in key: DocumentURI, _ document: OpenDocument, readsText: Bool = false, label: String
  ) throws(RPCError) -> PlannedEditResult {
    guard client.appliesEdits || plan.edits.isEmpty else {
      throw RPCError(.requestFailed, "the client does not declare the capability workspace.applyEdit")
    }
    let result = expect(plan, in: key, document, readsText: readsText)
    if !plan.edits.isEmpty { applyEdits(plan.edits, in: key, label: label) }
    return result
  }

  /// Hands a planned edit to the client in an answer. When the edit arrives as a change, it counts as the server's own.
  func handOver(
    _ plan: EditPlan, in key: DocumentURI, _ document: OpenDocument, readsText: Bool = false
  ) -> PlannedEditResult {
    announceOwnEdits(plan.edits, in: key)
    return expect(plan, in: key, document, readsText: readsText)
  }

  /// Makes the document recognize the edit when it arrives as a change. A plan that does not change the text is applied
  /// immediately.
  private func expect(
    _ plan: EditPlan, in key: DocumentURI, _ document: OpenDocument, readsText: Bool = false
  ) -> PlannedEditResult {
    Bug.check(plan.faults.isEmpty, plan.faults.joined(separator: "; ")) { log(.error, "\(personal: $0)") }
    let result = PlannedEditResult(
      edit: workspaceEdit(plan.edits, of: document),
      mentions: mentionTranslation(for: key).fates(by: plan, in: document.mentions),
      version: document.version)
    update(key) {
      $0.expect(plan, readsText: readsText)
      return plan.edits.isEmpty ? $0.applyWithoutEdit(plan) : DocumentReport()
    }
    return result
  }

  func workspaceEdit(_ edits: [TextReplacement], of document: OpenDocument) -> WorkspaceEdit {
    damageTranslation(document).workspaceEdit(edits, isVersioned: client.takesVersionedEdits)
  }

  // MARK: Without a request

  /// Requests an edit that the policy requires, although neither the user nor the host asked for it. If the client
  /// refuses the edit because the document has changed, no message is shown.
  func editByPolicy(_ edits: [TextReplacement], in key: DocumentURI) {
    applyEdits(edits, in: key, label: policy(for: key).deletion == .trim ? "Trim mention" : "Delete mention")
  }

  /// Requests edits from the client. The client's answer is not reliable: some clients report that an outdated edit was
  /// applied, others report a refusal but apply the edit. The edit therefore counts as applied only when its change
  /// arrives, and as refused only if the document is unchanged when the answer arrives.
  func applyEdits(_ edits: [TextReplacement], in key: DocumentURI, label: String) {
    guard let document = documents[key] else { return }
    let edit = workspaceEdit(edits, of: document)
    let version = document.version
    announceOwnEdits(edits, in: key)
    let request = ask(.applyEdit, ApplyWorkspaceEditParams(label: label, edit: edit))
    start { session async throws(RPCError) in
      let answer = try await session.answer(to: request)
      let isApplied = (try? answer.get().read(ApplyWorkspaceEditResult.self))?.applied ?? false
      guard !isApplied, session.documents[key]?.version == version else { return }
      session.update(key) { $0.changeRefused(now: session.now) }
    }
  }
}

extension PositionTranslation {
  /// Converts a request's edits to replacements with byte offsets.
  ///
  /// - Throws: an error that names the first range outside of the document.
  fileprivate func replacements(
    _ edits: [TextEdit], in text: IndexedText
  ) throws(RPCError) -> [TextReplacement] {
    var replacements: [TextReplacement] = []
    for (index, edit) in edits.enumerated() {
      let range = try existing(edit.range, in: text, "edits[\(index)].range")
      replacements.append(TextReplacement(range: range, replacement: Array(edit.newText.utf8)))
    }
    return replacements
  }

  /// Converts a range of a request to a range in bytes.
  ///
  /// - Parameter path: the name of the parameter, for the error message.
  /// - Throws: an error if the range is not in the document.
  func existing(
    _ range: LanguageProtocol.Range, in text: IndexedText, _ path: String
  ) throws(RPCError) -> TextRange {
    guard let exact = exactRange(range, in: text) else {
      throw RPCError(
        .invalidParams,
        "\(path): \(range.start.line):\(range.start.character) to \(range.end.line):\(range.end.character) "
          + "is not in the document")
    }
    return exact
  }
}

// MARK: - Deleting and trimming

/// Deleting and trimming (Behaviour, section 6): `mentions/backspace`, and the server's own edits.
extension Session {
  func backspace(_ params: MentionsBackspaceParams) async throws(RPCError) -> MentionsBackspaceResult {
    let key = params.textDocument.uri
    let document = try currentDocument(params.textDocument)
    if let offset = positions.exactOffset(of: params.position, in: document.mentions.text),
      let annotation = document.mentions.mentionToTrim(at: offset)
    {
      try await learnTrimming(of: annotation, in: params.textDocument)
    }
    guard let offset = positions.exactOffset(of: params.position, in: document.mentions.text),
      let answer = withDocument(key, { $0.mentions.backspace(at: offset, now: now) })
    else { return MentionsBackspaceResult(action: .none, version: document.version) }
    take(answer.report, of: document, key)
    let text = document.mentions.text
    return MentionsBackspaceResult(
      action: BackspaceAction(rawValue: answer.action.rawValue),
      edit: answer.edit.map { positions.edit($0, in: text) },
      position: answer.edit.map { positions.end(of: $0, in: text) }, version: document.version)
  }

  /// The time in milliseconds that a host has to provide the short form of a mention. This time is short because the
  /// user is waiting.
  private static let trimTimeout = 50

  /// Requests the short form of an entity from the host that provides the entity. If no answer arrives in time, the
  /// short form that is already known is used.
  ///
  /// - Throws: an error if the document was changed or closed meanwhile.
  private func learnTrimming(
    of annotation: Annotation, in identifier: OptionalVersionedTextDocumentIdentifier
  ) async throws(RPCError) {
    let (key, version) = (identifier.uri, documents[identifier.uri]?.version)
    let entity = try await detailed(annotation.entity, for: key, within: Self.trimTimeout)
    _ = try currentDocument(OptionalVersionedTextDocumentIdentifier(uri: key, version: version))
    withDocument(key) { $0.mentions.updateTrimming(of: annotation.id, to: entity) }
  }

  /// Executes `mentions.restore`, `mentions.trim` or `mentions.delete` for the mention at a position.
  func fixMention(_ fix: MentionFix, _ params: MentionsFixParams) async throws(RPCError) {
    let key = params.textDocument.uri
    let document = try currentDocument(params.textDocument)
    guard client.appliesEdits else {
      throw RPCError(.requestFailed, "the client does not declare the capability workspace.applyEdit")
    }
    let offset = positions.offset(of: params.position, in: document.mentions.text)
    if fix == .trim, let annotation = document.mentions.annotations.annotation(touching: offset) {
      let asked = OptionalVersionedTextDocumentIdentifier(uri: key, version: document.version)
      try await learnTrimming(of: annotation, in: asked)
    }
    guard let edit = withDocument(key, { $0.mentions.fix(fix, at: offset) }) ?? nil else {
      throw RPCError(.requestFailed, "there is nothing to \(fix.rawValue) at this position")
    }
    applyEdits([edit], in: key, label: "\(fix.label) mention")
  }
}

extension MentionFix {
  fileprivate var label: String {
    switch self {
    case .restore: "Restore"
    case .trim: "Trim"
    case .delete: "Delete"
    }
  }
}

// MARK: - Transforms

/// Text transforms that preserve mentions: `mentions/transform`, `mentions/transforms`, `mentions.transform`, and the
/// code actions `refactor.rewrite.mentions.*`.
extension Session {
  // MARK: Requests

  func transformMentions(_ params: MentionsTransformParams) throws(RPCError) -> PlannedEditResult {
    let (document, plan) = try transformPlan(params)
    return handOver(plan, in: params.textDocument.uri, document)
  }

  func listTransforms(_ params: MentionsTransformsParams) throws(RPCError) -> MentionsTransformsResult {
    let policy =
      if let identifier = params.textDocument { try openDocument(identifier).mentions.policy } else {
        settings.current.policy
      }
    return MentionsTransformsResult(
      transforms: policy.transforms().map {
        TransformInfo(
          name: $0.name, title: $0.title, of: $0.transform.isOfMentions ? .mentions : .text)
      })
  }

  /// `mentions.transform`: asks the client to make the edit.
  func runTransform(_ params: MentionsTransformParams) throws(RPCError) -> PlannedEditResult {
    let (document, plan) = try transformPlan(params)
    return try make(plan, in: params.textDocument.uri, document, label: "Transform text with mentions")
  }

  // MARK: Plans

  func transformPlan(
    _ params: MentionsTransformParams
  ) throws(RPCError) -> (document: OpenDocument, plan: EditPlan) {
    let document = try currentDocument(params.textDocument)
    let range = try positions.existing(params.range, in: document.mentions.text, "range")
    if let column = params.column, column < 1 {
      throw RPCError(.invalidParams, "column: expected a number of at least 1, found \(column)")
    }
    let policy = document.mentions.policy
    guard let named = policy.transform(named: params.name, wrappingAt: params.column) else {
      let nearest = NearestName.of(params.name, among: policy.transforms().map(\.name))
      throw RPCError(
        .invalidParams,
        "name: there is no transform “\(params.name)”" + (nearest.map { "; did you mean “\($0)”?" } ?? ""))
    }
    return (document, document.mentions.plan(named.transform, in: range))
  }

  // MARK: Code actions

  /// The length of a selection in bytes above which all transforms are offered without checking whether they would
  /// change it.
  private static let longestPreview = 16 << 10

  /// Transforms of a selection and of the mentions in it, if requested.
  func transformActions(_ params: CodeActionParams) -> [CodeActionAnswer] {
    guard let document = documents[params.textDocument.uri], params.context.isAsked,
      params.context.wants(.mentionsRewrite), client.takesCodeActions || client.appliesEdits
    else { return [] }
    let mentions = document.mentions
    let range = positions.range(params.range, in: mentions.text)
    let hasMention = mentions.hasMention(touching: range)
    var seen: Set<[UInt8]> = []
    return mentions.policy.transforms().compactMap { named in
      guard named.transform.isOfMentions ? hasMention : !range.isEmpty else { return nil }
      let kind = CodeActionKind(transform: named.name)
      guard params.context.wants(kind) else { return nil }
      if range.count <= Self.longestPreview {
        let plan = mentions.plan(named.transform, in: range)
        let isNew = named.transform == .plainText || seen.insert(plan.replacement).inserted
        guard !plan.changesNothing, isNew else { return nil }
      }
      // The range is converted back from offsets, because the client's range may contain a column past the end of its
      // line, which LSP treats as the end of the line.
      return action(named, kind, positions.range(range, in: mentions.text), document)
    }
  }

  private func action(
    _ named: NamedTransform, _ kind: CodeActionKind, _ range: LanguageProtocol.Range, _ document: OpenDocument
  ) -> CodeActionAnswer? {
    let params = MentionsTransformParams(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: document.uri, version: document.version),
      range: range, name: named.name)
    var action = CodeAction(title: named.title, kind: kind)
    // An action that does not change the text has no edit.
    return complete(
      &action, .transform, RPCPayload(params).tree, hasEdit: named.transform != .plainText
    ) { session throws(RPCError) in try session.transformMentions(params).edit }
  }
}

extension CodeActionKind {
  /// The parent kind of all transforms that preserve mentions.
  static let mentionsRewrite = CodeActionKind(rawValue: "refactor.rewrite.mentions")

  /// Creates the kind of a transform. The formats in the settings (`format:@:default`) share one kind, because the rest
  /// of their names may contain characters that are not allowed in a kind.
  init(transform name: String) {
    let last = name.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? ""[...].utf8
    self.init(rawValue: Self.mentionsRewrite.rawValue + "." + String(Substring(last)))
  }
}
