import JSONText
import Mentions

/// What an item carries so that it is recognised later, in `data` for resolving and as the argument of its command:
/// `[document, generation, index]`. It is in each item twice, so it is short.
struct OfferReference: Hashable {
  /// ``OpenDocument/number``.
  let document: Int
  let offer: OfferID

  init(document: Int, offer: OfferID) {
    self.document = document
    self.offer = offer
  }

  init?(_ json: JSONValue) {
    guard case .array(let numbers) = json, numbers.count == 3, let document = numbers[0].intValue,
      let queryID = numbers[1].intValue, let index = numbers[2].intValue
    else { return nil }
    self.init(document: document, offer: OfferID(queryID: queryID, index: index))
  }

  var json: JSONValue {
    [.integer(document), .integer(offer.queryID), .integer(offer.index)]
  }
}
