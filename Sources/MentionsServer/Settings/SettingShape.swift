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
  case record([SettingKey])
  /// An object with arbitrary member names; `names` describes them. If they are removable, `null` removes the member of
  /// a lower layer.
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
    case .record, .named, .kinds, .anyObject: "an object"
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
