import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Messages that this server defines in addition to LSP, for hosts that draw the chooser or provide entities.
extension Session {
  func chooserItems(_ params: MentionsChooserItemsParams) throws(RPCError) -> MentionsChooserItemsResult {
    let key = params.textDocument.uri
    let document = try openDocument(params.textDocument)
    let chooser = document.mentions.chooser
    guard let offers = document.mentions.offers() else {
      return MentionsChooserItemsResult(generation: chooser.queryID, items: [], total: 0, loading: false)
    }
    let first = min(max(params.start, 0), offers.offers.count)
    let wanted = offers.offers[first...].prefix(max(params.count, 0))
    let differences = NameDifferences(offers.offers.lazy.map(\.entity))
    offered.remember(offers, in: document.number)
    update(key) { $0.markShown() }
    return MentionsChooserItemsResult(
      generation: offers.queryID,
      items: wanted.map { offer in
        let shown = EntityLabels(offer.entity)
        let kept = ShownText.keptBytes(of: offer.entity.name)
        return ChooserItem(
          entity: EntityTranslation.json(offer.entity), label: shown.name,
          detail: shown.detail(after: differences[offer.entity]),
          matches: pairs(offer.matches, within: kept),
          handleMatches: offer.handleMatches.isEmpty
            ? nil : pairs(offer.handleMatches, within: ShownText.keptBytes(of: offer.entity.handle ?? "")))
      },
      total: offers.offers.count, loading: offers.isLoading)
  }

  /// Converts ranges to pairs of start and end, cut off after the first `kept` bytes.
  private func pairs(_ ranges: [Swift.Range<Int>], within kept: Int) -> [[Int]] {
    ranges.filter { $0.lowerBound < kept }.map { [$0.lowerBound, min($0.upperBound, kept)] }
  }

  func selectItem(_ params: MentionsSelectParams) throws(RPCError) -> MentionsSelectResult {
    let key = params.textDocument.uri
    let document = try openDocument(params.textDocument)
    let id = OfferID(queryID: params.generation, index: params.index)
    guard let (edit, additional) = withDocument(key, { $0.mentions.select(id) }) ?? nil else {
      throw RPCError(
        .contentModified, "item \(params.index) of generation \(params.generation) is no longer offered")
    }
    let text = document.mentions.text
    return MentionsSelectResult(
      edit: positions.edit(edit, in: text), additionalEdits: additional.map { positions.edit($0, in: text) },
      version: document.version)
  }

  func cancelMention(_ params: MentionsCancelParams) {
    update(params.textDocument.uri) { $0.cancel(now: now) }
  }

  /// Handles further batches of entities that the client sends for a query.
  func entitiesArrived(_ params: MentionsEntitiesParams) {
    for entry in sources.entries where entry.specification.isServedByClient {
      guard entry.awaits(params.queryID) else { continue }
      entitiesCame(
        entities(params.entities, of: entry.key), from: entry.key, number: params.queryID,
        dedupe: params.dedupe, isComplete: params.isComplete)
    }
  }
}

// MARK: - Notifications

/// `mentions/chooser`, for hosts that requested it.
extension Session {
  func notifyChooser(_ event: ChooserEvent, in key: DocumentURI) {
    // A source that answers at once may have closed the chooser since this event; the closing was already reported.
    guard event != .changed || documents[key]?.mentions.chooser.isVisible == true else { return }
    notifyHost(event, in: key)
  }

  private func notifyHost(_ event: ChooserEvent, in key: DocumentURI) {
    guard client.wantsNotifications, let document = documents[key] else { return }
    let mentions = document.mentions
    let params = MentionsChooserParams(
      textDocument: TextDocumentIdentifier(uri: document.uri),
      event: ChooserEventName(rawValue: event.rawValue),
      range: mentions.creation.map { positions.range($0.range, in: mentions.text) },
      generation: mentions.chooser.queryID, count: mentions.chooser.count,
      loading: mentions.chooser.isLoading,
      borderMode: ChooserBorderMode(rawValue: settings[key].borderMode),
      background: settings[key].background.isEmpty ? nil : settings[key].background)
    // One keystroke may change the chooser several times without a visible difference.
    guard params != document.chooser.told else { return }
    withDocument(key) { $0.chooser.told = params }
    notify(.mentionsChooser, params)
  }
}

