import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `mentions/attributes`: the host's own named ranges (seed 003: custom attributes).
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

  /// Puts one on the text, or says why it cannot be.
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

  /// Attributes that the settings have no style for get a modifier under their own names.
  private func registerStyles(of names: [String], in key: DocumentURI) {
    let sheet = styleSheet(for: key)
    for name in names where sheet.styles(ofAttribute: name) == [name] { styleNames.register(name) }
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
