/// What clients compare with the text in an item's range (LSP: `filterText`).
///
/// 1. It begins with what was typed: Neovim wants a prefix, and every other filter takes one.
/// 2. Then comes the rest of the word of a name that the key begins, so that keys which outrun the answer still find it.
/// 3. Then come the words of the names, Hangul syllables by the steps in which they are composed: an answer may arrive
///    when the client shows the next step (`@김처` of `@김철수`). Fuzzy filters (Helix, blink.cmp) rank letters at the start of a word above
///    those inside, by the character before: they get one that counts less there than what precedes a key. So what
///    was typed is the best match in every item, all items match alike, and the order is that of `sortText`.
/// 4. A space ends it, for one that outruns the answer.
struct FilterText {
  let text: String

  private static let joint = "~"

  /// Linear in the names. A list has up to a thousand of these: a name of ASCII is read by bytes.
  ///
  /// - Parameter key: The end of `typed` that is searched for.
  init(typed: String, key: String, names: [String]) {
    let key = key.lowercased()
    let names = names.map { $0.lowercased() }
    var text = typed
    text += names.lazy.compactMap { Self.rest(of: $0, after: key) }.first ?? ""
    for name in names { Self.append(wordsOf: name, to: &text) }
    text += " "
    self.text = text
  }

  /// The rest of the name's word in which `key` ends; nil where the name does not begin with `key`.
  private static func rest(of name: String, after key: String) -> String? {
    guard name.hasPrefix(key) else { return nil }
    return String(name.dropFirst(key.count).prefix(while: isOfWord))
  }

  private static func append(wordsOf name: String, to text: inout String) {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      for word in name.split(whereSeparator: { !isOfWord($0) }) {
        text += joint
        for scalar in word.unicodeScalars { HangulComposition.append(stepsOf: scalar, to: &text) }
      }
      return
    }
    for word in name.utf8.split(whereSeparator: { !isOfWord($0) }) {
      text += joint
      text += Substring(word)
    }
  }

  private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
