import Entities
import JSONText

/// Finds the entry that is the same entity: by `uniqueID`, else by `id` and source; across sources an equal
/// e-mail address or handle is the same entity too (the behaviour, section 4).
struct KnownEntities: Sendable {
  private var byKey: [EntityKey: Int] = [:]
  private var byEmail: [CaselessText: Place] = [:]
  private var byHandle: [CaselessText: Place] = [:]

  fileprivate struct Place: Sendable {
    var index: Int
    var source: String
  }

  func index(of entity: Entity) -> Int? {
    if let index = byKey[entity.key] { return index }
    if let email = entity.email, let place = byEmail[CaselessText(email)], place.isElsewhere(entity) {
      return place.index
    }
    if let handle = entity.handle, let place = byHandle[CaselessText(handle)], place.isElsewhere(entity) {
      return place.index
    }
    return nil
  }

  /// The first one noted keeps an address or a handle.
  mutating func note(_ entity: Entity, at index: Int) {
    byKey[entity.key] = index
    let place = Place(index: index, source: entity.source)
    if let email = entity.email, !email.isEmpty { Self.note(email, place, in: &byEmail) }
    if let handle = entity.handle, !handle.isEmpty { Self.note(handle, place, in: &byHandle) }
  }

  private static func note(_ text: String, _ place: Place, in places: inout [CaselessText: Place]) {
    let text = CaselessText(text)
    if places[text] == nil { places[text] = place }
  }

  /// Makes room for one entry at `place`.
  mutating func shift(from place: Int) {
    for (key, index) in byKey where index >= place { byKey[key] = index + 1 }
    for (key, found) in byEmail where found.index >= place { byEmail[key]?.index += 1 }
    for (key, found) in byHandle where found.index >= place { byHandle[key]?.index += 1 }
  }

  mutating func forget(from limit: Int) {
    byKey = byKey.filter { $0.value < limit }
    byEmail = byEmail.filter { $0.value.index < limit }
    byHandle = byHandle.filter { $0.value.index < limit }
  }
}

extension KnownEntities.Place {
  fileprivate func isElsewhere(_ entity: Entity) -> Bool { !source.utf8.elementsEqual(entity.source.utf8) }
}

extension Entity {
  /// Takes what it lacks from another description of the same entity.
  mutating func fillMissing(from other: Entity) {
    uniqueID = uniqueID ?? other.uniqueID
    handle = handle ?? other.handle
    email = email ?? other.email
    detail = detail ?? other.detail
    url = url ?? other.url
    avatar = avatar ?? other.avatar
    shortName = shortName ?? other.shortName
    weight = weight ?? other.weight
    gone = gone || other.gone
    for alias in other.aliases where !aliases.contains(alias) { aliases.append(alias) }
    for member in other.metadata.members where metadata[member.name] == nil {
      metadata[member.name] = member.value
    }
  }
}
