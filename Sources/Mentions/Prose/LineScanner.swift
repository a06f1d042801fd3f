import TextModel

/// Whether mentions are offered automatically at a position, and why.
package struct ProseVerdict: Hashable, Sendable {
  package let isProse: Bool
  package let rule: ProseRule
  /// The reason in one sentence, for display.
  package let reason: String

  init(_ rule: ProseRule) {
    self.rule = rule
    isProse = rule.allows
    reason = rule.reason
  }
}

/// The rules of <doc:Behaviour>, section 7, named as in `mentions/explain`.
package enum ProseRule: String, Hashable, Sendable, CaseIterable {
  case prose
  case comment
  case docString = "doc-string"
  case commentsExplicitOnly = "explicit-only-in-comments"
  case outsideComment = "outside-comment"
  case string
  case emailAddress = "email-address"
  case url
  case codeSpan = "code-span"
  case codeFence = "code-fence"
  case linkDestination = "link-destination"
  case autolink
  case frontMatter = "front-matter"
  case htmlTag = "html-tag"
  case decorator
  case docTag = "doc-tag"
  case packageScope = "package-scope"
  case atRule = "at-rule"
  case instanceVariable = "instance-variable"
  case moduleAttribute = "module-attribute"
  case diff
  case citation

  /// Whether mentions are offered where this rule applies.
  package var allows: Bool { self == .prose || self == .comment || self == .docString }

  /// The reason in one sentence, for display.
  package var reason: String {
    switch self {
    case .prose: "The text here is prose."
    case .comment: "This is a comment."
    case .docString: "This is a documentation string."
    case .commentsExplicitOnly:
      "In comments of source code, a mention must begin with a trigger."
    case .outsideComment: "This is code; mentions are offered in its comments."
    case .string: "This is a string literal; mentions are offered in comments."
    case .emailAddress: "An e-mail address is being typed."
    case .url: "A URL is being typed."
    case .codeSpan: "This is a code span."
    case .codeFence: "This is a fenced code block."
    case .linkDestination: "This is a link's destination."
    case .autolink: "This is an autolink."
    case .frontMatter: "This is front matter."
    case .htmlTag: "This is HTML markup."
    case .decorator: "In this language, “@” in code begins a decorator, an annotation or the like."
    case .docTag: "Here “@” begins a documentation tag."
    case .packageScope: "Here, “@” begins the scope of a package."
    case .atRule: "In style sheets, “@” begins an at-rule."
    case .instanceVariable: "In this language, “@” in code begins the name of a variable."
    case .moduleAttribute: "In this language, “@” in code begins a module attribute."
    case .diff: "This is the diff below a commit message."
    case .citation: "This is a citation."
    }
  }
}

/// The scanner's state at a position, determined by all preceding text.
struct ScanState: Hashable, Sendable {
  enum Mode: Hashable, Sendable {
    /// Code, or Markdown outside of blocks that are not prose.
    case normal
    case lineComment(isDoc: Bool)
    case blockComment(open: [UInt8], close: [UInt8], depth: Int, isDoc: Bool)
    case string(close: [UInt8], escapes: Bool, isMultiline: Bool, isDoc: Bool)
    case regex(inClass: Bool)
    /// A fenced block in Markdown: the character and the length of its opening fence, and whether the block is inside a
    /// block quote.
    case fence(UInt8, count: Int, quoted: Bool)
    case frontMatter(UInt8)
    /// Raw HTML in Markdown, until a line contains these bytes: the start of the end tag, such as `</pre`.
    case rawHTML([UInt8])
    /// After the scissors line of a commit message.
    case diff
  }

  /// Languages embedded in HTML.
  enum Embedded: Hashable, Sendable { case none, script, style, scriptTag, styleTag }

  var mode = Mode.normal
  var embedded = Embedded.none
  /// The last byte of code that is not whitespace, on any line; 0 at the start.
  var previous: UInt8 = 0
  /// Whether the line contains anything but whitespace before this position.
  var lineHasText = false
}

/// Tracks the blocks of Markdown, and the scissors line of a commit message, line by line. Reads only the beginning of
/// each line.
struct LineScanner {
  let bytes: [UInt8]
  let isCommitMessage: Bool

  /// Returns the mode of a line, given the state at its start. The line of a fence belongs to the block that the fence
  /// opens or closes.
  func mode(on line: Range<Int>, after state: ScanState) -> ScanState.Mode {
    guard case .normal = state.mode else { return state.mode }
    var next = state
    step(&next, line: line)
    return next.mode
  }

  private func nextLine(after start: Int) -> Int {
    guard let end = bytes[start...].firstIndex(where: { $0 == 10 || $0 == 13 }) else { return bytes.count }
    let isPair = bytes[end] == 13 && end + 1 < bytes.count && bytes[end + 1] == 10
    return end + (isPair ? 2 : 1)
  }

