import Entities
import EntitySources
import JSONText
import Mentions

/// The form of a setting's value, from which validation, JSON Schema and reference are derived.
indirect enum SettingShape: Sendable {
  case boolean
  case whole(ClosedRange<Int>)
  case text(TextRule)
  case choice([SettingChoice])
  case list(of: SettingShape, SettingListRule)
  case record(SettingRecord)
  /// An object with arbitrary member names; `names` describes them.
  case named(names: String, of: SettingShape)
  /// An object whose member `by` determines which of the records it is.
  case kinds(by: String, [SettingKind])
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
    case .record, .named, .kinds, .anyObject: "an object"
    case .either(let first, let second): "\(first.expectation) or \(second.expectation)"
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
  /// Whether one invalid item invalidates the list; otherwise only the item is dropped.
  var isIndivisible = false
  /// The member that must differ between all items.
  var unique: String?
  /// Returns the first invalid item of a list, and the expected value.
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

/// An object with known members.
struct SettingRecord: Sendable {
  let keys: [SettingKey]
  /// Whether absent members get their defaults immediately. Not used if layers are merged by member.
  let fillsDefaults: Bool

  init(_ keys: [SettingKey], fillsDefaults: Bool = true) {
    self.keys = keys
    self.fillsDefaults = fillsDefaults
  }

  subscript(name: String) -> SettingKey? {
    keys.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// One of several kinds of objects.
struct SettingKind: Sendable {
  let name: String
  let documentation: String
  let record: SettingRecord
  /// Whether it starts a program or uses the network.
  let needsTrust: Bool

  init(_ name: String, _ documentation: String, _ keys: [SettingKey], needsTrust: Bool = false) {
    self.name = name
    self.documentation = documentation
    record = SettingRecord(keys)
    self.needsTrust = needsTrust
  }
}

/// The declaration of one key.
struct SettingKey: Sendable {
  /// The way in which the values of several layers are merged.
  enum Merge: Sendable {
    /// The later one wins.
    case replaced
    /// The later one wins, separately for each member.
    case byMember
    /// The later one wins, separately for each name; `null` removes a name.
    case byName
    /// The values are combined.
    case united
  }

  /// The layers that may contain it.
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
      case .initializationOptions: origin == .initializationOptions || origin == .builtIn
      case .files: origin.path != nil
      }
    }

    /// The places in which it is allowed, as words that follow "is only allowed in".
    var location: String {
      switch self {
      case .anywhere: "any layer"
      case .personal: "the user's own settings file and the client's settings"
      case .initializationOptions: "initializationOptions"
      case .files: "settings files"
      }
    }
  }

  let name: String
  /// Created on demand, like ``standard``, because most keys are not set.
  var shape: SettingShape { makeShape() }
  private let makeShape: @Sendable () -> SettingShape
  /// The default; nil if there is none, because the key is required, or because its absence has a meaning. Created on
  /// demand: a long list would slow down each start.
  var standard: JSONValue? { makeStandard() }
  private let makeStandard: @Sendable () -> JSONValue?
  let isRequired: Bool
  /// One paragraph of Markdown.
  let documentation: String
  let merge: Merge
  let home: Home
  /// The key to use instead; this one is still read, with a warning.
  let instead: String?

  init(
    _ name: String, _ shape: @autoclosure @escaping @Sendable () -> SettingShape,
    standard: @autoclosure @escaping @Sendable () -> JSONValue? = nil, isRequired: Bool = false,
    merge: Merge = .replaced, home: Home = .anywhere, instead: String? = nil, _ documentation: String
  ) {
    self.instead = instead
    self.name = name
    makeShape = shape
    makeStandard = standard
    self.isRequired = isRequired
    self.documentation = documentation
    self.merge = merge
    self.home = home
  }
}

/// A key together with the type of its value. Its default is declared here, or taken from `MentionsPolicy.standard` if
/// it belongs to the policy.
struct Setting<Value: SettingValue>: Sendable {
  let key: SettingKey
  let standard: Value

  init(
    _ name: String, _ shape: @autoclosure @escaping @Sendable () -> SettingShape, standard: Value,
    merge: SettingKey.Merge = .replaced, home: SettingKey.Home = .anywhere, instead: String? = nil,
    _ documentation: String
  ) {
    key = SettingKey(
      name, shape(), standard: standard.settingJSON, merge: merge, home: home, instead: instead, documentation
    )
    self.standard = standard
  }

