import JSONText

/// The way to a value in a settings file: `triggers[0].character`.
struct SettingsPath: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case member(String)
    case item(Int)
  }

  var steps: [Step]

  init(_ steps: [Step] = []) { self.steps = steps }

  static let root = SettingsPath()

  func member(_ name: String) -> SettingsPath { SettingsPath(steps + [.member(name)]) }
  func item(_ index: Int) -> SettingsPath { SettingsPath(steps + [.item(index)]) }

  var parent: SettingsPath { SettingsPath(Array(steps.dropLast())) }

  /// Names that are more than a word stand in brackets and quotes: `sources["people.json"]`.
  var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .item(let index): text += "[\(index)]"
      case .member(let name) where Self.isWord(name): text += text.isEmpty ? name : "." + name
      case .member(let name): text += "[\(JSONExcerpt.of(.string(name)))]"
      }
    }
    return text
  }

  private static func isWord(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"):
          true
        default: false
        }
      }
  }
}