  func step(_ state: inout ScanState, line: Range<Int>) {
    if isCommitMessage {
      if starts(line, with: "# ------------------------ >8") { state.mode = .diff }
      return
    }
    switch state.mode {
    case .normal:
      guard line.lowerBound < line.upperBound, Self.mayOpen(bytes[line.lowerBound]) else { return }
      if let fence = fence(line), !fence.isCloserOnly {
        state.mode = .fence(fence.sign, count: fence.count, quoted: fence.quoted)
      } else if let tag = rawTag(line) {
        state.mode = .rawHTML(tag)
        if closes(line, tag) { state.mode = .normal }
      }
    case .fence(let sign, let count, let quoted):
      let content = skipMarkers(line, lists: false)
      if quoted, !content.quoted {
        state.mode = .normal
        step(&state, line: line)
      } else if let end = fence(line, lists: false), end.sign == sign, end.count >= count, end.isBare {
        state.mode = .normal
      }
    case .frontMatter(let sign):
      if isRule(line, of: sign) || (sign == UInt8(ascii: "-") && isRule(line, of: UInt8(ascii: "."))) {
        state.mode = .normal
      }
    case .rawHTML(let tag): if closes(line, tag) { state.mode = .normal }
    case .lineComment, .blockComment, .string, .regex, .diff: break
    }
  }

  /// Whether a line that begins with this byte may open a block: white space, markers of quotes and lists, fences, and
  /// tags.
  private static func mayOpen(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 9, UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "<"):
      true
    default: false
    }
  }

  // MARK: Front matter

  /// The character of the delimiters of front matter at the start of the text; nil if there is none, or if it is not
  /// closed in `bytes`.
  func beginsWithFrontMatter() -> UInt8? {
    guard let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return nil }
    var at = nextLine(after: 0)
    guard isRule(0..<at, of: sign) else { return nil }
    while at < bytes.count {
      let next = nextLine(after: at)
      if isRule(at..<next, of: sign)
        || (sign == UInt8(ascii: "-") && isRule(at..<next, of: UInt8(ascii: ".")))
      {
        return sign
      }
      at = next
    }
    return nil
  }

  /// Whether the line consists of exactly three `sign` bytes, apart from white space at its end.
  private func isRule(_ line: Range<Int>, of sign: UInt8) -> Bool {
    var end = line.upperBound
    while end > line.lowerBound, WhiteSpace.isASCIISpace(bytes[end - 1]) { end -= 1 }
    return end - line.lowerBound == 3 && bytes[line.lowerBound..<end].allSatisfy { $0 == sign }
  }

  // MARK: Fences

  private struct Fence {
    var sign: UInt8
    var count: Int
    var quoted: Bool
    /// Whether only white space follows the fence on its line.
    var isBare: Bool
    /// Whether the fence can only close a block: a fence of backticks opens no block if more backticks follow it on its
    /// line.
    var isCloserOnly: Bool
  }

  private func fence(_ line: Range<Int>, lists: Bool = true) -> Fence? {
    let (start, quoted) = skipMarkers(line, lists: lists)
    guard start < line.upperBound else { return nil }
    let sign = bytes[start]
    guard sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    var end = start
    while end < line.upperBound, bytes[end] == sign { end += 1 }
    guard end - start >= 3 else { return nil }
    let rest = bytes[end..<min(line.upperBound, end + 256)]
    return Fence(
      sign: sign, count: end - start, quoted: quoted, isBare: rest.allSatisfy(WhiteSpace.isASCIISpace),
      isCloserOnly: sign == UInt8(ascii: "`") && rest.contains(sign))
  }

  /// The start of a line's text after its indentation and the markers of block quotes and, if `lists`, of lists.
  private func skipMarkers(_ line: Range<Int>, lists: Bool) -> (start: Int, quoted: Bool) {
    var at = line.lowerBound
    var quoted = false
    let end = min(line.upperBound, line.lowerBound + 512)
    while at < end {
      switch bytes[at] {
      case 0x20, 9: at += 1
      case UInt8(ascii: ">"):
        quoted = true
        at += 1
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        guard lists, at + 1 < end, bytes[at + 1] == 0x20 else { return (at, quoted) }
        at += 2
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        var digit = at
        while digit < end, digit - at < 10, (0x30...0x39).contains(bytes[digit]) { digit += 1 }
        guard lists, digit + 1 < end, bytes[digit] == UInt8(ascii: ".") || bytes[digit] == UInt8(ascii: ")"),
          bytes[digit + 1] == 0x20
        else { return (at, quoted) }
        at = digit + 2
      default: return (at, quoted)
      }
    }
    return (at, quoted)
  }

  // MARK: Raw HTML

  private func rawTag(_ line: Range<Int>) -> [UInt8]? {
    let (start, _) = skipMarkers(line, lists: false)
    guard start < line.upperBound, bytes[start] == UInt8(ascii: "<") else { return nil }
    for tag in Self.rawTags {
      let end = start + tag.open.count
      guard end < line.upperBound, ByteCase.equal(bytes[start..<end], tag.open),
        !WordScalars.isWordByte(bytes[end])
      else { continue }
      return tag.close
    }
    return nil
  }

  private static let rawTags = ["script", "style", "pre", "textarea"].map {
    (open: Array("<\($0)".utf8), close: Array("</\($0)".utf8))
  }

  private func closes(_ line: Range<Int>, _ tag: [UInt8]) -> Bool {
    var at = line.lowerBound
    while at + tag.count <= line.upperBound {
      if bytes[at] == tag[0], ByteCase.equal(bytes[at..<at + tag.count], tag) { return true }
      at += 1
    }
    return false
  }

  private func starts(_ line: Range<Int>, with text: String) -> Bool { bytes[line].starts(with: text.utf8) }
}

