import Entities
import LanguageProtocol
import Mentions
import TextModel

/// One document that the client has open. An object, because a copy of all that a document knows costs as much as
/// an edit; the session owns it, and changes it in `Session.withDocument` alone.
final class OpenDocument {
  /// As the client writes it; its normalised form is the key under which the session keeps it.
  let uri: DocumentURI
  let languageID: String
  /// A session numbers documents in the order in which it opens them.
  let number: Int
  var version: Int
  /// When its text changed last; nil where it is as it was opened.
  var changed: Instant?
  var mentions: MentionsDocument

  // Features
  var textEvents = TextEventReader()
  var plugins = DocumentPlugins()
  /// The tokens that the client has, for deltas.
  var tokens: SemanticTokenCache?
  var chooser = ShownChooser()
  var accessories = ShownAccessories()
  /// What the host knows of where spell checking stays off.
  var spelling = SpellingState()
  var diagnostics = DocumentDiagnostics()

  // People
  /// Entities mentioned here and the state of the annotations that this was read from.
  private var mentionedHere: (revision: Int, keys: Set<EntityKey>, entities: [Entity])?
  /// Those and who was mentioned lately elsewhere, as a catalog; what it was made from.
  private var mentionedPeople: (here: Int, lately: Int, beside: [String], catalog: EntityCatalog)?
  /// How near people are whom other documents mention together with those of this one; what it was made from.
  private var mentionedTogether: (own: Int, others: Int, points: [EntityKey: Int])?
  /// Every mention in it, and what that was read from.
  var found: Found?
  /// Where it mentions somebody whom nobody knows, and what that was read from.
  var unknown: (state: Found.State, ranges: [TextRange])?
  /// Who is near the cursor; nil where that does not count.
  var nearness: DocumentNearness?

  struct Found {
    struct State: Hashable {
      var version: Int
      /// The revisions of both stores.
      var annotations: Int
      var declined: Int
      /// ``Session/peopleRevision``.
      var people: Int

      init(_ document: OpenDocument, people: Int) {
        version = document.version
        annotations = document.mentions.annotations.revision
        declined = document.mentions.declinedMentions.revision
        self.people = people
      }
    }

    let state: State
    let mentions: [FoundMention]
  }

  init(uri: DocumentURI, languageID: String, number: Int, version: Int, mentions: MentionsDocument) {
    self.uri = uri
    self.languageID = languageID
    self.number = number
    self.version = version
    self.mentions = mentions
  }

  /// The query that is under way may have been answered.
  func noteAnswers() {
    if !mentions.chooser.isLoading { chooser.noteAnswered() }
  }

  /// More annotations than this say nothing about who comes next.
  private static let mentionedHereLimit = 500

  /// Who is mentioned in this document; read again only after annotations came or went.
  func entitiesMentionedHere() -> (keys: Set<EntityKey>, entities: [Entity]) {
    let revision = mentions.annotations.revision
    if let known = mentionedHere, known.revision == revision { return (known.keys, known.entities) }
    var keys: Set<EntityKey> = []
    var entities: [Entity] = []
    for index in 0..<min(mentions.annotations.count, Self.mentionedHereLimit) {
      let entity = mentions.annotations[index].entity
      if keys.insert(entity.key).inserted { entities.append(entity) }
    }
    mentionedHere = (revision, keys, entities)
    return (keys, entities)
  }

  /// Who is mentioned in other documents together with those of this one.
  ///
  /// - Parameter revision: changes whenever what `make` returns may have changed, but for this document's own mentions.
  func together(_ revision: Int, make: () -> [EntityKey: Int]) -> [EntityKey: Int] {
    let own = mentions.annotations.revision
    if let known = mentionedTogether, known.own == own, known.others == revision { return known.points }
    let points = make()
    mentionedTogether = (own, revision, points)
    return points
  }

  /// Who is mentioned in this document or was lately, of other sources than the named ones. Made anew only after
  /// somebody was mentioned, or is no more.
  func peopleMentioned(lately history: MentionHistory, beside sources: [String]) -> EntityCatalog {
    let revision = mentions.annotations.revision
    if let known = mentionedPeople, known.here == revision, known.lately == history.revision,
      known.beside == sources
    {
      return known.catalog
    }
    var seen: Set<EntityKey> = []
    let people = (entitiesMentionedHere().entities + history.mentionedLately).filter {
      !sources.contains($0.source) && seen.insert($0.key).inserted
    }
    let bySource = Dictionary(grouping: people, by: \.source).sorted { $0.key < $1.key }
    let catalogs = bySource.map { EntityCatalog(source: $0.key, $0.value) }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs)
    mentionedPeople = (revision, history.revision, sources, catalog)
    return catalog
  }
}

extension MentionsDocument {
  /// The mention that is being made, if one is.
  var creation: Creation? {
    if case .creating(let creation) = phase { creation } else { nil }
  }

  /// The query that the chooser shows the answers to, while a mention is being made.
  var query: Query? {
    creation.map {
      Query(
        id: chooser.queryID, key: $0.key, kind: $0.kind, invoked: $0.invoked, trigger: $0.trigger,
        controlCharacter: $0.controlCharacter)
    }
  }
}
