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

/// `$/progress` under the `partialResultToken` of a request: a piece of what it answers (LSP: Partial Result Progress).
package struct PartialResultParams<Item: MemberValue & Hashable>: Structure {
  package var token: ProgressToken
  package var value: [Item]

  package init(token: ProgressToken, value: [Item]) { (self.token, self.value) = (token, value) }
  package static var members: Members<Self> {
    Members(Self.init, required("token", \.token), required("value", \.value))
  }
}

/// How far something is (LSP: WorkDoneProgressBegin, WorkDoneProgressReport, WorkDoneProgressEnd).
package struct WorkDoneProgress: Structure {
  package var kind: String
  package var title: String?
  /// Whether the user may give it up.
  package var cancellable: Bool?
  package var message: String?
  /// In hundredths of all there is to do.
  package var percentage: Int?

  package static func begin(
    title: String, cancellable: Bool? = nil, message: String? = nil, percentage: Int? = nil
  ) -> Self {
    Self(kind: "begin", title: title, cancellable: cancellable, message: message, percentage: percentage)
  }

  package static func report(message: String? = nil, percentage: Int? = nil) -> Self {
    Self(kind: "report", message: message, percentage: percentage)
  }

  package static func end(message: String? = nil) -> Self { Self(kind: "end", message: message) }

  package static let members = Members(
    Self.init, required("kind", \.kind), optional("title", \.title),
    optional("cancellable", \.cancellable), optional("message", \.message),
    optional("percentage", \.percentage))
}