enum ByteCase {
  /// Whether both texts are equal, ignoring the case of ASCII letters; `lowercased` must be in lower case.
  static func equal(_ bytes: ArraySlice<UInt8>, _ lowercased: [UInt8]) -> Bool {
    bytes.elementsEqual(lowercased) { byte, wanted in
      byte == wanted || ((0x41...0x5a).contains(byte) && byte | 0x20 == wanted)
    }
  }
}

/// `@` tags of a language's documentation comments.
enum DocTags {
  /// Whether `@` begins a tag in one of these places:
  /// - first on its line, or after the opening delimiter, in a documentation comment;
  /// - after `{` in a documentation comment (`{@link …}`);
  /// - first on its line in any other comment, if a word that tools recognize follows (`// @ts-ignore`);
  /// - first on its line in a documentation string, if a field of Epydoc follows (`@param name:`).
  static func owns(line: [UInt8], state: ScanState, syntax: LanguageSyntax, after: [UInt8]) -> Bool {
    let isDoc: Bool
    switch state.mode {
    case .lineComment(let doc): isDoc = doc
    case .blockComment(_, _, _, let doc): isDoc = doc
    case .string(_, _, _, isDoc: true):
      let signs = line.reversed().prefix { " \t\"'".utf8.contains($0) }
      return signs.count == line.count && begins(after, with: fields)
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
    return isDoc || begins(after, with: words)
  }

  /// Whether the `@` with which `text` begins is followed by one of `words`.
  private static func begins(_ text: [UInt8], with words: [String]) -> Bool {
    let word = text.dropFirst().prefix { WordScalars.isWordByte($0) || $0 == UInt8(ascii: "-") }
    return words.contains { word.elementsEqual($0.utf8) }
  }

  /// Fields of Epydoc, which describe parameters and results in documentation strings.
  private static let fields = [
    "param", "type", "return", "rtype", "returns", "raise", "raises", "keyword", "ivar", "cvar", "var",
    "note", "see",
    "since", "version", "deprecated", "attention", "bug", "warning", "todo", "precondition", "postcondition",
    "invariant", "summary", "group", "sort", "undocumented",
  ]

  /// Whether these characters are the opening delimiter of a documentation comment, without any text.
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

/// Recognizes citations in Org: `[cite:@knuth84]`, `[cite/t:see @knuth84 p. 3; @lamport94]`.
enum OrgCitation {
  /// Whether a citation is open at a position.
  ///
  /// - Parameter line: the line up to the position.
  static func isOpen(_ line: [UInt8]) -> Bool {
    guard let open = line.lastIndex(of: UInt8(ascii: "[")) else { return false }
    let inner = line[(open + 1)...]
    guard inner.starts(with: "cite".utf8), !inner.contains(UInt8(ascii: "]")) else { return false }
    let style = inner.dropFirst(4)
    return style.first == UInt8(ascii: ":")
      || style.first == UInt8(ascii: "/") && style.contains(UInt8(ascii: ":"))
  }
}

/// Recognizes e-mail addresses, URLs and package names being typed, in any language.
struct TypedAddress {
  /// The line up to the position in question or, if this is long, the last few thousand bytes before the position.
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

  /// Whether the URL ends before the position because a character follows that cannot belong to a URL.
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
    // The position is in the domain of an address if `@` and a local part precede it.
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

  /// Whether a byte may occur before the `@` of an e-mail address.
  static func isLocalPart(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "._%+-".utf8.contains(byte) }

  /// Whether the token follows a package manager's command, as in `npm install @`, and so begins the scope of a
  /// package.
  private func namesPackage(before start: Int, token: ArraySlice<UInt8>) -> Bool {
    guard token.isEmpty else { return false }
    // Examines only a short part of the line, because this is called for each mention of a paragraph that may be a
    // single line.
    let words = line[..<start].suffix(256).split { $0 <= 0x20 || $0 == UInt8(ascii: "`") }.suffix(6)
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
  /// The longest suffix whose elements all satisfy a condition.
  fileprivate func ending(while holds: (Element) -> Bool) -> ArraySlice {
    var start = endIndex
    while start > startIndex, holds(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
