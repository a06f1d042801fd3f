import Entities
import EntitySources
import JSONText
import Mentions

/// The form of a setting's value. Validation, JSON Schema and reference are derived from it.
indirect enum SettingShape: Sendable {
  case boolean
  case whole(ClosedRange<Int>)
  case text(TextRule)
  case choice([SettingChoice])
  case list(of: SettingShape, SettingListRule)
  case record(SettingRecord)
  /// An object whose member names are free; `names` says what they are.
  case named(names: String, of: SettingShape)
  /// An object whose member `by` says which of the records it is.
  case kinds(by: String, [SettingKind])
  case either(SettingShape, SettingShape)
  case anyObject

  /// How many members an object with free names may have.
  static let mostNames = 1000

  /// The expected value, in words that follow "expected".
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

/// One of a few words.
struct SettingChoice: Sendable {
  let name: String
  let documentation: String

  init(_ name: String, _ documentation: String) {
    self.name = name
    self.documentation = documentation
  }

  /// `"a", "b" or "c"`.
  static func list(_ names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// Rules for a list besides the shape of its items.
struct SettingListRule: Sendable {
  var expectation: String
  var minimum = 0
  /// Whether one bad item spoils the list; otherwise only the item is left out.
  var isIndivisible = false
  /// The member by which no two items may be the same.
  var unique: String?
  /// The first invalid item of a list, and the expected value in its place.
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
  /// Whether members that are not given get their defaults at once. Not so where layers merge by member.
  let fillsDefaults: Bool

  init(_ keys: [SettingKey], fillsDefaults: Bool = true) {
    self.keys = keys
    self.fillsDefaults = fillsDefaults
  }

  subscript(name: String) -> SettingKey? {
    keys.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// One sort of object among several.
struct SettingKind: Sendable {
  let name: String
  let documentation: String
  let record: SettingRecord
  /// Whether it starts a program or reaches the network.
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
  /// How the values of several layers become one.
  enum Merge: Sendable {
    /// The later wins.
    case replaced
    /// The later wins, each member for itself.
    case byMember
    /// The later wins, each name for itself; `null` removes one.
    case byName
    /// All count.
    case united
  }

  /// Which layers may hold it.
  enum Home: Sendable {
    case anywhere
    /// Everywhere but in a workspace's file.
    case personal
    case initializationOptions
    /// Files; for editors.
    case files

    func admits(_ origin: SettingsOrigin) -> Bool {
      switch self {
      case .anywhere: true
      case .personal: origin.isPersonal
      case .initializationOptions: origin == .initializationOptions || origin == .builtIn
      case .files: origin.path != nil
      }
    }

    /// Where it counts, in words that follow "counts only in".
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
  /// Made when it is asked for, as ``standard`` is: at a start most keys are not given, and nobody asks.
  var shape: SettingShape { makeShape() }
  private let makeShape: @Sendable () -> SettingShape
  /// Nil where there is none: the key is required, or its absence means something of its own. Made when it is asked for:
  /// a long list would take time at every start.
  var standard: JSONValue? { makeStandard() }
  private let makeStandard: @Sendable () -> JSONValue?
  let isRequired: Bool
  /// Markdown, one paragraph.
  let documentation: String
  let merge: Merge
  let home: Home
  /// The key to use instead: this one is still read, with a warning.
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

/// A key together with the type that it is read as. Its default is declared here, or taken from
/// `MentionsPolicy.standard` where it is the policy's.
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

  /// Words that follow "expected".
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

  /// How many scalars it may have, as far as the rule says.
  var length: ClosedRange<Int>? {
    switch self {
    case .filled: 1...Int.max
    case .controlCharacter: 1...8
    default: nil
    }
  }

  /// The part of the rule that a JSON Schema can express, in the regular expressions that all engines share.
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

  /// The reason why a text is not admitted, where there is more to say.
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

  /// *Normal* graphemes (Behaviour, section 1): what a word is made of.
  private static func isNormal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: scalar == "_"
    }
  }

  /// Editors put such a text into a style sheet: nothing in it may end a declaration or load something.
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
