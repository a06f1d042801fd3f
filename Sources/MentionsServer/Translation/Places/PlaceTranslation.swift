import EntitySources
import LanguageProtocol
import TextModel

/// Where entities are written down, as clients go there.
struct PlaceTranslation {
  let positions: PositionTranslation

  /// A link to an entity's record, at its name.
  ///
  /// - Parameter origin: the mention that leads there.
  /// - Complexity: linear in the record's lines.
  func link(to place: EntityPlace, from origin: LanguageProtocol.Range) -> LocationLink {
    let text = IndexedText(place.text)
    return LocationLink(
      originSelectionRange: origin, targetUri: DocumentURI(filePath: place.path),
      targetRange: range(place.record, of: place, in: text),
      targetSelectionRange: range(place.heading, of: place, in: text))
  }

  /// The range in the whole file of some bytes of the place's text, which is `text`.
  func range(_ bytes: Swift.Range<Int>, of place: EntityPlace, in text: IndexedText) -> LanguageProtocol.Range
  {
    var range = positions.range(
      TextRange(TextOffset(bytes.lowerBound), TextOffset(bytes.upperBound)), in: text)
    range.start.line += place.firstLine
    range.end.line += place.firstLine
    return range
  }
}
