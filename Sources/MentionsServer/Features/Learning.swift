import Entities
import JSONText
import LanguageProtocol
import Mentions

/// The people that the user has chosen, in this session and in earlier ones.
struct LearningState {
  fileprivate var choices = Choices() {
    didSet { revision += 1 }
  }
  /// The number of changes of the choices so far.
  private(set) var revision = 0
  /// The number of changes sent to the file that are not confirmed yet.
  fileprivate var unconfirmed = 0
  fileprivate var isRead = false
  /// The last accepted offer that has not been learned yet, with its creation.
  fileprivate var accepted: (entity: Entity, document: DocumentURI, creation: Int)?
  /// A moment both in seconds since 1970 and as an instant of the session's clock, used to convert other instants to
  /// seconds.
  fileprivate var clock: (seconds: Int, at: Instant)?
  fileprivate var ranked: Ranked?

  /// Choices mapped to the entities of a catalog.
  fileprivate struct Ranked {
    let revision: Int
    let catalog: EntityCatalog
    let workspace: String?
    let recent: [EntityKey]
    let chosen: [EntityKey: Double]
  }

  fileprivate func seconds(at now: Instant) -> Int {
    guard let clock else { return Int(now.milliseconds / 1000) }
    return clock.seconds + Int((now.milliseconds - clock.at.milliseconds) / 1000)
  }
}

extension ServerSettings {
  /// The file that stores choices; nil if they are not stored.
  ///
  /// - Parameter environment: the environment variables, of which `XDG_STATE_HOME` and `HOME` are used.
  package func choicesFile(_ environment: [String: String]) -> String? {
    learning ? UserFolders.state(environment).map { "\($0)/\(Choices.fileName)" } : nil
  }
}

extension Session {
  /// The file that stores choices; nil if they are forgotten at the end of the session.
  private var choicesPath: String? { settings.current.choicesFile(options.environment) }

  /// Reads the stored choices when the first document is opened.
  func readChoices() {
    guard !learning.isRead, let path = choicesPath else { return }
    learning.isRead = true
    perform(.keepChoices(path: path, []))
  }

  /// Handles a change of the setting `learning`.
  func updateLearning() {
    if settings.current.learning {
      if !documents.isEmpty { readChoices() }
      return
    }
    guard learning.isRead else { return }
    learning.choices = Choices()
    learning.isRead = false
  }

  /// Records an accepted offer. It is learned at the next search: until then, an editor that inserts each offer as the
  /// user steps through the list may replace it with another one, or insert it again.
  func noteAccepted(_ entity: Entity, in key: DocumentURI) {
    guard let document = documents[key] else { return }
    let creation = document.mentions.creationNumber
    if document.learnedCreation != creation { learning.accepted = (entity, key, creation) }
  }

  func learnAccepted() {
    guard let (entity, key, creation) = learning.accepted else { return }
    learning.accepted = nil
    withDocument(key) { $0.learnedCreation = creation }
    learn(.chosen(entity, workspace: settings.folderPath(of: key)))
  }

  /// Applies a change of the choices (a person was chosen, or is to be forgotten) and sends it to the file.
  private func learn(_ change: Choices.Change) {
    learning.choices.apply(change, at: learning.seconds(at: now))
    guard let path = choicesPath else { return }
    learning.unconfirmed += 1
    perform(.keepChoices(path: path, [change]))
  }

  /// Adopts the choices in the file after changes were written to it.
  ///
  /// - Parameter seconds: the time of day, in seconds since 1970.
  func choicesKept(_ choices: Choices, changes: Int, seconds: Int) {
    learning.clock = (seconds, now)
    learning.unconfirmed = max(0, learning.unconfirmed - changes)
    // While changes are unconfirmed, the file lacks the latest choices.
    guard learning.unconfirmed == 0, settings.current.learning else { return }
    if !choices.isEmpty || !learning.choices.isEmpty { learning.choices = choices }
  }

  /// The people chosen in the last 30 days who are known in the document's workspace, latest first.
  func latestChoices(for key: DocumentURI) -> [Entity] {
    learning.choices.latest(in: settings.folderPath(of: key), at: learning.seconds(at: now))
  }

  /// Adds the ranking signals of choices for the people in a catalog.
  ///
  /// - Parameter workspace: the path of the requesting document's workspace folder.
  func addChoices(to signals: inout RankingSignals, in workspace: String?, _ catalog: EntityCatalog) {
    if learning.revision == 0 { return }
    let revision = learning.revision
    var ranked = learning.ranked
    if ranked?.revision != revision || ranked?.catalog !== catalog || ranked?.workspace != workspace {
      let (recent, chosen) = learning.choices.signals(
        in: catalog, workspace: workspace, at: learning.seconds(at: now))
      ranked = .init(
        revision: revision, catalog: catalog, workspace: workspace, recent: recent, chosen: chosen)
      learning.ranked = ranked
    }
    signals.recent = ranked?.recent ?? []
    signals.chosen = ranked?.chosen ?? [:]
  }

  /// `mentions.forget`: forgets the choices of all people or, with an argument, of the people with this name, handle,
  /// e-mail address or id.
  func forgetChoices(_ argument: JSONValue) throws(RPCError) {
    // An accepted offer that has not been learned yet would be learned later.
    learnAccepted()
    switch argument {
    case .null: learn(.forgotten(nil))
    case .string(let text): learn(.forgotten(text))
    default:
      throw RPCError(
        .invalidParams, "mentions.forget: expected a name, handle, e-mail address or id, or no argument")
    }
  }
}
