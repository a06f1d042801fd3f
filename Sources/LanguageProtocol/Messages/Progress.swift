/// `window/workDoneProgress/create`, server to client.
public struct WorkDoneProgressCreateParams: Structure {
  public var token: ProgressToken

  public init(token: ProgressToken) { self.token = token }
  public static let members = Members(Self.init, required("token", \.token))
}

/// `window/workDoneProgress/cancel`.
public struct WorkDoneProgressCancelParams: Structure {
  public var token: ProgressToken

  public static let members = Members(Self.init, required("token", \.token))
}

/// `$/progress`.
public struct ProgressParams: Structure {
  public var token: ProgressToken
  public var value: WorkDoneProgress

  public init(token: ProgressToken, value: WorkDoneProgress) { (self.token, self.value) = (token, value) }
  public static let members = Members(Self.init, required("token", \.token), required("value", \.value))
}
