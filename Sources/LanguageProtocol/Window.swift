import JSONText

extension Method {
  package static let showMessage = Method(rawValue: "window/showMessage")
  package static let logMessage = Method(rawValue: "window/logMessage")
  package static let progress = Method(rawValue: "$/progress")
  package static let workDoneProgressCreate = Method(rawValue: "window/workDoneProgress/create")
  package static let workDoneProgressCancel = Method(rawValue: "window/workDoneProgress/cancel")
}

/// The severity of a message (LSP: MessageType).
package struct MessageType: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let error = Self(rawValue: 1)
  package static let warning = Self(rawValue: 2)
  package static let info = Self(rawValue: 3)
}

/// `window/showMessage`, server to client.
package struct ShowMessageParams: Structure {
  package var type: MessageType
  package var message: String

  package init(type: MessageType, message: String) { (self.type, self.message) = (type, message) }
  package static let members = Members(Self.init, required("type", \.type), required("message", \.message))
}

// MARK: - Progress

/// Identifies a progress report (LSP: ProgressToken): a number or a string.
package typealias ProgressToken = RPCID

/// LSP: WorkDoneProgressOptions; ReferenceOptions has the same members.
package struct ProgressOptions: Structure {
  /// Whether the server reports progress with the `workDoneToken` of a request.
  package var workDoneProgress: Bool?

  package init(workDoneProgress: Bool? = nil) { self.workDoneProgress = workDoneProgress }
  package static let members = Members(Self.init, optional("workDoneProgress", \.workDoneProgress))
}

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

/// The progress of an operation (LSP: WorkDoneProgressBegin, WorkDoneProgressReport, WorkDoneProgressEnd).
package struct WorkDoneProgress: Structure {
  package var kind: String
  package var title: String?
  /// Whether the user may cancel the operation.
  package var cancellable: Bool?
  package var message: String?
  /// The progress in percent.
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

/// `$/progress` with the `partialResultToken` of a request: a part of its result (LSP: Partial Result Progress).
package struct PartialResultParams<Item: MemberValue & Hashable>: Structure {
  package var token: ProgressToken
  package var value: [Item]

  package init(token: ProgressToken, value: [Item]) { (self.token, self.value) = (token, value) }
  package static var members: Members<Self> {
    Members(Self.init, required("token", \.token), required("value", \.value))
  }
}
