import Entities

/// Directories by chance, but the same each time: common and rare names, handles, addresses.
struct Directory {
  /// The kinds of keys that people type, from nothing to names with two typos.
  static let kinds = [
    "empty", "one letter", "two letters", "name prefix", "whole name", "handle prefix", "words in order",
    "two initials with space", "any word", "initials", "e-mail", "subsequence", "word with one typo",
    "name with one typo", "word with two typos", "name with two typos", "nothing",
  ]

  private var state = Bench.seed
  let given: [String]
  let family: [String]

  init() {
    var names = Directory(given: [], family: [])
    let first = (0..<4000).map { _ in names.word(2, 2) }
    let last = (0..<120_000).map { _ in names.word(2, 3) }
    self.init(given: first, family: last)
  }

  private init(given: [String], family: [String]) {
    self.given = given
    self.family = family
  }

  mutating func number(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state >> 1) % bound
  }

  /// A small number more often than a great one, as names are shared.
  mutating func skewed(below bound: Int) -> Int {
    let a = number(below: 1 << 20)
    let b = number(below: 1 << 20)
    return Int((UInt64(a) * UInt64(b) * UInt64(bound)) >> 40)
  }

  private mutating func word(_ least: Int, _ most: Int) -> String {
    let starts = [
      "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "r", "s", "sch", "st",
      "t", "v", "w", "z", "",
    ]
    let middles = ["a", "e", "i", "o", "u", "ie", "ea", "a", "e", "i"]
    let ends = ["", "n", "r", "s", "l", "m", "", "ck", "nd", "rt", ""]
    var text = ""
    for _ in 0..<least + number(below: most - least + 1) {
      text += starts[number(below: starts.count)] + middles[number(below: middles.count)]
      text += ends[number(below: ends.count)]
    }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  mutating func entity(_ at: Int) -> Entity {
    let first = given[skewed(below: given.count)]
    let last = family[skewed(below: family.count)]
    let middle = number(below: 4) == 0 ? " " + given[skewed(below: given.count)] : ""
    var entity = Entity(id: "\(at)", name: first + middle + " " + last)
    let number = "\(number(below: 1000))"
    entity.handle = (first.prefix(1) + last + number).lowercased()
    entity.email = (first + "." + last + number + "@example.com").lowercased()
    entity.detail = "Team \(at % 100), floor \(at % 7)"
    return entity
  }

  /// A key of a kind, made from an entity that there is.
  mutating func key(_ kind: String, _ entity: Entity) -> String {
    let words = entity.name.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first, let last = words.last else { return "" }
    switch kind {
    case "one letter": return String(first.prefix(1))
    case "two letters": return String(first.prefix(2))
    case "name prefix": return String(entity.name.prefix(3 + number(below: 6))).lowercased()
    case "whole name": return entity.name
    case "handle prefix": return String((entity.handle ?? "").prefix(5))
    case "words in order": return first.prefix(2) + " " + last.prefix(3)
    case "two initials with space": return first.prefix(1) + " " + last.prefix(1)
    case "any word": return String(last.prefix(4))
    case "initials": return String(words.compactMap(\.first))
    case "e-mail": return String((entity.email ?? "").prefix(8))
    case "subsequence": return String(entity.name.lowercased().filter { _ in number(below: 10) < 6 })
    case "word with one typo": return typo(last)
    case "name with one typo": return typo(entity.name.lowercased())
    case "word with two typos": return typo(typo(last))
    case "name with two typos": return typo(first) + " " + typo(last)
    case "nothing": return String((0..<8).map { _ in Array("qxzjkwvy")[number(below: 8)] })
    default: return ""
    }
  }

  mutating func typo(_ text: String) -> String {
    var letters = Array(text)
    if letters.count < 2 { return text }
    let at = number(below: letters.count - 1)
    switch number(below: 4) {
    case 0: letters.insert("e", at: at)
    case 1: letters.remove(at: at)
    case 2: letters.swapAt(at, at + 1)
    default: letters[at] = "o"
    }
    return String(letters)
  }
}