/// The state of a document's chooser: the last notification, and the current query.
struct DocumentChooserState {
  struct Search {
    let queryID: Int
    /// The number of the creation to which the query belongs.
    let creation: Int
    /// The time at which the search started: the start of this query or, if it replaced queries whose answers were
    /// still pending, the start of the first of them.
    let since: Instant
    /// Whether answers are still pending.
    fileprivate var isPending = true
  }

  /// The parameters of the last `mentions/chooser` notification; equal parameters are not sent again.
  fileprivate var told: MentionsChooserParams?
  /// The search for the current query. Progress is reported if it takes long.
  fileprivate(set) var search: Search?

  /// The number of the current query.
  var queryID: Int? { search?.queryID }

  /// Records a new query. If answers to the previous query of this creation are still pending, the new query continues
  /// the search of the previous one, so that keystrokes do not restart the delay before progress is reported.
  mutating func begin(_ query: Query, of creation: Int, at now: Instant) {
    let goesOn = search.map { $0.creation == creation && $0.isPending } ?? false
    search = Search(queryID: query.id, creation: creation, since: goesOn ? search?.since ?? now : now)
  }

  /// Records that all sources have answered.
  fileprivate mutating func noteAnswered() { search?.isPending = false }

  mutating func end() { search = nil }
}

extension OpenDocument {
  /// Records that the current query has been answered, unless sources are still searching.
  func noteAnswers() {
    if !mentions.chooser.isLoading { chooser.noteAnswered() }
  }
}

// MARK: - Empty lists

/// The state of the message that explains in the editor why no one is offered, as `doctor` does on the command line.
/// The message is shown once per workspace (Behaviour, section 4).
struct EmptyLists {
  /// Messages whose marker files are being created, in the order in which the files were requested. A message is shown
  /// only if its marker file did not exist before.
  fileprivate var waiting: [String] = []
  /// Workspace folders for which this session has prepared the message. An earlier session may have shown it.
  fileprivate var explained: Set<String> = []
}

extension Session {
  /// Explains an empty list after a trigger, once all sources of the trigger have been read and are empty.
  func explainEmptyList(_ query: Query, _ sources: [SourceRegistry.Entry], in key: DocumentURI) {
    // Triggers for references offer issues; a project without issues needs no explanation.
    if documents[key]?.mentions.policy.isReference(query) == true { return }
    let folder = settings.folderIndex(of: key)
    guard query.kind == .explicit, settings[key].emptyListMessage, folder < settings.roots.count,
      !settings.isRootAdopted, let reason = reasonForNobody(among: sources)
    else { return }
    let root = settings.roots[folder]
    guard emptyLists.explained.insert(root).inserted else { return }
    emptyLists.waiting.append(
      "no one is offered after \(query.controlCharacter ?? ""): \(reason). \(nextStep(among: sources))")
    guard let state = UserFolders.state(options.environment), settings[key].annotationStore != .off else {
      return emptyListMarked(isNew: true)
    }
    perform(.mark(path: "\(state)/\(UserFolders.hash(of: root)).told"))
  }

  /// Shows the first waiting message, unless the workspace was marked before.
  ///
  /// - Parameter isNew: whether the marker did not exist, so that the message was not shown in this workspace before.
  func emptyListMarked(isNew: Bool) {
    guard !emptyLists.waiting.isEmpty else { return }
    let message = emptyLists.waiting.removeFirst()
    if isNew { tellUser(.info, message, about: .settings) }
  }

  /// The answer of `mentions.explain` if mentions are allowed but no source has any entity; nil if a source has
  /// entities or is not loaded yet.
  func explanationOfNobody(at offset: TextOffset, _ kind: SearchKind, in key: DocumentURI) -> String? {
    guard let document = documents[key]?.mentions else { return nil }
    let trigger = kind == .implicit ? nil : document.trigger(at: offset) ?? document.policy.triggers.first
    let names =
      trigger?.sources ?? document.policy.implicitSources(isInTrailer: document.isInTrailer(at: offset))
    let sources = sources.selected(by: names, in: settings[key])
    return reasonForNobody(among: sources).map { reason in
      let place = trigger.map { " after “\($0.character)”" } ?? ""
      let step =
        kind == .implicit ? hintAtTrigger(at: offset, in: document, key) : nil
      return "No one is offered\(place): \(reason). \(step ?? nextStep(among: sources))"
    }
  }

