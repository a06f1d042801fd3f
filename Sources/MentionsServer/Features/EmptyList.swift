import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// The state of the message that explains in the editor why no one is offered, as `doctor` does on the command line.
/// The message is shown once per workspace (Behaviour, section 4).
struct EmptyLists {
  /// Messages whose marker files are being created, in the order of these requests. A message is shown only if its
  /// marker did not exist before.
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
      return "No one is offered\(place): \(reason). \(nextStep(among: sources))"
    }
  }

  /// The suggested next step for a user whose sources are all empty.
  private func nextStep(among sources: [SourceRegistry.Entry]) -> String {
    let lacksFile = sources.contains {
      if case .people = $0.specification.kind { $0.problems.isEmpty } else { false }
    }
    return lacksFile
      ? "Add a people.csv at the root of the workspace, or run “mentions-lsp doctor”."
      : "Run “mentions-lsp doctor” for details."
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
  /// - Parameter problems: the problems of reading it.
  package func reasonForNobody(_ problems: [SourceProblem]) -> String {
    "\(name) has no entries (\(place(problems)))"
  }

  /// The most important problem of reading the source or, if there is none, a description of where it found nothing.
  private func place(_ problems: [SourceProblem]) -> String {
    // Notes, such as unknown columns, are rarely the reason. The last one describes the whole file.
    let worst = problems.first { $0.severity == .error } ?? problems.first { $0.severity == .warning }
    if let problem = worst ?? problems.last { return problem.message }
    switch kind {
    case .file(let path): return path
    case .people:
      return "none of \(WellKnownPeopleFiles.names.joined(separator: ", ")) exists in the workspace's root"
    case .git: return "no commits"
    case .codeowners: return "no CODEOWNERS file"
    case .directory(let path): return path
    case .list: return "its list is empty"
    case .command, .process, .http, .client, .demo, .forge: return "its answer was empty"
    }
  }
}
