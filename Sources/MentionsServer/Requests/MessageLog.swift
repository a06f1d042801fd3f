/// What the user has been told already: each distinct fault is one message, not one a keystroke.
struct MessageLog {
  /// What a fault is about.
  enum Subject: Hashable {
    case settings
    /// Trigger characters that the client was not told at the start.
    case triggers
    /// A source, by its key.
    case source(String)
    /// A plug-in, by its name.
    case plugin(String)
    /// The files in which mentions are kept.
    case store
    /// What was removed from documents and may come back.
    case memory
    /// How much of the workspace is looked at.
    case index
  }

  private var told: [Subject: Set<String>] = [:]

  /// True the first time.
  mutating func isNews(_ fault: String, about subject: Subject) -> Bool {
    told[subject, default: []].insert(fault).inserted
  }

  /// Only these faults are left: the others have been mended and may be told again.
  mutating func keep(_ faults: some Sequence<String>, about subject: Subject) {
    told[subject]?.formIntersection(faults)
  }
}
