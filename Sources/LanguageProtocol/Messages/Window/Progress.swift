/// The name under which progress is reported (LSP: ProgressToken): a number or a string.
public typealias ProgressToken = RPCID

/// `window/workDoneProgress/create`, server to client.
public struct WorkDoneProgressCreateParams: Structure {
  public var token: ProgressToken

  public init(token: ProgressToken) { self.token = token }
  public static let members = Members(Self.init, required("token", \.token))
}

/// `window/workDoneProgress/cancel`.
public typealias WorkDoneProgressCancelParams = WorkDoneProgressCreateParams

/// `$/progress`.
public struct ProgressParams: Structure {
  public var token: ProgressToken
  public var value: WorkDoneProgress

  public init(token: ProgressToken, value: WorkDoneProgress) { (self.token, self.value) = (token, value) }
  public static let members = Members(Self.init, required("token", \.token), required("value", \.value))
}

/// How far something is (LSP: WorkDoneProgressBegin, WorkDoneProgressEnd).
public struct WorkDoneProgress: Structure {
  public var kind: String
  public var title: String?
  public var message: String?

  public static func begin(title: String, message: String? = nil) -> Self {
    Self(kind: "begin", title: title, message: message)
  }

  public static func end(message: String? = nil) -> Self { Self(kind: "end", message: message) }

  public static let members = Members(
    Self.init, required("kind", \.kind), optional("title", \.title), optional("message", \.message))
}
