import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/definition` and `textDocument/declaration`: the definition of the mentioned person in a file, or else
/// a card.
extension Session {
  func definition(_ params: TextDocumentPositionParams) async throws(RPCError) -> DefinitionResult? {
    try await definition(params, links: client.navigation.definitionLinks)
  }

  func declaration(_ params: TextDocumentPositionParams) async throws(RPCError) -> DefinitionResult? {
    try await definition(params, links: client.navigation.declarationLinks)
  }

  private func definition(
    _ params: TextDocumentPositionParams, links takesLinks: Bool
  ) async throws(RPCError) -> DefinitionResult? {
    let key = params.textDocument.uri
    guard let mention = try await knownMention(at: params.position, in: key),
      let text = documents[key]?.mentions.text
    else { return nil }
    let origin = positions.range(mention.range, in: text)
    let translation = DefinitionTranslation(positions: positions)
    var links = try await locateEverywhere(mention.entity, for: key).map {
      translation.link(to: $0, from: origin)
    }
    if links.isEmpty, let card = linkToCard(of: mention.entity, from: origin) { links = [card] }
    if links.isEmpty { return nil }
    return takesLinks
      ? .links(links) : .locations(links.map { Location(uri: $0.targetUri, range: $0.targetSelectionRange) })
  }

  private func linkToCard(
    of entity: Entity, from origin: LanguageProtocol.Range
  ) -> LocationLink? {
    guard client.navigation.virtualDocuments else { return nil }
    let top = Position(line: 0, character: 0)
    let start = LanguageProtocol.Range(start: top, end: top)
    return LocationLink(
      originSelectionRange: origin, targetUri: definitions.cards.uri(of: entity), targetRange: start,
      targetSelectionRange: start)
  }

  /// `workspace/textDocumentContent`: the card of an entity.
  func textDocumentContent(
    _ params: TextDocumentContentParams
  ) throws(RPCError) -> TextDocumentContentResult {
    guard let entity = definitions.cards[params.uri] else {
      throw RPCError(.invalidParams, "no content is available for \(params.uri)")
    }
    return TextDocumentContentResult(text: EntityCard(entity).text(asMarkdown: true) + "\n")
  }
}

/// State of the session for definitions: searches in progress, and cards that were shown.
struct DefinitionState {
  fileprivate var lastQuestion = 0
  /// Definitions that were found, by the number of the search, until the handler takes them.
  fileprivate(set) var found: [Int: [EntityDefinition]] = [:]
  fileprivate var cards = CardDocuments()
}

/// Cards of the entities shown most recently, as virtual documents of the server.
struct CardDocuments {
  /// The scheme of the URIs of cards: `mentions:/7/Ada Lovelace.md`.
  static let scheme = "mentions"
  private static let limit = 64

  private var cards: [(number: Int, entity: Entity)] = []
  private var lastNumber = 0

  /// The URI of an entity's card. O(1), since at most ``limit`` cards are remembered.
  fileprivate mutating func uri(of entity: Entity) -> DocumentURI {
    let known = cards.firstIndex { $0.entity == entity }.map { cards.remove(at: $0) }
    if known == nil { lastNumber += 1 }
    let number = known?.number ?? lastNumber
    cards.append((number, entity))
    if cards.count > Self.limit { cards.removeFirst() }
    let name = ShownText.clipped(ShownText.line(entity.name)).map { $0 == "/" ? "-" : $0 }
    return DocumentURI(scheme: Self.scheme, path: "/\(number)/\(String(name)).md")
  }

  /// The entity whose card has this URI; nil for other URIs, and for cards shown long ago.
  fileprivate subscript(uri: DocumentURI) -> Entity? {
    guard let path = uri.path(inScheme: Self.scheme) else { return nil }
    let number = path.split(separator: "/").first.flatMap { Int($0) }
    return cards.last { $0.number == number }?.entity
  }
}

// MARK: - Where people are defined

/// Definitions of entities in files.
extension Session {
  /// Searches the files of a document's sources for an entity: its own source first, then, by e-mail address and
  /// handle, the others in the order of the settings. The files are read again, outside of the event loop.
  ///
  /// - Parameters:
  ///   - settings: the settings that define the sources.
  ///   - everywhere: whether to return all definitions instead of the first one.
  /// - Returns: the definitions in the files, regardless of the content of open documents; immediately if there is no
  ///   file.
  func locate(
    _ entity: Entity, in settings: ServerSettings, everywhere: Bool
  ) async throws(RPCError) -> [EntityDefinition] {
    let written = settings.sources.filter(\.isWritten)
    let sources = written.filter { $0.name == entity.source } + written.filter { $0.name != entity.source }
    return try await locate(entity, inFilesOf: sources, everywhere: everywhere)
  }

  /// All definitions of an entity that a document mentions, ordered by file: the more parent folders a file shares with
  /// the document, the earlier it comes. Equally near files are in the order of ``locate(_:in:everywhere:)``.
  func locateEverywhere(
    _ entity: Entity, for key: DocumentURI
  ) async throws(RPCError) -> [EntityDefinition] {
    let folders = Self.folders(key.filePath ?? "")
    return try await locate(entity, in: settings[key], everywhere: true)
      // Skips definitions whose lines an open document no longer contains.
      .filter(isThere)
      .map { definition in
        (definition, shared: zip(folders, Self.folders(definition.path)).prefix { $0 == $1 }.count)
      }
      .enumerated()
      .sorted { ($1.element.shared, $0.offset) < ($0.element.shared, $1.offset) }
      .map(\.element.0)
  }

  private static func folders(_ path: String) -> [Substring] { path.split(separator: "/").dropLast() }

  /// Searches the files of several sources, one after the other.
  func locate(
    _ entity: Entity, inFilesOf sources: [SourceSpecification], everywhere: Bool
  ) async throws(RPCError) -> [EntityDefinition] {
    if sources.isEmpty { return [] }
    definitions.lastQuestion += 1
    let number = definitions.lastQuestion
    perform(.locate(entity, in: sources, everywhere: everywhere, number: number))
    try await until(.located(number))
    // Two sources may read the same file.
    var seen: Set<[String]> = []
    return (definitions.found.removeValue(forKey: number) ?? []).filter {
      seen.insert([$0.path, String($0.firstLine), String($0.record.lowerBound)]).inserted
    }.map(inOpenText)
  }

  func located(_ number: Int, _ found: [EntityDefinition]) {
    if loop.isAwaited(.located(number)) { definitions.found[number] = found }
  }

  /// Locations of definitions, with the URIs that the client uses for open files.
  func locations(of definitions: [EntityDefinition]) -> [Location] {
    definitions.map { definition in
      let link = DefinitionTranslation(positions: positions).link(to: definition, from: .top)
      let key = openKeys.first { $0.filePath == definition.path }
      return Location(
        uri: key.flatMap { documents[$0]?.uri } ?? link.targetUri, range: link.targetSelectionRange)
    }
  }

  // MARK: Files that are open

  /// Whether the lines of a definition are still at its location: in an open file, they may have been edited since it
  /// was saved. True if the file is not open.
  func isThere(_ definition: EntityDefinition) -> Bool {
    openText(of: definition).map { OpenDefinition(definition, in: $0) != nil } ?? true
  }

  /// Returns a definition with its line number in the open document, in which its lines may have moved since the file
  /// was saved. Returns it unchanged if its lines do not occur there exactly once.
  private func inOpenText(_ definition: EntityDefinition) -> EntityDefinition {
    guard let text = openText(of: definition), OpenDefinition(definition, in: text) == nil else {
      return definition
    }
    let own = OpenDefinition.lines(of: definition)
    let lines = (0..<text.lines.lineCount).lazy
      .filter { OpenDefinition(own, from: $0, in: text) != nil }.prefix(2)
    var definition = definition
    if lines.count == 1, let line = lines.first { definition.firstLine = line }
    return definition
  }

  /// The text of the definition's file if it is open. Nil if the file is not open, or if only the line number of the
  /// definition is known, and not its text, so that the texts cannot be compared.
  private func openText(of definition: EntityDefinition) -> IndexedText? {
    if definition.text.isEmpty { return nil }
    return openKeys.first { $0.filePath == definition.path }.flatMap { documents[$0]?.mentions.text }
  }
}

/// Converts definitions of entities to LSP locations.
struct DefinitionTranslation {
  let positions: PositionTranslation

  /// A link to an entity's record that selects the entity's name.
  ///
  /// - Parameter origin: the range of the mention.
  /// - Complexity: O(lines of the record).
  fileprivate func link(
    to definition: EntityDefinition, from origin: LanguageProtocol.Range
  ) -> LocationLink {
    let text = IndexedText(definition.text)
    return LocationLink(
      originSelectionRange: origin, targetUri: DocumentURI(filePath: definition.path),
      targetRange: range(definition.record, of: definition, in: text),
      targetSelectionRange: range(definition.heading, of: definition, in: text))
  }

  /// Converts a range of bytes in the definition's text, which is `text`, to a range in the file.
  func range(_ bytes: Swift.Range<Int>, of definition: EntityDefinition, in text: IndexedText)
    -> LanguageProtocol.Range
  {
    var range = positions.range(
      TextRange(TextOffset(bytes.lowerBound), TextOffset(bytes.upperBound)), in: text)
    range.start.line += definition.firstLine
    range.end.line += definition.firstLine
    return range
  }
}

/// A definition in the open document of its file: the position of each of its lines there. The document may have other
/// line ends than the file, and a byte order mark, which readers skip.
struct OpenDefinition {
  /// Lines without their line ends, each with its start offset.
  typealias Lines = [(start: Int, bytes: ArraySlice<UInt8>)]

  /// The start of each line in the definition's text, and in the document.
  private var starts: [(own: Int, there: TextOffset)] = []

  /// Returns nil if the document has different lines at the definition's location. O(definition's text).
  init?(_ definition: EntityDefinition, in text: IndexedText) {
    self.init(Self.lines(of: definition), from: definition.firstLine, in: text)
  }

  /// Compares lines with those of the document from line `first` on; nil if they differ.
  init?(_ lines: Lines, from first: Int, in text: IndexedText) {
    for (number, own) in lines.enumerated() {
      var there = Self.line(first + number, of: text)
      if first + number == 0, there.bytes.starts(with: Self.mark) {
        there = (there.start + Self.mark.count, there.bytes.dropFirst(Self.mark.count))
      }
      guard own.bytes == there.bytes else { return nil }
      starts.append((own.start, there.start))
    }
  }

  fileprivate static func lines(of definition: EntityDefinition) -> Lines {
    let text = IndexedText(definition.text)
    return (0..<text.lines.lineCount).map { number in
      let line = line(number, of: text)
      return (line.start.utf8, line.bytes)
    }
  }

  /// Converts an edit of the definition's text to an edit of the document.
  func edit(_ change: (range: Swift.Range<Int>, bytes: [UInt8])) -> TextReplacement {
    TextReplacement(
      range: TextRange(offset(of: change.range.lowerBound), offset(of: change.range.upperBound)),
      replacement: change.bytes)
  }

  private func offset(of own: Int) -> TextOffset {
    let line = starts.last { $0.own <= own } ?? (0, .zero)
    return line.there + (own - line.own)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A line without its line end; empty after the last line.
  private static func line(
    _ number: Int, of text: IndexedText
  ) -> (start: TextOffset, bytes: ArraySlice<UInt8>) {
    let start = text.lines.start(ofLine: number)
    var bytes = text.buffer.bytes(in: TextRange(start, text.lines.start(ofLine: number + 1)))[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    return (start, bytes)
  }
}
