import LanguageProtocol
import Mentions
import TextModel

/// `mentions/spelling`: where spell checking must stay off (seed 003: autocorrect and spelling).
extension Session {
  func spelling(_ params: MentionsSpellingParams) throws(RPCError) -> MentionsSpellingResult {
    MentionsSpellingResult(off: spellingOff(in: try openDocument(params.textDocument).mentions))
  }
}

/// Where spell checking must stay off, for hosts that want to hear of it. The others pay a look at one flag.
extension Session {
  /// Tells of each document whose answer to `mentions/spelling` has changed by more than moving along with the text.
  func reportSpelling() {
    for key in openKeys { reportSpelling(of: key) }
  }

  private func reportSpelling(of key: DocumentURI) {
    guard let document = documents[key] else { return }
    let mentions = document.mentions
    let state = SpellingState(
      membership: mentions.annotations.membershipRevision, creation: mentions.creation?.range.count ?? 0)
    guard state != document.spelling else { return }
    document.spelling = state
    notify(
      .mentionsSpelling,
      MentionsSpellingChangeParams(
        textDocument: VersionedTextDocumentIdentifier(uri: document.uri, version: document.version),
        off: spellingOff(in: mentions)))
  }

  /// Names are not words of a dictionary, and neither is half of one that is being typed.
  func spellingOff(in document: MentionsDocument) -> [LanguageProtocol.Range] {
    var ranges = document.annotations.indices.map(document.annotations.range(at:))
    if let creation = document.creation, !creation.range.isEmpty {
      let at = ranges.firstIndex { $0.start >= creation.range.start } ?? ranges.count
      ranges.insert(creation.range, at: at)
    }
    var cursor = PositionCursor(positions.encoding)
    func position(_ offset: TextOffset) -> Position {
      let position = cursor.position(of: offset, in: document.text)
      return Position(line: position.line, character: position.column)
    }
    return ranges.map { range in
      let start = position(range.start)
      return LanguageProtocol.Range(start: start, end: position(range.end))
    }
  }
}

/// What the ranges without spell checking depend on, beside the edits of the text.
struct SpellingState: Hashable {
  /// The annotations' membership revision.
  fileprivate var membership = 0
  /// UTF-8 code units of what is being typed; 0: nothing.
  fileprivate var creation = 0
}
