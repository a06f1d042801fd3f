public import JSONText

/// `workspace/applyEdit`, server to client.
public struct ApplyWorkspaceEditParams: Hashable, Sendable {
  public var label: String?
  public var edit: WorkspaceEdit

  public init(label: String? = nil, edit: WorkspaceEdit) {
    self.label = label
    self.edit = edit
  }
}

extension ApplyWorkspaceEditParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var label: String?
    var edit: WorkspaceEdit?
    while let member = try reader.nextName() {
      switch member {
      case "label": label = try reader.read()
      case "edit": edit = try reader.read(WorkspaceEdit.self)
      default: break
      }
    }
    self.label = label
    self.edit = try reader.require(edit, "edit", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("label", ifPresent: label)
      $0.member("edit", edit)
    }
  }
}

/// What the client answers to `workspace/applyEdit`. It proves little: some clients say true for a stale edit.
public struct ApplyWorkspaceEditResult: Hashable, Sendable {
  public var applied: Bool
  public var failureReason: String?
  public var failedChange: Int?

  public init(applied: Bool, failureReason: String? = nil, failedChange: Int? = nil) {
    self.applied = applied
    self.failureReason = failureReason
    self.failedChange = failedChange
  }
}

extension ApplyWorkspaceEditResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var applied: Bool?
    var failureReason: String?
    var failedChange: Int?
    while let member = try reader.nextName() {
      switch member {
      case "applied": applied = try reader.read(Bool.self)
      case "failureReason": failureReason = try reader.read()
      case "failedChange": failedChange = try reader.read()
      default: break
      }
    }
    self.applied = try reader.require(applied, "applied", of: object)
    self.failureReason = failureReason
    self.failedChange = failedChange
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("applied", applied)
      $0.member("failureReason", ifPresent: failureReason)
      $0.member("failedChange", ifPresent: failedChange)
    }
  }
}
