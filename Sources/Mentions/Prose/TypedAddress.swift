/// Recognises e-mail addresses, URLs and package names being typed, in any language.
struct TypedAddress {
  /// The line up to the place asked about, or its last few thousand bytes.
  let line: ArraySlice<UInt8>

  func rule(trigger: String?) -> ProseRule? {
    var start = line.endIndex
    while start > line.startIndex, line[start - 1] > 0x20 { start -= 1 }
    let token = line[start...]
    if isURL(token) { return .url }
    if isEmail(token, trigger: trigger) { return .emailAddress }
    if trigger == "@", namesPackage(before: start, token: token) { return .packageScope }
    return nil
  }

  private func isURL(_ token: ArraySlice<UInt8>) -> Bool {
    for end in token.indices.reversed() {
      let rest = token[end...]
      let isLink: Bool
      if rest.starts(with: "://".utf8) {
        isLink = end > token.startIndex && WordScalars.isWordByte(token[end - 1])
      } else {
        let atWord = end == token.startIndex || !WordScalars.isWordByte(token[end - 1])
        isLink =
          atWord
          && (ByteCase.equal(rest.prefix(4), Array("www.".utf8))
            || ByteCase.equal(rest.prefix(7), Array("mailto:".utf8)))
      }
      if isLink { return !isClosed(rest) }
    }
    return false
  }

  /// Whether the URL ended before, at a sign that cannot belong to it.
  private func isClosed(_ url: ArraySlice<UInt8>) -> Bool {
    var round = 0
    var square = 0
    for byte in url {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"): return true
      case UInt8(ascii: "("): round += 1
      case UInt8(ascii: ")"): round -= 1
      case UInt8(ascii: "["): square += 1
      case UInt8(ascii: "]"): square -= 1
      default: break
      }
      if round < 0 || square < 0 { return true }
    }
    return false
  }

  private func isEmail(_ token: ArraySlice<UInt8>, trigger: String?) -> Bool {
    if trigger == "@" {
      guard let last = token.last, Self.isLocalPart(last), last != UInt8(ascii: ".") else { return false }
      let local = token.ending(while: Self.isLocalPart)
      return local.contains(where: Self.isAlphanumeric)
    }
    // In the domain: preceded by the sign of an address, and that by a local part.
    guard let at = token.lastIndex(of: UInt8(ascii: "@")), at > token.startIndex,
      Self.isAlphanumeric(token[at - 1]) || "+-_%".utf8.contains(token[at - 1])
    else { return false }
    return token[(at + 1)...].allSatisfy {
      Self.isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  /// Whether a byte may stand before the `@` of an e-mail address.
  static func isLocalPart(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "._%+-".utf8.contains(byte) }

  /// `npm install @`: a scope of that registry.
  private func namesPackage(before start: Int, token: ArraySlice<UInt8>) -> Bool {
    guard token.isEmpty else { return false }
    let words = line[..<start].split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: "`") }).suffix(6)
    guard
      let tool = words.firstIndex(where: { word in
        ["npm", "npx", "pnpm", "yarn", "bun", "bunx", "jsr"].contains { word.elementsEqual($0.utf8) }
      })
    else { return false }
    let rest = words[(tool + 1)...]
    let runs = ["npx", "bunx", "jsr"].contains { words[tool].elementsEqual($0.utf8) }
    return runs
      || rest.contains { word in
        ["install", "i", "add", "remove", "uninstall", "update", "exec", "dlx", "init", "create", "view"]
          .contains { word.elementsEqual($0.utf8) }
      }
  }
}

extension ArraySlice {
  /// The longest end all of whose elements fulfil a condition.
  fileprivate func ending(while holds: (Element) -> Bool) -> ArraySlice {
    var start = endIndex
    while start > startIndex, holds(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
