import TextModel

/// Whether a trigger and a word that nobody has are a mention of somebody unknown, or something else.
///
/// Prose about programs is full of `@` that mentions nobody: package scopes, at-rules, decorators, versions, variables
/// of templates. Whoever is told of those stops reading what he is told, so a word counts only where nothing speaks
/// against it. Somebody who is known is found everywhere (the behaviour, section 9), these rules notwithstanding.
struct UnknownRule {
  let bytes: [UInt8]
  /// Where the trigger begins.
  let start: Int
  /// The word behind it.
  let key: Range<Int>
  /// Where what is written as one word with it ends: underscores may stand behind it.
  let wordEnd: Int
  /// Whether the text is prose, and not the comment of a program.
  let isProse: Bool

  var mustBeMention: Bool {
    hasShapeOfHandle && !followsCode && !isFollowedByCode && !isOwnWord && !isInBackticks
      && (isProse || isAddressed)
  }

  private var isAtSign: Bool { bytes[start..<key.lowerBound].elementsEqual([UInt8(ascii: "@")]) }

  /// Not `@1.2.3`, `@v2` or `@2x`: these are versions and sizes, and a handle has a letter first nearly always. Not
  /// `@keyword.control.import`: a name of three parts or more is one of code, or a domain. Not a word of a script without
  /// spaces, of which nobody knows where it ends.
  private var hasShapeOfHandle: Bool {
    let word = String(decoding: bytes[key], as: UTF8.self)
    if word.unicodeScalars.contains(where: UnspacedScripts.contains) { return false }
    guard isAtSign else { return true }
    guard let first = word.unicodeScalars.first, first.properties.isAlphabetic else { return false }
    let isVersion =
      (first == "v" || first == "V") && word.utf8.dropFirst().allSatisfy { $0 == 0x2e || isDigit($0) }
    return !isVersion && word.utf8.count { $0 == UInt8(ascii: ".") } < 2
  }

  /// Behind what joins it to a path, an option or a command: `medium.com/@ada`, `--data=@file`, `\@ifnextchar`, `$@x`.
  /// Behind what may end the first part of an address: `dependabot[bot]@example.com`, `"a b"@example.com`. Not behind
  /// what opens deleted text: `~~@ada~~`.
  private var followsCode: Bool {
    guard start > 0 else { return false }
    let previous = bytes[start - 1]
    if previous == UInt8(ascii: "~"), start > 1, bytes[start - 2] == previous { return false }
    return Self.joinsCode(previous) || endsLocalPart
  }

