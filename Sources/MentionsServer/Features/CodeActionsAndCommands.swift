import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/codeAction` and `codeAction/resolve`: the actions of all features.
extension Session {
  func codeActions(_ params: CodeActionParams) async throws(RPCError) -> [CodeActionAnswer] {
    // Fixes for findings edit people files, so the records in these files are located first. The document may change
    // meanwhile; the functions below therefore look it up themselves.
    let records = try await recordsForFixes(params)
    return quickFixes(params) + findingFixes(params, records) + mentionActions(params)
      + transformActions(params)
  }

  /// Adds the edit to an action of this server; returns any other action unchanged.
  func resolveCodeAction(_ action: CodeAction) throws(RPCError) -> CodeAction {
    guard let data = action.data else { return action }
    var action = action
    if let params = try? MentionsTransformParams(json: data) {
      let (document, plan) = try transformPlan(params)
      action.edit = preview(plan, in: params.textDocument.uri, document)
    } else if let params = try? MentionsWriteParams(json: data) {
      let (document, plan) = try writingPlan(params)
      action.edit = preview(plan, in: params.textDocument.uri, document)
    } else if let params = try? MentionsEditParams(json: data) {
      action.edit = try editMentions(params).edit
    }
    return action
  }

  /// The edit of an action that is being resolved. The user has not necessarily selected the action, because clients
  /// also resolve actions to preview them. Nil if the text would be unchanged; such an action is performed by its
  /// command.
  private func preview(_ plan: EditPlan, in key: DocumentURI, _ document: OpenDocument) -> WorkspaceEdit? {
    plan.edits.isEmpty ? nil : handOver(plan, in: key, document).edit
  }
}

// MARK: - Names and mentions

/// Code actions on a plain name and on a mention.
extension Session {
  /// The maximum number of people with the same or a similar name that are offered.
  private static let mostOfOneName = 3
  /// The maximum total number of people that are offered in place of the mentioned person.
  private static let mostOthers = 5

  private func mentionActions(_ params: CodeActionParams) -> [CodeActionAnswer] {
    guard let document = documents[params.textDocument.uri], params.context.isAsked,
      params.context.wants(.mentionsRewrite), client.takesCodeActions || client.appliesEdits
    else { return [] }
    let range = positions.range(params.range, in: document.mentions.text)
    let annotations = document.mentions.annotations
    let touched = range.isEmpty ? annotations.indices(touching: range) : annotations.indices(in: range)
    var offered: [OfferedWriting] = []
    if let index = touched.first {
      guard touched.count == 1 else { return [] }
      offered = changes(of: annotations[index], in: document)
    } else {
      offered = mentions(of: range, in: document)
    }
    return offered.filter { params.context.wants($0.kind) }.compactMap { action($0, in: document) }
  }

  // MARK: A plain name

  private func mentions(of range: TextRange, in document: OpenDocument) -> [OfferedWriting] {
    guard let everybody = catalog(behind: [SourceList.all], of: settings[document.uri])?.catalog
    else { return [] }
    for candidate in document.mentions.nameCandidates(around: range) {
      let name = String(
        decoding: document.mentions.text.buffer.bytes(in: candidate), as: UTF8.self)
      let (whole, triggers) = document.mentions.withTrigger(candidate)
      let isHandle = whole != candidate
      let beside = isHandle ? [] : document.mentions.words(beside: candidate)
      let people = people(called: name, asHandle: isHandle, beside: beside, in: everybody)
        .prefix(Self.mostOfOneName)
      guard !people.isEmpty,
        let trigger = triggers.first(where: { document.mentions.admitsMention(in: whole, trigger: $0) })
      else { continue }
      return people.flatMap { entity -> [OfferedWriting] in
        let shown = people.count == 1 ? EntityLabels(entity).name : MentionFinding.described(entity)
        let mention = WantedMention(entity, in: whole, trigger: trigger)
        let one = OfferedWriting(title: "Mention \(shown)", kind: .mention, mention: mention)
        let all = OfferedWriting(
          title: "Turn Every “\(ShownText.clipped(name))” into a Mention of \(shown)", kind: .mentionAll,
          mention: mention, everywhere: true)
        return [one, all]
      }
    }
    return []
  }

  /// The people with this name, alias or handle. Case, accents and spacing are ignored in a name of several words; a
  /// single word must match exactly, because it may be an ordinary word (`mark`, `will`).
  ///
  /// - Parameters:
  ///   - name: the name without a trigger.
  ///   - isHandle: whether a trigger precedes it.
  ///   - beside: the adjacent words. If one of them belongs to a person's name, the text is a part of that name rather
  ///     than the person's handle.
  ///   - catalog: the possible entities.
  private func people(
    called name: String, asHandle isHandle: Bool = false, beside: [String] = [], in catalog: EntityCatalog
  ) -> [Entity] {
    let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isAlike = isHandle || name.contains(" ")
    let beside = beside.map { NameFolding.fold($0) }
    var people: [Entity] = []
    for field in [EntityFieldIndex.Field.name, .alias, .handle] {
      let index = self.people.index(field, of: catalog)
      let alike = index.entities(alike: name).filter { isAlike || $0.goes(by: name) }
      for entity in index.entities(with: name) + alike
      where !people.contains(where: { $0.isSameEntity(as: entity) }) {
        let words =
          field == .handle ? entity.name.split(separator: " ").map { NameFolding.fold(String($0)) } : []
        if !words.contains(where: beside.contains) { people.append(entity) }
      }
    }
    return people
  }

  // MARK: A mention

  private func changes(of annotation: Annotation, in document: OpenDocument) -> [OfferedWriting] {
    let entity = annotation.entity
    let text = String(decoding: annotation.text, as: UTF8.self)
    let trigger = document.mentions.trigger(of: annotation)
    var offered: [OfferedWriting] = []
    if let everybody = catalog(behind: [SourceList.all], of: settings[document.uri])?.catalog {
      // People of the same name first, then those with similar names.
      var others = people(called: entity.name, in: everybody) + people(called: text, in: everybody)
      if others.count <= Self.mostOfOneName {
        others += nearest(
          to: entity.name, in: [SourceList.all], document, limit: Self.mostOfOneName + 1)
      }
      var seen = [entity]
      func offer(_ others: some Sequence<Entity>, limit: Int) {
        for other in others where offered.count < limit {
          if seen.contains(where: { $0.isSameEntity(as: other) }) { continue }
          seen.append(other)
          offered.append(
            OfferedWriting(
              title: "Change to \(MentionFinding.described(other))", kind: .mentionChange,
              mention: WantedMention(other, in: annotation.range, trigger: trigger)))
        }
      }
      offer(others, limit: Self.mostOfOneName)
      // Other people mentioned in the document follow or, if no one would be offered, the first matches of an empty
      // query.
      offer(document.mentions.annotations.lazy.map(\.entity), limit: Self.mostOthers)
      if offered.isEmpty {
        let first = nearest(to: "", in: [SourceList.all], document, limit: Self.mostOthers + 1)
        offer(first.filter { !$0.gone }, limit: Self.mostOthers)
      }
    }
    offered.append(
      OfferedWriting(
        title: "Turn Every “\(ShownText.clipped(text))” into a Mention of \(EntityLabels(entity).name)",
        kind: .mentionAll, mention: WantedMention(entity, in: annotation.range, trigger: trigger),
        everywhere: true))
    return offered
  }
}

extension Entity {
  /// Whether the entity has this name, alias or handle, in any Unicode normalization form.
  fileprivate func goes(by name: String) -> Bool {
    self.name == name || handle == name || aliases.contains(name)
  }
}

extension MentionsDocument {
  /// The range of a name, including a preceding trigger, and the triggers in whose formats the mention may be written,
  /// best first. If no trigger precedes the name, these are nil (for an implicit mention), unless the settings disable
  /// implicit mentions, and the first trigger that is offered in the language.
  fileprivate func withTrigger(_ name: TextRange) -> (TextRange, triggers: [Int?]) {
    let offered = policy.triggers.indices.filter { policy.triggers[$0].isOffered(in: languageID) }
    let before = offered.filter { index in
      let sign = Array(policy.triggers[index].character.utf8)
      return name.start.utf8 >= sign.count && text.buffer.holds(sign, at: name.start - sign.count)
    }
    // `##` takes precedence over `#`.
    let lengths = before.map { policy.triggers[$0].character.utf8.count }
    if let longest = lengths.max(), let index = lengths.firstIndex(of: longest) {
      return (TextRange(name.start - longest, name.end), [before[index]])
    }
    let implicit: [Int?] = policy.implicit.minimumLength > 0 ? [nil] : []
    return (name, implicit + offered.prefix(1).map(Optional.init))
  }
}

