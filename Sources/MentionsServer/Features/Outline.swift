import Entities
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/documentSymbol`, `documentLink`, `selectionRange` and `foldingRange`: the structure of a document.
extension Session {
  /// The maximum number of mentions in one answer.
  private static let mostListed = 10_000

  /// A row for each mention, in text order, so that users can find people by name and step through their mentions.
  func documentSymbols(_ params: DocumentSymbolParams) async throws(RPCError) -> DocumentSymbolResult? {
    try await peopleAreKnown(in: params.textDocument.uri)
    guard let document = documents[params.textDocument.uri] else { return nil }
    let text = document.mentions.text
    let symbols = everyMention(in: params.textDocument.uri).prefix(Self.mostListed).map { mention in
      let range = positions.range(mention.range, in: text)
      return DocumentSymbol(
        name: ShownText.clipped(ShownText.line(mention.entity.name)),
        detail: line(of: mention.range, in: text),
        kind: client.navigation.symbolKinds.best(SymbolKind(mention.entity.kind)), range: range,
        selectionRange: range)
    }
    if client.navigation.nestsSymbols { return .tree(symbols) }
    return .flat(
      symbols.map {
        SymbolInformation(
          name: $0.name, kind: $0.kind, location: Location(uri: document.uri, range: $0.range),
          containerName: $0.detail)
      })
  }

  /// The line on which a mention begins, without surrounding white space.
  private func line(of range: TextRange, in text: IndexedText) -> String {
    let content = text.content(ofLine: text.lines.line(at: range.start))
    // On a long line, the detail starts shortly before the mention, which would otherwise be cut off.
    let start = max(content.start, range.start - Self.longestDetail / 2)
    let whole = TextRange(
      text.buffer.scalarStart(at: start),
      text.buffer.scalarStart(at: min(content.end, start + Self.longestDetail)))
    return String(ShownText.line(text.buffer.string(in: whole)).drop { $0 == " " })
  }

  /// The maximum length of a symbol's detail in bytes.
  private static let longestDetail = 80

  // MARK: Links

  /// A link for each mention of an entity with a profile or an e-mail address. The target is resolved when the link
  /// is followed.
  func documentLinks(_ params: DocumentLinkParams) async throws(RPCError) -> [DocumentLink] {
    try await peopleAreKnown(in: params.textDocument.uri)
    guard let document = documents[params.textDocument.uri] else { return [] }
    let text = document.mentions.text
    var targets = LinkTargets()
    let served = Set(settings[params.textDocument.uri].sources.filter(\.isServedByClient).map(\.name))
    return everyMention(in: params.textDocument.uri).prefix(Self.mostListed).compactMap { mention in
      let target = targets.target(of: mention.entity)
      guard target != nil || served.contains(mention.entity.source) else { return nil }
      var link = DocumentLink(range: positions.range(mention.range, in: text))
      if client.navigation.linkTooltips {
        link.tooltip = ShownText.clipped(ShownText.line(mention.entity.name))
      }
      let annotation = document.mentions.annotations.annotation(touching: mention.range.end)
      if let annotation, annotation.range == mention.range, client.navigation.resolvesLinks || target == nil {
        link.data =
          AnnotationReference(
            document: document.number, number: Int(truncatingIfNeeded: annotation.id.rawValue)
          ).json
      } else {
        link.target = target
      }
      return link
    }
  }

  /// Resolves a link by its `data` only, since the document may have changed.
  func resolveDocumentLink(_ link: DocumentLink) async throws(RPCError) -> DocumentLink {
    guard let reference = AnnotationReference(link.data), let number = reference.number,
      let key = key(ofDocument: reference.document), let annotations = documents[key]?.mentions.annotations,
      let index = annotations.index(of: AnnotationID(rawValue: UInt64(truncatingIfNeeded: number)))
    else { return link }
    let known = current(annotations[index].entity, in: key)
    let entity = try await detailed(known, for: key, within: Self.resolveTimeout)
    var link = link
    link.target = LinkTarget(entity)?.uri
    return link
  }

  // MARK: Growing selections

  /// The ranges around each position. If the position is in a mention: the word there, the mention, the Markdown link
  /// whose text is the mention, and the line; otherwise an empty range. Nil if no position is in a mention, or if the
  /// text has changed meanwhile.
  func selectionRanges(_ params: SelectionRangeParams) async throws(RPCError) -> [SelectionRange]? {
    let key = params.textDocument.uri
    let version = documents[key]?.version
    var mentions: [FoundMention?] = []
    for position in params.positions { mentions.append(try await knownMention(at: position, in: key)) }
    // The text may have changed while the handler waited for one of the positions; in that case, the mentions are
    // outdated.
    guard let document = documents[key], document.version == version, mentions.contains(where: { $0 != nil })
    else { return nil }
    let text = document.mentions.text
    return zip(params.positions, mentions).map { position, mention in
      guard let mention else {
        return SelectionRange(steps: [LanguageProtocol.Range(start: position, end: position)])
      }
      let steps = SelectionSteps.around(mention.range, at: positions.offset(of: position, in: text), in: text)
      return SelectionRange(steps: steps.map { positions.range($0, in: text) })
    }
  }

  // MARK: Folding

  /// Folds the trailers of a commit message.
  func foldingRanges(_ params: FoldingRangeParams) -> [FoldingRange]? {
    guard let document = documents[params.textDocument.uri] else { return nil }
    guard let lines = document.mentions.trailerLines, lines.count > 1 else { return [] }
    let collapsed = client.navigation.collapsedText ? "\(lines.count) lines of trailers" : nil
    return [
      FoldingRange(
        startLine: lines.lowerBound, endLine: lines.upperBound - 1, kind: .region, collapsedText: collapsed)
    ]
  }
}

extension SymbolKind {
  /// The symbol kind for a kind of entity. LSP has none for people; they are objects.
  fileprivate init(_ kind: EntityKind) {
    switch kind {
    case .team: self = .array
    case .issue: self = .event
    case .document: self = .file
    default: self = .object
    }
  }
}

/// The targets of links; each address is evaluated once.
private struct LinkTargets {
  private var known: [String: String?] = [:]

  mutating func target(of entity: Entity) -> String? {
    guard entity.url != nil || entity.email != nil else { return nil }
    let address = (entity.url ?? "") + "\n" + (entity.email ?? "")
    if let target = known[address] { return target }
    let target = LinkTarget(entity)?.uri
    known[address] = target
    return target
  }
}

/// The target of a link to an entity: its profile, else its e-mail address.
///
/// The target comes from untrusted data, and clients open it with the handler of its scheme; therefore only `https`,
/// `http` and `mailto` are allowed.
struct LinkTarget {
  let uri: String

  init?(_ entity: Entity) {
    if let url = entity.url, let address = MarkdownText.link(url) {
      // `MarkdownText.link` encloses the address in angle brackets.
      uri = String(address.dropFirst().dropLast())
    } else if let email = entity.email.map(ShownText.line), email.utf8.count <= ShownText.longest,
      MarkdownText.mail(email) == email, email.utf8.contains(UInt8(ascii: "@"))
    {
      uri = "mailto:" + email
    } else {
      return nil
    }
  }
}
