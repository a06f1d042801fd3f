/// Our own methods.
extension Method {
  // MARK: Requests to the server

  public static let mentionsList = Method(rawValue: "mentions/list")
  public static let mentionsAdd = Method(rawValue: "mentions/add")
  public static let mentionsRemove = Method(rawValue: "mentions/remove")
  public static let mentionsState = Method(rawValue: "mentions/state")
  public static let mentionsExplain = Method(rawValue: "mentions/explain")
  public static let mentionsBackspace = Method(rawValue: "mentions/backspace")
  public static let mentionsChooserItems = Method(rawValue: "mentions/chooserItems")
  public static let mentionsSelect = Method(rawValue: "mentions/select")

  // MARK: Notifications to the server

  public static let mentionsDidChangeSelection = Method(rawValue: "mentions/didChangeSelection")
  public static let mentionsCancel = Method(rawValue: "mentions/cancel")
  public static let mentionsEntities = Method(rawValue: "mentions/entities")

  // MARK: Requests to the client

  public static let mentionsRetrieveEntities = Method(rawValue: "mentions/retrieveEntities")
  public static let mentionsResolveEntity = Method(rawValue: "mentions/resolveEntity")

  // MARK: Notifications to the client, where it opted in

  public static let mentionsDidChangeState = Method(rawValue: "mentions/didChangeState")
  public static let mentionsChooser = Method(rawValue: "mentions/chooser")
  public static let mentionsDidCreate = Method(rawValue: "mentions/didCreate")
  public static let mentionsDidTrim = Method(rawValue: "mentions/didTrim")
  public static let mentionsDidDelete = Method(rawValue: "mentions/didDelete")
  public static let mentionsDidSelect = Method(rawValue: "mentions/didSelect")
}