extension CodeActionKind {
  fileprivate static let mention = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".mention")
  fileprivate static let mentionChange = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".change")
  fileprivate static let mentionAll = CodeActionKind(rawValue: mentionsRewrite.rawValue + ".mentionAll")
}

// MARK: - Writing a mention

/// `mentions.write`, and the code actions that use it.
extension Session {
  /// The maximum number of occurrences that are replaced at once.
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

  /// Executes `mentions.write`: requests the edit from the client.
  private func runWriting(_ params: MentionsWriteParams) throws(RPCError) -> PlannedEditResult {
    let (document, plan) = try writingPlan(params)
    return try make(plan, in: params.textDocument.uri, document, label: "Mention")
  }

  private func writingPlan(
    _ params: MentionsWriteParams
  ) throws(RPCError) -> (document: OpenDocument, plan: EditPlan) {
    let document = try currentDocument(params.textDocument)
    let range = try positions.existing(params.range, in: document.mentions.text, "range")
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

  /// Plans the edit that writes a mention and, if `everywhere` is true, a mention at each other occurrence of the text.
  /// Other occurrences in trailers are skipped if an address follows, because the address identifies the person.
  private func plan(writing mention: WantedMention, everywhere: Bool, in document: OpenDocument) -> EditPlan {
    guard everywhere else { return document.mentions.plan(writing: [mention]) }
    let text = document.mentions.text.buffer.bytes(in: mention.range)
    let ranges = document.mentions.plainOccurrences(
      of: text, trigger: mention.trigger, limit: Self.mostPlaces)
    return document.mentions.plan(
      writing: ranges.filter { $0 == mention.range || document.mentions.address(behind: $0) == nil }
        .map { WantedMention(mention.entity, in: $0, trigger: mention.trigger) })
  }

  /// The code action that writes a mention; nil if it would not change anything.
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
    // An action that only annotates text has no edit.
    return complete(&action, .write, RPCPayload(params).tree, hasEdit: !plan.edits.isEmpty) {
      session throws(RPCError) in
      let (document, plan) = try session.writingPlan(params)
      return session.handOver(plan, in: params.textDocument.uri, document).edit
    }
  }

