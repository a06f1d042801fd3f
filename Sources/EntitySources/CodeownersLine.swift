/// What a line of a CODEOWNERS file says.
enum CodeownersLine: Equatable {
  /// It is blank or a comment.
  case nothing
  /// GitLab's `[Docs][2] @writers`: the name, and the words behind the brackets.
  case section(ArraySlice<UInt8>, [ArraySlice<UInt8>])
  /// A pattern, and the words behind it.
  case rule(ArraySlice<UInt8>, [ArraySlice<UInt8>])

  /// - Parameter line: without its end.
  init(_ line: ArraySlice<UInt8>) {
    var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = rest.first, first != UInt8(ascii: "#") else {
      self = .nothing
      return
    }
    let opens = first == UInt8(ascii: "^") ? rest.dropFirst().first : first
    if opens == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) {
      let name = rest[..<close].drop { $0 != UInt8(ascii: "[") }.dropFirst()
      rest = rest[(close + 1)...]
      if rest.first == UInt8(ascii: "["), let count = rest.firstIndex(of: UInt8(ascii: "]")) {
        rest = rest[(count + 1)...]
      }
      self = .section(name, Self.words(rest))
    } else {
      // A space in a pattern has a backslash before it.
      var isEscaped = false
      let pattern = rest.prefix { byte in
        defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
        return isEscaped || (byte != 0x20 && byte != 0x09)
      }
      self = .rule(pattern, Self.words(rest[pattern.endIndex...]))
    }
  }

  /// The words that should be owners.
  var words: [ArraySlice<UInt8>] {
    switch self {
    case .nothing: []
    case .section(_, let words), .rule(_, let words): words
    }
  }

  /// Those that are owners.
  var owners: [String] {
    words.map { String(decoding: $0, as: UTF8.self) }.filter(Self.isOwner)
  }

  private static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    for word in text.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      if word.first == UInt8(ascii: "#") { break }
      words.append(word)
    }
    return words
  }

  /// Whether a word is `@user`, `@org/team` or an e-mail address.
  static func isOwner(_ word: String) -> Bool {
    let at = word.utf8.firstIndex(of: UInt8(ascii: "@"))
    guard let at else { return false }
    return word.utf8.index(after: at) < word.utf8.endIndex
  }

  /// The handle of an owner that is none of the addresses.
  static func handle(of owner: String) -> String? {
    guard owner.utf8.first == UInt8(ascii: "@") else { return nil }
    // GitLab's roles: @@developer.
    let handle = owner.utf8.dropFirst(owner.hasPrefix("@@") ? 2 : 1)
    return String(Substring(handle))
  }
}
