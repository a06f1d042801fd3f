import Entities
import EntitySources
import Mentions
import TextModel

/// The field of an entity that the text of a mention contains, and its range.
struct RenamedField: Hashable {
  /// The field: the name, the handle or the e-mail address.
  let field: EntityField
  /// The value of the field. A handle is spelled as in the mention's text, where its case may differ from the entity's.
  let value: String
  /// The range of the field in the text of the mention.
  let range: Swift.Range<Int>

  /// The fields that can be renamed.
  fileprivate static let fields: [EntityField] = [.handle, .name, .email]

  /// Finds the field of an entity that the mention's text contains at an offset; if none is there, the longest field in
  /// the text. Nil if the text contains none of the fields exactly once.
  init?(of entity: Entity, in text: [UInt8], at offset: Int) {
    let all = Self.fields.compactMap { field in
      Self.range(of: field, of: entity, in: text).map { range in
        // A handle keeps the case of the text. A name may be wrapped over several lines in the text, so the entity's
        // own value is used.
        let value = field == .handle ? String(decoding: text[range], as: UTF8.self) : entity.value(of: field)
        return RenamedField(field: field, value: value ?? "", range: range)
      }
    }
    func rank(_ one: RenamedField) -> (Int, Int) {
      (one.range.contains(offset) || one.range.upperBound == offset ? 1 : 0, one.range.count)
    }
    guard let best = all.max(by: { rank($0) < rank($1) }) else { return nil }
    self = best
  }

  /// The field of a trimmed mention: always the name, since the mention's whole text is a short form of the entity's
  /// name.
  init(trimmed entity: Entity, in text: [UInt8]) {
    self.init(field: .name, value: entity.name, range: 0..<text.count)
  }

  private init(field: EntityField, value: String, range: Swift.Range<Int>) {
    (self.field, self.value, self.range) = (field, value, range)
  }

  /// The range of an entity's field in a mention's text; nil if the text does not contain it, or more than once.
  static func range(of field: EntityField, of entity: Entity, in text: [UInt8]) -> Swift.Range<Int>? {
    guard let value = entity.value(of: field) else { return nil }
    // An occurrence inside another field is ignored: the `ada` of `Ada Lovelace` or `ada@example.org` is not the
    // handle.
    let others = entity.values(beside: field).flatMap { self.ranges(of: $0, in: text, anyCase: false) }
    var found = ranges(of: value, in: text, anyCase: field == .handle)
    if found.isEmpty, field == .handle { found = rangesSpelledOtherwise(of: value, in: text) }
    let ranges = found.filter { range in
      // Text that differs from the handle only in case is the name (`Ada` is not the handle `ada`), unless a trigger
      // precedes it.
      let isWord = range.lowerBound == 0 || WhiteSpace.isASCIISpace(text[range.lowerBound - 1])
      let isName = field == .handle && isWord && !text[range].elementsEqual(value.utf8)
      return !others.contains { $0.contains(range) && ($0 != range || isName) }
    }
    return ranges.count == 1 ? ranges[0] : nil
  }

  /// A new value in the layout of the old one: if the old one is wrapped over several lines, or contains several spaces
  /// in a row, the new one gets the same white space between its words.
  static func spaced(_ value: String, like old: some Collection<UInt8>) -> [UInt8] {
    var runs = old.split { !WhiteSpace.isASCIISpace($0) }.makeIterator()
    return value.utf8.flatMap { byte in
      WhiteSpace.isASCIISpace(byte) ? runs.next().map { Array($0) } ?? [byte] : [byte]
    }
  }

  /// The ranges of a value in a text. They are compared by bytes, except that all runs of white space count as equal,
  /// because the text may have been rewrapped. O(text × value).
  private static func ranges(
    of value: String, in text: [UInt8], anyCase: Bool
  ) -> [Swift.Range<Int>] {
    let wanted = Array(value.utf8)
    guard !wanted.isEmpty else { return [] }
    func folded(_ byte: UInt8) -> UInt8 { anyCase && byte &- 0x41 < 26 ? byte | 0x20 : byte }
    func end(from start: Int) -> Int? {
      var (at, next) = (start, 0)
      while next < wanted.count {
        guard at < text.count else { return nil }
        if WhiteSpace.isASCIISpace(wanted[next]) {
          guard WhiteSpace.isASCIISpace(text[at]) else { return nil }
          while at < text.count, WhiteSpace.isASCIISpace(text[at]) { at += 1 }
          while next < wanted.count, WhiteSpace.isASCIISpace(wanted[next]) { next += 1 }
        } else {
          guard folded(text[at]) == folded(wanted[next]) else { return nil }
          (at, next) = (at + 1, next + 1)
        }
      }
      return at
    }
    var ranges: [Swift.Range<Int>] = []
    var at = 0
    while at < text.count {
      if let end = end(from: at), isWord(at..<end, in: text) {
        ranges.append(at..<end)
        at = end
      } else {
        at += 1
      }
    }
    return ranges
  }

  /// The ranges in which a text contains a non-ASCII handle, ignoring case and normalization form. O(text² × handle),
  /// which is acceptable because the text of a mention is short.
  private static func rangesSpelledOtherwise(of handle: String, in text: [UInt8]) -> [Swift.Range<Int>] {
    guard !handle.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
    let wanted = CaselessText(handle)
    let bounds = (0...text.count).filter { $0 == text.count || text[$0] & 0xC0 != 0x80 }
    var found: [Swift.Range<Int>] = []
    for start in bounds where found.last.map({ start >= $0.upperBound }) ?? true {
      let end = bounds.last { end in
        end > start && isWord(start..<end, in: text)
          && CaselessText(String(decoding: text[start..<end], as: UTF8.self)) == wanted
      }
      if let end { found.append(start..<end) }
    }
    return found
  }

  /// Whether a range is not part of a longer word.
  private static func isWord(_ range: Swift.Range<Int>, in text: [UInt8]) -> Bool {
    func isNormal(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
    }
    let before = String(decoding: text[..<range.lowerBound], as: UTF8.self).unicodeScalars.last
    let after = String(decoding: text[range.upperBound...].prefix(4), as: UTF8.self).unicodeScalars.first
    return !isNormal(before) && !isNormal(after)
  }
}

extension Entity {
  /// The value of one of ``RenamedField/fields``; nil if empty.
  func value(of field: EntityField) -> String? {
    let value: String? =
      switch field {
      case .name: name
      case .handle: handle
      case .email: email
      default: nil
      }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// All values of the entity that a mention's text may contain, except the value of one of ``RenamedField/fields``.
  fileprivate func values(beside field: EntityField) -> [String] {
    RenamedField.fields.filter { $0 != field }.compactMap(value)
      + ([id, shortName ?? "", url ?? "", uniqueID ?? ""] + aliases).filter { !$0.isEmpty }
  }

  /// The entity with another name, handle or e-mail address.
  ///
  /// - Parameter hasOwnID: whether the id is stored separately. Otherwise, an id that equals the old value is derived
  ///   from the field, and changes with it.
  func with(_ field: EntityField, _ value: String, hasOwnID: Bool) -> Entity {
    var entity = self
    let old = self.value(of: field)
    switch field {
    case .name: entity.name = value
    case .handle: entity.handle = value
    case .email: entity.email = value
    default: return self
    }
    if let old, id == old, !hasOwnID { entity.id = value }
    return entity
  }
}
