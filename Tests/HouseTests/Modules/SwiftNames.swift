/// The names that a Swift file declares and uses, read from its words: enough to tell which folder depends on which.
/// Types are not inferred.
struct SwiftNames {
  enum Kind: Hashable { case type, function, value }

  /// A name with its line, counted from 1.
  struct Place: Hashable {
    let name: String
    let line: Int
    let kind: Kind
    /// For a member of an extension: the type that is extended.
    var extended: String? = nil
  }

  /// Declared outside of any type: what every file of the module may name.
  private(set) var global: [Place] = []
  /// Types, functions, properties and cases inside types and extensions.
  private(set) var members: [Place] = []
  /// Names of types and free functions: `Name`, `name(`.
  private(set) var uses: [Place] = []
  /// Names after something and a dot: `something.name`.
  private(set) var memberUses: [Place] = []

  private enum Scope: Equatable { case type, body, extending(String) }

  private static let declarations: [String: Kind] = [
    "struct": .type, "class": .type, "enum": .type, "actor": .type, "protocol": .type, "typealias": .type,
    "func": .function, "var": .value, "let": .value, "case": .value,
  ]

  /// - Parameter code: lines without comments and the contents of strings.
  init(code: [(number: Int, text: Substring)]) {
    let words = Self.words(code)
    var scopes: [Scope] = []
    /// What the next brace opens.
    var opening = Scope.body
    var isHidden = false
    for (index, word) in words.enumerated() {
      func at(_ offset: Int) -> String {
        words.indices.contains(index + offset) ? words[index + offset].text : ""
      }
      switch word.text {
      case "{":
        scopes.append(opening)
        opening = .body
      case "}":
        _ = scopes.popLast()
        isHidden = false
      case "private", "fileprivate": isHidden = at(1) != "("
      case "init", "subscript": isHidden = false
      case "extension": opening = .extending(at(1))
      default:
        guard word.isName else { continue }
        if at(-1) == "." {
          if Self.ends(at(-2)) { memberUses.append(Place(name: word.text, line: word.line, kind: .value)) }
        } else if let kind = Self.declarations[at(-1)], at(-2) != "import",
          Self.declarations[word.text] == nil
        {
          if kind == .type, at(-1) != "typealias" { opening = .type }
          if !isHidden, !scopes.contains(.body) {
            var place = Place(name: word.text, line: word.line, kind: kind)
            if case .extending(let type)? = scopes.last { place.extended = type }
            if scopes.isEmpty { global.append(place) } else { members.append(place) }
          }
          isHidden = false
        } else if at(1) != ":" || word.text.first?.isUppercase == true {
          uses.append(Place(name: word.text, line: word.line, kind: at(1) == "(" ? .function : .value))
        }
      }
    }
  }

  /// Whether a dot after this word is one between a value and its member.
  private static func ends(_ word: String) -> Bool {
    guard let last = word.unicodeScalars.last else { return false }
    return last.properties.isAlphabetic || ("0"..."9").contains(last)
      || ")]}?!_>\"".unicodeScalars.contains(last)
  }

  private struct Word {
    let text: String
    let line: Int
    let isName: Bool
  }

  /// Names, and every other character but spaces by itself.
  private static func words(_ code: [(number: Int, text: Substring)]) -> [Word] {
    var words: [Word] = []
    for (line, text) in code {
      var name: [UInt8] = []
      func take() {
        guard let first = name.first else { return }
        let isName = !(48...57).contains(first)
        words.append(Word(text: String(decoding: name, as: UTF8.self), line: line, isName: isName))
        name = []
      }
      for byte in text.utf8 {
        switch byte {
        case 48...57, 65...90, 95, 97...122, 128...: name.append(byte)
        default:
          take()
          if byte > 32 {
            words.append(Word(text: String(decoding: [byte], as: UTF8.self), line: line, isName: false))
          }
        }
      }
      take()
    }
    return words
  }
}
