public import Entities
public import TextModel

/// Names one entry of one query's list.
public struct OfferID: Hashable, Sendable {
  public let queryID: Int
  /// The place in the list, from zero.
  public let index: Int

  public init(queryID: Int, index: Int) {
    self.queryID = queryID
    self.index = index
  }
}

/// One entity as it would be inserted.
public struct Offer: Hashable, Sendable {
  public let id: OfferID
  public let entity: Entity
  /// What replaces ``OfferList/range``.
  public let newText: [UInt8]
  /// The part of ``newText`` that becomes the annotation: UTF-8 offsets in it.
  public let visible: Range<Int>
  /// What to highlight: UTF-8 offsets in the entity's name.
  public let matches: [Range<Int>]

  public init(id: OfferID, entity: Entity, newText: [UInt8], visible: Range<Int>, matches: [Range<Int>]) {
    self.id = id
    self.entity = entity
    self.newText = newText
    self.visible = visible
    self.matches = matches
  }
}

/// What a completion request is answered with.
public struct OfferList: Sendable {
  /// From the control character (or the word's start) to the cursor: one range for all offers.
  public let range: TextRange
  /// The rest of the word behind the cursor goes with the mention, and brackets that the editor closed by itself.
  public let additionalEdits: [TextReplacement]
  /// The text in ``range``.
  public let typed: String
  /// The end of ``typed`` that is searched for: all of it but the control character.
  public let key: String
  public let queryID: Int
  public let offers: [Offer]
  /// Whether there may be more than these: sources still owe answers, or the limit was hit.
  public let isIncomplete: Bool
  public let isLoading: Bool
}
