import JSONText

/// The layers laid over each other, each key with where it comes from.
struct MergedSettings {
  /// One key in force.
  struct Entry {
    var path: SettingsPath
    var value: JSONValue
    var origin: SettingsOrigin
  }

  private(set) var values = JSONObject()
  private var origins: [SettingsPath: SettingsOrigin] = [:]

  /// Lays a layer over those added before. Its value is one that passed the validation.
  mutating func add(_ layer: JSONObject, from origin: SettingsOrigin) {
    for key in SettingsDeclaration.record.keys {
      guard let value = layer[key.name] else { continue }
      let path = SettingsPath.root.member(key.name)
      switch key.merge {
      case .replaced:
        values[key.name] = value
        origins[path] = origin
      case .united:
        values[key.name] = .array((values[key.name]?.arrayValue ?? []) + (value.arrayValue ?? []))
        if value.arrayValue?.isEmpty == false || origins[path] == nil { origins[path] = origin }
      case .byMember, .byName:
        var object = values[key.name]?.objectValue ?? JSONObject()
        for (name, member) in value.objectValue?.members ?? [] {
          object[name] = member.isNull ? nil : member
          origins[path.member(name)] = member.isNull ? nil : origin
        }
        values[key.name] = .object(object)
      }
    }
  }

  mutating func set(_ value: JSONValue, at key: SettingKey) { values[key.name] = value }

  func origin(of path: SettingsPath) -> SettingsOrigin { origins[path] ?? .builtIn }

  /// The sources, those of the later layers first: what somebody set up goes before what is built in.
  var sources: [Entry] {
    let key = SettingsDeclaration.sources
    let root = SettingsPath.root.member(key.key.name)
    let entries = key.value(in: values).members.map { member in
      Entry(
        path: root.member(member.name), value: member.value, origin: origin(of: root.member(member.name)))
    }
    // Not every sort is stable.
    return entries.enumerated()
      .sorted { ($1.element.origin.rank, $0.offset) < ($0.element.origin.rank, $1.offset) }
      .map(\.element)
  }

  /// Every key in force, in the declaration's order.
  var entries: [Entry] {
    SettingsDeclaration.record.keys.flatMap { key -> [Entry] in
      guard let value = values[key.name] else { return [] }
      let path = SettingsPath.root.member(key.name)
      switch key.merge {
      case .replaced, .united: return [Entry(path: path, value: value, origin: origin(of: path))]
      case .byName: return sources
      case .byMember:
        return (value.objectValue?.members ?? []).map {
          Entry(path: path.member($0.name), value: $0.value, origin: origin(of: path.member($0.name)))
        }
      }
    }
  }
}
