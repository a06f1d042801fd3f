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
