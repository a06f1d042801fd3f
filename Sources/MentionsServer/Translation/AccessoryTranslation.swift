import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// What stands beside the text of one document, as inlay hints and code lenses.
struct AccessoryTranslation {
  let positions: PositionTranslation
  /// ``OpenDocument/number``.
  let document: Int
  let mentions: MentionsDocument

  // MARK: Inlay hints

  /// Those in a range, in the order of the text; at one place first who is meant, then what the settings say of the mention.
  ///
  /// - Parameters:
  ///   - names: who is meant.
  ///   - format: what is shown after each mention; nil: nothing.
  ///   - tooltip: what to say of an entity.
  ///   - resolves: whether the client asks for that later, where it can.
  func hints(
    in range: TextRange, names: [NameHint], format: InsertFormat?, tooltip: (Entity) -> MarkupContent,
    resolves: Bool
  ) -> [InlayHint] {
    let annotations = mentions.annotations
    var found: [(place: TextOffset, hint: InlayHint)] = []
    func add(_ hint: InlayHint, at place: TextOffset) { found.append((place, hint)) }
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
      guard let place = accessory.offset, range.touches(place) else { continue }
      add(hint(of: accessory, accessory.label, at: place), at: place)
    }
    return found.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      .map(\.element.hint)
  }

  private func hint(_ label: String, at place: TextOffset) -> InlayHint {
    InlayHint(
      position: positions.position(of: place, in: mentions.text), label: .text(Self.shown(label)),
      paddingLeft: true)
  }

  private func hint(of accessory: TextAccessory, _ label: String, at place: TextOffset) -> InlayHint {
    var hint = hint(label, at: place)
    let tooltip = accessory.tooltip.map { MarkupContent(kind: nil, value: $0) }
    if let command = command(of: accessory, title: "") {
      hint.label = .parts([InlayHintLabelPart(value: Self.shown(label), tooltip: tooltip, command: command)])
    } else {
      hint.tooltip = tooltip
    }
    return hint
  }

  // MARK: Code lenses

  /// All of the document: first those that count, which are resolved later.
  ///
  /// - Parameter hasUnknown: whether somebody is mentioned whom nobody knows.
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
      if let place = accessory.offset {
        lenses.append(lens(accessory, accessory.label, at: TextRange(at: place)))
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

  /// What a lens that counts says: of the paragraph that a line belongs to, or of the document.
  ///
  /// - Parameter unknown: where somebody is mentioned whom nobody knows.
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

  /// `3 people, 1 team, 1 unknown`
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
    // One name is one person, however often it is mentioned.
    add(Set(unknown.map { mentions.text.buffer.bytes(in: $0) }).count, "unknown", "unknown")
    return words.isEmpty ? "nobody" : words.joined(separator: ", ")
  }

  // MARK: Both

  private static func shown(_ label: String) -> String { ShownText.clipped(ShownText.line(label)) }

  /// What the host gave, under another title.
  private func command(of accessory: TextAccessory, title: String) -> Command? {
    guard let name = accessory.command?["command"]?.stringValue else { return nil }
    return Command(
      title: title, command: CommandName(rawValue: name),
      arguments: accessory.command?["arguments"]?.arrayValue)
  }

  private func reference(to number: Int? = nil) -> JSONValue {
    ShownReference(document: document, number: number).json
  }
}

/// What hints and lenses carry in `data` so that they are recognised when they are resolved: `[document, number]`.
struct ShownReference: Hashable {
  /// ``OpenDocument/number``.
  let document: Int
  /// Of a hint the annotation's id, of a lens a line of its paragraph; nil: the whole document.
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
