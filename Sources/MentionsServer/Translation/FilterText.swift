/// What clients compare with the text in an item's range (LSP: `filterText`).
///
/// 1. It begins with what was typed: Neovim wants a prefix, and every other filter takes one.
/// 2. Then comes the rest of the word of a name that the key begins, so that keys which outrun the answer still find it.
/// 3. Then come the words of the names. Fuzzy filters (Helix, blink.cmp) rank letters at the start of a word above
///    those inside, by the character before: they get one that counts less there than what precedes a key. So what
///    was typed is the best match in every item, all items match alike, and the order is that of `sortText`.
/// 4. A space ends it, for one that outruns the answer.
struct FilterText {
  let text: String

  private static let joint = "~"

  /// - Parameter key: The end of `typed` that is searched for.
  init(typed: String, key: String, names: [String]) {
    let rest = names.lazy.compactMap { Self.rest(of: $0, after: key) }.first ?? ""
    let words = names.flatMap { $0.lowercased().split { !Self.isOfWord($0) } }
    text = typed + rest + words.map { Self.joint + $0 }.joined() + " "
  }

  /// The rest of the name's word in which `key` ends; nil where the name does not begin with `key`.
  private static func rest(of name: String, after key: String) -> String? {
    let name = name.lowercased()
    guard name.hasPrefix(key.lowercased()) else { return nil }
    return String(name.dropFirst(key.count).prefix(while: isOfWord))
  }

  private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
