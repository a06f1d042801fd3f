/// Our own methods.
extension Method {
  // MARK: Requests to the server

  package static let mentionsList = Method(rawValue: "mentions/list")
  package static let mentionsAdd = Method(rawValue: "mentions/add")
  package static let mentionsRemove = Method(rawValue: "mentions/remove")
  package static let mentionsState = Method(rawValue: "mentions/state")
  package static let mentionsExplain = Method(rawValue: "mentions/explain")
  package static let mentionsBackspace = Method(rawValue: "mentions/backspace")
  package static let mentionsChooserItems = Method(rawValue: "mentions/chooserItems")
  package static let mentionsSelect = Method(rawValue: "mentions/select")
  package static let mentionsEdit = Method(rawValue: "mentions/edit")
  package static let mentionsTransform = Method(rawValue: "mentions/transform")
  package static let mentionsAttributes = Method(rawValue: "mentions/attributes")
  /// Also a notification to the client.
  package static let mentionsSpelling = Method(rawValue: "mentions/spelling")
  package static let mentionsAccessories = Method(rawValue: "mentions/accessories")
  package static let mentionsTransforms = Method(rawValue: "mentions/transforms")

  // MARK: Notifications to the server

  package static let mentionsDidChangeSelection = Method(rawValue: "mentions/didChangeSelection")
  package static let mentionsCancel = Method(rawValue: "mentions/cancel")
  package static let mentionsEntities = Method(rawValue: "mentions/entities")

  // MARK: Requests to the client

  package static let mentionsRetrieveEntities = Method(rawValue: "mentions/retrieveEntities")
  package static let mentionsResolveEntity = Method(rawValue: "mentions/resolveEntity")

  // MARK: Notifications to the client, where it opted in

  package static let mentionsDidChangeState = Method(rawValue: "mentions/didChangeState")
  package static let mentionsChooser = Method(rawValue: "mentions/chooser")
  package static let mentionsDidCreate = Method(rawValue: "mentions/didCreate")
  package static let mentionsDidTrim = Method(rawValue: "mentions/didTrim")
  package static let mentionsDidDelete = Method(rawValue: "mentions/didDelete")
  package static let mentionsDidSelect = Method(rawValue: "mentions/didSelect")
  package static let mentionsTextEvent = Method(rawValue: "mentions/textEvent")
}
