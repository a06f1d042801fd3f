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
  /// applied, others report a refusal but apply the edit. The edit therefore counts as made only when its change
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
  /// Converts the edits of a request to edits in bytes.
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
