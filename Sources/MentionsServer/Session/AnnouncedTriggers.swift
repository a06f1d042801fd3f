import JSONText
import LanguageProtocol

/// The characters at which the client asks for completion by itself.
struct AnnouncedTriggers {
  /// What the answer to `initialize` named; it cannot be taken back.
  private var first: Set<String> = []
  /// What was registered since, character by character.
  private var later: Set<String> = []

  init(_ characters: [String] = []) { first = Set(characters) }

  /// What is to be registered so that the client asks at all of these, and what no longer is.
  mutating func change(to wanted: [String]) -> (new: [String], gone: [String]) {
    let missing = Set(wanted).subtracting(first)
    let change = (new: missing.subtracting(later).sorted(), gone: later.subtracting(missing).sorted())
    later = missing
    return change
  }

  /// The client did not take them.
  mutating func forget(_ characters: [String]) { later.subtract(characters) }
}

extension Session {
  /// Registers what new settings ask for besides what `initialize` announced, each character for itself. A second
  /// provider for all of them would have editors ask twice, and show each item twice.
  func announceTriggers() {
    let (new, gone) = triggers.change(to: ServerCapabilities.triggerCharacters(settings.all))
    guard client.registersCompletion else { return tellUnannounced(new) }
    if !gone.isEmpty {
      let old = gone.map { Unregistration(id: Self.registration($0), method: .completion) }
      ask(.unregisterCapability, UnregistrationParams(unregisterations: old)) { _, _ in }
    }
    guard !new.isEmpty else { return }
    let registrations = new.map { character in
      Registration(
        id: Self.registration(character), method: .completion,
        registerOptions: .object([
          "documentSelector": .null, "triggerCharacters": [.string(character)], "resolveProvider": true,
        ]))
    }
    ask(.registerCapability, RegistrationParams(registrations: registrations)) { session, result in
      guard case .failure = result else { return }
      session.triggers.forget(new)
      session.tellUnannounced(new)
    }
  }

  private static func registration(_ character: String) -> String { "mentions-trigger-\(character)" }

  private func tellUnannounced(_ new: [String]) {
    guard !new.isEmpty else { return }
    let characters = new.map { "`\($0)`" }.joined(separator: ", ")
    tellUser(
      .info,
      "the editor does not ask by itself at \(characters) before the server is started again;"
        + " `triggers` in .mentions.json or in the initialization options are known from the start",
      about: .triggers)
  }
}
