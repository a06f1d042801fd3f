import JSONText
import LanguageProtocol
import Mentions

/// How the mentions and attributes of one document are shown.
struct StyleSheet {
  let styles: [DisplayStyle]
  let names: StyleNames

  /// Another number where modifiers may mean something else.
  var revision: Int { names.revision }

  /// Names of the styles of a mention, in the order of the settings, each once.
  func styles(of annotation: Annotation) -> [String] {
    var found: [String] = []
    for style in styles
    where !found.contains(style.name)
      && style.matches(annotation.entity, annotation.state, litUp: annotation.litUp)
    {
      found.append(style.name)
    }
    return found
  }

  /// Names of the styles of attributes of a name: those that the settings give it, else its own.
  func styles(ofAttribute name: String) -> [String] {
    let given = styles.filter { $0.attribute == name }.map(\.name)
    return given.isEmpty ? [name] : given
  }

  /// The bits of the legend's modifiers that show a mention's styles. Costs nothing where there are none.
  func modifierBits(of index: Int, in annotations: AnnotationStore) -> Int {
    guard !styles.isEmpty else { return 0 }
    let state = annotations.state(at: index)
    let isLitUp = annotations.litUpIndex == index
    return styles.reduce(0) { bits, style in
      style.matches(annotations[index].entity, state, litUp: isLitUp) ? bits | bit(of: style.name) : bits
    }
  }

  func modifierBits(ofAttribute name: String) -> Int {
    styles(ofAttribute: name).reduce(0) { $0 | bit(of: $1) }
  }

  private func bit(of name: String) -> Int {
    names.place[name].map { 1 << (TokenLegend.firstStyle + $0) } ?? 0
  }

  /// What editors are told of styles: those of the settings, and the names of attributes that have none there.
  func infos(attributes: [String]) -> [StyleInfo] {
    var infos: [StyleInfo] = []
    for style in styles where !infos.contains(where: { $0.name == style.name }) {
      infos.append(
        StyleInfo(
          name: style.name, modifier: modifier(of: style.name), highlight: style.highlight, face: style.face,
          rounded: style.rounded ? true : nil,
          decoration: style.decoration.isEmpty ? nil : .object(style.decoration)))
    }
    for name in attributes
    where styles(ofAttribute: name) == [name] && !infos.contains(where: { $0.name == name }) {
      infos.append(StyleInfo(name: name, modifier: modifier(of: name)))
    }
    return infos
  }

  private func modifier(of name: String) -> String? {
    names.place[name].map { TokenLegend.modifiers[TokenLegend.firstStyle + $0] }
  }
}
