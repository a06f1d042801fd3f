import LanguageProtocol
import Mentions
import TextModel

/// Annotations as LSP semantic tokens: five numbers each, places relative to the token before.
struct SemanticTokenTranslation {
  let encoding: PositionEncoding
  let styles: StyleSheet

  /// All tokens of a document.
  func tokens(of document: MentionsDocument) -> [Int] {
    document.attributes.isEmpty
      ? tokens(of: 0..<document.annotations.count, in: document)
      : tokens(of: StyledStretch.all(in: document, nil, modifierBits(_:in:)), in: document.text)
  }

  /// The tokens in a range; those at its edges are whole.
  func tokens(in range: TextRange, of document: MentionsDocument) -> [Int] {
    document.attributes.isEmpty
      ? tokens(of: document.annotations.indices(in: range), in: document, relativeToStart: true)
      : tokens(of: StyledStretch.all(in: document, range, modifierBits(_:in:)), in: document.text)
  }

  private func tokens(of stretches: [StyledStretch], in text: IndexedText) -> [Int] {
    var writer = SemanticTokenWriter(encoding)
    for stretch in stretches {
      writer.add(stretch.range, type: stretch.isMention ? 0 : 1, modifiers: stretch.modifiers, in: text)
    }
    return writer.data
  }

  /// The tokens of the annotations in `indices`; the first is relative to the annotation before it, or
  /// to the start of the document.
  func tokens(
    of indices: Swift.Range<Int>, in document: MentionsDocument, relativeToStart: Bool = false
  ) -> [Int] {
    let text = document.text
    let annotations = document.annotations
    var writer = SemanticTokenWriter(encoding)
    writer.data.reserveCapacity(indices.count * 5)
    if !relativeToStart, indices.lowerBound > 0, !indices.isEmpty {
      writer.begin(behind: annotations.range(at: indices.lowerBound - 1), in: text)
    }
    for index in indices {
      writer.add(
        annotations.range(at: index), type: 0, modifiers: modifierBits(of: index, in: document), in: text)
    }
    return writer.data
  }

  private func modifierBits(of index: Int, in document: MentionsDocument) -> Int {
    let annotations = document.annotations
    return (annotations.state(at: index) == .trimmed ? 1 : 0) | (annotations.litUpIndex == index ? 2 : 0)
      | styles.modifierBits(of: index, in: annotations)
  }

  private func modifierBits(_ part: StyledStretch.Part, in document: MentionsDocument) -> Int {
    switch part {
    case .mention(let index): modifierBits(of: index, in: document)
    case .attribute(let name): styles.modifierBits(ofAttribute: name)
    }
  }
}
