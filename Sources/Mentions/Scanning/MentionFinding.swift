public import Entities
public import TextModel

/// Something about a mention in a text that somebody may want to know.
public struct MentionFinding: Hashable, Sendable {
  /// In the order of importance: of several about one mention, the first is told.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nobody goes by it.
    case unknown
    /// Several people may be meant.
    case ambiguous
    /// They may not be mentioned here.
    case notAllowed
    /// They have left.
    case left
    /// They are written otherwise now.
    case stale
  }

  public var kind: Kind
  /// UTF-8 offsets: what is read as the mention.
  public var range: TextRange
  /// What is there.
  public var written: String
  /// The trigger that it was written with (its place in the policy); nil where there is none.
  public var trigger: Int?
  /// Who is meant or, where that is ambiguous, may be; empty for somebody unknown.
  public var entities: [Entity]
  /// What to write instead of something stale, or why somebody may not be mentioned.
  public var note: String?

  public init(
    _ kind: Kind, at range: TextRange, written: String, trigger: Int? = nil, entities: [Entity] = [],
    note: String? = nil
  ) {
    (self.kind, self.range, self.written, self.trigger) = (kind, range, written, trigger)
    (self.entities, self.note) = (entities, note)
  }
}

extension MentionFinding {
  /// The name by which tools know the kind: `unknown-mention`.
  public var code: String { kind.code }

  /// More candidates than this are counted, not named.
  private static let mostNamed = 3

  /// One sentence about it. What comes from the text or of an entity is clipped and clean.
  public var message: String {
    let text = "“\(Self.shown(written))”"
    let name = entities.first.map { Self.shown($0.name) } ?? ""
    let note = note.map { Self.shown($0) }
    switch kind {
    case .unknown: return "Nobody goes by \(text)."
    case .ambiguous:
      var names = entities.prefix(Self.mostNamed).map(Self.described)
      let more = entities.count - names.count
      if more > 0 { names.append("\(more) more") }
      return "By \(text) several may be meant: \(names.joined(separator: ", "))."
    case .left: return "\(name) has left\(note.map { " (\($0))" } ?? "")."
    case .stale: return "\(text) is written \(note.map { "“\($0)”" } ?? "otherwise") now."
    case .notAllowed: return "\(name) may not be mentioned here\(note.map { ": \($0)" } ?? "")."
    }
  }

  /// A person with what tells them from others of the name.
  public static func described(_ entity: Entity) -> String {
    let name = shown(entity.name)
    guard let other = entity.email ?? entity.handle.map({ "@" + $0 }) ?? entity.detail else { return name }
    return "\(name) (\(shown(other)))"
  }

  private static func shown(_ text: String) -> String { ShownText.clipped(ShownText.line(text)) }
}

extension MentionFinding.Kind {
  /// The name by which tools know it.
  public var code: String {
    switch self {
    case .unknown: "unknown-mention"
    case .ambiguous: "ambiguous-mention"
    case .left: "left-mention"
    case .stale: "stale-mention"
    case .notAllowed: "not-allowed-mention"
    }
  }
}