  /// Completes an action in the form that the client supports: with `data` if the client resolves actions, else with
  /// the command if the server may request edits, else with the edit. An action that does not change the text always
  /// has the command.
  ///
  /// - Parameters:
  ///   - action: the action, with its title and kind.
  ///   - argument: the argument of the command, and the `data` of an action to be resolved.
  ///   - hasEdit: false if the text is unchanged.
  ///   - edit: computes the edit.
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

// MARK: - Commands

/// The result of a command; its type depends on the command.
struct CommandResult: JSONWritable {
  let value: any JSONWritable

  func write(to writer: inout JSONWriter) { value.write(to: &writer) }
}

/// `workspace/executeCommand`.
extension Session {
  func executeCommand(_ params: ExecuteCommandParams) async throws(RPCError) -> CommandResult {
    CommandResult(value: try await result(of: params))
  }

  private func result(of params: ExecuteCommandParams) async throws(RPCError) -> any JSONWritable {
    let argument = params.arguments.first ?? .null
    switch params.command {
    case .accept:
      guard let reference = OfferReference(argument) else {
        throw RPCError(.invalidParams, "\(params.command.rawValue): expected [document, generation, index]")
      }
      if let key = key(ofDocument: reference.document) {
        update(key) { $0.confirm(reference.offer, now: now) }
      }
    case .reloadSources:
      searches.forgetAnswers()
      for entry in sources.entries { load(entry.key) }
      for key in openKeys { update(key) { $0.reloadSources(now: now) } }
    case .toPlainText: return try turnIntoPlainText(read(argument, of: params.command))
    case .restore: try await fixMention(.restore, read(argument, of: params.command))
    case .trim: try await fixMention(.trim, read(argument, of: params.command))
    case .delete: try await fixMention(.delete, read(argument, of: params.command))
    case .explain: return try explainMentions(read(argument, of: params.command))
    case .forget: try forgetChoices(argument)
    case .complete: return try await complete(read(argument, of: params.command))
    case .transform: return try runTransform(read(argument, of: params.command))
    case .write: return try runWriting(read(argument, of: params.command))
    default:
      throw RPCError(.methodNotFound, "unknown command \(params.command.rawValue)")
    }
    return JSONValue.null
  }

  /// `mentions.toPlainText`: turns annotations into plain text, and stops reporting other mentions that were found in
  /// the text.
  private func turnIntoPlainText(_ params: MentionsRemoveParams) throws(RPCError) -> MentionsRemoveResult {
    let result = try removeMentions(params)
    let key = params.textDocument.uri
    guard let document = documents[key], document.diagnostics.areWanted else { return result }
    let text = document.mentions.text
    let ranges = params.ranges?.map { positions.range($0, in: text) } ?? [text.buffer.range]
    update(key) { $0.declineRead(in: ranges) }
    return result
  }

  private func read<Params: JSONReadable>(
    _ argument: JSONValue, of command: CommandName
  ) throws(RPCError) -> Params {
    do {
      return try Params(json: argument)
    } catch {
      throw RPCError(.invalidParams, "\(command.rawValue): arguments[0]: \(error.message)")
    }
  }
}
