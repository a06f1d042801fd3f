import Entities
import EntitySources
import JSONText
import Mentions

/// One setting: the property that holds it, its name, the values that it allows, and its documentation.
///
/// The default is the value of the property in a new `Owner`. Validation, the JSON Schema, the reference and the
/// effective value of each key are derived from the rows. Key paths are created only when they are used, because most
/// keys are not set, and a key path takes longer to create than everything else in a row.
struct SettingRow<Owner: SettingRecord>: Sendable {
  let key: SettingKey
  /// Applies a validated value to the property.
  let take: @Sendable (JSONValue, inout Owner) -> Void
  /// The value of the property; nil if it is not set.
  let json: @Sendable (Owner) -> JSONValue?

  init<Value: SettingValue>(
    _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Owner, Value>, _ name: String,
    _ shape: @autoclosure @escaping @Sendable () -> SettingShape, isRequired: Bool = false,
    home: SettingKey.Home = .anywhere, trust: SettingKey.Trust = .notNeeded, instead: String? = nil,
    _ documentation: String
  ) {
    take = { $1[keyPath: property()].take($0) }
    json = { $0[keyPath: property()].settingJSON }
    key = SettingKey(
      name, shape(), standard: isRequired ? nil : Owner()[keyPath: property()].settingJSON,
      isRequired: isRequired, home: home, trust: trust, instead: instead, documentation)
  }

  /// A setting whose type determines the values that it allows.
  init<Value: ShapedSettingValue>(
    _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Owner, Value>, _ name: String,
    home: SettingKey.Home = .anywhere, trust: SettingKey.Trust = .notNeeded, _ documentation: String
  ) {
    self.init(property(), name, Value.shape, home: home, trust: trust, documentation)
  }
}

/// The part of a row that does not depend on the type of the property: the basis of validation, schema and reference.
struct SettingKey: Sendable {
  /// The layers that may contain the key.
  enum Home: Sendable {
    case anywhere
    /// Everywhere except in a workspace's file.
    case personal
    case initializationOptions
    /// Only in files.
    case files

    func admits(_ origin: SettingsOrigin) -> Bool {
      switch self {
      case .anywhere: true
      case .personal: origin.isPersonal
      case .initializationOptions: origin == .initializationOptions
      case .files: origin.path != nil
      }
    }

    /// The layers in which the key is allowed, as words that follow "is only allowed in".
    var location: String {
      switch self {
      case .anywhere: "any layer"
      case .personal: "the user's own settings file and the client's settings"
      case .initializationOptions: "initializationOptions"
      case .files: "settings files"
      }
    }
  }

  /// Restrictions for the file of an untrusted workspace.
  enum Trust: Sendable {
    /// The file may set the key.
    case notNeeded
    /// The file may not set the members for which the function returns true.
    case neededByMembers(@Sendable (JSONValue) -> Bool)
    /// The file's value has no effect on queries to sources that are not in memory.
    case neededForQueries
  }

  let name: String
  /// The form of the value. Created on demand, like ``standard``, because most keys are not set.
  var shape: SettingShape { makeShape() }
  private let makeShape: @Sendable () -> SettingShape
  /// The default; nil if there is none, because the key is required, or because its absence has a meaning. Created on
  /// demand: a long list would slow down each start.
  var standard: JSONValue? { makeStandard() }
  private let makeStandard: @Sendable () -> JSONValue?
  let isRequired: Bool
  let home: Home
  let trust: Trust
  /// The key that replaces this one; nil if this one is current. A replaced key still takes effect, with a warning.
  let instead: String?
  /// One paragraph of Markdown.
  let documentation: String

  init(
    _ name: String, _ shape: @autoclosure @escaping @Sendable () -> SettingShape,
    standard: @autoclosure @escaping @Sendable () -> JSONValue? = nil, isRequired: Bool = false,
    home: Home = .anywhere, trust: Trust = .notNeeded, instead: String? = nil, _ documentation: String
  ) {
    self.name = name
    makeShape = shape
    makeStandard = standard
    self.isRequired = isRequired
    self.home = home
    self.trust = trust
    self.instead = instead
    self.documentation = documentation
  }
}

// MARK: - Values

/// A type of values in settings.
protocol SettingValue: Sendable {
  /// Converts JSON; nil if the JSON is of another type.
  init?(setting json: JSONValue)
  /// The value as JSON; nil if it is not set.
  var settingJSON: JSONValue? { get }
  /// Applies a validated value over the value of the lower layers. An object keeps the members that the new object does
  /// not contain; all other values are replaced.
  mutating func take(_ json: JSONValue)
}

/// A value whose type determines the JSON that it allows.
protocol ShapedSettingValue: SettingValue {
  static var shape: SettingShape { get }
}

