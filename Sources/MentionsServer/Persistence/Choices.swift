import Entities
import JSONText

/// The people that the user has chosen: the latest choices, and a score for each person. The host stores this value in
/// a file of the state folder if `learning` is on.
///
/// Each choice adds 1 to the person's score, and scores halve every 30 days. Times are in seconds since 1970; a time in
/// the future, possible after the clock was set back, counts as now.
package struct Choices: Sendable {
  /// A modification of the choices.
  package enum Change: Sendable, Equatable {
    /// A person was chosen; `workspace` is the path of the document's folder.
    case chosen(Entity, workspace: String?)
    /// Forget all people with this name, handle, e-mail address or id; nil for everyone.
    case forgotten(String?)
  }

  fileprivate struct Choice {
    var entity: Entity
    var workspace: String?
    var at: Int

    var identity: Identity { Identity(entity, workspace) }
  }

  fileprivate struct Score {
    var value: Double
    var at: Int

    /// The score at a time. It halves every 30 days, and decreases linearly in between.
    func value(at now: Int) -> Double {
      let elapsed = max(0, now - at)
      let halvings = elapsed / Choices.month
      guard halvings < 1000 else { return 0 }
      let part = Double(elapsed % Choices.month) / Double(Choices.month)
      return Double(sign: .plus, exponent: -halvings, significand: value) * (1 - part / 2)
    }
  }

  fileprivate static let month = 30 * 86_400
  /// The maximum number of latest choices, which are stored with the name, the handle and other fields of the person.
  fileprivate static let mostLatest = 50
  fileprivate static let mostScores = 5_000

  /// The latest choices, latest first, without duplicates.
  private var latest: [Choice] = []
  private var scores: [Identity: Score] = [:]
  package init() {}

  package var isEmpty: Bool { latest.isEmpty && scores.isEmpty }

  /// The people chosen in the last 30 days, latest first. People chosen in other workspaces are included only if they
  /// have a `uniqueID` or an e-mail address.
  package func latest(in workspace: String?, at now: Int) -> [Entity] {
    recent(at: now).filter { $0.identity.isKnown(in: workspace) }.map(\.entity)
  }

  private func recent(at now: Int) -> some Sequence<Choice> { latest.prefix { $0.at > now - Self.month } }

  package mutating func apply(_ change: Change, at now: Int) {
    switch change {
    case .chosen(let entity, let workspace): choose(entity, workspace, at: now)
    case .forgotten(let text?): forget(text)
    case .forgotten(nil):
      latest = []
      scores = [:]
    }
  }

  private mutating func choose(_ entity: Entity, _ workspace: String?, at now: Int) {
    let choice = Choice(entity: entity, workspace: workspace, at: now)
    let identity = choice.identity
    latest.removeAll { $0.identity == identity }
    latest.insert(choice, at: 0)
    if latest.count > Self.mostLatest { latest.removeLast() }
    scores[identity] = Score(value: (scores[identity]?.value(at: now) ?? 0) + 1, at: now)
    guard scores.count > Self.mostScores else { return }
    // Removes a tenth of the scores at once, because the scores must be sorted for each removal.
    let least = scores.sorted { $0.value.value(at: now) < $1.value.value(at: now) }
    for (identity, _) in least.prefix(Self.mostScores / 10) { scores[identity] = nil }
  }

  private mutating func forget(_ text: String) {
    let text = text.hasPrefix("@") ? String(text.dropFirst()) : text
    let wanted = NameFolding.fold(text)
    latest.removeAll { choice in
      let entity = choice.entity
      let isMeant = [entity.name, entity.handle, entity.email, entity.id].contains {
        $0.map { NameFolding.fold($0) } == wanted
      }
      if isMeant { scores[choice.identity] = nil }
      return isMeant
    }
    for identity in scores.keys where identity.isCalled(text) { scores[identity] = nil }
  }

  // MARK: Ranking

  /// The maximum number of scores used for ranking; the highest ones are used.
  private static let mostRanked = 200

  /// The ranking signals of the latest choices and the scores, for the entities of a catalog. O(choices × log
  /// entities).
  ///
  /// - Parameters:
  ///   - catalog: the catalog in which people are looked up.
  ///   - workspace: the path of the requesting document's folder. People with neither a `uniqueID` nor an e-mail
  ///     address are identified only within the same workspace.
  ///   - now: in seconds since 1970.
  package func signals(
    in catalog: EntityCatalog, workspace: String?, at now: Int
  ) -> (recent: [EntityKey], chosen: [EntityKey: Double]) {
    let recent = recent(at: now).compactMap { choice in
      choice.identity.key(in: catalog, workspace, own: choice.entity.key)
    }
    var chosen: [EntityKey: Double] = [:]
    let best = scores.map { ($0.key, $0.value.value(at: now)) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    for (identity, value) in best.prefix(Self.mostRanked) {
      if let key = identity.key(in: catalog, workspace, own: nil) { chosen[key, default: 0] += value }
    }
    return (recent, chosen)
  }
}

/// Identifies an entity across restarts: by its `uniqueID`, else its e-mail address, else its id in a source of a
/// workspace.
private enum Identity: Hashable, Comparable {
  case uniqueID(String)
  case email(String)
  case id(String, source: String, workspace: String)

  init(_ entity: Entity, _ workspace: String?) {
    if let uniqueID = entity.uniqueID {
      self = .uniqueID(uniqueID)
    } else if let email = entity.email, !email.isEmpty {
      self = .email(email.lowercased())
    } else {
      self = .id(entity.id, source: entity.source, workspace: workspace ?? "")
    }
  }

  /// The key of the entity in a catalog; nil if the identity belongs to another workspace, or if the catalog does not
  /// contain the e-mail address and `own` is nil.
  ///
  /// - Parameter own: the key of an entity with this identity, if known.
  func key(in catalog: EntityCatalog, _ workspace: String?, own: EntityKey?) -> EntityKey? {
    switch self {
    case .uniqueID(let text): return EntityKey(uniqueID: text)
    case .email(let text):
      if let own, catalog.index(of: own) != nil { return own }
      return catalog.indices(called: text, limit: 1).first.map { catalog.entity(at: $0).key } ?? own
    case .id(let text, let source, _):
      return isKnown(in: workspace) ? EntityKey(source: source, id: text) : nil
    }
  }

  /// Whether the identity is valid in a workspace.
  func isKnown(in workspace: String?) -> Bool {
    if case .id(_, _, let own) = self { own == workspace ?? "" } else { true }
  }

  func isCalled(_ text: String) -> Bool {
    switch self {
    case .uniqueID(let own): own == text
    case .email(let own): own == text.lowercased()
    case .id(let own, _, _): own == text
    }
  }
}

// MARK: - Stored

extension Choices {
  /// The name of the file in a state folder.
  static let fileName = "choices.json"

  private static let version = 1

  /// Parses the file; invalid choices are skipped.
  ///
  /// - Returns: nil if it is not a file of this kind.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes) else { return nil }
    self.init(json: value)
  }

  /// Reads the content of the file; nil if it is not in this format.
  package init?(json value: JSONValue) {
    guard value["version"]?.intValue == Self.version else { return nil }
    for item in (value["latest"]?.arrayValue ?? []).prefix(Self.mostLatest) {
      guard let at = item["at"]?.intValue, let stored = item["entity"],
        let source = stored["source"]?.stringValue,
        case .success(var entity) = EntityTranslation.read(stored, source: source)
      else { continue }
      entity.source = source
      latest.append(Choice(entity: entity, workspace: item["workspace"]?.stringValue, at: at))
    }
    for item in (value["scores"]?.arrayValue ?? []).prefix(Self.mostScores) {
      guard let at = item["at"]?.intValue, let score = item["score"]?.doubleValue, score > 0, score.isFinite,
        let identity = Identity(item)
      else { continue }
      scores[identity] = Score(value: score, at: at)
    }
  }

  package var bytes: [UInt8] { JSONWriter.bytes(of: JSONValue.object(json)) }

  /// The content of the file.
  package var json: JSONObject {
    let latest = latest.map { choice -> JSONValue in
      var object: JSONObject = [
        "at": .integer(choice.at), "entity": EntityTranslation.json(choice.entity.brief),
      ]
      object["workspace"] = choice.workspace.map { .string($0) }
      return .object(object)
    }
    let scores = scores.sorted { $0.key < $1.key }.map { identity, score -> JSONValue in
      var object = identity.json
      object["at"] = .integer(score.at)
      object["score"] = .double(score.value)
      return .object(object)
    }
    return ["version": .integer(Self.version), "latest": .array(latest), "scores": .array(scores)]
  }
}

extension Entity {
  /// The entity with only the stored fields.
  fileprivate var brief: Entity {
    var entity = Entity(id: id, name: name)
    entity.uniqueID = uniqueID
    entity.handle = handle
    entity.email = email
    entity.kind = kind
    entity.source = source
    return entity
  }
}

extension Identity {
  init?(_ value: JSONValue) {
    if let text = value["uniqueID"]?.stringValue {
      self = .uniqueID(text)
    } else if let text = value["email"]?.stringValue {
      self = .email(text)
    } else if let text = value["id"]?.stringValue, let source = value["source"]?.stringValue {
      self = .id(text, source: source, workspace: value["workspace"]?.stringValue ?? "")
    } else {
      return nil
    }
  }

  var json: JSONObject {
    switch self {
    case .uniqueID(let text): ["uniqueID": .string(text)]
    case .email(let text): ["email": .string(text)]
    case .id(let text, let source, let workspace):
      ["id": .string(text), "source": .string(source), "workspace": .string(workspace)]
    }
  }
}
