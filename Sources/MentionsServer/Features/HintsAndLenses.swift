import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/inlayHint` and `textDocument/codeLens`: text shown beside mentions, and the host's accessories.
extension Session {
  /// Waits until the people are known if the settings enable name hints and the client does not support refreshing
  /// hints; `codeLenses` does so for lenses that count mentions.
  func inlayHints(_ params: InlayHintParams) async throws(RPCError) -> [InlayHint] {
    let key = params.textDocument.uri
    if !client.inlayHints.refreshes, settings[key].nameHints { try await peopleAreKnown(in: key) }
    guard let document = documents[key] else { return [] }
    document.hints.hints = DocumentHints.State(document, people: people.revision)
    let format = client.hoverFormat ?? .plaintext
    let range = positions.range(params.range, in: document.mentions.text)
    let names =
      settings[key].nameHints
      ? NameHint.all(of: mentions(in: range, key), in: range, of: document.mentions.text) : []
    return accessoryTranslation(document).hints(
      in: range, names: names, format: settings[key].inlayHint,
      tooltip: { EntityCard($0).documentation(in: format) }, resolves: client.resolvesHints)
  }

  /// The mentions in a range.
  private func mentions(in range: TextRange, _ key: DocumentURI) -> [(range: TextRange, entity: Entity)] {
    guard let document = documents[key]?.mentions else { return [] }
    let found = document.annotations.indices(touching: range).map { document.annotations[$0] }
    return found.filter { !document.isBeingMade(at: $0.range) }.map { ($0.range, $0.entity) }
  }

  /// Resolves a hint by its `data` only, since the document may have changed.
  func resolveInlayHint(_ hint: InlayHint) async throws(RPCError) -> InlayHint {
    guard let reference = AnnotationReference(hint.data), let number = reference.number,
      let key = key(ofDocument: reference.document), let annotations = documents[key]?.mentions.annotations,
      let index = annotations.index(of: AnnotationID(rawValue: UInt64(truncatingIfNeeded: number)))
    else { return hint }
    let entity = try await detailed(annotations[index].entity, for: key, within: Self.resolveTimeout)
    var hint = hint
    hint.tooltip = EntityCard(entity).documentation(in: client.hoverFormat ?? .plaintext)
    return hint
  }

  func codeLenses(_ params: CodeLensParams) async throws(RPCError) -> [CodeLens] {
    let key = params.textDocument.uri
    if !client.codeLenses.refreshes, settings[key].codeLens != .off { try await peopleAreKnown(in: key) }
    guard let document = documents[key] else { return [] }
    document.hints.lenses = DocumentHints.State(document, people: people.revision)
    let placement = settings[key].codeLens
    return accessoryTranslation(document).lenses(
      placement, hasUnknown: placement == .document && !document.mentions.unknownMentions.isEmpty)
  }

  func resolveCodeLens(_ lens: CodeLens) -> CodeLens {
    guard let reference = AnnotationReference(lens.data), let key = key(ofDocument: reference.document),
      let document = documents[key]
    else { return lens }
    var lens = lens
    lens.command = Command(
      title: accessoryTranslation(document).count(
        aroundLine: reference.number, unknown: document.mentions.unknownMentions), command: .none)
    return lens
  }

  private func accessoryTranslation(_ document: OpenDocument) -> AccessoryTranslation {
    AccessoryTranslation(positions: positions, document: document.number, mentions: document.mentions)
  }
}

// MARK: - Changes

/// The states on which the hints and the lenses sent to the client are based; each is nil if the client has not
/// requested any since the last refresh.
struct DocumentHints {
  /// The revisions of the data on which an answer was based.
  fileprivate struct State {
    /// The annotations' membership revision.
    let membership: Int
    /// The revision of the known people: ``PeopleState/revision``.
    let people: Int

    init(_ document: OpenDocument, people: Int) {
      membership = document.mentions.annotations.membershipRevision
      self.people = people
    }
  }

  fileprivate var hints: State?
  fileprivate var lenses: State?
}

extension Session {
  /// Asks the client to refresh hints and lenses, which may have changed without an edit. A client that has not
  /// requested any since the last refresh is not asked again.
  func refreshAccessories(of key: DocumentURI) {
    guard let document = documents[key] else { return }
    let membership = document.mentions.annotations.membershipRevision
    let settings = settings[key]
    let places = document.mentions.accessories.accessories.filter { $0.anchor == .mentions }.map(\.place)
    if let hints = document.hints.hints, hints.membership != membership,
      settings.inlayHint != nil || settings.nameHints || places.contains(.after)
    {
      document.hints.hints = nil
      refreshInlayHints()
    }
    if let lenses = document.hints.lenses, lenses.membership != membership,
      settings.codeLens != .off || places.contains(.above)
    {
      document.hints.lenses = nil
      refreshCodeLenses()
    }
  }

  /// Handles a change of the known people, which may change the meaning of mentions. Asks the client at most once to
  /// refresh hints, and once to refresh lenses, for all documents together.
  func refreshNames() {
    var (hints, lenses) = (false, false)
    for key in openKeys {
      guard let document = documents[key] else { continue }
      if let known = document.hints.hints, known.people != people.revision, settings[key].nameHints {
        document.hints.hints = nil
        hints = true
      }
      if let known = document.hints.lenses, known.people != people.revision,
        settings[key].codeLens != .off
      {
        document.hints.lenses = nil
        lenses = true
      }
    }
    if hints { refreshInlayHints() }
    if lenses { refreshCodeLenses() }
  }

  func refreshInlayHints() {
    announce(.inlayHint, client.inlayHints)
    guard client.inlayHints.refreshes else { return }
    ask(.inlayHintRefresh, JSONValue?.none)
  }

  func refreshCodeLenses() {
    announce(.codeLens, client.codeLenses)
    guard client.codeLenses.refreshes else { return }
    ask(.codeLensRefresh, JSONValue?.none)
  }
}

/// Inlay hints and code lenses of one document.
struct AccessoryTranslation {
  let positions: PositionTranslation
  /// ``OpenDocument/number``.
  let document: Int
  let mentions: MentionsDocument

  // MARK: Inlay hints

  /// Hints in a range, in text order. At the same position, the person's name comes first, then the hint defined in the
  /// settings, then the host's accessories.
  ///
  /// - Parameters:
  ///   - names: the hints that complete names.
  ///   - format: the format of the hint after each mention; nil for none.
  ///   - tooltip: returns the description of an entity.
  ///   - resolves: whether the client can resolve tooltips later.
  func hints(
    in range: TextRange, names: [NameHint], format: InsertFormat?, tooltip: (Entity) -> MarkupContent,
    resolves: Bool
  ) -> [InlayHint] {
    let annotations = mentions.annotations
    var found: [(offset: TextOffset, hint: InlayHint)] = []
    func add(_ hint: InlayHint, at offset: TextOffset) { found.append((offset, hint)) }
    for name in names {
      var hint = hint(name.label, at: name.range.end)
      if resolves, let annotation = annotations.annotation(touching: name.range.end),
        annotation.range == name.range
      {
        hint.data = reference(to: Int(truncatingIfNeeded: annotation.id.rawValue))
      } else {
        hint.tooltip = tooltip(name.entity)
      }
      add(hint, at: name.range.end)
    }
    let accessories = mentions.accessories.accessories.filter { $0.place == .after }
    let labels = accessories.compactMap { accessory in
      accessory.anchor == .mentions ? (try? InsertFormat(accessory.label)).map { (accessory, $0) } : nil
    }
    if format != nil || !labels.isEmpty {
      for index in annotations.indices(touching: range) {
        let end = annotations.range(at: index).end
        guard range.touches(end) else { continue }
        let annotation = annotations[index]
        if let label = format?.label(for: annotation.entity) {
          var hint = hint(label, at: end)
          if resolves {
            hint.data = reference(to: Int(truncatingIfNeeded: annotation.id.rawValue))
          } else {
            hint.tooltip = tooltip(annotation.entity)
          }
          add(hint, at: end)
        }
        for (accessory, format) in labels {
          if let label = format.label(for: annotation.entity) {
            add(hint(of: accessory, label, at: end), at: end)
          }
        }
      }
    }
    for accessory in accessories {
      guard let offset = accessory.offset, range.touches(offset) else { continue }
      add(hint(of: accessory, accessory.label, at: offset), at: offset)
    }
    return found.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element.hint)
  }

  private func hint(_ label: String, at offset: TextOffset) -> InlayHint {
    InlayHint(
      position: positions.position(of: offset, in: mentions.text), label: .text(Self.shown(label)),
      paddingLeft: true)
  }

  private func hint(of accessory: TextAccessory, _ label: String, at offset: TextOffset) -> InlayHint {
    var hint = hint(label, at: offset)
    let tooltip = accessory.tooltip.map { MarkupContent(kind: nil, value: $0) }
    if let command = command(of: accessory, title: "") {
      hint.label = .parts([InlayHintLabelPart(value: Self.shown(label), tooltip: tooltip, command: command)])
    } else {
      hint.tooltip = tooltip
    }
    return hint
  }

  // MARK: Code lenses

  /// All lenses of the document: first those with counts, which are resolved later.
  ///
  /// - Parameter hasUnknown: whether there are mentions of unknown people.
  func lenses(_ placement: CodeLensPlacement, hasUnknown: Bool) -> [CodeLens] {
    let annotations = mentions.annotations
    var lenses: [CodeLens] = []
    switch placement {
    case .off: break
    case .document:
      if !annotations.isEmpty || hasUnknown { lenses.append(CodeLens(range: line(0), data: reference())) }
    case .paragraph:
      lenses = MentionParagraph.all(with: annotations, in: mentions.text).map {
        CodeLens(range: line($0.firstLine), data: reference(to: $0.firstLine))
      }
    }
    for accessory in mentions.accessories.accessories where accessory.place == .above {
      if let offset = accessory.offset {
        lenses.append(lens(accessory, accessory.label, at: TextRange(at: offset)))
      } else if let format = try? InsertFormat(accessory.label) {
        for annotation in annotations {
          guard let label = format.label(for: annotation.entity) else { continue }
          lenses.append(lens(accessory, label, at: TextRange(at: annotation.range.start)))
        }
      }
    }
    return lenses
  }

  private func lens(_ accessory: TextAccessory, _ label: String, at range: TextRange) -> CodeLens {
    let title = Self.shown(label)
    return CodeLens(
      range: positions.range(range, in: mentions.text),
      command: command(of: accessory, title: title) ?? Command(title: title, command: .none))
  }

  private func line(_ line: Int) -> LanguageProtocol.Range {
    let start = Position(line: line, character: 0)
    return LanguageProtocol.Range(start: start, end: start)
  }

  /// The title of a lens that counts the mentions in the paragraph of a line, or in the document if `line` is nil.
  ///
  /// - Parameter unknown: the mentions of unknown people.
  func count(aroundLine line: Int?, unknown: [TextRange]) -> String {
    let annotations = mentions.annotations
    guard let line else {
      return words(
        for: MentionCount.all(of: annotations.startIndex..<annotations.endIndex, in: annotations), unknown)
    }
    guard let paragraph = MentionParagraph.holding(line: line, with: annotations, in: mentions.text) else {
      return words(for: [], [])
    }
    return words(
      for: MentionCount.all(of: paragraph.mentions, in: annotations),
      unknown.filter { paragraph.lines.contains(mentions.text.lines.line(at: $0.start)) })
  }

  /// The counts in words: `3 people, 1 team, 1 unknown`.
  private func words(for counts: [MentionCount], _ unknown: [TextRange]) -> String {
    let known: [(kind: EntityKind, one: String, many: String)] = [
      (.person, "person", "people"), (.team, "team", "teams"), (.issue, "issue", "issues"),
      (.document, "document", "documents"),
    ]
    var words: [String] = []
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { words.append("\(count) \(count == 1 ? one : many)") }
    }
    for kind in known { add(counts.first { $0.kind == kind.kind }?.count ?? 0, kind.one, kind.many) }
    let others = counts.filter { count in !known.contains { $0.kind == count.kind } }
    add(
      others.reduce(0) { $0 + $1.count }, words.isEmpty ? "mention" : "other",
      words.isEmpty ? "mentions" : "others")
    // Counts each unknown name once, however often it is mentioned.
    add(Set(unknown.map { mentions.text.buffer.bytes(in: $0) }).count, "unknown", "unknown")
    return words.isEmpty ? "no mentions" : words.joined(separator: ", ")
  }

  // MARK: Both

  private static func shown(_ label: String) -> String { ShownText.clipped(ShownText.line(label)) }

  /// The host's command for an accessory, with `title` in place of the command's own title; nil if the accessory has no
  /// command.
  private func command(of accessory: TextAccessory, title: String) -> Command? {
    guard let name = accessory.command?["command"]?.stringValue else { return nil }
    return Command(
      title: title, command: CommandName(rawValue: name),
      arguments: accessory.command?["arguments"]?.arrayValue)
  }

  private func reference(to number: Int? = nil) -> JSONValue {
    AnnotationReference(document: document, number: number).json
  }
}

/// The reference in the `data` of unresolved hints, lenses and document links: `[document, number]`.
struct AnnotationReference: Hashable {
  /// ``OpenDocument/number``.
  let document: Int
  /// The annotation's id for a hint or a link, a line of the paragraph for a lens; nil for a lens of the whole
  /// document.
  let number: Int?

  init(document: Int, number: Int?) {
    self.document = document
    self.number = number
  }

  init?(_ json: JSONValue?) {
    guard let numbers = json?.arrayValue?.map(\.intValue), (1...2).contains(numbers.count),
      let document = numbers[0], numbers.count == 1 || numbers[1] != nil
    else { return nil }
    self.init(document: document, number: numbers.count == 2 ? numbers[1] : nil)
  }

  var json: JSONValue { .array([document, number].compactMap { $0.map(JSONValue.integer) }) }
}

/// A hint that completes the text of a mention: the person's name after a handle, or the rest of the name after its
/// short form.
struct NameHint {
  /// The range of the mention.
  let range: TextRange
  let entity: Entity
  let label: String

  /// The maximum number of hints per request.
  private static let most = 2000
  /// The number of bytes of a line that are examined on either side of a mention.
  private static let longestLine = 512

  /// Name hints in a range: one for each person and line, and none where the line contains the name. `Ada Lovelace` and
  /// `@ada-lovelace` do not need one.
  ///
  /// - Parameter found: the mentions of the document, in order.
  static func all(of found: [(range: TextRange, entity: Entity)], in range: TextRange, of text: IndexedText)
    -> [NameHint]
  {
    var hints: [NameHint] = []
    var told: Set<Told> = []
    for mention in found {
      if mention.range.start > range.end || hints.count == most { break }
      guard range.touches(mention.range.end) else { continue }
      let name = ShownText.line(mention.entity.name)
      let letters = letters(of: name.utf8)
      guard !letters.isEmpty, !holds(self.letters(of: line(around: mention.range, in: text)), letters),
        told.insert(Told(line: text.lines.line(at: mention.range.end), entity: mention.entity.key)).inserted
      else { continue }
      hints.append(
        NameHint(
          range: mention.range, entity: mention.entity, label: rest(of: name, after: mention.range, in: text))
      )
    }
    return hints
  }

  private struct Told: Hashable {
    let line: Int
    let entity: EntityKey
  }

  /// The rest of a name if the mention consists of its first words: `Lovelace` after `Ada`; otherwise the whole name.
  private static func rest(of name: String, after range: TextRange, in text: IndexedText) -> String {
    let written = text.buffer.bytes(in: range) + [UInt8(ascii: " ")]
    let bytes = Array(name.utf8)
    guard bytes.count > written.count, bytes.starts(with: written) else { return name }
    return String(decoding: bytes[written.count...], as: UTF8.self)
  }

  private static func line(around range: TextRange, in text: IndexedText) -> [UInt8] {
    let start = text.content(ofLine: text.lines.line(at: range.start)).start
    let end = text.content(ofLine: text.lines.line(at: range.end)).end
    return text.buffer.bytes(
      in: TextRange(max(start, range.start - longestLine), min(end, range.end + longestLine)))
  }

  /// The folded text without separators, because handles are derived from names in many ways.
  private static func letters(of text: some Collection<UInt8>) -> [UInt8] {
    NameFolding.fold(text).filter { !NameFolding.isSeparator($0) }
  }

  private static func holds(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
    text.count >= wanted.count
      && (0...text.count - wanted.count).contains { text[$0...].starts(with: wanted) }
  }
}
