import Entities

/// One person, as whom each workspace folder knows them: a folder has people of its own, and `1` of one folder's file is
/// somebody else than `1` of another's.
struct FolderPerson {
  /// By the place of the folder in ``SettingsStack/all``; nil where it knows nobody who is the same.
  private let keys: [EntityKey?]
  /// Those keys, each once.
  let all: [EntityKey]

  init(_ keys: [EntityKey?]) {
    self.keys = keys
    var all: [EntityKey] = []
    for key in keys.lazy.compactMap(\.self) where !all.contains(key) { all.append(key) }
    self.all = all
  }

  /// Whether every folder has the same.
  var isAlikeEverywhere: Bool { all.count == 1 && !keys.contains(nil) }

  /// Whether a key means the person in a folder.
  func isMeant(by key: EntityKey, in place: Int) -> Bool {
    keys.indices.contains(place) && keys[place] == key
  }
}