  /// Its value in a validated object; the default if absent.
  func value(in object: JSONObject) -> Value {
    object[key.name].flatMap(Value.init(setting:)) ?? standard
  }
}

/// A type of values in settings.
protocol SettingValue: Sendable {
  init?(setting json: JSONValue)
  /// Nil if not set.
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

/// A rule for texts in the settings.
enum TextRule: Sendable, CaseIterable {
  case anything
  case filled
  case line
  case controlCharacter
  case template
  case label
  case entityFile
  case folder
  case url
  case pointer
  case style

  /// The expected text, as words that follow "expected".
  var expectation: String {
    switch self {
    case .anything: "a text"
    case .filled: "a text that is not empty"
    case .line: "a text on one line"
    case .controlCharacter:
      "a trigger: 1 to 8 characters without white space, at least one of which is not a letter or digit"
    case .template: "an insert format such as \"{name}\""
    case .label: "a format such as \"{detail}\", or an empty text"
    case .entityFile:
      "a path that ends in " + EntityFileFormat.extensions.joined(separator: ", ")
    case .folder: "an absolute path, or one that begins with ~/"
    case .url: "a URL that begins with https:// or http:// and has no placeholder but {key}"
    case .pointer: "a JSON Pointer: empty, or beginning with /"
    case .style: "letters, digits, spaces and #@%.,()_-"
    }
  }

  /// The number of scalars that the rule allows, if limited.
  var length: ClosedRange<Int>? {
    switch self {
    case .filled: 1...Int.max
    case .controlCharacter: 1...8
    default: nil
    }
  }

  /// The part of the rule that a JSON Schema can express, in the subset of regular expressions that all engines
  /// support.
  var pattern: String? {
    switch self {
    case .anything, .filled, .template, .label: nil
    case .line: "^[^\\r\\n]*$"
    case .controlCharacter: #"^(?=.*[^A-Za-z0-9_])\S+$"#
    case .entityFile:
      "\\.(" + Self.extensions.map(Self.eitherCase).joined(separator: "|") + ")$"
    case .folder: "^(/|~$|~/)"
    case .url: "^https?://[^\\s/]+"
    case .pointer: "^(/|$)"
    case .style: "^[A-Za-z0-9 #@%.,()_-]+$"
    }
  }

  /// Whether a text satisfies the rule. ``fault(in:)`` explains faults of templates.
  func admits(_ text: String) -> Bool {
    switch self {
    case .anything: true
    case .filled: !text.isEmpty
    case .line: !text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
    case .controlCharacter: Self.isControlCharacter(text)
    case .template, .label: fault(in: text) == nil
    case .entityFile: EntityFileFormat(path: text) != nil && !text.utf8.contains(0)
    case .folder: FolderPath.isAnchored(text)
    case .url: Self.isURL(text)
    case .pointer: text.isEmpty || text.utf8.first == UInt8(ascii: "/")
    case .style: !text.isEmpty && text.utf8.allSatisfy(Self.isStyle)
    }
  }

  /// The reason why a text is not admitted, if there is a specific one.
  func fault(in text: String) -> String? {
    guard self == .template || (self == .label && !text.isEmpty) else { return nil }
    do {
      _ = try InsertFormat(text)
      return nil
    } catch {
      return error.description
    }
  }

  private static func isControlCharacter(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard (1...8).contains(scalars.count) else { return false }
    return ShownText.isClean(text)
      && scalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
      && !scalars.allSatisfy(isNormal)
  }

  /// Whether a scalar is *normal* (Behaviour, section 1), and so may be part of a word.
  private static func isNormal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: scalar == "_"
    }
  }

  /// Whether a byte may occur in a style. Editors insert the text into a style sheet, so it must not end a declaration
  /// or load a resource.
  private static func isStyle(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: " #@%.,()_-".utf8.contains(byte)
    }
  }

  private static func isURL(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    for scheme in ["https://", "http://"] where bytes.starts(with: scheme.utf8) {
      guard let host = bytes.dropFirst(scheme.utf8.count).first else { return false }
      // As `{key:word}` in a command: here it would be sent literally.
      return host != UInt8(ascii: "/") && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        && bytes.firstOccurrence(of: "{key:".utf8) == nil
    }
    return false
  }

  /// Extensions of ``EntityFileFormat``, for the schema.
  private static let extensions = [
    "jsonl", "ndjson", "json", "csv", "tsv", "vcf", "vcard", "ldif", "txt", "text",
  ]

  private static func eitherCase(_ word: String) -> String {
    word.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : String($0) }.joined()
  }
}
