import Entities

/// What people type to find somebody, by how it leads there.
enum QueryClass: String, CaseIterable {
  case oneLetter = "one letter"
  case namePrefix = "name prefix"
  case wordPrefix = "word prefix"
  case handle
  case email = "e-mail"
  case alias
  case initials
  case twoWords = "two words in order"
  case twoWordsTurned = "two words out of order"
  case threeWordsTurned = "three words out of order"
  case nameOfTwo = "whole name of two words"
  case nameOfFour = "whole name of four words"
  case subsequence
  case wordWithTypo = "word with one typo"
  case nameWithTypos = "name with two typos"
  case otherScript = "other scripts"
  case longKey = "name and text after it"
  case nothing

  /// A key as it stands once all is typed, made from an entity; nil where the entity has nothing of the kind.
  func key(_ entity: Entity, _ directory: inout Directory) -> String? {
    let words = entity.name.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first, let last = words.last else { return nil }
    let isLatin = entity.name.utf8.allSatisfy { $0 < 0x80 }
    if isLatin == (self == .otherScript) { return nil }
    func begun(_ word: String, _ letters: Int) -> Substring { word.prefix(letters) }
    switch self {
    case .oneLetter: return String(first.prefix(1))
    case .namePrefix: return String(entity.name.prefix(3 + directory.number(below: 6))).lowercased()
    case .wordPrefix: return String(last.prefix(3 + directory.number(below: 4)))
    case .handle: return entity.handle
    case .email: return entity.email.map { String($0.prefix(18)) }
    case .alias: return entity.aliases.first?.lowercased()
    case .initials: return words.count < 3 ? nil : String(words.compactMap(\.first))
    case .twoWords: return words.count < 2 ? nil : begun(first, 3) + " " + begun(last, 4)
    case .twoWordsTurned: return words.count < 2 ? nil : begun(last, 4) + " " + begun(first, 3)
    case .threeWordsTurned:
      return words.count < 3 ? nil : begun(last, 3) + " " + begun(words[1], 3) + " " + begun(first, 3)
    case .nameOfTwo: return words.count == 2 ? entity.name : nil
    case .nameOfFour: return words.count == 4 ? entity.name : nil
    case .subsequence: return String(entity.name.lowercased().filter { _ in directory.number(below: 10) < 6 })
    case .wordWithTypo: return directory.typo(last)
    case .nameWithTypos: return words.count == 2 ? directory.typo(first) + " " + directory.typo(last) : nil
    case .otherScript: return entity.name
    case .longKey: return entity.name.lowercased() + " will send the minutes of the meeting tomorrow"
    case .nothing: return String((0..<8).map { _ in Array("qxzjkwvy")[directory.number(below: 8)] })
    }
  }
}

/// A key letter by letter, as it is asked for while it is typed.
struct TypedKey {
  /// The beginnings, the shortest first.
  let queries: [MatchQuery]
  /// For each whether somebody is to be found, because the entity of which the key was made matches it.
  let isAnswerDue: [Bool]

  init(_ key: String, _ entity: Entity) {
    let beginnings = key.indices.map { String(key[...$0]) }
    queries = beginnings.map { MatchQuery(key: $0) }
    isAnswerDue = beginnings.map { EntityMatcher($0).match(entity) != nil }
  }

  /// So many keys of a class, of entities of a catalog by chance.
  static func keys(
    _ queryClass: QueryClass, _ count: Int, _ catalog: EntityCatalog, _ directory: inout Directory
  ) -> [TypedKey] {
    var keys: [TypedKey] = []
    // Every thirtieth or so is of the rarest kind.
    for _ in 0..<count * 200 where keys.count < count {
      let entity = catalog.entity(at: directory.number(below: catalog.count))
      if let key = queryClass.key(entity, &directory), !key.isEmpty { keys.append(TypedKey(key, entity)) }
    }
    return keys
  }
}
