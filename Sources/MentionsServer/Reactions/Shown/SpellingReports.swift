import LanguageProtocol
import Mentions
import TextModel

/// Where spell checking must stay off, for hosts that want to hear of it. The others pay a look at one flag.
extension Session {
  /// Tells of each document whose answer to `mentions/spelling` has changed by more than moving along with the text.
  func reportSpelling() {
    guard client.wantsSpelling else { return }
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
