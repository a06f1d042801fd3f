import JSONText

/// What the value of a setting looks like. Validation, JSON Schema and reference are all read off it.
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

  /// What is expected, in words that follow "expected".
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

/// What holds for a list beside the shape of its items.
struct SettingListRule: Sendable {
  var expectation: String
  var minimum = 0
  /// Whether one bad item spoils the list; otherwise only the item is left out.
  var isIndivisible = false
  /// The member by which no two items may be the same.
  var unique: String?

  init(_ expectation: String, minimum: Int = 0, isIndivisible: Bool = false, unique: String? = nil) {
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