/// An object with known members.
protocol SettingRecord: ShapedSettingValue {
  /// Creates a record in which each member has its default value.
  init()
  static var rows: [SettingRow<Self>] { get }
}

extension SettingRecord {
  static var keys: [SettingKey] { rows.map(\.key) }
  static var shape: SettingShape { .record(keys) }

  init?(setting json: JSONValue) {
    guard json.objectValue != nil else { return nil }
    self.init()
    take(json)
  }

  var settingJSON: JSONValue? {
    .object(JSONObject(Self.rows.compactMap { row in row.json(self).map { (row.key.name, $0) } }))
  }

  mutating func take(_ json: JSONValue) {
    for row in Self.rows { if let value = json[row.key.name] { row.take(value, &self) } }
  }
}

extension SettingValue {
  mutating func take(_ json: JSONValue) { if let value = Self(setting: json) { self = value } }
}

extension Bool: ShapedSettingValue {
  static var shape: SettingShape { .boolean }
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

  /// Replaces the members that the new object contains, and adds new ones; `null` removes a member.
  mutating func take(_ json: JSONValue) {
    for (name, member) in json.objectValue?.members ?? [] { self[name] = member.isNull ? nil : member }
  }
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

extension MentionsPolicy.Deletion: SettingValue {}
extension EntityFileFormat: SettingValue {}
extension ForgeList: SettingValue {}

extension IgnoredWords: SettingValue {
  init?(setting json: JSONValue) {
    guard let words = [String](setting: json) else { return nil }
    self.init(words)
  }
  /// Nil for the standard words, which would fill each list of effective settings.
  var settingJSON: JSONValue? { self == .standard ? nil : words.settingJSON }
}

/// An insert format; nil for an empty or invalid text.
extension InsertFormat: SettingValue {
  init?(setting json: JSONValue) {
    guard let text = json.stringValue, let format = try? InsertFormat(text) else { return nil }
    self = format
  }
  var settingJSON: JSONValue? { .string(template) }
}

// MARK: - Shapes

/// The form of a setting's value, from which validation, JSON Schema and reference are derived.
indirect enum SettingShape: Sendable {
  case boolean
  case whole(ClosedRange<Int>)
  case text(TextRule)
  case choice([SettingChoice])
  case list(of: SettingShape, SettingListRule)
  case record([SettingKey])
  /// An object with arbitrary member names; `names` describes the names. If `isRemovable` is true, `null` removes the
  /// member of a lower layer.
  case named(names: String, of: SettingShape, isRemovable: Bool = false)
  /// An object whose member `type` determines its other members.
  case kinds([SourceKind])
  case either(SettingShape, SettingShape)
  case anyObject

  /// The maximum number of members of an object with arbitrary names.
  static let mostNames = 1000

  /// The expected value, as words that follow "expected".
  var expectation: String {
    switch self {
    case .boolean: "true or false"
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .text(let rule): rule.expectation
    case .choice(let choices): SettingChoice.list(choices.map(\.name))
    case .list(_, let rule): rule.expectation
    case .record(let keys):
      keys.first(where: \.isRequired).map { "an object with \"\($0.name)\"" } ?? "an object"
    case .named(let names, _, _): "an object with a member for each \(names)"
    case .kinds: "an object with \"type\""
    case .anyObject: "an object"
    case .either(let first, let second): "\(first.expectation) or \(second.expectation)"
    }
  }

  /// Whether layers are merged separately for each member; otherwise the later value replaces the earlier one.
  var mergesMembers: Bool {
    switch self {
    case .record, .named: true
    default: false
    }
  }
}

/// One of several fixed words.
struct SettingChoice: Sendable {
  let name: String
  let documentation: String

  init(_ name: String, _ documentation: String) {
    self.name = name
    self.documentation = documentation
  }

  /// The names as a list: `"a", "b" or "c"`.
  static func list(_ names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// Rules for a list in addition to the shape of its items.
struct SettingListRule: Sendable {
  var expectation: String
  var minimum = 0
  /// Whether one invalid item invalidates the list; otherwise only the item is skipped.
  var isIndivisible = false
  /// The member that must differ between all items.
  var unique: String?
  /// Returns the first invalid item of a list and the value expected there; nil if all are valid.
  var fault: (@Sendable ([JSONValue]) -> (index: Int, expected: String)?)?

  init(
    _ expectation: String, minimum: Int = 0, isIndivisible: Bool = false, unique: String? = nil,
    fault: (@Sendable ([JSONValue]) -> (index: Int, expected: String)?)? = nil
  ) {
    self.fault = fault
    self.expectation = expectation
    self.minimum = minimum
    self.isIndivisible = isIndivisible
    self.unique = unique
  }
}
