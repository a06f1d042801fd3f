import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Text transforms that preserve mentions, and the host's own edits: `mentions/edit`, `mentions/transform`,
/// `mentions/transforms`, `mentions.transform`, and the code actions `refactor.rewrite.mentions.*`.
extension Session {
  // MARK: Requests

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
    let text = document.mentions.text
    var edits: [TextReplacement] = []
    for (index, edit) in params.edits.enumerated() {
      let range = try existing(edit.range, in: text, "edits[\(index)].range")
      edits.append(TextReplacement(range: range, replacement: Array(edit.newText.utf8)))
    }
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

  /// Asks the client to make a planned edit.
  @discardableResult
  func make(
    _ plan: EditPlan, in key: DocumentURI, _ document: OpenDocument, readsText: Bool = false, label: String
  ) throws(RPCError) -> PlannedEditResult {
    guard client.appliesEdits || plan.edits.isEmpty else {
      throw RPCError(.requestFailed, "the client does not declare workspace.applyEdit")
    }
    let result = expect(plan, in: key, document, readsText: readsText)
    if !plan.edits.isEmpty { applyEdits(plan.edits, in: key, label: label) }
    return result
  }

  // MARK: Plans

  func transformPlan(
    _ params: MentionsTransformParams
  ) throws(RPCError) -> (document: OpenDocument, plan: EditPlan) {
    let document = try currentDocument(params.textDocument)
    let range = try existing(params.range, in: document.mentions.text, "range")
    if let column = params.column, column < 1 {
      throw RPCError(.invalidParams, "column: expected a number from 1, found \(column)")
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

  /// Passes an edit to the client. It counts as the server's own when it arrives as a change.
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
      edit: workspaceEdit(plan, of: document),
      mentions: mentionTranslation(for: key).fates(by: plan, in: document.mentions),
      version: document.version)
    update(key) {
      $0.expect(plan, readsText: readsText)
      return plan.edits.isEmpty ? $0.applyWithoutEdit(plan) : DocumentReport()
    }
    return result
  }

  private func workspaceEdit(_ plan: EditPlan, of document: OpenDocument) -> WorkspaceEdit {
    damageTranslation(document).workspaceEdit(plan.edits, isVersioned: client.takesVersionedEdits)
  }

  func existing(
    _ range: LanguageProtocol.Range, in text: IndexedText, _ path: String
  ) throws(RPCError) -> TextRange {
    guard let exact = positions.exactRange(range, in: text) else {
      throw RPCError(
        .invalidParams,
        "\(path): \(range.start.line):\(range.start.character) to \(range.end.line):\(range.end.character) "
          + "is not in the document")
    }
    return exact
  }

  // MARK: Code actions

  /// The length of a selection above which all transforms are offered without checking whether they would change it.
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
      // A column past the end of its line is the end of the line (LSP, Position).
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

  /// The formats in the settings share one kind, because their names contain characters that a kind must not have.
  init(transform name: String) {
    let last = name.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? ""[...].utf8
    self.init(rawValue: Self.mentionsRewrite.rawValue + "." + String(Substring(last)))
  }
}

// MARK: - Edits of the server's own

/// Edits made by the server.
extension Session {
  /// Makes an edit that the policy requires and no editor requested. Silently dropped if the document has changed.
  func editByPolicy(_ edits: [TextReplacement], in key: DocumentURI) {
    applyEdits(edits, in: key, label: policy(for: key).deletion == .trim ? "Trim mention" : "Delete mention")
  }

  /// Requests edits from the client. The answer is not reliable: some clients report that a stale edit was applied,
  /// others refuse and apply it. Only the change that follows counts.
  func applyEdits(_ edits: [TextReplacement], in key: DocumentURI, label: String) {
    guard let document = documents[key] else { return }
    let edit = damageTranslation(document).workspaceEdit(
      edits, isVersioned: client.takesVersionedEdits)
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
