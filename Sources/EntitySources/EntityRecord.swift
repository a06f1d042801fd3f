import Entities
import JSONText

/// The fields of an entity. The raw values are the names of the fields in JSON, tables and front matter.
package enum EntityField: String, CaseIterable, Hashable, Sendable {
  case name, id, uniqueID, handle, aliases, email, detail, kind, url, avatar, shortName, canTrim, weight,
    gone, metadata

  /// The field with this name, ignoring case, `_`, `-` and spaces (`Unique ID`, `short_name`).
  package init?(header: some Sequence<UInt8>) {
    var packed: UInt64 = 0
    var first: UInt8 = 0
    var count = 0
    for byte in header {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "\t"): continue
      default: break
      }
      let small = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      if count == 0 { first = small }
      packed = packed << 8 | UInt64(small)
      count += 1
      if count > 9 { return nil }
    }
    for key in Self.keys where key.packed == packed && key.count == count && key.first == first {
      self = key.field
      return
    }
    return nil
  }

  /// Whether a name is not that of a field, but probably a misspelled one.
  static func isMisspelled(_ name: String) -> Bool {
    NearestName.misspelled(name, among: allCases.map(\.rawValue)) != nil
  }

  // A name has at most nine bytes, so it is identified by its last eight bytes (packed into one number), its first byte
  // and its length.
  private static let keys: [(packed: UInt64, first: UInt8, count: Int, field: EntityField)] =
    allCases.map { field in
      let bytes = Array(field.rawValue.lowercased().utf8)
      return (bytes.reduce(0) { $0 << 8 | UInt64($1) }, bytes.first ?? 0, bytes.count, field)
    }
}

