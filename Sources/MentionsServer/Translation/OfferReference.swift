import JSONText
import LanguageProtocol
import Mentions

/// What an item carries so that it is recognised later: in `data` for resolving, and as the argument
/// of its command.
struct OfferReference: Hashable {
  let uri: DocumentURI
  let offer: OfferID

  init(uri: DocumentURI, offer: OfferID) {
    self.uri = uri
    self.offer = offer
  }

  init?(_ json: JSONValue) {
    guard let uri = json["uri"]?.stringValue, let queryID = json["generation"]?.intValue,
      let index = json["index"]?.intValue
    else { return nil }
    self.init(uri: DocumentURI(uri), offer: OfferID(queryID: queryID, index: index))
  }

  var json: JSONValue {
    .object([
      "uri": .string(uri.text), "generation": .integer(offer.queryID), "index": .integer(offer.index),
    ])
  }
}
