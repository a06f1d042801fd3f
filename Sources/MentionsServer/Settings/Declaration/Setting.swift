import JSONText

/// A key together with the type that it is read as. Its default stands here and nowhere else.
struct Setting<Value: SettingValue>: Sendable {
  let key: SettingKey
  let standard: Value

  init(
    _ name: String, _ shape: SettingShape, standard: Value, merge: SettingKey.Merge = .replaced,
    home: SettingKey.Home = .anywhere, _ documentation: String
  ) {
    key = SettingKey(
      name, shape, standard: standard.settingJSON, merge: merge, home: home, documentation)
    self.standard = standard
  }

  /// Its value in an object that was cleaned; the default where it is not given.
  func value(in object: JSONObject) -> Value {
    object[key.name].flatMap(Value.init(setting:)) ?? standard
  }
}

/// A type that settings are read as.
protocol SettingValue: Sendable {
  init?(setting json: JSONValue)
  /// Nil = not given.
  var settingJSON: JSONValue? { get }
}

extension Bool: SettingValue {
  init?(setting json: JSONValue) {
    guard let value = json.boolValue else { return nil }
    self = value
  }
  var settingJSON: JSONValue? { .bool(self) }
}

extension Int: SettingValue {
  init?(setting json: JSONValue) {
    guard let value = json.intValue else { return nil }
    self = value
  }
  var settingJSON: JSONValue? { .integer(self) }
}

extension String: SettingValue {
  init?(setting json: JSONValue) {
    guard let value = json.stringValue else { return nil }
    self = value
  }
  var settingJSON: JSONValue? { .string(self) }
}

extension JSONObject: SettingValue {
  init?(setting json: JSONValue) {
    guard let value = json.objectValue else { return nil }
    self = value
  }
  var settingJSON: JSONValue? { .object(self) }
}

extension JSONValue: SettingValue {
  init?(setting json: JSONValue) { self = json }
  var settingJSON: JSONValue? { self }
}

extension Array: SettingValue where Element: SettingValue {
  init?(setting json: JSONValue) {
    guard let items = json.arrayValue else { return nil }
    self = items.compactMap(Element.init(setting:))
  }
  var settingJSON: JSONValue? { .array(compactMap(\.settingJSON)) }
}

extension Optional: SettingValue where Wrapped: SettingValue {
  init?(setting json: JSONValue) { self = Wrapped(setting: json) }
  var settingJSON: JSONValue? { flatMap(\.settingJSON) }
}

extension SettingValue where Self: RawRepresentable, RawValue == String {
  init?(setting json: JSONValue) {
    guard let value = json.stringValue.flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }
  var settingJSON: JSONValue? { .string(rawValue) }
}
