import Entities

/// An entity that is looked for while a file is read, and where its record was found.
///
/// Whoever reads records tells the place of each value and then that of the whole record; nobody else does more work for
/// it. Places are bytes of the file.
struct RecordSearch {
  struct Record {
    var range: Range<Int>
    var values: [EntityPlace.Value]
  }

  private let wanted: Entity
  private let key: EntityKey
  /// Where in the file the window of the reader begins.
  var origin = 0
  private var values: [EntityPlace.Value] = []
  /// The record of the entity itself, else the first of somebody with its e-mail address or handle.
  private(set) var found: Record?
  /// Whether nothing better can follow.
  private(set) var isOver = false

  init(_ wanted: Entity) {
    self.wanted = wanted
    key = wanted.key
  }

  /// The record that is read has this value of a field. Of several, the last counts.
  mutating func note(_ field: EntityField, at range: Range<Int>, _ notation: EntityPlace.Notation) {
    values.removeAll { $0.field == field }
    values.append(EntityPlace.Value(field: field, range: range, notation: notation))
  }

  /// A record was read; nil where it makes no entity.
  mutating func take(_ entity: Entity?, at range: Range<Int>) {
    defer { values.removeAll(keepingCapacity: true) }
    guard let entity, !isOver else { return }
    isOver = entity.key == key
    // Across sources, an equal address or handle is the same entity (the behaviour, section 4).
    if isOver || found == nil && isSamePerson(entity) { found = Record(range: range, values: values) }
  }

  private func isSamePerson(_ entity: Entity) -> Bool {
    func isSame(_ a: String?, _ b: String?) -> Bool {
      guard let a, let b else { return false }
      return a.utf8.count == b.utf8.count && a.lowercased() == b.lowercased()
    }
    return isSame(entity.email, wanted.email) || isSame(entity.handle, wanted.handle)
  }
}
