import Entities
import JSONText

/// Who can be mentioned in a simulation, and what is typed there.
enum SimulationCast {
  /// Names of all kinds of scripts, parts of one another, and two people of one name.
  static let people: [Entity] = [
    person("ada", "Ada Lovelace"), person("adam", "Adam"), person("al1", "Alan Turing"),
    person("al2", "Alan Turing"), person("zhang", "张三"), person("jose", "José María"),
    person("kim", "김 민수"), person("noor", "نور الهدى"), person("smile", "😀 Smile"),
    person("obrien", "Conan O'Brien"), person("jane", "Jane Doe-Smith"), person("ada2", "Ada"),
  ]

  /// Names that more than one person has.
  static let sharedNames: Set<String> = ["Alan Turing"]

  private static func person(_ handle: String, _ name: String) -> Entity {
    var entity = Entity(id: handle, name: name)
    entity.handle = handle
    entity.detail = "\(handle), of the cast"
    if handle == "jane" { entity.shortName = "JD" }
    if handle == "obrien" { entity.canTrim = false }
    return entity
  }

  static func json(_ entity: Entity) -> JSONValue {
    var object: JSONObject = ["id": .string(entity.id), "name": .string(entity.name)]
    object["handle"] = entity.handle.map { .string($0) }
    object["detail"] = entity.detail.map { .string($0) }
    object["shortName"] = entity.shortName.map { .string($0) }
    if !entity.canTrim { object["canTrim"] = false }
    return .object(object)
  }

  /// A word that the settings of this seed have ignored, although a name begins with it.
  static func ignored(seed: UInt64) -> String? { seed.isMultiple(of: 3) ? "Ada" : nil }

  static let words = [
    "hello", "the", "x", "foo@bar.org", "你好", "e\u{301}te\u{301}", "한글", "\u{1112}\u{1161}\u{11AB}",
    "שלום", "مرحبا", "👩‍👩‍👧", "🇩🇪", "Ada", "Alan", "`code`", "...", "https://a.b/@c", "cafe\u{301}",
  ]

  /// Single keys.
  static let keys = [
    " ", " ", ",", ".", "\n", "\r\n", "\r", "@", "@", "+", "a", "A", "é", "\u{301}", "\u{200D}", "🇩", "😀",
    "ㄱ",
    "\u{1161}", "-", "'", "\t", "[", "张", "ا", "\u{FE0F}", "1",
  ]

  static let opening = [
    "", "Hello @", "Thanks to Ada Lovelace and 张三.\n\n", "one\r\ntwo\r\nthree", "old\rmac\r",
    "😀👩‍👩‍👧 e\u{301} \u{1112}\u{1161}\u{11AB}\nנא שלום Adam", "`code` Alan Turing",
  ]
}