/// An entity under construction, set field by field. Validates the values, and derives a missing name or id from other
/// fields. All texts of the finished entity have been cleaned by `ShownText`, except metadata, which is unchanged.
package struct EntityRecord: Sendable {
  package var name: String?
  package var id: String?
  package var uniqueID: String?
  package var handle: String?
  package var aliases: [String] = []
  package var email: String?
  package var detail: String?
  package var kind: String?
  package var url: String?
  package var avatar: String?
  package var shortName: String?
  package var canTrim: Bool?
  package var weight: Double?
  package var gone: Bool?
  package var metadata: JSONObject?
  /// Whether the reader has verified that all fields are printable ASCII.
  var isPrintableASCII = false
  /// An invisible character that the reader has already removed.
  var foundHidden: Unicode.Scalar?

  package init() {}

  /// Sets a field from text, as in a column of a table. Empty text is ignored. Returns a description of the expected
  /// value if the text is invalid.
  package mutating func set(_ field: EntityField, text: String) -> String? {
    if text.isEmpty { return nil }
    switch field {
    case .name: name = text
    case .id: id = text
    case .uniqueID: uniqueID = text
    case .handle: handle = text
    case .aliases: aliases = Self.splitAliases(text)
    case .email: email = text
    case .detail: detail = text
    case .kind: kind = text
    case .url: url = text
    case .avatar: avatar = text
    case .shortName: shortName = text
    case .canTrim, .gone:
      let value: Bool
      switch text.lowercased() {
      case "true", "yes", "1": value = true
      case "false", "no", "0": value = false
      default: return "expected true or false, found “\(Self.excerpt(text))”"
      }
      if field == .gone { gone = value } else { canTrim = value }
    case .weight:
      guard let value = Double(text), value.isFinite else {
        return "expected a number, found “\(Self.excerpt(text))”"
      }
      weight = value
    case .metadata:
      guard let value = try? JSONParser.parse(Array(text.utf8)), case .object(let object) = value else {
        return "expected a JSON object, found “\(Self.excerpt(text))”"
      }
      metadata = object
    }
    return nil
  }

  /// Sets a field from JSON; `null` is ignored. Returns a description of the expected value if the value is invalid.
  package mutating func set(_ field: EntityField, json: JSONValue) -> String? {
    switch (field, json) {
    case (_, .null): return nil
    case (.metadata, .object(let object)): metadata = object
    case (.metadata, _): return "expected an object, found \(Self.sort(of: json))"
    case (.canTrim, .bool(let value)): canTrim = value
    case (.gone, .bool(let value)): gone = value
    case (.canTrim, .string(let text)), (.gone, .string(let text)): return set(field, text: text)
    case (.canTrim, _), (.gone, _): return "expected true or false, found \(Self.sort(of: json))"
    case (.weight, .integer(let value)): weight = Double(value)
    case (.weight, .double(let value)): weight = value
    case (.weight, .string(let text)): return set(.weight, text: text)
    case (.weight, _): return "expected a number, found \(Self.sort(of: json))"
    case (.aliases, .array(let values)):
      aliases = []
      for value in values {
        guard case .string(let alias) = value else {
          return "expected an array of strings, found \(Self.sort(of: value)) in it"
        }
        if !alias.isEmpty { aliases.append(alias) }
      }
    case (.id, .integer(let number)), (.uniqueID, .integer(let number)), (.handle, .integer(let number)):
      return set(field, text: String(number))
    case (_, .string(let text)): return set(field, text: text)
    default:
      let expected = field == .aliases ? "an array of strings" : "a string"
      return "expected \(expected), found \(Self.sort(of: json))"
    }
    return nil
  }

  /// The finished entity; nil if it has neither name nor handle nor address. A missing name defaults to the handle,
  /// else the part of the e-mail address before the `@`; a missing id to the handle, else the address, else the name.
  package consuming func entity(source: String) -> Entity? {
    let isTidy = isPrintableASCII
    func cleaned(_ text: String?) -> String? {
      guard let text else { return nil }
      if isTidy, let first = text.utf8.first, first != 0x20, text.utf8.last != 0x20 { return text }
      return Self.cleaned(text)
    }
    /// The cleaned text; nil if it is empty.
    func filled(_ text: String, _ clean: (String) -> String) -> String? {
      let text = isTidy ? text : clean(text)
      return text.isEmpty ? nil : text
    }
    let handle = cleaned(handle).flatMap(Self.withoutAt)
    let email = cleaned(email)
    guard let name = cleaned(name) ?? handle ?? email.flatMap(Self.localPart) else { return nil }
    let id = id.flatMap(Self.trimmed).map { isTidy ? $0 : ShownText.identifier($0) }
    var entity = Entity(id: id ?? handle ?? email ?? name, name: name)
    if let uniqueID { entity.uniqueID = filled(uniqueID, ShownText.identifier) }
    if let handle { entity.handle = handle }
    if let email { entity.email = email }
    if !aliases.isEmpty { entity.aliases = aliases.compactMap(cleaned) }
    if let detail { entity.detail = cleaned(detail) }
    if let kind = kind.flatMap({ filled($0, ShownText.line) }) { entity.kind = EntityKind(rawValue: kind) }
    if let url { entity.url = filled(url, ShownText.line) }
    if let avatar { entity.avatar = filled(avatar, ShownText.line) }
    if let shortName { entity.shortName = cleaned(shortName) }
    if let canTrim { entity.canTrim = canTrim }
    if let weight { entity.weight = weight }
    if let gone { entity.gone = gone }
    if let metadata { entity.metadata = metadata }
    entity.source = source
    return entity
  }

  /// The first invisible character that ``entity(source:)`` removes. ASCII white space, such as a line end, does not
  /// count.
  var hiddenCharacter: Unicode.Scalar? {
    if isPrintableASCII || foundHidden != nil { return foundHidden }
    for text in [name, id, uniqueID, handle, email, detail, shortName, kind, url, avatar] + aliases {
      if let text, let hidden = ShownText.firstHidden(in: text, sparingSpaces: true) { return hidden.scalar }
    }
    return nil
  }

  static func splitAliases(_ text: String) -> [String] {
    text.utf8.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "|") }
      .compactMap { cleaned(String(Substring($0))) }
  }

  /// The text as displayed, without surrounding spaces; nil if nothing is left.
  static func cleaned(_ text: String) -> String? { trimmed(ShownText.line(text)) }

  /// The text without surrounding spaces and ASCII control characters; nil if nothing is left.
  static func trimmed(_ text: String) -> String? {
    let bytes = text.utf8
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return nil }
    guard bytes.first != first || bytes.last.map({ $0 <= 0x20 }) ?? true else { return text }
    let rest = bytes.drop { $0 <= 0x20 }
    var end = rest.endIndex
    while end > rest.startIndex {
      let before = rest.index(before: end)
      if rest[before] > 0x20 { break }
      end = before
    }
    return String(Substring(rest[..<end]))
  }

  /// A handle without leading `@` signs; nil if nothing is left.
  private static func withoutAt(_ handle: String) -> String? {
    guard handle.utf8.first == UInt8(ascii: "@") else { return handle }
    let rest = handle.utf8.drop { $0 == UInt8(ascii: "@") || $0 == 0x20 }
    return rest.isEmpty ? nil : String(Substring(rest))
  }

  private static func localPart(of email: String) -> String? {
    trimmed(String(Substring(email.utf8.prefix { $0 != UInt8(ascii: "@") })))
  }

  static func sort(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// At most forty bytes of external text, for a message.
  static func excerpt(_ text: String) -> String {
    let short = text.utf8.prefix(40)
    let kept = String(decoding: short.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    return text.utf8.count > 40 ? kept + "…" : kept
  }
}
