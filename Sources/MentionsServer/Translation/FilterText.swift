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
  private let typed: [UInt8]
  private let key: String
  /// The key in lower case, where it is ASCII.
  private let plainKey: [UInt8]?

  private static let joint = UInt8(ascii: "~")

  /// - Parameters:
  ///   - typed: What was typed, of which the text must be the best match.
  ///   - key: The end of `typed` that is searched for.
  init(typed: String, key: String) {
    self.typed = Array(typed.utf8)
    self.key = key.lowercased()
    plainKey = key.utf8.allSatisfy { $0 < 0x80 } ? Array(self.key.utf8) : nil
  }

  /// The text of an item, from the names that it is found by. Linear in the names. A list has up to a thousand of
  /// these: names of ASCII are read by bytes, others as the characters that they are.
  func text(of names: [String]) -> String {
    var text = typed
    text.reserveCapacity(typed.count + names.reduce(2) { $0 + $1.utf8.count + 8 })
    let plain = names.map { Self.plainLowercase($0) }
    for (name, plain) in zip(names, plain) {
      guard let rest = rest(of: name, plain) else { continue }
      text += rest
      break
    }
    for (name, plain) in zip(names, plain) {
      if let plain {
        Self.append(wordsOf: plain, to: &text)
      } else {
        Self.append(wordsOf: name.lowercased(), to: &text)
      }
    }
    text.append(UInt8(ascii: " "))
    return String(decoding: text, as: UTF8.self)
  }

  /// A name in lower case if it is ASCII.
  private static func plainLowercase(_ name: String) -> [UInt8]? {
    var bytes = Array(name.utf8)
    for at in bytes.indices {
      let byte = bytes[at]
      if byte >= 0x80 { return nil }
      if byte &- UInt8(ascii: "A") < 26 { bytes[at] = byte | 0x20 }
    }
    return bytes
  }

  /// The rest of the name's word in which the key ends; nil where the name does not begin with the key.
  private func rest(of name: String, _ plain: [UInt8]?) -> ArraySlice<UInt8>? {
    if let plain, let plainKey {
      guard plain.starts(with: plainKey) else { return nil }
      return plain[plainKey.count...].prefix(while: Self.isOfWord)
    }
    let name = name.lowercased()
    guard name.hasPrefix(key) else { return nil }
    return Array(String(name.dropFirst(key.count).prefix(while: Self.isOfWord)).utf8)[...]
  }

  private static func append(wordsOf name: [UInt8], to text: inout [UInt8]) {
    var isInside = false
    for byte in name {
      let isOfWord = isOfWord(byte)
      if isOfWord {
        if !isInside { text.append(joint) }
        text.append(byte)
      }
      isInside = isOfWord
    }
  }

  private static func append(wordsOf name: String, to text: inout [UInt8]) {
    for word in name.split(whereSeparator: { !isOfWord($0) }) {
      text.append(joint)
      var steps = ""
      for scalar in word.unicodeScalars { HangulComposition.append(stepsOf: scalar, to: &steps) }
      text += steps.utf8
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
