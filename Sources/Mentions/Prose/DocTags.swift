/// `@` tags that a language's documentation owns.
enum DocTags {
  /// Whether a `@` here begins a tag: first on its line in a documentation comment, in `{@link …}`, or in any
  /// comment before a word that tools read (`// @ts-ignore`).
  static func owns(line: [UInt8], state: ScanState, syntax: LanguageSyntax, after: [UInt8]) -> Bool {
    let isDoc: Bool
    switch state.mode {
    case .lineComment(let doc): isDoc = doc
    case .blockComment(_, _, _, let doc): isDoc = doc
    default: return false
    }
    guard syntax.special.contains(.docTags) else { return false }
    if isDoc, line.last == UInt8(ascii: "{") { return true }
    var start = line.count
    while start > 0, " \t*/!-#'".utf8.contains(line[start - 1]) { start -= 1 }
    guard
      start == 0 || line[..<start].allSatisfy({ !WordScalars.isWordByte($0) })
        || isDoc && opensDoc(line[start...])
    else { return false }
    if isDoc { return true }
    let word = after.dropFirst().prefix { WordScalars.isWordByte($0) || $0 == UInt8(ascii: "-") }
    return words.contains { word.elementsEqual($0.utf8) }
  }

  /// Whether a documentation comment is opened on this line, with nothing said yet.
  private static func opensDoc(_ signs: ArraySlice<UInt8>) -> Bool {
    let bare = signs.filter { $0 != 0x20 && $0 != 9 }
    return ["/**", "/*!", "///", "//!", "---", "#'"].contains { bare.elementsEqual($0.utf8) }
  }

  private static let words = [
    "ts-ignore", "ts-expect-error", "ts-nocheck", "ts-check", "flow", "noflow", "jsx", "jsxImportSource",
    "jsxRuntime", "jsxFrag", "param", "return", "returns", "type", "typedef", "template", "throws",
    "deprecated",
    "license", "preserve", "generated", "noinspection", "format", "prettier", "class", "field", "alias",
    "meta",
  ]
}
