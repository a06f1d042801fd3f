import Entities
import Mentions

/// What was offered lately. An item may be resolved after its list has long gone, so this does not
/// depend on what the document is doing.
struct OfferedLists {
  private struct List {
    let document: Int
    let queryID: Int
    let entities: [Entity]
  }

  /// Clients resolve the list that they show or, while the next is on its way, the one before.
  private static let limit = 16

  private var lists: [List] = []

  /// - Parameters:
  ///   - offers: a list that the client gets.
  ///   - document: ``OpenDocument/number``.
  mutating func remember(_ offers: OfferList, in document: Int) {
    lists.removeAll { $0.document == document && $0.queryID == offers.queryID }
    lists.append(
      List(document: document, queryID: offers.queryID, entities: offers.offers.map(\.entity)))
    if lists.count > Self.limit { lists.removeFirst() }
  }

  subscript(reference: OfferReference) -> Entity? {
    let list = lists.last { $0.document == reference.document && $0.queryID == reference.offer.queryID }
    guard let list, list.entities.indices.contains(reference.offer.index) else { return nil }
    return list.entities[reference.offer.index]
  }
}
