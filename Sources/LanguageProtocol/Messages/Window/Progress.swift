/// The name under which progress is reported (LSP: ProgressToken): a number or a string.
package typealias ProgressToken = RPCID

/// `window/workDoneProgress/create`, server to client.
package struct WorkDoneProgressCreateParams: Structure {
  package var token: ProgressToken

  package init(token: ProgressToken) { self.token = token }
  package static let members = Members(Self.init, required("token", \.token))
}

/// `window/workDoneProgress/cancel`.
package typealias WorkDoneProgressCancelParams = WorkDoneProgressCreateParams

/// `$/progress`.
package struct ProgressParams: Structure {
  package var token: ProgressToken
  package var value: WorkDoneProgress

  package init(token: ProgressToken, value: WorkDoneProgress) { (self.token, self.value) = (token, value) }
  package static let members = Members(Self.init, required("token", \.token), required("value", \.value))
}

/// How far something is (LSP: WorkDoneProgressBegin, WorkDoneProgressEnd).
package struct WorkDoneProgress: Structure {
  package var kind: String
  package var title: String?
  package var message: String?

  package static func begin(title: String, message: String? = nil) -> Self {
    Self(kind: "begin", title: title, message: message)
  }

  package static func end(message: String? = nil) -> Self { Self(kind: "end", message: message) }

  package static let members = Members(
    Self.init, required("kind", \.kind), optional("title", \.title), optional("message", \.message))
}
