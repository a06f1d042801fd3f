import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `mentions.write`, and the code actions that lead to it.
extension Session {
  /// More places are not written at once.
  private static let mostPlaces = 10_000

  /// A mention that a code action offers to write.
  struct OfferedWriting {
    var title: String
    var kind: CodeActionKind
    var mention: WantedMention
    var everywhere = false
    var diagnostics: [Diagnostic]?
    var isPreferred: Bool?
  }

  /// The server asks the client to make the edit.
  func runWriting(_ params: MentionsWriteParams, _ id: RPCID) throws(RPCError) {
    let (document, plan) = try writingPlan(params)
    answer(id, try make(plan, in: params.textDocument.uri, document, label: "Mention"))
  }

  func writingPlan(
    _ params: MentionsWriteParams
  ) throws(RPCError) -> (document: OpenDocument, plan: EditPlan) {
    let document = try currentDocument(params.textDocument)
    let range = try existing(params.range, in: document.mentions.text, "range")
    let source = params.entity["source"]?.stringValue ?? ""
    let entity: Entity
    switch EntityTranslation.read(params.entity, source: source) {
    case .success(let read): entity = read
    case .failure(let fault): throw RPCError(.invalidParams, "entity\(fault.description)")
    }
    let triggers = document.mentions.policy.triggers
    let trigger = params.trigger.flatMap { wanted in triggers.firstIndex { $0.character == wanted } }
    if let wanted = params.trigger, trigger == nil {
      throw RPCError(.invalidParams, "trigger: there is no trigger “\(wanted)”")
    }
    let mention = WantedMention(entity, in: range, trigger: trigger)
    return (document, plan(writing: mention, everywhere: params.everywhere == true, in: document))
  }

  /// Everywhere: also where the same text stands elsewhere. A name in a trailer is passed over there: its address says
  /// whose it is.
  private func plan(writing mention: WantedMention, everywhere: Bool, in document: OpenDocument) -> EditPlan {
    guard everywhere else { return document.mentions.plan(writing: [mention]) }
    let text = document.mentions.text.buffer.bytes(in: mention.range)
    let ranges = document.mentions.plainOccurrences(
      of: text, trigger: mention.trigger, limit: Self.mostPlaces)
    return document.mentions.plan(
      writing: ranges.filter { $0 == mention.range || document.mentions.address(behind: $0) == nil }
        .map { WantedMention(mention.entity, in: $0, trigger: mention.trigger) })
  }

  /// Nil where it would change nothing.
  func action(_ offered: OfferedWriting, in document: OpenDocument) -> CodeActionAnswer? {
    let plan = plan(writing: offered.mention, everywhere: offered.everywhere, in: document)
    guard !plan.changesNothing else { return nil }
    let triggers = document.mentions.policy.triggers
    let params = MentionsWriteParams(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: document.uri, version: document.version),
      range: positions.range(offered.mention.range, in: document.mentions.text),
      entity: EntityTranslation.json(offered.mention.entity),
      trigger: offered.mention.trigger.map { triggers[$0].character },
      everywhere: offered.everywhere ? true : nil)
    var action = CodeAction(
      title: offered.title, kind: offered.kind, diagnostics: offered.diagnostics,
      isPreferred: offered.isPreferred)
    // What leaves the text as it is has no edit.
    return complete(&action, .write, RPCPayload(params).tree, hasEdit: !plan.edits.isEmpty) {
      session throws(RPCError) in
      let (document, plan) = try session.writingPlan(params)
      return session.handOver(plan, in: params.textDocument.uri, document).edit
    }
  }

  /// What a client is given of an action: its edit where it resolves it or the server cannot edit, else the command.
  ///
  /// - Parameters:
  ///   - action: with its title and kind.
  ///   - argument: of the command, and the `data` of an action that is resolved.
  ///   - hasEdit: false for what leaves the text as it is.
  ///   - edit: makes the edit at once.
  func complete(
    _ action: inout CodeAction, _ command: CommandName, _ argument: JSONValue, hasEdit: Bool,
    edit: (Session) throws(RPCError) -> WorkspaceEdit?
  ) -> CodeActionAnswer? {
    let command = Command(title: action.title, command: command, arguments: [argument])
    guard client.takesCodeActions else { return .command(command) }
    if !hasEdit || (!client.resolvesCodeActions && client.appliesEdits) {
      action.command = command
    } else if client.resolvesCodeActions {
      action.data = argument
    } else {
      guard let edit = try? edit(self) else { return nil }
      action.edit = edit
    }
    return .action(action)
  }
}
