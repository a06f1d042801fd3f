/// Whether mentions are offered by themselves at a place, and why.
public struct ProseVerdict: Hashable, Sendable {
  public let isProse: Bool
  public let rule: ProseRule
  /// One sentence for a person.
  public let reason: String

  init(_ rule: ProseRule) {
    self.rule = rule
    isProse = rule.allows
    reason = rule.reason
  }
}

/// The rules of the behaviour, section 7, by the names that `mentions/explain` gives them.
public enum ProseRule: String, Hashable, Sendable, CaseIterable {
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

  /// Whether mentions are offered where this rule holds.
  public var allows: Bool { self == .prose || self == .comment || self == .docString }

  /// One sentence for a person.
  public var reason: String {
    switch self {
    case .prose: "The text here is prose."
    case .comment: "This is a comment."
    case .docString: "This is a documentation string."
    case .commentsExplicitOnly:
      "In comments of a programming language a mention begins with a trigger."
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
    case .decorator: "In this language “@” in code belongs to decorators, annotations and the like."
    case .docTag: "In this place “@” begins a documentation tag."
    case .packageScope: "Here “@” begins the scope of a package."
    case .atRule: "In style sheets “@” begins an at-rule."
    case .instanceVariable: "In this language “@” in code begins the name of a variable."
    case .moduleAttribute: "In this language “@” in code begins a module attribute."
    case .diff: "This is the diff below a commit message."
    }
  }
}
