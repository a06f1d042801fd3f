import Entities

extension Directory {
  /// An entity of a directory in which not all are alike: some have aliases, four names, or names in other scripts.
  mutating func variedEntity(_ at: Int) -> Entity {
    var entity = entity(at)
    if at % 32 == 9 { entity.name = otherScript(at) }
    if at % 16 == 5 {
      let more = (0..<3).map { _ in given[skewed(below: given.count)] }
      entity.name = (more + [family[skewed(below: family.count)]]).joined(separator: " ")
    }
    if at % 8 == 3 {
      entity.aliases = [given[skewed(below: given.count)] + " " + family[skewed(below: family.count)]]
      if at % 16 == 3 {
        entity.aliases.append("@\(family[skewed(below: family.count)].lowercased())\(at % 90)")
      }
    }
    return entity
  }

  private mutating func otherScript(_ at: Int) -> String {
    switch at / 32 % 4 {
    case 0: return syllables("王李張劉陳楊黃趙吳周", 1) + syllables("偉芳娜敏靜麗強磊軍洋勇艷傑娟濤明超秀霞平", 2)
    case 1: return syllables("김이박최정강조윤장임", 1) + syllables("민서지현수영준하은우진경호성미정", 2)
    case 2:
      return syllables("АБВГДЕИКЛМНОПРСТ", 1) + syllables("аеиоулнрстквмд", 5) + " "
        + syllables("АБВГДЕИКЛМНОПРСТ", 1) + syllables("аеиоулнрстквмд", 6) + "ов"
    default:
      return given[skewed(below: given.count)] + syllables("éøłßñçåü", 1) + " "
        + family[skewed(below: family.count)] + syllables("éøłßñçåü", 1)
    }
  }

  private mutating func syllables(_ alphabet: String, _ count: Int) -> String {
    let letters = Array(alphabet)
    return String((0..<count).map { _ in letters[number(below: letters.count)] })
  }
}