  /// Whether brackets or quotes end right before the trigger, with something in them.
  private var endsLocalPart: Bool {
    guard start > 1 else { return false }
    let inner = bytes[start - 2]
    return switch bytes[start - 1] {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): !WhiteSpace.isASCIISpace(inner)
    // Quotes that open look the same: they are behind what is no word.
    case UInt8(ascii: "\""), UInt8(ascii: "'"): WordScalars.isWordByte(inner)
    default: false
    }
  }

  /// Whether a byte joins what stands behind it to a path, an option or a command.
  static func joinsCode(_ byte: UInt8) -> Bool { "/\\=$-.~&%#+".utf8.contains(byte) }

  /// Before what makes it a call, a block or a name of code: `@media(`, `@article{`, `@x[0]`, `@key=`, `@std::x`,
  /// `@angular/*`. Not before what ends a line or a cell: `@ada\` and `@ada<br>` in Markdown.
  private var isFollowedByCode: Bool {
    let rest = bytes[wordEnd...].prefix(2)
    guard let next = rest.first else { return false }
    if rest.elementsEqual("::".utf8) || rest.elementsEqual("/*".utf8) { return true }
    switch next {
    case UInt8(ascii: "\\"): return rest.count > 1 && !WhiteSpace.isASCIISpace(rest[wordEnd + 1])
    case UInt8(ascii: "<"):
      return !Self.tagsBehindText.contains { ByteCase.equal(bytes[wordEnd...].prefix($0.count), $0) }
    default: return "({[=$%".utf8.contains(next)
    }
  }

  /// Tags that end what is text, and not code.
  private static let tagsBehindText = [
    "<br>", "<br/>", "<br />", "</td>", "</th>", "</li>", "</p>", "</b>", "</i>", "</em>", "</strong>",
    "</dd>",
  ].map { Array($0.utf8) }

  /// Whether backticks enclose it on its line. Where they mean code in all prose of the language, it is not prose there;
  /// but commit messages and plain text are written like that too.
  private var isInBackticks: Bool {
    let sign = UInt8(ascii: "`")
    func isInside(_ byte: UInt8) -> Bool { byte != sign && byte != 10 && byte != 13 }
    let before = bytes[max(0, start - Self.longestSpan)..<start]
    let after = bytes[wordEnd...].prefix(Self.longestSpan)
    guard let opening = before.lastIndex(where: { !isInside($0) }), bytes[opening] == sign,
      let closing = after.firstIndex(where: { !isInside($0) }), bytes[closing] == sign
    else { return false }
    // Behind another span, and before the next one, they are the other way round.
    return !WhiteSpace.isASCIISpace(bytes[opening + 1]) && !WhiteSpace.isASCIISpace(bytes[closing - 1])
  }

  /// Of longer code between backticks not all is looked at, in bytes.
  private static let longestSpan = 200

  /// Whether the word before says that somebody is meant: `cc @ada, @alan`, `Author: @ada`. Comments of programs
  /// speak of the program, which has an `@` of its own (parameters, captures of queries, variables of other languages);
  /// in the repositories this was tried with, hardly one such word in fifty was a person.
  private var isAddressed: Bool {
    var end = start
    let floor = max(0, start - 200)
    while end > floor {
      while end > floor, " \t(:,&".utf8.contains(bytes[end - 1]) { end -= 1 }
      var first = end
      while first > floor,
        CharacterClass.isNormal(min(bytes[first - 1], 0x7f)) || "-.".utf8.contains(bytes[first - 1])
      { first -= 1 }
      let word = String(decoding: bytes[first..<end], as: UTF8.self).lowercased()
      if word == "and" || (first > floor && bytes[first - 1] == UInt8(ascii: "@")) {
        // Another one of a list.
        end = word == "and" ? first : first - 1
        guard end < start else { return false }
        continue
      }
      return Self.addressing.contains(word)
    }
    return false
  }

  private static let addressing: Set = [
    "todo", "fixme", "xxx", "hack", "cc", "by", "thanks", "thank", "ask", "ping", "owner", "owners", "author",
    "authors", "reviewer", "reviewers", "maintainer", "maintainers", "assignee", "contact", "credit",
    "credits",
    "kudos", "thx",
  ]

  /// What is a language's or a tool's own far more often than somebody's handle.
  private var isOwnWord: Bool {
    guard isAtSign else { return false }
    return Self.ownWords.contains(String(decoding: bytes[key], as: UTF8.self))
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static let ownWords = Set(
    [
      // At-rules of style sheets.
      "charset import namespace media supports document page font-face keyframes counter-style property layer",
      "container scope starting-style tailwind apply screen include mixin extend use forward function return if else",
      "each while for at-root",
      // Tags of documentation comments.
      "param params return returns throws throw exception see since author version deprecated inheritDoc inheritdoc",
      "link linkplain code literal value override private public protected internal type typedef typeparam template",
      "todo fixme example file brief details note warning ingroup defgroup addtogroup class module namespace callback",
      // Annotations, attributes and decorators.
      "Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs Inject Autowired Nullable NotNull NonNull",
      "Test Before After Entity Component Service Controller Injectable Input Output staticmethod classmethod",
      "dataclass abstractmethod objc available escaping autoclosure discardableResult main MainActor Sendable",
      "testable State Published ObservedObject interface implementation end protocol selector synchronized",
      "ts-ignore ts-expect-error ts-nocheck ts-check flow generated",
    ].flatMap { $0.split(separator: " ").map(String.init) })
}
