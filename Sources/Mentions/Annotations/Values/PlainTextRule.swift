/// By which rule a mention became plain text, or went with its text.
public enum PlainTextRule: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Its text was changed between its edges.
  case changedInside
  /// A change reached across one of its edges.
  case changedAcrossEdge
  /// A character beside it has grown together with its first or last one.
  case joined
  /// It was deleted whole.
  case deleted
  /// Other text was put in its place.
  case replaced
  /// Another mention was made where it stood.
  case overlapped
  /// A preview of a completion was taken back, or another entry was meant.
  case previewTakenBack
  /// The user or the editor asked for plain text.
  case asked
  /// The delegate did not allow what the user accepted.
  case refused
  /// An edit that the host had planned leaves it out.
  case planned
  /// It was read out of the text, which is to be read anew.
  case readAnew

  /// For the log.
  public var reason: String {
    switch self {
    case .changedInside: "the text was changed inside"
    case .changedAcrossEdge: "a change reached across an edge"
    case .joined: "a character beside it joined its first or last one"
    case .deleted: "deleted whole"
    case .replaced: "replaced by other text"
    case .overlapped: "another mention was made there"
    case .previewTakenBack: "the completion was undone or corrected"
    case .asked: "plain text was asked for"
    case .refused: "the plug-in that decides did not allow it"
    case .planned: "a planned edit left it out"
    case .readAnew: "the text is read anew"
    }
  }

  public static func < (a: PlainTextRule, b: PlainTextRule) -> Bool { a.rawValue < b.rawValue }
}
