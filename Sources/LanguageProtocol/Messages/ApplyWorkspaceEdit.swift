/// `workspace/applyEdit`, server to client.
public struct ApplyWorkspaceEditParams: Structure {
  public var label: String?
  public var edit: WorkspaceEdit

  public init(label: String? = nil, edit: WorkspaceEdit) { (self.label, self.edit) = (label, edit) }
  public static let members = Members(Self.init, optional("label", \.label), required("edit", \.edit))
}

/// What the client answers to `workspace/applyEdit`. It proves little: some clients say true for a stale edit.
public struct ApplyWorkspaceEditResult: Structure {
  public var applied: Bool
  public var failureReason: String?
  public var failedChange: Int?

  public init(applied: Bool, failureReason: String? = nil, failedChange: Int? = nil) {
    (self.applied, self.failureReason, self.failedChange) = (applied, failureReason, failedChange)
  }

  public static let members = Members(
    Self.init, required("applied", \.applied), optional("failureReason", \.failureReason),
    optional("failedChange", \.failedChange))
}
