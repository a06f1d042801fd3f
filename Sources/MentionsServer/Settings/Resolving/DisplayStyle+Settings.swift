import JSONText

extension DisplayStyle {
  /// As the settings say, which were checked.
  init(_ value: JSONObject) {
    typealias Keys = StyleDeclaration
    let when = Keys.when.value(in: value)
    self.init(
      name: value[Keys.name.name]?.stringValue ?? "", kind: Keys.kind.value(in: when),
      source: Keys.source.value(in: when), state: Keys.state.value(in: when),
      metadata: Keys.metadata.value(in: when), attribute: Keys.attribute.value(in: when),
      highlight: Keys.highlight.value(in: value), face: Keys.face.value(in: value),
      rounded: Keys.rounded.value(in: value), decoration: Keys.decoration.value(in: value))
  }
}
