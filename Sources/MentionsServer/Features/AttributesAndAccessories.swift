import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `mentions/attributes`: the host's own named ranges (Hakawai: custom attributes).
extension Session {
  func attributes(_ params: MentionsAttributesParams) throws(RPCError) -> MentionsAttributesResult {
    let key = params.textDocument.uri
    let text = try openDocument(params.textDocument).mentions.text
    var refused: [MentionRefusal] = []
    var isChanged = false
    withDocument(key) { document in
      if let strip = params.strip {
        let ranges = strip.ranges?.map { positions.range($0, in: text) }
        isChanged = document.mentions.stripAttributes(names: strip.names, in: ranges)
      }
      for (index, addition) in (params.add ?? []).enumerated() {
        if let reason = add(addition, to: document) {
          refused.append(MentionRefusal(index: index, reason: reason))
        } else {
          isChanged = true
        }
      }
    }
    let document = try openDocument(params.textDocument).mentions
    registerStyles(of: document.attributes.names, in: key)
    if isChanged { refreshTokens() }
    let sheet = styleSheet(for: key)
    return MentionsAttributesResult(
      attributes: document.attributes.attributes().map { attribute in
        let styles = sheet.styles(ofAttribute: attribute.name)
        return AttributeInfo(
          range: positions.range(attribute.range, in: document.text), name: attribute.name,
          value: attribute.value, styles: styles == [attribute.name] ? nil : styles)
      },
      styles: sheet.infos(attributes: document.attributes.names), refused: refused)
  }

  /// Adds an attribute to the text. Returns the reason if the attribute was refused; nil if it was added.
  private func add(_ addition: AttributeAddition, to document: OpenDocument) -> String? {
    guard let range = positions.exactRange(addition.range, in: document.mentions.text) else {
      return "the range is out of bounds"
    }
    do {
      let policy = try AttributePolicy(addition)
      try document.mentions.add(
        TextAttribute(range: range, name: addition.name, value: addition.value, policy: policy))
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Registers a token modifier for each attribute without a style in the settings, under the attribute's own name.
  private func registerStyles(of names: [String], in key: DocumentURI) {
    let sheet = styleSheet(for: key)
    for name in names where sheet.styles(ofAttribute: name) == [name] { tokens.styleNames.register(name) }
  }
}

extension AttributePolicy {
  fileprivate init(_ addition: AttributeAddition) throws(AdditionError) {
    self.init(
      whenTypedAt: try Self.choice(addition.whenTypedAt, "whenTypedAt") ?? .keep,
      whenChanged: try Self.choice(addition.whenChanged, "whenChanged") ?? .keep)
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String?, _ member: String
  ) throws(AdditionError) -> Choice? where Choice.RawValue == String {
    guard let text else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = SettingChoice.list(Choice.allCases.map(\.rawValue))
    throw AdditionError("\(member) is \(JSONExcerpt.of(.string(text))), expected \(known)")
  }
}

// MARK: - Accessories

/// `mentions/accessories`: labels that the host shows beside the text (Hakawai: accessory views). A request is applied
/// completely or not at all.
extension Session {
  func accessories(_ params: MentionsAccessoriesParams) throws(RPCError) -> MentionsAccessoriesResult {
    let document = try openDocument(params.textDocument)
    let text = document.mentions.text
    let before = document.mentions.accessories
    var after = before
    for (index, id) in (params.remove ?? []).enumerated() {
      try check("remove[\(index)]") { () throws(AccessoryError) in try after.remove(id) }
    }
    for (index, move) in (params.move ?? []).enumerated() {
      let anchor = try anchor(move.at, in: text, "move[\(index)].at")
      try check("move[\(index)]") { () throws(AccessoryError) in try after.move(move.id, to: anchor, in: text)
      }
    }
    for (index, addition) in (params.add ?? []).enumerated() {
      let accessory = try accessory(addition, in: text, "add[\(index)]")
      try check("add[\(index)]") { () throws(AccessoryError) in try after.add(accessory, in: text) }
    }
    withDocument(params.textDocument.uri) { $0.mentions.setAccessories(after) }
    if before.shown(.after) != after.shown(.after) { refreshInlayHints() }
    if before.shown(.above) != after.shown(.above) { refreshCodeLenses() }
    return MentionsAccessoriesResult(accessories: after.accessories.map { info($0, in: text) })
  }

  private func check(_ path: String, _ body: () throws(AccessoryError) -> Void) throws(RPCError) {
    do { try body() } catch { throw RPCError(.invalidParams, "\(path): \(error)") }
  }

  private func accessory(
    _ addition: Accessory, in text: IndexedText, _ path: String
  ) throws(RPCError) -> TextAccessory {
    guard let place = TextAccessory.Place(rawValue: addition.place) else {
      let known = SettingChoice.list(TextAccessory.Place.allCases.map(\.rawValue))
      throw RPCError(
        .invalidParams, "\(path).place: expected \(known), found \(JSONExcerpt.of(.string(addition.place)))")
    }
    if let command = addition.command, command["command"]?.stringValue == nil {
      throw RPCError(.invalidParams, "\(path).command: expected a command with its name in `command`")
    }
    return TextAccessory(
      id: addition.id, anchor: try anchor(addition.at, in: text, "\(path).at"), label: addition.label,
      tooltip: addition.tooltip, command: addition.command, place: place)
  }

  private func anchor(
    _ anchor: AccessoryAnchor, in text: IndexedText, _ path: String
  ) throws(RPCError) -> TextAccessory.Anchor {
    switch anchor {
    case .mention: return .mentions
    case .position(let position):
      if let offset = positions.exactOffset(of: position, in: text) { return .position(offset) }
    case .range(let range):
      if let range = positions.exactRange(range, in: text) { return .range(range) }
    }
    throw RPCError(.invalidParams, "\(path): outside of the document")
  }

  private func info(_ accessory: TextAccessory, in text: IndexedText) -> Accessory {
    let anchor: AccessoryAnchor =
      switch accessory.anchor {
      case .mentions: .mention
      case .position(let offset): .position(positions.position(of: offset, in: text))
      case .range(let range): .range(positions.range(range, in: text))
      }
    return Accessory(
      id: accessory.id, at: anchor, label: accessory.label, tooltip: accessory.tooltip,
      command: accessory.command,
      place: accessory.place.rawValue)
  }
}

extension Accessories {
  fileprivate func shown(_ place: TextAccessory.Place) -> [TextAccessory] {
    accessories.filter { $0.place == place }
  }
}
