import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// The state of the message that explains in the editor why no one is offered, as `doctor` does on the command line.
/// The message is shown once per workspace (Behaviour, section 4).
struct EmptyLists {
  /// Messages by the paths of their marker files, which are being created. A message is shown only if its marker file
  /// did not exist before.
  fileprivate var waiting: [String: String] = [:]
  /// Workspace folders for which this session has prepared the message. An earlier session may have shown it.
  fileprivate var explained: Set<String> = []
}

extension Session {
  /// Explains an empty list after a trigger, once all sources of the trigger have been read and are empty.
  func explainEmptyList(_ query: Query, _ sources: [SourceRegistry.Entry], in key: DocumentURI) {
    // Triggers for references offer issues; a project without issues needs no explanation.
    guard let policy = documents[key]?.mentions.policy, !policy.isReference(query) else { return }
    let folder = settings.folderIndex(of: key)
    guard query.kind == .explicit, settings[key].emptyListMessage, folder < settings.roots.count,
      !settings.isRootAdopted
    else { return }
    let absent = settings[key].absentSources(named: policy.sources(for: query))
    guard let reason = reasonForNobody(among: sources, absent) else { return }
    let root = settings.roots[folder]
    guard emptyLists.explained.insert(root).inserted else { return }
    let message =
      "no one is offered after \(query.controlCharacter ?? ""): \(reason). \(nextStep(among: sources, absent))"
    guard let state = UserFolders.state(options.environment), settings[key].annotationStore != .off else {
      return tellUser(.info, message, about: .settings)
    }
    let path = "\(state)/\(UserFolders.hash(of: root)).told"
    emptyLists.waiting[path] = message
    perform(.mark(path: path))
  }

  /// Shows the message of a workspace, unless the workspace was marked before.
  ///
  /// - Parameters:
  ///   - path: the path of the workspace's marker file.
  ///   - isNew: whether the marker did not exist, so that the message was not shown in this workspace before.
  func emptyListMarked(_ path: String, isNew: Bool) {
    guard let message = emptyLists.waiting.removeValue(forKey: path) else { return }
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
    let absent = settings[key].absentSources(named: names)
    return reasonForNobody(among: sources, absent).map { reason in
      let place = trigger.map { " after “\($0.character)”" } ?? ""
      let step =
        kind == .implicit ? hintAtTrigger(at: offset, in: document, key) : nil
      return "No one is offered\(place): \(reason). \(step ?? nextStep(among: sources, absent))"
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
  private func nextStep(among sources: [SourceRegistry.Entry], _ absent: [String]) -> String {
    let step = sources.lazy.compactMap { $0.specification.stepForNobody($0.problems) }.first
    guard absent.isEmpty, let step else { return "Run “mentions-lsp doctor” for details." }
    return "\(step), or run “mentions-lsp doctor”."
  }

  /// The reason why no one can be offered; nil if a source has entities or is not loaded yet.
  ///
  /// - Parameter absent: the names of sources that cannot be used because of a problem with the settings.
  private func reasonForNobody(among sources: [SourceRegistry.Entry], _ absent: [String]) -> String? {
    var reasons = absent.map { "the settings of \($0) have a problem" }
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