  /// The answer of `mentions.explain` if entities are offered, but none for the text before the position.
  func explanationOfNoMatch(
    at offset: TextOffset, in document: MentionsDocument, _ key: DocumentURI
  ) -> String? {
    guard let creation = document.creation, creation.range.end == offset, !creation.key.isEmpty,
      document.chooser.count == 0, !document.chooser.isLoading
    else { return nil }
    let hint = creation.kind == .implicit ? hintAtTrigger(at: offset, in: document, key) : nil
    return "No one matches “\(creation.key)”." + (hint.map { " " + $0 } ?? "")
  }

  /// A sentence that names the sources with entities that are searched after a trigger but not for implicit mentions;
  /// nil if there are none.
  private func hintAtTrigger(
    at offset: TextOffset, in document: MentionsDocument, _ key: DocumentURI
  ) -> String? {
    let policy = document.policy
    guard let trigger = policy.triggers.first(where: { $0.character == "@" }) ?? policy.triggers.first
    else { return nil }
    let implicit = Set(
      sources.selected(
        by: policy.implicitSources(isInTrailer: document.isInTrailer(at: offset)), in: settings[key]
      ).map(\.key))
    let more = sources.selected(by: trigger.sources, in: settings[key]).filter {
      !implicit.contains($0.key) && ($0.state.catalog?.count ?? 1) > 0
    }
    guard !more.isEmpty else { return nil }
    let names = more.map(\.specification.name).joined(separator: ", ")
    return "Type “\(trigger.character)” before the name to search \(names) too."
  }

  /// The suggested next step for a user whose sources are all empty.
  private func nextStep(among sources: [SourceRegistry.Entry]) -> String {
    sources.lazy.compactMap { $0.specification.stepForNobody($0.problems) }.first.map {
      "\($0), or run “mentions-lsp doctor”."
    } ?? "Run “mentions-lsp doctor” for details."
  }

  /// The reason why no one can be offered; nil if a source has entities or is not loaded yet.
  private func reasonForNobody(among sources: [SourceRegistry.Entry]) -> String? {
    var reasons: [String] = []
    for entry in sources {
      guard case .loaded(let catalog) = entry.state, catalog.count == 0 else { return nil }
      reasons.append(entry.specification.reasonForNobody(entry.problems))
    }
    return reasons.isEmpty ? "no source is configured" : reasons.joined(separator: "; ")
  }
}

extension SourceSpecification {
  /// The reason why a source that was read is empty.
  ///
  /// - Parameter problems: the problems found when the source was read.
  package func reasonForNobody(_ problems: [SourceProblem]) -> String {
    "\(name) has no entries (\(place(problems)))"
  }

  /// The suggested step for a user whose source was read and is empty; nil if the problems say what to do.
  ///
  /// - Parameter problems: the problems found when the source was read.
  package func stepForNobody(_ problems: [SourceProblem]) -> String? {
    guard case .people = kind, problems.isEmpty else { return nil }
    return "Add a people.csv at the root of the workspace"
  }

  /// The most important problem found when the source was read or, if there was none, a description of the place where
  /// no entities were found.
  private func place(_ problems: [SourceProblem]) -> String {
    // A note, such as one about an unknown column, rarely explains an empty source. The last note describes the whole
    // file.
    let worst = problems.first { $0.severity == .error } ?? problems.first { $0.severity == .warning }
    if let problem = worst ?? problems.last { return problem.message }
    switch kind {
    case .file(let path): return path
    case .people:
      return
        "\(WellKnownPeopleFiles.names.joined(separator: ", ")) at the root of the workspace are missing or empty"
    case .git: return "no commits"
    case .codeowners: return "no CODEOWNERS file"
    case .directory(let path): return path
    case .list: return "its list is empty"
    case .command, .process, .http, .client, .demo, .forge: return "its answer was empty"
    }
  }
}
