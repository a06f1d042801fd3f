import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/documentHighlight` and `textDocument/hover`, by which clients without semantic tokens show mentions.
extension Session {
  /// All mentions of the entity under the cursor. The request also reports the cursor's position, which takes effect
  /// immediately, even if the answer has to wait.
  func documentHighlight(
    _ params: TextDocumentPositionParams
  ) async throws(RPCError) -> [DocumentHighlight]? {
    let key = params.textDocument.uri
    guard let text = documents[key]?.mentions.text else { return nil }
    let offset = positions.offset(of: params.position, in: text)
    update(key) { $0.moveCursor(to: offset, selection: nil, now: now) }
    if documents[key]?.mentions.hasSelection == true { return nil }
    guard let same = try await knownMention(at: params.position, in: key)?.key,
      let text = documents[key]?.mentions.text
    else { return nil }
    return everyMention(in: key).filter { $0.key == same }.map {
      DocumentHighlight(range: positions.range($0.range, in: text), kind: .text)
    }
  }

  func hover(_ params: TextDocumentPositionParams) async throws(RPCError) -> Hover? {
    let key = params.textDocument.uri
    return try await knownMention(at: params.position, in: key).flatMap { hover(over: $0, in: key) }
  }

  private func hover(over mention: FoundMention, in key: DocumentURI) -> Hover? {
    guard let document = documents[key]?.mentions else { return nil }
    let format = client.hoverFormat ?? .plaintext
    let asMarkdown = format == .markdown
    let parts = [
      EntityCard(mention.entity, tellsLastCommit: true).text(asMarkdown: asMarkdown),
      mentioned(person(mention.entity, in: key), besides: key).text(asMarkdown: asMarkdown),
    ]
    return Hover(
      contents: MarkupContent(kind: format, value: parts.compactMap(\.self).joined(separator: "\n\n")),
      range: positions.range(mention.range, in: document.text))
  }

  /// A summary of the mentions of a person: in the whole workspace if the index is ready, otherwise only in this
  /// document, since a hover does not start a search of the workspace.
  private func mentioned(_ person: FolderPerson, besides key: DocumentURI) -> MentionSummary {
    guard indexing.state == .ready else {
      return MentionSummary(count: mentions(of: person, in: key).count)
    }
    let (count, files, first) = extent(of: person, besides: key, first: MentionSummary.mostShown)
    let shown = first.lazy.compactMap { location in
      self.pathInWorkspace(location.uri).map {
        MentionSummary.First(path: $0, uri: location.uri, line: location.range.start.line)
      }
    }
    return MentionSummary(
      count: count, otherFiles: files, first: Array(shown.prefix(MentionSummary.mostShown)))
  }
}

/// A summary of the mentions of a person, for a hover.
struct MentionSummary {
  struct First {
    /// The path of the file, relative to its workspace folder.
    var path: String
    var uri: DocumentURI
    /// The line number, counted from 0.
    var line: Int
  }

  /// The maximum number of files that are named.
  fileprivate static let mostShown = 3

  /// The number of all mentions, including the one under the cursor.
  var count: Int
  /// The number of other files that mention the person.
  var otherFiles = 0
  /// The first mention in each of the named files.
  var first: [First] = []

  /// The summary in words: `5 mentions in this document and 2 other files: docs/b.md:4, …`; nil if there is no other
  /// mention.
  func text(asMarkdown: Bool) -> String? {
    guard count > 1 else { return nil }
    let files = otherFiles == 1 ? "1 other file" : "\(otherFiles) other files"
    let places = "\(count) mentions in this document" + (otherFiles > 0 ? " and \(files)" : "")
    let shown = first.map { asMarkdown ? Self.link(to: $0) : Self.label(of: $0) }
    if shown.isEmpty { return places }
    return "\(places): \(shown.joined(separator: ", "))" + (otherFiles > shown.count ? ", …" : "")
  }

  private static func label(of mention: First) -> String {
    ShownText.clipped("\(mention.path):\(mention.line + 1)")
  }

  /// A link to a mention. Editors that do not support lines in links open the file.
  private static func link(to mention: First) -> String {
    let address = mention.uri.text.replacing("(", with: "%28").replacing(")", with: "%29")
    let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
    let label = MarkdownText.escaped(label(of: mention))
    return isPlain ? "[\(label)](\(address)#L\(mention.line + 1))" : label
  }
}

// MARK: - Cards

/// The card of an entity, with the fields of interest to users.
///
/// The fields are untrusted: they are escaped, and the only link is the entity's own URL.
struct EntityCard {
  private let entity: Entity
  private let tellsLastCommit: Bool

  init(_ entity: Entity, tellsLastCommit: Bool = false) {
    (self.entity, self.tellsLastCommit) = (entity, tellsLastCommit)
  }

  /// The card in the client's preferred format; a plain string if the client declares none.
  func documentation(in format: MarkupKind?) -> MarkupContent {
    MarkupContent(kind: format, value: text(asMarkdown: format == .markdown))
  }

  func text(asMarkdown: Bool) -> String {
    func shown(_ text: String) -> String {
      let text = ShownText.clipped(ShownText.line(text))
      return asMarkdown ? MarkdownText.escaped(text) : text
    }
    var lines = [asMarkdown ? "**\(shown(entity.name))**" : shown(entity.name)]
    if let detail = entity.detail { lines.append(shown(detail)) }
    var facts: [(String, String)] = []
    if let handle = entity.handle { facts.append(("Handle", shown(handle))) }
    if !entity.aliases.isEmpty { facts.append(("Also", shown(entity.aliases.joined(separator: ", ")))) }
    if let email = entity.email {
      let isPlain = asMarkdown && email.utf8.count <= ShownText.longest
      facts.append(("E-mail", isPlain ? MarkdownText.mail(ShownText.line(email)) : shown(email)))
    }
    if let url = entity.url {
      facts.append(("Link", asMarkdown ? MarkdownText.link(url) ?? shown(url) : shown(url)))
    }
    if tellsLastCommit, let day = entity.metadata["lastCommit"]?.stringValue, !day.isEmpty {
      facts.append(("Last commit", shown(day)))
    }
    // People added by a host have no source.
    if !entity.source.isEmpty { facts.append(("Source", shown(entity.source))) }
    let rows = facts.map { asMarkdown ? "- \($0.0): \($0.1)" : "\($0.0): \($0.1)" }
    if !rows.isEmpty { lines.append(rows.joined(separator: "\n")) }
    return lines.joined(separator: "\n\n")
  }
}

/// Escapes external text for use in Markdown.
enum MarkdownText {
  /// A link that shows its URL; nil if the URL is not a web address, is too long, or would end the link early.
  static func link(_ address: String) -> String? {
    let bytes = Array(address.utf8)
    guard bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8),
      bytes.count <= ShownText.longest,
      address.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0 != "<" && $0 != ">" })
    else { return nil }
    return "<\(address)>"
  }

  /// Whether a scalar is markup at any position in a line.
  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "$": true
    default: false
    }
  }

  /// The text with a backslash before anything that could be markup, including bare addresses that renderers turn into
  /// links. Everything else is unchanged, since many clients show the Markdown source.
  ///
  /// The text is processed by scalars, because a bracket followed by a joiner or an accent is still a bracket.
  ///
  /// - Parameter text: text of one line (``ShownText/line(_:)``).
  /// - Complexity: linear.
  fileprivate static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    // At the start of a line, headings and lists are escaped too: `#`, `+`, `-`, `=`, `1.`, `1)`.
    var isStart = true
    var isNumber = false
    for (index, scalar) in scalars.enumerated() {
      let beginsBlock =
        isStart
        ? scalar == "#" || scalar == "+" || scalar == "-" || scalar == "="
        : isNumber && (scalar == "." || scalar == ")")
      if beginsBlock || isMarkup(scalar) || makesLink(scalars, at: index) { result.append("\\") }
      result.append(scalar)
      isNumber = (isStart || isNumber) && ("0"..."9").contains(scalar)
      isStart = isStart && scalar.properties.isWhitespace
    }
    return String(result)
  }

  /// An e-mail address in Markdown. A plain address is not escaped, since a renderer that turns it into a link creates
  /// a link to exactly this address.
  static func mail(_ address: String) -> String {
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let isPlain =
      parts.count == 2
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(isPlainInMail) }
    return isPlain ? address : escaped(address)
  }

  private static func isPlainInMail(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// Whether GitHub's Markdown would turn into a link the text that contains this character: `https://`, `www.`, `a@b`.
  private static func makesLink(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    switch scalars[index] {
    case ":": scalars[(index + 1)...].starts(with: ["/", "/"])
    case ".":
      index >= 3 && scalars[index - 3..<index].allSatisfy { $0 == "w" || $0 == "W" }
    case "@":
      index > 0 && !scalars[index - 1].properties.isWhitespace && index + 1 < scalars.count
        && !scalars[index + 1].properties.isWhitespace
    default: false
    }
  }
}
